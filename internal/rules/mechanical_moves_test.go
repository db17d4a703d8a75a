package rules

import (
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// movedFile is a rename whose text may change.
func movedFile(from, to, old, head string) pr.File {
	f := edited(to, old, head)
	f.OldPath, f.Status = from, pr.Renamed
	return f
}

// pure is a rename without changed lines.
func pure(from, to, text string) pr.File { return movedFile(from, to, text, text) }

func newFile(name, text string) pr.File {
	f := edited(name, "", text)
	f.Status, f.OldMode, f.Old = pr.Added, 0, pr.Text{State: pr.Absent}
	return f
}

// importCase is an importer in a change of other files.
type importCase struct {
	name           string
	file, old, new string
	others         []pr.File
}

func checkImports(t *testing.T, want pr.Mechanical, cases []importCase) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) { tc.check(t, want, map[string]string{"go.mod": "module x.org/m\n"}) })
	}
}

// check labels the importer in a repository that also has files with these texts.
func (tc importCase) check(t *testing.T, want pr.Mechanical, texts map[string]string) {
	t.Helper()
	cfg := baseConfig(t, "")
	files := append([]pr.File{edited(tc.file, tc.old, tc.new)}, tc.others...)
	if got := Label(around(pr.Change{Files: files}, cfg, texts), cfg).Files[0].Mechanical; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// The order of the diff means nothing.
	files = append(tc.others[:len(tc.others):len(tc.others)], files[0])
	if got := Label(around(pr.Change{Files: files}, cfg, texts), cfg).Files[len(tc.others)].Mechanical; got != want {
		t.Errorf("last: got %q, want %q", got, want)
	}
	if got := Label(pr.Change{Files: files}, cfg).Files[len(tc.others)].Mechanical; got != pr.NotMechanical && extension(tc.file) != "rs" {
		t.Errorf("with unknown folders: got %q", got)
	}
}

// FuzzMoves gives random importers a fixed set of moves: what is called imports differs only in imports, binds the same
// names as before, and every new entry names a place that a rename has.
func FuzzMoves(f *testing.F) {
	f.Add(uint8(0), "import a.Ant;\n\nclass X { Ant a; }\n", "import z.Ant;\n\nclass X { Ant a; }\n")
	f.Add(uint8(1), "import a.Bee\n\nval x: Bee = y\n", "import z.Bee\n\nval x: Bee = y\n")
	f.Add(uint8(2), "import {\n  a,\n} from './a/x';\na();\n", "import {\n  a,\n} from './z/x';\na();\n")
	f.Add(uint8(3), "use crate::a::b::{\n    C,\n};\n\nfn f(c: C) {}\n", "use crate::x::b::{\n    C,\n};\n\nfn f(c: C) {}\n")
	f.Add(uint8(4), "package u\n\nimport (\n\t\"x.org/m/old/a\"\n)\n\nvar X = a.X\n", "package u\n\nimport (\n\t\"x.org/m/new/a\"\n)\n\nvar X = a.X\n")
	cfg := baseConfig(f, "")
	others := append([]pr.File{
		pure("src/a/x.ts", "src/z/x.ts", "export const a = 1;\n"),
		movedFile("m/src/main/java/a/Ant.java", "m/src/main/java/z/Ant.java", "package a;\n\nclass Ant {}\n", "package z;\n\nclass Ant {}\n"),
		movedFile("m/src/main/kotlin/a/Bee.kt", "m/src/main/kotlin/z/Bee.kt", "package a\n\nclass Bee\n", "package z\n\nclass Bee\n"),
	}, rustMove1()...)
	others = append(others, pure("old/a/a.go", "new/a/a.go", "package a\n\nvar X = 1\n"))
	there := map[string]string{"go.mod": "module x.org/m\n"}
	names := []string{"m/src/main/java/u/A.java", "m/src/main/kotlin/u/A.kt", "src/u.ts", "src/u.rs", "u/u.go"}
	f.Fuzz(func(t *testing.T, which uint8, old, head string) {
		name := names[int(which)%len(names)]
		c := Label(around(pr.Change{Files: append([]pr.File{edited(name, old, head)}, others...)}, cfg, there), cfg)
		if c.Files[0].Mechanical != pr.ByImports {
			return
		}
		ext := extension(name)
		if withoutImports(old, ext) != withoutImports(head, ext) {
			t.Errorf("%s is not only imports: %q, %q", name, old, head)
		}
		rule := cfg.Mechanical.Imports[ext]
		had := map[string]bool{}
		for _, e := range readHeader(old, ext, rule).entries {
			had[e] = true
		}
		for _, e := range readHeader(head, ext, rule).entries {
			if !had[e] && !strings.Contains(e, "z.Ant") && !strings.Contains(e, "z.Bee") && !strings.Contains(e, "z/x") && !strings.Contains(e, "x::b") &&
				!strings.Contains(e, `"x.org/m/new/a"`) {
				t.Errorf("%s has a new entry %q", name, e)
			}
		}
	})
}

func TestJoinedImportsKeepTheirText(t *testing.T) {
	cfg := config.Mechanical{Imports: baseConfig(t, "").Mechanical.Imports}
	for _, tc := range []struct{ name, ext, text, want string }{
		{"names of a script", "ts", "import {\n  a,\n  b as c,\n} from './x';\nz\n", "import {\n  a,\n  b as c,\n} from './x';"},
		{"a default and names", "js", "import x, {\n  a\n} from \"x\"\n", "import x, {\n  a\n} from \"x\""},
		{"names of Rust", "rs", "use a::{\n    self, B,\n};\n", "use a::{\n    self, B,\n};"},
		{"a comment inside", "ts", "import {\n  a, // x\n} from './x';\n", ""},
		{"a comment line inside", "ts", "import {\n  /* a */\n} from './x';\n", ""},
		{"code inside", "ts", "import {\n  a\n} from './x'; run();\n", ""},
		{"attributes behind", "ts", "import {\n  a\n} from './x' with { type: 'json' };\n", ""},
		{"no end", "ts", "import {\n  a,\n", ""},
		{"a carriage return", "ts", "import {\r\n  a,\n} from './x';\n", ""},
		{"other letters", "ts", "import {\n  а,\n} from './x';\n", ""},
		{"nested braces of Rust", "rs", "use a::{\n    b::{C},\n};\n", ""},
		{"a glob of Rust", "rs", "use a::{\n    *,\n};\n", ""},
		{"an exported import of Rust", "rs", "pub use a::{\n    B,\n};\n", ""},
		{"an attribute inside", "rs", "use a::{\n    #[cfg(x)]\n    B,\n};\n", ""},
		{"Java", "java", "import a.{\n  b\n};\n", ""},
	} {
		if got, _ := joinedImport(tc.text, tc.ext, cfg.Imports[tc.ext]); got != tc.want {
			t.Errorf("%s: %q", tc.name, got)
		}
	}
}
