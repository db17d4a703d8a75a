package rules

import (
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

// goImporter is a file that imports one package.
func goImporter(entry string) string {
	return "package u\n\nimport (\n\t\"fmt\"\n\n\t" + entry + "\n)\n\nvar X = fmt.Sprint(a.X)\n"
}

const goPackageText = "// Package a is moved.\npackage a\n\nimport \"os\"\n\nvar X = os.Args\n"

func goPackageMove(from, to string) pr.File { return pure(from+"/a.go", to+"/a.go", goPackageText) }

// goCase is a move of packages in a repository with more files.
type goCase struct {
	name     string
	old, new string // the entry
	others   []pr.File
	there    map[string]string // beside go.mod
}

func (tc goCase) run(t *testing.T, want pr.Mechanical) {
	t.Run(tc.name, func(t *testing.T) {
		texts := map[string]string{"go.mod": "module x.org/m\n\ngo 1.26\n\nrequire example.org/other v1.0.0 // indirect\n"}
		for name, text := range tc.there {
			texts[name] = text
		}
		importCase{tc.name, "u/u.go", goImporter(tc.old), goImporter(tc.new), tc.others}.check(t, want, texts)
	})
}

func TestGoFollowsWholePackages(t *testing.T) {
	const old, now = `"x.org/m/old/a"`, `"x.org/m/new/a"`
	move := goPackageMove("old/a", "new/a")
	for _, tc := range []goCase{
		{"a package", old, now, []pr.File{move}, nil},
		{"a package with an alias", "b " + old, "b " + now, []pr.File{move}, nil},
		{"a package of several files for several systems", old, now, []pr.File{move, pure("old/a/b_linux.go", "new/a/b_linux.go", "//go:build cgo\n\npackage a\n")}, nil},
		{"a package with a test that changes", old, now, []pr.File{move, movedFile("old/a/a_test.go", "new/a/a_test.go", "package a_test\n\nimport \"x.org/m/old/a\"\n", "package a_test\n\nimport \"x.org/m/new/a\"\n")}, nil},
		{"a package with a package below", old, now, []pr.File{move, goPackageMove("old/a/b", "new/a/b")}, nil},
		{"a package into a folder with other packages", old, now, []pr.File{move}, map[string]string{"new/b/b.go": ""}},
		{"a package beside others", old, now, []pr.File{move}, map[string]string{"old/b/b.go": "", "old/b.go": ""}},
		{"a package with another last element", `"x.org/m/b"`, `"x.org/m/c"`, []pr.File{goPackageMove("b", "c")}, nil},
		{"a package that stays below the same internal folder", `"x.org/m/internal/a"`, `"x.org/m/internal/b/a"`, []pr.File{goPackageMove("internal/a", "internal/b/a")}, nil},
		{"a package of a nested module", old, now, []pr.File{move}, map[string]string{"old/b/go.mod": "module x.org/m/b\n"}},
		{"a module whose go.mod replaces another one", old, now, []pr.File{move}, map[string]string{"go.mod": "module x.org/m\n\nreplace example.org/other => ./other\n"}},
	} {
		tc.run(t, pr.ByImports)
	}
	t.Run("another place in the block", func(t *testing.T) {
		text := func(a, b string) string {
			return "package u\n\nimport (\n\t" + a + "\n\t" + b + "\n)\n\nvar X = a.X\n"
		}
		importCase{"", "u/u.go", text(`"x.org/m/b"`, `"x.org/m/old/a"`), text(`"x.org/m/c/a"`, `"x.org/m/b"`), []pr.File{goPackageMove("old/a", "c/a")}}.
			check(t, pr.ByImports, map[string]string{"go.mod": "module x.org/m\n"})
	})
	t.Run("a module below the root", func(t *testing.T) {
		importCase{"", "s/m/u/u.go", goImporter(`"x.org/m/a"`), goImporter(`"x.org/m/b"`), []pr.File{goPackageMove("s/m/a", "s/m/b")}}.
			check(t, pr.ByImports, map[string]string{"s/m/go.mod": "module x.org/m\n", "go.mod": "module x.org/root\n"})
	})
}

func TestGoDoesNotFollowAnythingElse(t *testing.T) {
	const old, now = `"x.org/m/old/a"`, `"x.org/m/new/a"`
	move := goPackageMove("old/a", "new/a")
	with := func(body string) []pr.File {
		return []pr.File{move, pure("old/a/b.go", "new/a/b.go", body)}
	}
	mod := func(text string) map[string]string { return map[string]string{"go.mod": text} }
	there := func(names ...string) map[string]string {
		texts := map[string]string{}
		for _, name := range names {
			texts[name] = ""
		}
		return texts
	}
	for _, tc := range []goCase{
		{"no rename", old, now, nil, nil},
		{"another package", old, `"x.org/m/new/b"`, []pr.File{move}, nil},
		{"another old package", `"x.org/m/old/b"`, now, []pr.File{move}, nil},
		{"a folder of another host with the same end", `"example.org/m/old/a"`, `"example.org/m/new/a"`, []pr.File{move}, nil},
		{"a version of a third party", `"example.org/other/v1/client"`, `"example.org/other/v2/client"`, []pr.File{goPackageMove("v1/client", "v2/client")}, nil},
		{"a package that goes to a third party", old, `"example.org/other/new/a"`, []pr.File{move}, nil},
		{"an alias that comes", old, "a " + now, []pr.File{move}, nil},
		{"an alias that goes", "a " + old, now, []pr.File{move}, nil},
		{"another alias", "a " + old, "b " + now, []pr.File{move}, nil},
		{"an import for its side effect", "_ " + old, "_ " + now, []pr.File{move}, nil},
		{"an import of all names", ". " + old, ". " + now, []pr.File{move}, nil},
		{"a path in back quotes", "`x.org/m/old/a`", "`x.org/m/new/a`", []pr.File{move}, nil},
		{"a new entry beside", old, now + "\n\t\"os/exec\"", []pr.File{move}, nil},
		{"the old folder keeps a file with init", old, now, []pr.File{move}, there("old/a/init.go")},
		{"the old folder keeps another file", old, now, []pr.File{move}, there("old/a/a.s")},
		{"the old folder keeps a folder", old, now, []pr.File{move}, there("old/a/testdata/x")},
		{"a package below goes elsewhere", old, now, []pr.File{move, goPackageMove("old/a/b", "new/b")}, nil},
		{"a file of the old folder is deleted", old, now, []pr.File{move, {Path: "old/a/b.go", OldPath: "old/a/b.go", Status: pr.Deleted, OldMode: pr.ModeFile}}, nil},
		{"a file of the old folder goes elsewhere", old, now, []pr.File{move, pure("old/a/b.go", "q/b.go", goPackageText)}, nil},
		{"a file of the old folder stays and changes", old, now, []pr.File{move, edited("old/a/b.go", "a\n", "b\n")}, nil},
		{"a file gets another name", old, now, []pr.File{pure("old/a/a.go", "new/a/b.go", goPackageText)}, nil},
		{"a file gets the suffix of a system", old, now, []pr.File{pure("old/a/a.go", "new/a/a_windows.go", goPackageText)}, nil},
		{"a test becomes code", old, now, []pr.File{move, pure("old/a/b_test.go", "new/a/b.go", goPackageText)}, nil},
		{"two files swap their names", old, now, []pr.File{pure("old/a/a.go", "new/a/a_windows.go", goPackageText), pure("old/a/a_windows.go", "new/a/a.go", goPackageText)}, nil},
		{"the old folder gets a new file", old, now, []pr.File{move, newFile("old/a/b.go", "package a\n")}, nil},
		{"the new folder was there with a file", old, now, []pr.File{move}, there("new/a/evil.go")},
		{"the new folder was there with a folder", old, now, []pr.File{move}, there("new/a/b/b.go")},
		{"the new folder was there in another case", old, now, []pr.File{move}, there("new/A/evil.go")},
		{"a folder above the new one was there in another case", old, now, []pr.File{move}, there("New/a/evil.go")},
		{"the new folder was a file", old, now, []pr.File{move}, there("new/a")},
		{"the new folder gets a new file", old, now, []pr.File{move, newFile("new/a/evil.go", "package a\n")}, nil},
		{"the new folder gets a file of another one", old, now, []pr.File{move, pure("q/evil.go", "new/a/evil.go", goPackageText)}, nil},
		{"two packages swap their places", `"x.org/m/b"`, `"x.org/m/c"`, []pr.File{goPackageMove("b", "c"), goPackageMove("c", "b")}, nil},
		{"a package moves into itself", `"x.org/m/b"`, `"x.org/m/b/c"`, []pr.File{goPackageMove("b", "b/c")}, nil},
		{"changed text", old, now, []pr.File{movedFile("old/a/a.go", "new/a/a.go", goPackageText, goPackageText+"var Y = 1\n")}, nil},
		{"another package clause", old, now, []pr.File{movedFile("old/a/a.go", "new/a/a.go", goPackageText, strings.Replace(goPackageText, "package a", "package b", 1))}, nil},
		{"two package clauses", old, now, with("package b\n"), nil},
		{"a package clause behind a comment", old, now, with("/* x */ package a\n"), nil},
		{"a command", old, now, []pr.File{pure("old/a/a.go", "new/a/a.go", "package main\n")}, nil},
		{"only tests", old, now, []pr.File{pure("old/a/a_test.go", "new/a/a_test.go", goPackageText)}, nil},
		{"a text that was not read", old, now, []pr.File{{Path: "new/a/a.go", OldPath: "old/a/a.go", Status: pr.Renamed, OldMode: pr.ModeFile, NewMode: pr.ModeFile}}, nil},
		{"a symlink", old, now, []pr.File{func() pr.File { f := move; f.OldMode, f.NewMode = pr.ModeSymlink, pr.ModeSymlink; return f }()}, nil},
		{"cgo", old, now, with("package a\n\n// int x;\nimport \"C\"\n"), nil},
		{"embedded files", old, now, with("package a\n\nimport _ \"embed\"\n\n//go:embed x.txt\nvar x string\n"), nil},
		{"a generator", old, now, with("package a\n\n//go:generate go run ../gen\n"), nil},
		{"a linked name", old, now, with("package a\n\n//go:linkname x x.org/m/old/a.y\nfunc x()\n"), nil},
		{"an internal folder", old, `"x.org/m/internal/a"`, []pr.File{goPackageMove("old/a", "internal/a")}, nil},
		{"another internal folder", `"x.org/m/b/internal/a"`, `"x.org/m/c/internal/a"`, []pr.File{goPackageMove("b/internal/a", "c/internal/a")}, nil},
		{"a vendored folder", old, `"x.org/m/vendor/a"`, []pr.File{goPackageMove("old/a", "vendor/a")}, nil},
		{"a folder of test inputs", old, `"x.org/m/testdata/a"`, []pr.File{goPackageMove("old/a", "testdata/a")}, nil},
		{"a folder that the go command leaves out", old, `"x.org/m/_new/a"`, []pr.File{goPackageMove("old/a", "_new/a")}, nil},
		{"a hidden folder", old, `"x.org/m/.new/a"`, []pr.File{goPackageMove("old/a", ".new/a")}, nil},
		{"another case", old, `"x.org/m/old/A"`, []pr.File{goPackageMove("old/a", "old/A")}, nil},
		{"a letter that looks the same", old, `"x.org/m/old/а"`, []pr.File{goPackageMove("old/a", "old/а")}, nil},
		{"vendored modules", old, now, []pr.File{move}, there("vendor/modules.txt")},
		{"a workspace", old, now, []pr.File{move}, there("go.work")},
		{"a module of its own around the new folder", old, now, []pr.File{move}, map[string]string{"new/go.mod": "module x.org/m/new\n"}},
		{"a module of its own around the old folder", old, now, []pr.File{move}, map[string]string{"old/go.mod": "module x.org/m/old\n"}},
		{"two modules, and the importer is in the other one", old, now, []pr.File{move}, map[string]string{"u/go.mod": "module x.org/m/u\n"}},
		{"a new module of the PR", old, now, []pr.File{move, newFile("new/go.mod", "module x.org/m/new\n")}, nil},
		{"a changed module of the PR", old, now, []pr.File{move, edited("go.mod", "module x.org/m\n", "module x.org/m\n\nreplace x.org/m => ../evil\n")}, nil},
		{"a changed module that is not the nearest one", old, now, []pr.File{move, edited("q/go.mod", "a\n", "b\n")}, nil},
		{"a new workspace of the PR", old, now, []pr.File{move, newFile("go.work", "use ./q\n")}, nil},
		{"another module path", old, now, []pr.File{move}, mod("module x.org/n\n")},
		{"no module path", old, now, []pr.File{move}, mod("go 1.26\n")},
		{"two module paths", old, now, []pr.File{move}, mod("module x.org/m\nmodule x.org/n\n")},
		{"a module path in brackets", old, now, []pr.File{move}, mod("module (\n\tx.org/m\n)\n")},
		{"a quoted module path", old, now, []pr.File{move}, mod("module \"x.org/m\"\n")},
		{"a module path in a comment", old, now, []pr.File{move}, mod("// module x.org/m\n")},
		{"a module path with more behind it", old, now, []pr.File{move}, mod("module x.org/m old\n")},
		{"a module that is replaced", old, now, []pr.File{move}, mod("module x.org/m\n\nreplace x.org/m => ../evil\n")},
		{"a part of the module that is replaced", old, now, []pr.File{move}, mod("module x.org/m\n\nreplace (\n\tx.org/m/new => ./evil\n)\n")},
		{"a part of the module that is required", old, now, []pr.File{move}, mod("module x.org/m\n\nrequire x.org/m/new v1.0.0\n")},
		{"a module around it that is required", old, now, []pr.File{move}, mod("module x.org/m\n\nrequire x.org v1.0.0\n")},
		{"a module that is replaced in quotes", old, now, []pr.File{move}, mod("module x.org/m\n\nreplace \"x.org/m\" => ../evil\n")},
		{"a replacement that answers to the module", old, now, []pr.File{move}, mod("module x.org/m\n\nreplace example.org/other => X.org/m/new v1.0.0\n")},
		{"a module named as the standard library", `"crypto/rand"`, `"crypto/safe"`, []pr.File{goPackageMove("rand", "safe")}, mod("module crypto\n")},
	} {
		tc.run(t, pr.NotMechanical)
	}
}

// TestGoNeedsBothStatesOfTheRepository: the PR was made of the merge base, and will be merged into the tip of the base branch.
func TestGoNeedsBothStatesOfTheRepository(t *testing.T) {
	cfg := baseConfig(t, "")
	c := pr.Change{Files: []pr.File{edited("u/u.go", goImporter(`"x.org/m/old/a"`), goImporter(`"x.org/m/new/a"`)), goPackageMove("old/a", "new/a")}}
	usual := map[string]string{"go.mod": "module x.org/m\n"}
	for _, tc := range []struct {
		name  string
		texts map[string]string
		want  pr.Mechanical
	}{
		{"a file beside", map[string]string{"go.mod": "module x.org/m\n", "q/q.go": ""}, pr.ByImports},
		{"a file in the old folder", map[string]string{"go.mod": "module x.org/m\n", "old/a/b.go": ""}, pr.NotMechanical},
		{"a file in the new folder", map[string]string{"go.mod": "module x.org/m\n", "new/a/b.go": ""}, pr.NotMechanical},
		{"a module of the importer", map[string]string{"go.mod": "module x.org/m\n", "u/go.mod": "module x.org/m\n"}, pr.NotMechanical},
		{"no module", nil, pr.NotMechanical},
		{"a workspace", map[string]string{"go.mod": "module x.org/m\n", "go.work": ""}, pr.NotMechanical},
	} {
		known, other := around(c, cfg, usual), around(c, cfg, tc.texts)
		known.Folders.Base, known.Folders.Manifests = other.Folders.Base, other.Folders.Manifests
		if got := Label(known, cfg).Files[0].Mechanical; got != tc.want {
			t.Errorf("%s on the base branch: got %q", tc.name, got)
		}
		known = around(c, cfg, usual)
		known.Folders.MergeBase = other.Folders.MergeBase
		if got := Label(known, cfg).Files[0].Mechanical; got != tc.want {
			t.Errorf("%s at the merge base: got %q", tc.name, got)
		}
	}
	for which, change := range []func(l pr.Listing){
		func(l pr.Listing) { l.Set("old/a", nil) },
		func(l pr.Listing) { l.Set("old/a", []pr.Entry{{Name: "a.go", Mode: pr.ModeSymlink}}) },
		func(l pr.Listing) { l.Set("old/a", []pr.Entry{{Name: "a.go", Mode: pr.ModeFolder}}) },
	} {
		known := around(c, cfg, usual)
		known.Folders.MergeBase = around(c, cfg, usual).Folders.Base
		change(known.Folders.Base)
		if got := Label(known, cfg).Files[0].Mechanical; got != pr.NotMechanical {
			t.Errorf("old folder %d: got %q", which, got)
		}
	}
	for _, folder := range []string{"", "old", "old/a", "new", "new/a", "u"} {
		for which, forget := range []func(*pr.Folders){
			func(f *pr.Folders) { delete(f.Base, folder) },
			func(f *pr.Folders) { f.MergeBase = around(c, cfg, usual).Folders.Base; delete(f.MergeBase, folder) },
		} {
			known := around(c, cfg, usual)
			forget(&known.Folders)
			if got := Label(known, cfg).Files[0].Mechanical; got != pr.NotMechanical {
				t.Errorf("without %q of listing %d: got %q", folder, which, got)
			}
		}
	}
}
