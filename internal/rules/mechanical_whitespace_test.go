package rules

import (
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

// TestBlanksInHiddenLiterals changes one run of blanks, written as «, from two to one; none of these files is mechanical.
func TestBlanksInHiddenLiterals(t *testing.T) {
	labelled(t, pr.NotMechanical, oneBlankLess([]text{
		{"a string in an interpolation of Kotlin with a brace before", "a.kt", "val s = \"{ ${m[\"a«b\"]}\"\n"},
		{"a string in an interpolation of Kotlin scripts", "a.kts", "val s = \"${m[\"a«b\"]}\"\n"},
		{"a multi-dollar string of Kotlin", "a.kt", "val s = $$\"$${m[\"a«b\"]}\"\n"},
		{"a string in an interpolation of C# with a prefix", "a.cs", "s = $@\"{m[\"a«b\"]}\";\n"},
		{"a string in an interpolation of C# with a prefix the other way round", "a.cs", "s = @$\"{m[\"\"a«b\"\"]}\";\n"},
		{"a regex behind a bracket", "a.js", "if (ok) /DROP«TABLE/.test(s)\n"},
		{"a regex behind an index", "a.js", "a = b[0]\n/DROP«TABLE/.test(s)\n"},
		{"a regex behind a block", "a.js", "{ } /DROP«TABLE/.test(s)\n"},
		{"a regex behind a capital", "a.ts", "x = A\n/DROP«TABLE/.test(s)\n"},
		{"a regex behind an increment", "a.js", "x++\n/DROP«TABLE/.test(s)\n"},
		{"a regex behind an index on its line", "a.js", "let [a] = b; for (x of [1]) /\"/.test(a), \"c«d\"\n"},
		{"a regex behind a name of another alphabet", "a.js", "x = é /a«b/ c\n"},
		{"a regex behind a keyword as a member", "a.js", "if (a) x = 1; else\n/a«b/.test(c)\n"},
		{"a regex behind a label", "a.js", "async /a«b/.test(c)\n"},
		{"a regex of Swift behind a bracket", "a.swift", "f(/a«b/)\n"},
		{"a regex of Swift behind a label", "a.swift", "f(x: /a«b/)\n"},
		{"a regex of Swift behind try", "a.swift", "let x = try /a«b/.firstMatch(in: s)\n"},
		{"a regex of Swift behind an index", "a.swift", "let x = a[0] ?? /a«b/\n"},
		{"text in front of PHP behind a blank line", "a.php", "\n<?php\n$x =«1;\n"},
		{"a regex between quotes in PHP", "a.php", "<?php\npreg_match('/a«b/', $x);\n"},
		{"a short tag of PHP", "a.php", "<?\n$x«= 1; ?>\n"},
		{"a string of shell in PHP", "a.php", "<?php\n$x = `ls«-l`;\n"},
		{"a string in a string of PHP", "a.php", "<?php\n$x = \"{$m[\"a«b\"]}\";\n"},
		{"a string over lines in PHP", "a.php", "<?php\n$x = 'a\n«b';\n"},
		{"lifetimes of Rust", "a.rs", "fn f<'a>(x: &'a str) { g('\"', \"a«b\", '\"') }\n"},
		{"lifetimes of Rust next to each other", "a.rs", "fn f<'a,'b>(x: &'a str) { g(\"a«b\") }\n"},
		{"a lifetime in a macro of Rust", "a.rs", "m!('a'b\"c«d\")\n"},
		{"a lifetime of other letters", "a.rs", "fn f<'é>(x: &'é str) { g(\"a«b\") }\n"},
		{"a string of bytes of Rust", "a.rs", "let s = br\"a\\\"; let t = \"a«b\";\n"},
		{"a string of C of Rust", "a.rs", "let s = cr#\"a\"b«c\"#;\n"},
		{"a macro of Rust that reads its text", "a.rs", "let s = stringify!(a«b);\n"},
		{"digits with separators of C++", "a.cpp", "int x = 1'000; f(\"a«b\", 1'0);\n"},
		{"a wide character of C++", "a.cpp", "c = L'\"'; s = \"a«b\";\n"},
		{"an escaped quote of Kotlin", "a.kt", "val s = \"\\u0022a«b\"\n"},
		{"an escaped line end of Java", "a.java", "// \\u000a s = \"a«b\";\n"},
		{"an escaped line end of Java with more letters", "a.java", "// \\uu000a int«x;\n"},
		{"a string of SQL with its quote twice", "a.sql", "SELECT 'it''s a«b';\n"},
		{"a string of SQL with escapes", "a.sql", "SELECT E'a\\'«b';\n"},
		{"a name of SQL in quotes", "a.sql", "SELECT \"a«b\";\n"},
		{"a string of SQL over lines", "a.sql", "SELECT 'a\n«b';\n"},
		{"a format of a copy", "a.sql", "COPY t FROM PROGRAM 'cat«x';\n"},
		{"a meta command of psql", "a.sql", "\\copy t from a«b\n"},
		{"content of CSS", "a.css", "a { content: 'a«b'; }\n"},
		{"content of CSS in other quotes", "a.css", "a { content: \"a«b\"; }\n"},
		{"a string of CSS in a selector", "a.css", "a[title=\"a«b\"] { }\n"},
		{"an import of CSS", "a.css", "@import url(a«b.css);\n"},
		{"a key of JSON", "a.json", "{\"a«b\": 1}\n"},
		{"a string of JSON behind an escape", "a.json", "{\"a\": \"\\\\\\\"«b\"}\n"},
		{"a tag of a field in Go", "a.go", "type T struct {\n\tA int `json:\"a«b\"`\n}\n"},
		{"a tag of a field in Go in quotes", "a.go", "type T struct {\n\tA int \"json:\\\"a«b\\\"\"\n}\n"},
		{"a rune of Go", "a.go", "var r = '\\''; var s = \"a«b\"; var q = '«'\n"},
		{"a macro over lines", "a.c", "#define A \\\n  \"a«b\"\n"},
		{"a macro with a name in front", "a.c", "#define S(x) #x\nchar *s = S(a«b);\n"},
		{"text in #if 0", "a.c", "#if 0\nit's\n#endif\nchar *s = \"a«b\";\n"},
		{"a quote in #error", "a.c", "#error don't\nchar *s = \"a«b\";\n"},
		{"a raw string of C++ with a prefix", "a.cpp", "s = u8R\"x(a«b)x\";\n"},
		{"a name of Kotlin in back quotes behind fun", "a.kt", "fun `a«b`() = 1\n"},
		{"a property of its own over lines", "a.css", ":root { --x: { a;\n b«c };\n}\n"},
		{"the name of a header unit", "a.cpp", "import  <a«b>;\n"},
		{"a line of a shell for SQL that goes on", "a.sql", "PROMPT a -«\nb\n"},
		{"a macro of Rust that reads its lines", "a.rs", "python! {\n««x\n}\n"},
		{"an escape in a script", "a.js", "s = \\u0022 +«1\n"},
		{"operators of Swift", "a.swift", "let s = a /«b; let t = c/ d\n"},
	}))
}

// TestBlankLinesThatMeanSomething takes out a line «; none of these files is mechanical.
func TestBlankLinesThatMeanSomething(t *testing.T) {
	for _, tc := range []struct{ name, file, text string }{
		{"behind a suppression", "a.ts", "// @ts-ignore\n«\nf(x)\n"},
		{"behind a suppression of the next line", "a.js", "// eslint-disable-next-line\n«\nf(x)\n"},
		{"behind a suppression in a block", "a.js", "/* eslint-disable-next-line */\n«\nf(x)\n"},
		{"behind a suppression over lines", "a.ts", "/*\n @ts-ignore */\n«\nf(x)\n"},
		{"before a comment at the end of code", "a.go", "package a\n«\nvar x = f() //nolint\n"},
		{"behind a comment at the end of code", "a.go", "package a\nvar x = f() //nolint\n«\nvar y = f()\n"},
		{"behind a directive of Go", "a.go", "package a\n\n//go:linkname x y\n«\nfunc x()\n"},
		{"behind an embedded file", "a.go", "package a\n\n//go:embed x\n«\nvar x string\n"},
		{"before a comment", "a.go", "package a\nvar x int\n«\n// y is exported.\nvar y int\n"},
		{"with blanks", "a.go", "package a\n//go:noinline\n \t«\nfunc x() {}\n"},
		{"with a CR", "a.cs", "// x\r\n«\r\nint y;\r\n"},
		{"behind a pragma", "a.c", "#pragma pack(1)\n«\nint a;\n"},
		{"in a comment", "a.java", "/* a\n«\n b */\n"},
		{"behind an attribute of Rust", "a.rs", "#[cfg(test)]\n«\nmod x;\n"},
		{"behind a comment of PHP", "a.php", "<?php\n# phpcs:ignore\n«\nf();\n"},
		{"before PHP", "a.php", "«\n<?php\nf();\n"},
		{"behind a comment of CSS", "a.css", "/* stylelint-disable-next-line */\n«\na { }\n"},
		{"at the end behind a comment", "a.go", "package a\n// x\n«\n"},
		{"in SQL", "a.sql", "SELECT 1\n«\n, 2;\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			before, after, _ := strings.Cut(tc.text, "«")
			_, without, _ := strings.Cut(after, "\n")
			f := edited("src/"+tc.file, before+after, strings.TrimRight(before, " \t")+without)
			if got := label(t, f, ""); got != pr.NotMechanical {
				t.Errorf("%s in %s", got, tc.text)
			}
		})
	}
}

func TestHarmlessBlanksStayMechanical(t *testing.T) {
	labelled(t, pr.ByWhitespace, []edit{
		{"Java without quotes", "a.java", "class A {\n  int f() {\n    return 1;\n  }\n}\n", "class A {\n    int f() {\n        return 1;\n    }\n\n}\n"},
		{"columns of Go", "a.go", "package a\n\ntype T struct {\n\tA int\n\tBee string\n}\n", "package a\n\ntype T struct {\n\tA   int\n\tBee string\n}\n"},
		{"JSON", "a.json", "{\n  \"a\": [1, 2]\n}\n", "{\n    \"a\":  [1, 2]\n}\n"},
	})
}
