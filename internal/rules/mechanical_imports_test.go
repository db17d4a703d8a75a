package rules

import (
	"testing"

	"werkrevisor/internal/pr"
)

// TestImportHeadersThatMeanSomething changes imports, comments and blank lines of a header; none of these is mechanical.
func TestImportHeadersThatMeanSomething(t *testing.T) {
	for _, tc := range []struct{ name, file, old, new string }{
		{"a function of Kotlin that is used", "a.kt",
			"import com.acme.safe.runCatching\nimport b.Bee\n\nfun f() = runCatching { Bee() }\n",
			"import b.Bee\n\nfun f() = runCatching { Bee() }\n"},
		{"a function of Kotlin that seems unused", "a.kt",
			"import com.acme.safe.plus\nimport b.Bee\n\nval x = Bee() + 1\n",
			"import b.Bee\n\nval x = Bee() + 1\n"},
		{"an operator object of Kotlin", "a.kt",
			"import com.acme.safe.getValue\nimport b.Bee\n\nval x by Bee()\n",
			"import b.Bee\n\nval x by Bee()\n"},
		{"a class with a small first letter", "a.java",
			"import a.b.iC;\nimport b.Bee;\n\nclass X { iC c; }\n",
			"import b.Bee;\n\nclass X { iC c; }\n"},
		{"a class with another letter in front", "a.java",
			"import a.b.éC;\nimport b.Bee;\n\nclass X { éC c; }\n",
			"import b.Bee;\n\nclass X { éC c; }\n"},
		{"an import into a comment", "a.java",
			"/*\n*/\nimport com.acme.safe.Random;\nimport java.util.List;\n\nclass X { Random r; }\n",
			"/*\nimport com.acme.safe.Random;\n*/\nimport java.util.List;\n\nclass X { Random r; }\n"},
		{"an import out of a comment", "a.java",
			"/*\nimport java.util.Random;\n*/\nimport java.util.List;\n\nclass X { Random r; }\n",
			"/*\n*/\nimport java.util.Random;\nimport java.util.List;\n\nclass X { Random r; }\n"},
		{"an import that a comment begins to hide", "a.java",
			"import a.Ant;\nimport b.Bee;\n/* x\n*/\nclass X { Ant c; }\n",
			"import b.Bee;\n/* x\nimport a.Ant;\n*/\nclass X { Ant c; }\n"},
		{"an entry of Go out of a comment", "a.go",
			"package a\n\nimport (\n\t\"fmt\"\n\t/*\n\t\"math/rand\"\n\t*/\n)\n\nvar x = rand.Int()\n",
			"package a\n\nimport (\n\t\"fmt\"\n\t\"math/rand\"\n\t/*\n\t*/\n)\n\nvar x = rand.Int()\n"},
		{"a comment line of Go becomes an entry", "a.go",
			"package a\n\nimport (\n\t\"fmt\"\n\t// \"math/rand\"\n)\n\nvar x = rand.Int()\n",
			"package a\n\nimport (\n\t\"fmt\"\n\t\"math/rand\"\n)\n\nvar x = rand.Int()\n"},
		{"two entries around a comment", "a.go",
			"package a\n\nimport (\n\t\"fmt\"\n\t// y\n\t\"os\"\n)\n\nvar x = fmt.Print\n",
			"package a\n\nimport (\n\t\"os\"\n\t// y\n\t\"fmt\"\n)\n\nvar x = fmt.Print\n"},
		{"two comments", "a.java",
			"// a\n// b\nimport a.Ant;\nimport b.Bee;\n\nclass X { Ant c; Bee b; }\n",
			"// b\n// a\nimport a.Ant;\nimport b.Bee;\n\nclass X { Ant c; Bee b; }\n"},
		{"a comment behind an entry", "a.go",
			"package a\n\nimport (\n\t\"fmt\"\n\t\"os\" //nolint:all\n)\n\nvar x = fmt.Print\n",
			"package a\n\nimport (\n\t\"os\" //nolint:all\n\t\"fmt\"\n)\n\nvar x = fmt.Print\n"},
		{"an import of a script jumps over a namespace", "a.ts",
			"import * as p from './polyfill'\nimport { b } from './b'\n\nb(p)\n", "import { b } from './b'\nimport * as p from './polyfill'\n\nb(p)\n"},
		{"a default import with a namespace moves", "a.js",
			"import c, * as p from './p'\nimport { b } from './b'\n\nb(p, c)\n", "import { b } from './b'\nimport c, * as p from './p'\n\nb(p, c)\n"},
		{"a template of Kotlin uses the class", "a.kt",
			"package x\n\nimport com.safe.Token\nimport b.Bee\n\nval s = \"x $Token \" + Bee()\n", "package x\n\nimport b.Bee\n\nval s = \"x $Token \" + Bee()\n"},
		{"a suppression moves to another import", "a.ts",
			"import type { A } from './a'\n// @ts-ignore\nimport type { B } from './b'\nimport { c } from './c'\nc()\n",
			"import type { A } from './a'\n// @ts-ignore\nimport { c } from './c'\nc()\n"},
		{"the blank line behind the preamble of cgo", "a.go",
			"package a\n\n// int f(void);\n\nimport \"C\"\n\nvar x = C.f()\n",
			"package a\n\n// int f(void);\nimport \"C\"\n\nvar x = C.f()\n"},
		{"the blank line behind the preamble of cgo in a block", "a.go",
			"package a\n\nimport (\n\t// int f(void);\n\n\t\"C\"\n)\n\nvar x = C.f()\n",
			"package a\n\nimport (\n\t// int f(void);\n\t\"C\"\n)\n\nvar x = C.f()\n"},
		{"the preamble of cgo in back quotes", "a.go",
			"package a\n\n// int f(void);\n\nimport `C`\n\nvar x = C.f()\n",
			"package a\n\n// int f(void);\nimport `C`\n\nvar x = C.f()\n"},
		{"the preamble of cgo with a blank more", "a.go",
			"package a\n\n// int f(void);\n\nimport \"C\" \n\nvar x = C.f()\n",
			"package a\n\n// int f(void);\nimport \"C\" \n\nvar x = C.f()\n"},
		{"the blank line behind an old constraint", "a.go",
			"// +build ignore\n\npackage a\n\nimport \"fmt\"\n\nvar x = fmt.Print\n",
			"// +build ignore\npackage a\n\nimport \"fmt\"\n\nvar x = fmt.Print\n"},
		{"the blank line before an old constraint", "a.go",
			"// x\n\n// +build ignore\n\npackage a\n\nimport \"fmt\"\n\nvar x = fmt.Print\n",
			"// x\n// +build ignore\n\npackage a\n\nimport \"fmt\"\n\nvar x = fmt.Print\n"},
		{"the blank line behind a directive below the imports", "a.go",
			"package a\n\nimport _ \"embed\"\n\n//go:embed x\n\nvar x string\n",
			"package a\n\nimport _ \"embed\"\n\n//go:embed x\nvar x string\n"},
		{"the blank line between an import and a directive", "a.go",
			"package a\n\nimport \"fmt\"\n\n//go:linkname x y\nvar x = fmt.Print\n",
			"package a\n\nimport \"fmt\"\n//go:linkname x y\nvar x = fmt.Print\n"},
		{"a blank line behind a suppression", "a.java",
			"//NOSONAR\nimport a.Ant;\nimport b.Bee;\n\nclass X { Ant c; Bee b; }\n",
			"//NOSONAR\n\nimport a.Ant;\nimport b.Bee;\n\nclass X { Ant c; Bee b; }\n"},
		{"a name of other letters", "a.ts",
			"import type { 检查 } from './safe'\nimport { b } from './b'\nb(检查)\n",
			"import { b } from './b'\nb(检查)\n"},
		{"a name of other letters among others", "a.ts",
			"import type { A, 检查 } from './safe'\nimport { b } from './b'\nb(检查)\n",
			"import { b } from './b'\nb(检查)\n"},
		{"a name with a letter that joins", "a.ts",
			"import type { A } from './safe'\nimport { b } from './b'\nb(A\u200d)\n",
			"import { b } from './b'\nb(A\u200d)\n"},
		{"a name with an escape", "a.ts",
			"import type { fetch } from './safe'\nimport { b } from './b'\nb(\\u0066etch)\n",
			"import { b } from './b'\nb(\\u0066etch)\n"},
		{"an import for its side effect that looks like one of a type", "a.ts",
			"import type , { x } from './side'\nimport { b } from './b'\nb()\n",
			"import { b } from './b'\nb()\n"},
		{"an alias on the next line", "a.kt",
			"import a.Ant\nimport b.Bee\nas Cat\n\nval x = Cat(Ant())\n",
			"import b.Bee\nimport a.Ant\nas Cat\n\nval x = Cat(Ant())\n"},
		{"the attributes of an import on the next line", "a.ts",
			"import x from './x'\nimport type { A } from './a'\nwith { type: 'json' }\nx()\n",
			"import x from './x'\nwith { type: 'json' }\nx()\n"},
		{"a name that cgo knows by an escape", "a.go",
			"package a\n\n// int f(void);\n\nimport \"\\x43\"\n\nvar x = C.f()\n",
			"package a\n\n// int f(void);\nimport \"\\x43\"\n\nvar x = C.f()\n"},
		{"a function of a script", "a.js",
			"import { fetch } from './safe'\nimport { b } from './b'\nb()\n",
			"import { b } from './b'\nb()\n"},
		{"a class of Java with an escape", "a.java",
			"import a.Ant;\nimport b.Bee;\n\nclass X { \\u0041nt c; Bee b; }\n",
			"import b.Bee;\n\nclass X { \\u0041nt c; Bee b; }\n"},
		{"an escape that ends a comment", "a.java",
			"import a.Ant;\n/* \\u002a/\nimport b.Bee;\n*/\nclass X {}\n",
			"/* \\u002a/\nimport a.Ant;\nimport b.Bee;\n*/\nclass X {}\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, turn := range []struct{ name, old, new string }{{"", tc.old, tc.new}, {"back: ", tc.new, tc.old}} {
				if got := label(t, edited("src/"+tc.file, turn.old, turn.new), ""); got != pr.NotMechanical {
					t.Errorf("%s%s", turn.name, got)
				}
			}
		})
	}
}

func TestHarmlessImportHeadersStayMechanical(t *testing.T) {
	for _, tc := range []struct{ name, file, old, new string }{
		{"a block of Go in another order", "a.go",
			"package a\n\nimport (\n\t\"os\"\n\t\"fmt\"\n)\n\n// f prints.\nfunc f() { fmt.Println(os.Args) }\n",
			"package a\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\n// f prints.\nfunc f() { fmt.Println(os.Args) }\n"},
		{"a block of Go in groups", "a.go",
			"package a\n\nimport (\n\t\"x.org/y\"\n\t\"fmt\"\n)\n\nvar x = fmt.Sprint(y.Z)\n",
			"package a\n\nimport (\n\t\"fmt\"\n\n\t\"x.org/y\"\n)\n\nvar x = fmt.Sprint(y.Z)\n"},
		{"imports of Java below a license", "a.java",
			"/*\n * License\n */\npackage a;\n\nimport b.Bee;\nimport a.Ant;\n\nclass X { Ant c; Bee b; }\n",
			"/*\n * License\n */\npackage a;\n\nimport a.Ant;\nimport b.Bee;\n\nclass X { Ant c; Bee b; }\n"},
		{"a class of Kotlin that is unused", "a.kt",
			"package a\n\nimport a.Ant\nimport b.Bee\n\nval x = Bee()\n",
			"package a\n\nimport b.Bee\n\nval x = Bee()\n"},
		{"a class of Java that is unused", "a.java",
			"package a;\n\nimport a.Ant;\nimport b.Bee;\n\nclass X { Bee b; }\n",
			"package a;\n\nimport b.Bee;\n\nclass X { Bee b; }\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := label(t, edited("src/"+tc.file, tc.old, tc.new), ""); got != pr.ByImports {
				t.Errorf("%q", got)
			}
		})
	}
}
