package pr

import (
	"strings"
	"testing"
	"testing/quick"
)

func TestVisible(t *testing.T) {
	tests := map[string][2]string{
		"plain text stays":              {"Größe 文 → é ⚠️\tx\r\ny\n", "Größe 文 → é ⚠️\tx\r\ny\n"},
		"control characters":            {"a\x1b[31m\x00\x7f\v\f", `a\x1b[31m\x00\x7f\x0b\x0c`},
		"a lone carriage return":        {"a\rb\r", `a\x0db\x0d`},
		"line separators":               {"a\u0085b\u2028c\u2029", `a\u{85}b\u{2028}c\u{2029}`},
		"bidi controls":                 {"\u202eevil\u202c\u2066\u2069\u200f\u061c", `\u{202e}evil\u{202c}\u{2066}\u{2069}\u{200f}\u{61c}`},
		"zero-width characters":         {"a\u200bb\u200d\u2060\ufeff\u00ad", `a\u{200b}b\u{200d}\u{2060}\u{feff}\u{ad}`},
		"tags, selectors and fillers":   {"\U000e0041\ufe01\U000e0100\u3164", `\u{e0041}\u{fe01}\u{e0100}\u{3164}`},
		"bytes that are not UTF-8":      {"\xff\xe9a", `\xff\xe9a`},
		"U+FFFD itself is a character":  {"\ufffd", "\ufffd"},
		"a backslash of an escape":      {`\u{202e} \x1b \X1b`, `\x5cu{202e} \x5cx1b \X1b`},
		"other backslashes stay":        {`C:\dir\xyz\u00e9\`, `C:\dir\xyz\u00e9\`},
		"a backslash before a real one": {"\\\x1b", `\\x1b`},
		"two backslashes of an escape":  {`\\x1b`, `\\x5cx1b`},
	}
	for name, test := range tests {
		if got := Visible(test[0]); got != test[1] {
			t.Errorf("%s: got %q, want %q", name, got, test[1])
		}
	}
}

func TestVisibleLineStaysOneLine(t *testing.T) {
	for name, test := range map[string][2]string{
		"a line of a CRLF file stays": {"\tx := 1\r", "\tx := 1\r"},
		"a CR within the line":        {"a\rb\r\r", `a\x0db\x0d` + "\r"},
		"a line end within a title":   {"a\r\n## b\n", `a\x0d\x0a## b\x0a`},
		"all that Visible escapes":    {"a\u2028\x1b\r", `a\u{2028}\x1b` + "\r"},
		"a literal line end":          {`a\x0a\n`, `a\x5cx0a\n`},
		"nothing":                     {"", ""},
	} {
		if got := VisibleLine(test[0]); got != test[1] {
			t.Errorf("%s: got %q, want %q", name, got, test[1])
		}
	}
}

func TestVisibleIsInjectiveAndStable(t *testing.T) {
	seen := map[string]string{}
	parts := []string{`\`, "x", "1b", "5c", "u{", "202e}", "\x1b", "\u202e", "\r", "\n", "\xff"}
	var build func(s string, depth int)
	build = func(s string, depth int) {
		got := Visible(s)
		if other, ok := seen[got]; ok && other != s {
			t.Fatalf("%q and %q are both written as %q", s, other, got)
		}
		seen[got] = s
		for _, p := range parts[:len(parts)*min(depth, 1)] {
			build(s+p, depth-1)
		}
	}
	build("", 5)
	if err := quick.Check(func(s string) bool { return firstHiddenBeside(Visible(s)) }, nil); err != nil {
		t.Error(err)
	}
}

// firstHiddenBeside reports whether nothing but backslashes is left to escape.
func firstHiddenBeside(s string) bool {
	s = strings.ReplaceAll(s, `\`, "")
	return firstHidden(s) == len(s)
}

func TestVisibleDoesNotAllocateForPlainText(t *testing.T) {
	text := strings.Repeat("Größe \\d+ 文\n", 100)
	if n := testing.AllocsPerRun(10, func() { Visible(text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestTheShortcutAgreesWithTheTables(t *testing.T) {
	for r := rune(0x80); r <= 0x10ffff; r++ {
		if r != 0xfe0f && hidden(r) != hiddenByTable(r) {
			t.Errorf("U+%04X", r)
		}
	}
}

func BenchmarkVisible(b *testing.B) {
	for name, line := range map[string]string{
		"ASCII": "x := f(a, b) // why\n", "Latin": "Größe über Maß\n", "Han": "文件 文件\n", "hidden": "\u202e\x1b\n",
	} {
		text := strings.Repeat(line, 10000)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Visible(text)
			}
		})
	}
}
