package rules

import (
	"testing"

	"werkrevisor/internal/pr"
)

// TestEditsThatOnlyLookMechanical holds edits that change what a program does although a scan by lines takes them for
// whitespace or imports; each was tried against an earlier version of the rule.
func TestEditsThatOnlyLookMechanical(t *testing.T) {
	labelled(t, pr.NotMechanical, []edit{
		{"a Kotlin function that the standard library has too", "a.kt",
			"package a\n\nimport com.acme.safe.runCatching\n\nfun f() = runCatching { g() }\n", "package a\n\nfun f() = runCatching { g() }\n"},
		{"a class with a small first letter", "A.java", "package a;\n\nimport a.b.iC;\n\nclass A { iC x; }\n", "package a;\n\nclass A { iC x; }\n"},
		{"an import that goes into a comment", "A.java",
			"/*\n */\nimport com.acme.safe.Random;\n\nclass A { Random r; }\n", "/*\nimport com.acme.safe.Random;\n */\n\nclass A { Random r; }\n"},
		{"an import that comes out of a comment", "A.java",
			"/*\nimport java.util.Random;\n */\n\nclass A { Random r; }\n", "/*\n */\nimport java.util.Random;\n\nclass A { Random r; }\n"},
		{"an import that comes out of a comment in a Go block", "a.go",
			"package a\n\nimport (\n\t/*\n\t\"math/rand\"\n\t*/\n\t\"fmt\"\n)\n", "package a\n\nimport (\n\t\"math/rand\"\n\t/*\n\t*/\n\t\"fmt\"\n)\n"},
		{"the blank line below a cgo preamble", "a.go", "package a\n\n// int x = 1;\n\nimport \"C\"\n", "package a\n\n// int x = 1;\nimport \"C\"\n"},
		{"the blank line below a cgo preamble of a group", "a.go",
			"package a\n\nimport (\n\t// int x = 1;\n\n\t\"C\"\n)\n", "package a\n\nimport (\n\t// int x = 1;\n\t\"C\"\n)\n"},
		{"the blank line below a build constraint", "a.go", "// +build ignore\n\npackage a\n", "// +build ignore\npackage a\n"},
		{"a name that is not ASCII", "a.ts", "import { 检查 } from './safe';\n\n检查(x);\n", "\n检查(x);\n"},
		{"a name behind an escape", "a.ts", "import { fetch } from './safe';\n\n\\u0066etch(x);\n", "\n\\u0066etch(x);\n"},
		{"a safe wrapper of a global", "a.ts", "import { fetch } from './safe-fetch';\nimport { b } from './b';\n\nfetch(b);\n",
			"import { b } from './b';\n\nfetch(b);\n"},
		{"another source of random numbers", "a.go", "package a\n\nimport \"crypto/rand\"\n", "package a\n\nimport \"math/rand\"\n"},
		{"a string in an interpolation of Kotlin", "a.kt", "val s = \"x${m[\"admin user\"]}y\"\n", "val s = \"x${m[\"admin  user\"]}y\"\n"},
		{"a string in an interpolation of Swift", "a.swift", "let s = \"x\\(m[\"admin user\"])y\"\n", "let s = \"x\\(m[\"admin  user\"])y\"\n"},
		{"a string in an interpolation of C#", "a.cs", "s = $\"x{m[\"admin user\"]}y\";\n", "s = $\"x{m[\"admin  user\"]}y\";\n"},
		{"a regex behind a bracket", "a.js", "if (ok) /DROP TABLE/.test(s)\n", "if (ok) /DROP  TABLE/.test(s)\n"},
		{"a regex that ends in a class", "a.js", "if (ok) /DROP [A Z]/.test(s)\n", "if (ok) /DROP [A  Z]/.test(s)\n"},
		{"a regex of Swift", "a.swift", "let r = /DROP TABLE/\n", "let r = /DROP  TABLE/\n"},
		{"a blank line before PHP", "a.php", "<?php\nheader('x');\n", "\n<?php\nheader('x');\n"},
		{"a lifetime behind a turbofish", "a.rs", "g::<'a>(\"it's y\"); } // \"\n", "g::<'a>(\"it's  y\"); } // \"\n"},
		{"a separator of digits", "a.cpp", "f(1'000, \"it's y\"); // \"\n", "f(1'000, \"it's  y\"); // \"\n"},
		{"a quote as an escape of Java", "A.java", "String s = \\u0022a b\\u0022;\n", "String s = \\u0022a  b\\u0022;\n"},
		{"the line that a comment switches off", "a.ts", "// @ts-ignore\n\nx = 1\n", "// @ts-ignore\nx = 1\n"},
		{"the line that a comment stops switching off", "a.ts", "// eslint-disable-next-line\nx = 1\n", "// eslint-disable-next-line\n\nx = 1\n"},
		{"a link to a private name", "a.go", "package a\n\n//go:linkname f runtime.f\n\nfunc f()\n", "package a\n\n//go:linkname f runtime.f\nfunc f()\n"},
		{"a string of SQL with a doubled quote", "a.sql", "select 'it''s a b';\n", "select 'it''s a  b';\n"},
		{"an escaped string of SQL", "a.sql", "select E'\\' a b';\n", "select E'\\' a  b';\n"},
		{"a content of CSS", "a.css", "a::before { content: 'a b'; }\n", "a::before { content: 'a  b'; }\n"},
		{"a descendant of CSS", "a.css", "a .b { c: d }\n", "a.b { c: d }\n"},
		{"a key of JSON", "a.json", "{\"a b\": 1}\n", "{\"a  b\": 1}\n"},
		{"a tag of a Go field", "a.go", "package a\n\ntype T struct {\n\tA int `json:\"a b\"`\n}\n", "package a\n\ntype T struct {\n\tA int `json:\"a  b\"`\n}\n"},
		{"code that the preprocessor leaves out", "a.c", "#if 0\n\"\n#endif\ns = \"a b\";\n", "#if 0\n\"\n#endif\ns = \"a  b\";\n"},
	})
}

// TestUsualMechanicalEdits holds edits that must stay mechanical, so that the rule is of use.
func TestUsualMechanicalEdits(t *testing.T) {
	for _, tc := range []struct {
		name, file, old, head string
		want                  pr.Mechanical
	}{
		{"Java with another indentation", "A.java", "class A {\n  int f() {\n    return 1;\n  }\n}\n", "class A {\n    int f() {\n        return 1;\n    }\n}\n", pr.ByWhitespace},
		{"blank lines of Go", "a.go", "package a\n\nvar x = 1\nvar y = 2\n", "package a\n\nvar x = 1\n\nvar y = 2\n", pr.ByWhitespace},
		{"the order of imports of Go", "a.go", "package a\n\nimport (\n\t\"os\"\n\t\"fmt\"\n)\n\nvar _ = fmt.Sprint(os.Args)\n",
			"package a\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nvar _ = fmt.Sprint(os.Args)\n", pr.ByImports},
		{"an unused import of Java", "A.java", "package a;\n\nimport a.b.Unused;\nimport a.b.Used;\n\nclass A { Used u; }\n",
			"package a;\n\nimport a.b.Used;\n\nclass A { Used u; }\n", pr.ByImports},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := label(t, edited("src/"+tc.file, tc.old, tc.head), ""); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
