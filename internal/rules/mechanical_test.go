package rules

import (
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

// label is the mechanical label of one edited file.
func label(t testing.TB, f pr.File, override string) pr.Mechanical {
	t.Helper()
	return Label(pr.Change{Files: []pr.File{f}}, baseConfig(t, override)).Files[0].Mechanical
}

// edit is a change of one file below src.
type edit struct{ name, file, old, head string }

// labelled checks that each edit gets the label.
func labelled(t *testing.T, want pr.Mechanical, edits []edit) {
	t.Helper()
	for _, tc := range edits {
		t.Run(tc.name, func(t *testing.T) {
			if got := label(t, edited("src/"+tc.file, tc.old, tc.head), ""); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// text is a file below src in which « stands for a run of blanks.
type text struct{ name, file, text string }

// oneBlankLess changes each run of blanks from two to one.
func oneBlankLess(texts []text) (edits []edit) {
	for _, x := range texts {
		edits = append(edits, edit{x.name, x.file, strings.ReplaceAll(x.text, "«", "  "), strings.ReplaceAll(x.text, "«", " ")})
	}
	return edits
}

// TestBlanksThatMeanSomething changes one run of blanks, written as «, from two to one; none of these files is mechanical.
func TestBlanksThatMeanSomething(t *testing.T) {
	labelled(t, pr.NotMechanical, oneBlankLess([]text{
		{"a string", "a.java", "s = \"a«b\";\n"},
		{"a string behind an escaped quote", "a.java", "s = \"\\\"a«b\";\n"},
		{"a character", "a.go", "r = '«'\n"},
		{"a string of one quote", "a.js", "s = 'a«b'\n"},
		{"a text block", "a.java", "s = \"\"\"\n a«b\n \"\"\";\n"},
		{"below a text block", "a.java", "s = \"\"\"\n x\n \"\"\";\nint«a;\n"},
		{"a template", "a.ts", "s = `a«b`\n"},
		{"a template over lines", "a.js", "s = `\na«b\n`\n"},
		{"a raw string of Go", "a.go", "var s = `a«b`\n"},
		{"a raw string of Go over lines", "a.go", "var s = `\na«b\n`\n"},
		{"a regex", "a.js", "x = /a«b/\n"},
		{"a regex behind a bracket", "a.js", "if (x) /\"/.test(y), s = \"a«b\"\n"},
		{"a regex behind a keyword", "a.ts", "return /a«b/\n"},
		{"a regex at the start of a line", "a.ts", "/a«b/.test(x)\n"},
		{"a regex of Swift", "a.swift", "let r = /a«b/\n"},
		{"a comment of HTML in a script", "a.js", "x <!-- /*\ny = \"a«b\"\n"},
		{"JSX", "a.js", "x = <b>a«b</b>\n"},
		{"JSX with blanks in its tags", "a.ts", "x = <b>a«b< / b>\n"},
		{"behind a backslash at the end of a line", "a.c", "// x \\\nint«a;\n"},
		{"behind a backslash and blanks", "a.c", "// x \\\t \nint«a;\n"},
		{"behind a backslash in a file with CRLF", "a.c", "// x \\\r\nint«a;\r\n"},
		{"behind a trigraph", "a.c", "// x ??/\nint«a;\n"},
		{"a macro", "a.c", "#define A(x) #x\nA(a«b)\n"},
		{"a macro with a blank", "a.h", "# define A(x) #x\nA(a«b)\n"},
		{"a macro behind a comment", "a.h", "/**/ #define A(x) #x\nA(a«b)\n"},
		{"a macro behind a comment in the directive", "a.h", "#/**/define A(x) #x\nA(a«b)\n"},
		{"a name of a header", "a.c", "#include <a«b>\n"},
		{"a header that looks like a comment", "a.c", "#include <a/*b>\ns = \"a«b\";\n"},
		{"a raw string of C++", "a.cpp", "s = R\"(a«b)\";\n"},
		{"digits with separators", "a.cpp", "x = 1'0 + \"' + «\";\n"},
		{"a raw string of Rust", "a.rs", "let s = r\"a«b\";\n"},
		{"a raw string of Rust with hashes", "a.rs", "let s = r#\"a\"b«c\"#;\n"},
		{"a string behind lifetimes", "a.rs", "fn f<'a>(x: &'a str) { g(\"a«b\") }\n"},
		{"a test in the documentation of Rust", "a.rs", "/// assert_eq!(f(), \"a«b\");\n"},
		{"nested comments", "a.rs", "/* /* */ // */ s = \"a«b\";\n"},
		{"nested comments of Kotlin", "a.kt", "/* /* */ // */ val s = \"a«b\"\n"},
		{"a string in a string of Kotlin", "a.kt", "val s = \"${m[\"a«b\"]}\"\n"},
		{"a string in a string of Swift", "a.swift", "let s = \"\\(m[\"a«b\"])\"\n"},
		{"a string in a string of C#", "a.cs", "s = $\"{m[\"a«b\"]}\";\n"},
		{"a verbatim string of C#", "a.cs", "s = @\"a\\\" + \"a«b\";\n"},
		{"code that C# leaves out", "a.cs", "#  if X\n /*\n#endif\ns = \"a«b\";\n"},
		{"a name with a backtick", "a.kt", "fun `a«b`() {}\n"},
		{"an escaped quote of Java", "a.java", "s = \\u0022a«b\\u0022;\n"},
		{"text in front of PHP", "a.php", "<b>a«b</b>\n<?php\n"},
		{"text behind PHP", "a.php", "<?php\n?>\na«b\n"},
		{"a heredoc", "a.php", "<?php\n$s = <<<X\na«b\nX;\n"},
		{"an attribute of PHP", "a.php", "<?php\n#[A(\"a«b\")]\n"},
		{"data behind PHP", "a.php", "<?php\n__HALT_COMPILER();\na«b\n"},
		{"a constraint of Go", "a.go", "//go:build a«|| b\n\npackage a\n"},
		{"a directive of Go", "a.go", "package a\n\n//go:embed a«b\nvar x string\n"},
		{"the code of cgo", "a.go", "package a\n\n// char *s = \"a«b\";\nimport \"C\"\n"},
		{"the code of cgo in a block", "a.go", "package a\n\nimport (\n\t// char *s = \"a«b\";\n\t\"C\"\n)\n"},
		{"the output of an example", "a_test.go", "package a\n\n// Output: a«b\n"},
		{"a string of SQL", "a.sql", "SELECT 'a«b';\n"},
		{"a string of SQL behind a backslash", "a.sql", "SELECT 'a\\' || 'a«b';\n"},
		{"a body in dollars", "a.sql", "DO $x$ '\na«b\n' $x$;\n"},
		{"two signs that are no comment", "a.sql", "SELECT 1--'a«b';\n"},
		{"a comment of MySQL", "a.sql", "# /*\nSELECT 'a«b';\n"},
		{"code for one server", "a.sql", "/*!50000 SELECT 'a«b' */;\n"},
		{"data of a copy", "a.sql", "COPY t FROM STDIN;\na«b\n"},
		{"a string with its own quote", "a.sql", "SELECT q'[it's a«b]';\n"},
		{"a name in brackets", "a.sql", "SELECT [a«b];\n"},
		{"an escape of CSS", "a.css", ".\\31«x {}\n"},
		{"a property of its own", "a.css", ":root { --x: a«b; }\n"},
		{"a comment in an address", "a.css", "a { b: url(http://x/*y); c: \"a«b\" }\n"},
		{"a string of JSON", "a.json", "{\"a\": \"a«b\"}\n"},
		{"a comment in JSON", "a.json", "/* \" */ {\"a«b\": 1}\n"},
		{"a regex behind default", "a.js", "export default /a«b/\n"},
		{"a regex behind if", "a.swift", "if /a«b/ ~= x {}\n"},
		{"the inner of a comment", "a.js", "import(/* webpackChunkName: \"a«b\" */ './x')\n"},
		{"the inner of a line comment", "a.java", "// a«b\n"},
		{"an input of a test", "testdata/a.go", "package«a\n"},
		{"Python", "a.py", "if x:\n««y\n"},
		{"YAML", "a.yaml", "a:«b\n"},
		{"a Makefile", "Makefile", "a:«b\n"},
		{"JSX by extension", "a.jsx", "x =«1\n"},
		{"text behind a lone CR", "a.js", "// x\rs = \"a«b\"\n"},
		{"text behind a line separator", "a.js", "// x\u2028s = \"a«b\"\n"},
		{"what opens no comment in the line of an interpreter", "a.js", "#!node /*\ns = \"a */ c«d\"; // \"\n"},
		{"the same in Rust", "a.rs", "#!/usr/bin/env rs /*\nfn main() {\n s = \"a */ c«d\"; // \"\n}\n"},
		{"the same in a script of Kotlin", "a.kts", "#!/usr/bin/env kotlin /*\nval s = \"a */ c«d\"; // \"\n"},
		{"the same in Swift", "a.swift", "#!swift /*\nlet s = \"a */ c«d\"; // \"\n"},
		{"what opens no comment in a region of C#", "a.cs", "#region /*\nstring s = \"a */ c«d\"; // \"\n"},
		{"what opens no comment in an error of C#", "a.cs", "#error it /*\nstring s = \"a */ c«d\"; // \"\n"},
		{"what opens no comment in a pragma of C#", "a.cs", "#pragma warning disable /*\nstring s = \"rm /tmp/*/ c«d\"; // \"\n"},
		{"an open quote", "a.java", "s = \"a«b\n"},
	}))
}

func TestOtherThanSpacesTabsAndBlankLinesIsNoWhitespace(t *testing.T) {
	labelled(t, pr.NotMechanical, []edit{
		{"CRLF", "a.c", "int a;\r\nint b;\r\n", "int a;\nint b;\n"},
		{"one CR less", "a.c", "int a; \r\n", "int a;\n"},
		{"a preprocessor line with CR", "a.c", "#pragma x\r\n", "#pragma x\n"},
		{"a vertical tab", "a.c", "int a;\n", "int\va;\n"},
		{"a form feed", "a.c", "int a;\n\n", "int a;\n\f\n"},
		{"a space that does not break", "a.c", "int a;\n", "int\u00a0a;\n"},
		{"a zero-width space", "a.c", "int a;\n", "int\u200b a;\n"},
		{"a BOM", "a.c", "int a;\n", "\ufeffint a;\n"},
		{"the final newline goes", "a.c", "int  a;\n", "int a;"},
		{"the final newline comes", "a.c", "int  a;", "int a;\n"},
		{"a blank where none was", "a.c", "a+b;\n", "a +b;\n"},
		{"the first indentation", "a.c", "a;\n", "  a;\n"},
		{"two lines become one", "a.c", "a;\nb;\n", "a; b;\n"},
		{"two lines change places", "a.c", "a;\nb;\n", "b;\na;\n"},
		{"a blank line in SQL", "a.sql", "SELECT 1\nFROM a;\n", "SELECT 1\n\nFROM a;\n"},
		{"the line below a constraint of Go", "a.go", "//go:build x\n\npackage a\n", "//go:build x\npackage a\n"},
		{"an old constraint of Go", "a.go", "// +build x\n\npackage a\n", "// +build x\npackage a\n"},
		{"a word more", "a.c", "int  a;\n", "int a, b;\n"},
	})
}

func TestOnlyReadAndRegularFilesAreMechanical(t *testing.T) {
	with := func(change func(*pr.File)) pr.File {
		f := edited("src/a.c", "int  a;\n", "int a;\n")
		change(&f)
		return f
	}
	if got := label(t, with(func(*pr.File) {}), ""); got != pr.ByWhitespace {
		t.Fatalf("unchanged: %q", got)
	}
	for name, f := range map[string]pr.File{
		"another mode":        with(func(f *pr.File) { f.NewMode = pr.ModeExecutable }),
		"a symlink":           with(func(f *pr.File) { f.OldMode, f.NewMode = pr.ModeSymlink, pr.ModeSymlink }),
		"no mode":             with(func(f *pr.File) { f.OldMode, f.NewMode = 0, 0 }),
		"binary":              with(func(f *pr.File) { f.Binary = true }),
		"added":               with(func(f *pr.File) { f.Status = pr.Added }),
		"deleted":             with(func(f *pr.File) { f.Status = pr.Deleted }),
		"copied":              with(func(f *pr.File) { f.Status = pr.Copied }),
		"another type":        with(func(f *pr.File) { f.Status = pr.TypeChanged }),
		"renamed and changed": with(func(f *pr.File) { f.Status, f.OldPath = pr.Renamed, "src/b.c" }),
		"without hunks":       with(func(f *pr.File) { f.Hunks = nil }),
		"the old text unread": with(func(f *pr.File) { f.Old = pr.Text{} }),
		"the new text unread": with(func(f *pr.File) { f.New = pr.Text{State: pr.BeyondLimit} }),
		"an LFS pointer":      with(func(f *pr.File) { f.New.Body = lfsHeader + "v1\n" }),
	} {
		if got := label(t, f, ""); got != pr.NotMechanical {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := label(t, with(func(*pr.File) {}), "[review]\nexclude_globs = ['*.c']"); got != pr.NotMechanical {
		t.Errorf("excluded: %s", got)
	}
}

func TestWithoutModelNeedsFilesAndNoRenames(t *testing.T) {
	file := func(m pr.Mechanical) pr.File { return pr.File{Mechanical: m} }
	for name, tc := range map[string]struct {
		files []pr.File
		want  bool
	}{
		"no files":               {nil, false},
		"whitespace and imports": {[]pr.File{file(pr.ByWhitespace), file(pr.ByImports)}, true},
		"a rename":               {[]pr.File{file(pr.ByWhitespace), file(pr.ByRename)}, false},
		"a real change":          {[]pr.File{file(pr.ByWhitespace), file(pr.NotMechanical)}, false},
	} {
		if got := WithoutModel(pr.Change{Files: tc.files}); got != tc.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if k := Label(pr.Change{}, baseConfig(t, "")).Kind; k != pr.Mixed {
		t.Errorf("a change without files is %s", k)
	}
}
