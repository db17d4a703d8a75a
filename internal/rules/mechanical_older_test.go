package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/pr"
)

// TestOlderFilesBesideAMove: a file that does not change can answer to the old or the new name too.
func TestOlderFilesBesideAMove(t *testing.T) {
	script := importCase{"", "src/u.ts", "import { a } from './a/x';\na();\n", "import { a } from './z/x';\na();\n",
		[]pr.File{pure("src/a/x.ts", "src/z/x.ts", "export const a = 1;\n")}}
	index := importCase{"", "src/u.ts", "import { a } from './a';\na();\n", "import { a } from './z';\na();\n",
		[]pr.File{pure("src/a/index.ts", "src/z/index.ts", "export const a = 1;\n")}}
	same := importCase{"", "src/u.ts", "import { a } from './x';\na();\n", "import { a } from './y';\na();\n",
		[]pr.File{pure("src/x.ts", "src/y.ts", "export const a = 1;\n")}}
	java := importCase{"", "m/src/test/java/u/U.java", "package u;\n\nimport a.Ant;\n\nclass U { Ant a; }\n", "package u;\n\nimport z.Ant;\n\nclass U { Ant a; }\n",
		[]pr.File{movedFile("m/src/main/java/a/Ant.java", "m/src/main/java/z/Ant.java", "package a;\n\nclass Ant {}\n", "package z;\n\nclass Ant {}\n")}}
	kotlin := importCase{"", "m/src/main/kotlin/u/U.kt", "package u\n\nimport a.Ant\n\nval x: Ant = y\n", "package u\n\nimport z.Ant\n\nval x: Ant = y\n",
		[]pr.File{movedFile("m/src/main/kotlin/a/Ant.kt", "m/src/main/kotlin/z/Ant.kt", "package a\n\nclass Ant\n", "package z\n\nclass Ant\n")}}
	for _, tc := range []struct {
		name  string
		move  importCase
		there string
		want  pr.Mechanical
	}{
		{"nothing else", script, "README.md", pr.ByImports},
		{"other modules in both folders", script, "src/z/y.js", pr.ByImports},
		{"a test of the new module", script, "src/z/x.test.ts", pr.ByImports},
		{"a manifest above both folders", script, "src/package.json", pr.ByImports},
		{"a manifest elsewhere", script, "src/q/package.json", pr.ByImports},
		{"a script in the new folder", script, "src/z/x.js", pr.NotMechanical},
		{"a script in the old folder, which the old name meant", script, "src/a/x.js", pr.NotMechanical},
		{"a script in another case", script, "src/z/X.js", pr.NotMechanical},
		{"the new folder in another case", script, "src/Z/x.js", pr.NotMechanical},
		{"types in the new folder", script, "src/z/x.d.ts", pr.NotMechanical},
		{"a platform in the new folder", script, "src/z/x.ios.ts", pr.NotMechanical},
		{"a folder of the new name", script, "src/z/x/index.ts", pr.NotMechanical},
		{"a folder of the old name", script, "src/a/x/index.ts", pr.NotMechanical},
		{"a manifest in the new folder", script, "src/z/package.json", pr.NotMechanical},
		{"a manifest in the old folder", script, "src/a/package.json", pr.NotMechanical},
		{"a compiler's config in the new folder", script, "src/z/tsconfig.json", pr.NotMechanical},
		{"an index beside nothing", index, "src/y.ts", pr.ByImports},
		{"a file of the name of the new folder", index, "src/z.js", pr.NotMechanical},
		{"a file of the name of the old folder", index, "src/a.ts", pr.NotMechanical},
		{"another index", index, "src/z/index.js", pr.NotMechanical},
		{"a new name in the same folder", same, "src/z.ts", pr.ByImports},
		{"a new name that was there with another extension", same, "src/y.mjs", pr.NotMechanical},
		{"a class elsewhere", java, "m/src/test/java/y/Ant.java", pr.ByImports},
		{"a class of the package with another name", java, "m/src/test/java/z/Bee.java", pr.ByImports},
		{"a test for the class", java, "m/src/test/java/z/AntTest.java", pr.ByImports},
		{"a class of another module", java, "n/src/test/java/z/Ant.java", pr.ByImports},
		{"a test class of the new name", java, "m/src/test/java/z/Ant.java", pr.NotMechanical},
		{"a test class of the old name", java, "m/src/test/java/a/Ant.java", pr.NotMechanical},
		{"a test class of Kotlin of the new name", java, "m/src/test/kotlin/z/Ant.kt", pr.NotMechanical},
		{"a class of Kotlin of the new name", java, "m/src/main/kotlin/z/Ant.kt", pr.NotMechanical},
		{"a class in another case", java, "m/src/main/java/z/ant.java", pr.NotMechanical},
		{"a folder of the new name of a class", java, "m/src/main/java/z/Ant/Bee.java", pr.NotMechanical},
		{"another class of Kotlin", kotlin, "m/src/test/kotlin/z/Bee.kt", pr.ByImports},
		{"a test class of Java seen by Kotlin", kotlin, "m/src/test/java/z/Ant.java", pr.NotMechanical},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.move.check(t, tc.want, map[string]string{tc.there: ""})
			// It counts on the base branch as well as at the merge base.
			cfg := baseConfig(t, "")
			c := pr.Change{Files: append([]pr.File{edited(tc.move.file, tc.move.old, tc.move.new)}, tc.move.others...)}
			with := around(c, cfg, map[string]string{tc.there: ""}).Folders
			c = around(c, cfg, nil)
			without := c.Folders.Base
			for _, f := range []pr.Folders{{Base: with.Base, MergeBase: without}, {Base: without, MergeBase: with.Base}} {
				c.Folders = f
				if got := Label(c, cfg).Files[0].Mechanical; got != tc.want {
					t.Errorf("in one state: got %q", got)
				}
			}
		})
	}
}

func TestFoldersAreWantedOnlyWhereAMoveMayExplainAnImport(t *testing.T) {
	goUse := edited("u/u.go", goImporter(`"x.org/m/old/a"`), goImporter(`"x.org/m/new/a"`))
	goMoved := goPackageMove("old/a", "new/a")
	ts := pure("src/a/x.ts", "src/z/x.ts", "x\n")
	java := pure("m/src/main/java/a/Ant.java", "m/src/main/java/z/Ant.java", "x\n")
	long := strings.Repeat("a/", 300)
	for _, tc := range []struct {
		name  string
		files []pr.File
		want  string
		toml  string
	}{
		{"a package of Go and its importer", []pr.File{goUse, goMoved}, "new/a old/a u go.mod", ""},
		{"an importer of something else", []pr.File{goMoved, edited("q/q.go", "package q\n", "package q\n\nimport \"x.org/m/b\"\n")}, "new/a old/a go.mod", ""},
		{"a module of a script", []pr.File{ts, edited("src/u.js", "a\n", "b\n")}, "src/a src/z", ""},
		{"a script at the root", []pr.File{pure("a.ts", "b.ts", "x\n"), edited("u.ts", "a\n", "b\n")}, "<root>", ""},
		{"a class", []pr.File{java, edited("m/src/main/java/u/U.java", "a\n", "b\n")}, "m/src/main/java/a m/src/main/java/z m/src/main/kotlin/a m/src/main/kotlin/z " +
			"m/src/test/java/a m/src/test/java/z m/src/test/kotlin/a m/src/test/kotlin/z", ""},
		{"a class outside of the source folders", []pr.File{pure("a/Ant.java", "z/Ant.java", "x\n"), edited("u/U.java", "a\n", "b\n")}, "", ""},
		{"no rename", []pr.File{goUse}, "", ""},
		{"only renames", []pr.File{goMoved, ts, java}, "", ""},
		{"an importer of another language", []pr.File{ts, goUse, edited("m/src/main/kotlin/u/U.kt", "a\n", "b\n"), java}, "", ""},
		{"a new file beside", []pr.File{goMoved, newFile("u/u.go", "package u\n")}, "", ""},
		{"a rename of Rust", []pr.File{pure("src/a.rs", "src/b.rs", "x\n"), edited("src/lib.rs", "a\n", "b\n")}, "", ""},
		{"a rename of a document", []pr.File{pure("a.md", "b.md", "x\n"), edited("u.md", "a\n", "b\n")}, "", ""},
		{"a rename of Go within a folder", []pr.File{pure("a/a.go", "a/b.go", "x\n"), goUse}, "", ""},
		{"a name with other letters", []pr.File{pure("src/a/x.ts", "src/ä/x.ts", "x\n"), edited("src/u.ts", "a\n", "b\n")}, "", ""},
		{"a very long name", []pr.File{pure("src/a/x.ts", long+"x.ts", "x\n"), edited("src/u.ts", "a\n", "b\n")}, "", ""},
		{"switched off", []pr.File{goUse, goMoved}, "", "[mechanical]\nenabled = false"},
		{"own regexes", []pr.File{goUse, goMoved}, "", "[mechanical]\nimports = {go = ['import .*']}"},
	} {
		folders, manifest := Folders(pr.Change{Files: tc.files}, baseConfig(t, tc.toml))
		for i := range folders {
			if folders[i] == "" {
				folders[i] = "<root>"
			}
		}
		if manifest != "" {
			folders = append(folders, manifest)
		}
		if got := strings.Join(folders, " "); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestTooManyFoldersAreNotRead(t *testing.T) {
	for n, known := range map[int]bool{maxFolders: true, maxFolders + 1: false} {
		files := []pr.File{goPackageMove("old/a", "new/a")}
		for i := range n - 2 {
			files = append(files, edited(fmt.Sprintf("u%d/u.go", i), goImporter(`"x.org/m/old/a"`), goImporter(`"x.org/m/new/a"`)))
		}
		c := around(pr.Change{Files: files}, baseConfig(t, ""), map[string]string{"go.mod": "module x.org/m\n"})
		if (c.Folders.Base != nil) != known {
			t.Errorf("%d folders: got %d", n, len(c.Folders.Base))
		}
		want := map[bool]pr.Mechanical{true: pr.ByImports, false: pr.NotMechanical}[known]
		if got := Label(c, baseConfig(t, "")).Files[n-2].Mechanical; got != want {
			t.Errorf("%d folders: got %q", n, got)
		}
	}
}

func TestTheModuleLineIsReadStrictly(t *testing.T) {
	for text, want := range map[string]string{
		"module x.org/m\n": "x.org/m",
		"// Module.\n\nmodule   x.org/m/v2 // old\r\n": "x.org/m/v2",
		"module x.org/m": "x.org/m",
		"module x.org/m\nrequire (\n\ta.org/x.org/m v1.0.0\n": "x.org/m",
		"module m\n":                                  "",
		"module x.org\n":                              "x.org",
		"module x.org/../m\n":                         "",
		"module x.org/m/\n":                           "",
		"module\nx.org/m\n":                           "",
		"modulex x.org/m\n":                           "",
		"module x.org/m `\n":                          "",
		"/* module x.org/m\n":                         "",
		"module x.org/n\nmodule x.org/m\n":            "",
		"module x.org/m\nreplace a.org => x.org\n":    "",
		"module x.org/m/v2\nrequire x.org/m v1.0.0\n": "",
		"require x.org/m/q v1.0.0\nmodule x.org/m\n":  "",
		"": "",
	} {
		got, ok := goModule(text)
		if !ok {
			got = ""
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}
