package rules

import (
	"testing"

	"werkrevisor/internal/pr"
)

const rustBody = "use std::fmt;\n\npub struct C;\n\npub trait T {}\n\npub fn f() {}\n"

// rustParents changes the files that name the module, from a::b to x::b.
func rustParents() []pr.File {
	return []pr.File{edited("src/a/mod.rs", "pub mod b;\npub mod q;\n", "pub mod q;\n"), edited("src/x.rs", "pub mod y;\n", "pub mod b;\npub mod y;\n")}
}

// rustMove1 moves crate::a::b to crate::x::b.
func rustMove1() []pr.File {
	return append([]pr.File{pure("src/a/b.rs", "src/x/b.rs", rustBody)}, rustParents()...)
}

func TestRustFollowsMovedModules(t *testing.T) {
	use := func(line string) string { return "use std::io;\n" + line + "\n\nfn g() {}\n" }
	checkImports(t, pr.ByImports, []importCase{
		{"an item", "src/u.rs", use("use crate::a::b::C;"), use("use crate::x::b::C;"), rustMove1()},
		{"items", "src/u/v.rs", use("use crate::a::b::{C, T};"), use("use crate::x::b::{C, T};"), rustMove1()},
		{"items over several lines", "src/u.rs", use("use crate::a::b::{\n    C,\n    f,\n};"), use("use crate::x::b::{\n    C,\n    f,\n};"), rustMove1()},
		{"the module itself", "src/u.rs", use("use crate::a::b;"), use("use crate::x::b;"), rustMove1()},
		{"an alias", "src/u.rs", use("use crate::a::b::C as D;"), use("use crate::x::b::C as D;"), rustMove1()},
		{"another place in the order", "src/u.rs", "use crate::a::b::C;\nuse crate::q::Q;\n\nfn g() {}\n", "use crate::q::Q;\nuse crate::x::b::C;\n\nfn g() {}\n", rustMove1()},
		{"a new name below the same parent", "src/u.rs", use("use crate::b::C;"), use("use crate::c::C;"),
			[]pr.File{pure("src/b.rs", "src/c.rs", "use super::q;\n"+rustBody), edited("src/lib.rs", "mod b;\n", "mod c;\n")}},
		{"a module named by one letter", "src/u.rs", use("use crate::e::C;"), use("use crate::s::C;"),
			[]pr.File{pure("src/e.rs", "src/s.rs", rustBody), edited("src/lib.rs", "mod e;\n", "mod s;\n")}},
	})
	with := func(more ...pr.File) []pr.File { return append(rustMove1(), more...) }
	text := func(body string) []pr.File {
		return append([]pr.File{pure("src/a/b.rs", "src/x/b.rs", body)}, rustParents()...)
	}
	parent := func(old, head string) []pr.File {
		return []pr.File{pure("src/a/b.rs", "src/x/b.rs", rustBody), rustParents()[0], edited("src/x.rs", old, head)}
	}
	old, now := use("use crate::a::b::C;"), use("use crate::x::b::C;")
	checkImports(t, pr.NotMechanical, []importCase{
		{"no rename", "src/u.rs", old, now, rustParents()},
		{"no line of the new parent", "src/u.rs", old, now, []pr.File{pure("src/a/b.rs", "src/x/b.rs", rustBody), rustParents()[0]}},
		{"no line of the old parent", "src/u.rs", old, now, []pr.File{pure("src/a/b.rs", "src/x/b.rs", rustBody), rustParents()[1]}},
		{"an old parent that keeps its line", "src/u.rs", old, now, []pr.File{pure("src/a/b.rs", "src/x/b.rs", rustBody), rustParents()[1],
			edited("src/a/mod.rs", "pub mod b;\npub mod q;\n", "pub mod b;\n")}},
		{"a module that is in the text of its parent", "src/u.rs", old, now, parent("pub mod b { pub struct C; }\n", "pub mod b { pub struct C; }\npub mod y;\n")},
		{"a path attribute", "src/u.rs", old, now, parent("", "#[path = \"evil.rs\"]\npub mod b;\n")},
		{"an attribute and a blank line", "src/u.rs", old, now, parent("", "#[cfg(x)]\n\n// y\npub mod b;\n")},
		{"a condition above", "src/u.rs", old, now, parent("", "#[cfg(test)]\npub mod b;\n")},
		{"a mod line in a comment", "src/u.rs", old, now, parent("", "/*\nmod b;\n*/\n")},
		{"two files of the parent", "src/u.rs", old, now, with(edited("src/x/mod.rs", "", "mod b;\n"))},
		{"a second file of the module", "src/u.rs", old, now, with(newFile("src/x/b/mod.rs", rustBody))},
		{"a second file in another case", "src/u.rs", old, now, with(newFile("src/x/B.rs", rustBody))},
		{"two renames to one name", "src/u.rs", old, now, with(pure("src/y/b.rs", "src/x/b.rs", rustBody))},
		{"another crate", "other/src/u.rs", old, now, rustMove1()},
		{"a binary with its own root", "src/bin/u.rs", old, now, rustMove1()},
		{"the root of a binary", "src/main.rs", old, now, rustMove1()},
		{"a changed manifest", "src/u.rs", old, now, with(edited("Cargo.toml", "a\n", "b\n"))},
		{"another item", "src/u.rs", old, use("use crate::x::b::T;"), rustMove1()},
		{"an item that the module has from elsewhere", "src/u.rs", use("use crate::a::b::E;"), use("use crate::x::b::E;"), rustMove1()},
		{"one item of a group that the module has from elsewhere", "src/u.rs", use("use crate::a::b::{C, E};"), use("use crate::x::b::{C, E};"), rustMove1()},
		{"another alias", "src/u.rs", use("use crate::a::b::C as D;"), use("use crate::x::b::C as E;"), rustMove1()},
		{"an exported import", "src/u.rs", use("pub use crate::a::b::C;"), use("pub use crate::x::b::C;"), rustMove1()},
		{"a glob", "src/u.rs", use("use crate::a::b::*;"), use("use crate::x::b::*;"), rustMove1()},
		{"a glob in a group", "src/u.rs", use("use crate::a::b::{C, *};"), use("use crate::x::b::{C, *};"), rustMove1()},
		{"another prefix", "src/u.rs", use("use krate::a::b::C;"), use("use krate::x::b::C;"), rustMove1()},
		{"self", "src/u.rs", use("use self::a::b::C;"), use("use self::x::b::C;"), rustMove1()},
		{"super", "src/u.rs", use("use super::a::b::C;"), use("use super::x::b::C;"), rustMove1()},
		{"an attribute above", "src/u.rs", use("#[cfg(x)]\nuse crate::a::b::C;"), use("#[cfg(x)]\nuse crate::x::b::C;"), rustMove1()},
		{"a comment above", "src/u.rs", use("// x\nuse crate::a::b::C;"), use("// x\nuse crate::x::b::C;"), rustMove1()},
		{"a module with another name", "src/u.rs", use("use crate::b;"), use("use crate::c;"),
			[]pr.File{pure("src/b.rs", "src/c.rs", rustBody), edited("src/lib.rs", "mod b;\n", "mod c;\n")}},
		{"a rename with changed content", "src/u.rs", old, now,
			append([]pr.File{movedFile("src/a/b.rs", "src/x/b.rs", rustBody, rustBody+"pub fn h() {}\n")}, rustParents()...)},
		{"a module that exports others", "src/u.rs", old, now, text(rustBody + "pub(crate) use super::E;\n")},
		{"a module that looks at its parent", "src/u.rs", old, now, text(rustBody + "fn g() { super::guard() }\n")},
		{"a module with modules", "src/u.rs", use("use crate::a::b;"), use("use crate::x::b;"), text(rustBody + "pub mod inner;\n")},
		{"a module out of a macro", "src/u.rs", old, now, text(rustBody + "items! { C }\n")},
	})
}
