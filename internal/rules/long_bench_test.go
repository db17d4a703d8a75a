package rules

import (
	"context"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

// longLines are texts of one kind of sign each.
var longLines = map[string]string{
	"ascii": "a word, ", "ascii letters": "a", "U+FDFA": "\ufdfa", "U+FDFA and marks": "\ufdfa\u0301", "umlauts of two": "a\u0308",
	"marks": "\u0301", "accents": "é", "escapes": `\ufdfa`, "entities": "&nbsp;", "squares": "㎯", "ideographs": "漢字", "blanks": " ", "jamo": "\u1161",
}

// oneLine is a change of 24 MB in lines of 8 MB, each in a file of its own.
func oneLine(name, text string) pr.Change {
	line := strings.Repeat(text, (8<<20-16)/len(text)) + "\n"
	var c pr.Change
	for _, n := range []string{"a", "b", "c"} {
		c.Files = append(c.Files, pr.File{Path: n + name, OldPath: n + name, Status: pr.Added, NewMode: pr.ModeFile, Added: 1,
			Old: pr.Text{State: pr.Absent}, New: pr.Text{State: pr.Read, Body: line},
			Hunks: []pr.Hunk{{NewStart: 1, NewLines: 1, Lines: []pr.Line{{Op: pr.Add, New: 1, Text: line[:len(line)-1]}}}}})
	}
	return c
}

// BenchmarkOneLineOf24MB applies every rule to long lines of hostile signs. None may cost more than five times as much
// as ordinary ASCII.
func BenchmarkOneLineOf24MB(b *testing.B) {
	cfg := baseConfig(b, "[writing]\nenabled = true")
	for _, name := range []string{".txt", ".md", "_test.go"} {
		for kind, text := range longLines {
			c := oneLine(name, text)
			b.Run(name+" of "+kind, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, _ = Check(context.Background(), Label(c, cfg), cfg)
				}
			})
		}
	}
}
