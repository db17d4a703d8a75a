package rules

import (
	"path"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// braceLanguages are the extensions in which spaces, tabs and blank lines outside of literals mean nothing
// (product.md 7). JSX is left out: its text is content.
var braceLanguages = strings.Fields("java kt kts go rs c h cc cpp cxx hh hpp cs swift php js mjs cjs ts css sql json")

// onlyWhitespace reports whether the two texts differ only in the amount of spaces and tabs and in blank lines.
// It compares the whole texts, not the hunks, so a moved line is no whitespace.
func onlyWhitespace(f pr.File, cfg config.Mechanical) bool {
	ext := extension(f.Path)
	if !slices.Contains(braceLanguages, ext) || cfg.WhitespaceSignificant.Has(f.Path) || testInput(f.Path) {
		return false
	}
	oldText, newText := f.Old.Body, f.New.Body
	if strings.HasSuffix(oldText, "\n") != strings.HasSuffix(newText, "\n") {
		return false
	}
	a, ok := squeezedLines(oldText, ext)
	if !ok {
		return false
	}
	b, ok := squeezedLines(newText, ext)
	return ok && slices.Equal(a, b)
}

// testInput reports whether a file lies where tests keep texts that they compare byte by byte.
func testInput(name string) bool {
	for folder := range strings.SplitSeq(path.Dir(strings.ToLower(name)), "/") {
		if slices.Contains([]string{"testdata", "fixtures", "fixture", "golden", "goldens", "__snapshots__", "snapshots"}, folder) {
			return true
		}
	}
	return false
}

// extension is the lower-case extension without the dot.
func extension(name string) string {
	return strings.TrimPrefix(strings.ToLower(path.Ext(name)), ".")
}

// squeezedLines is the text without blank lines that stand away from comments, every line as `git diff -b` sees it: runs of blanks outside of quotes and comments
// are one blank, and those at the end are none. It is not ok for a text in which a blank may mean something
// that a line does not show: literals over several lines, heredocs, templates, regex literals, directives.
func squeezedLines(text, ext string) (lines []string, ok bool) {
	if delicate(text, ext) {
		return nil, false
	}
	s := squeezer{ext: ext}
	blank, near := 0, false // blank lines since the last other one, and whether that one has a comment or a directive
	for line := range strings.SplitSeq(text, "\n") {
		squeezed, ok := s.line(line)
		if !ok {
			return nil, false
		}
		if squeezed == "" {
			blank++
			continue
		}
		// Comments act on the lines next to them, and a blank line ends a statement in some SQL shells.
		if near || s.near || ext == "sql" {
			lines = append(lines, make([]string, blank)...)
		}
		lines = append(lines, squeezed)
		blank, near = 0, s.near
	}
	if near || ext == "sql" {
		lines = append(lines, make([]string, blank)...)
	}
	return lines, true
}

// cFamily are the extensions that go through the C preprocessor.
var cFamily = strings.Fields("c h cc cpp cxx hh hpp")

// scriptLanguages are the extensions in which a slash may start a regex literal and a tag.
var scriptLanguages = strings.Fields("js mjs cjs ts")

// delicate looks for constructs that a scan by lines cannot judge.
func delicate(text, ext string) bool {
	// Other line ends than \n and \r\n end a comment in some languages and not in others.
	for _, end := range []string{"\v", "\f", "\u0085", "\u2028", "\u2029"} {
		if strings.Contains(text, end) {
			return true
		}
	}
	if strings.Count(text, "\r") != strings.Count(text, "\r\n") {
		return true
	}
	tokens := []string{`"""`}
	switch {
	case ext == "go":
		tokens = append(tokens, "//go:build", "// +build", "//+build", "//line ")
	case ext == "java":
		tokens = append(tokens, `\u`) // an escape may be a quote or a line end
	case slices.Contains(cFamily, ext):
		tokens = append(tokens, "??/", "??=", "%:")
	case ext == "php":
		tokens = append(tokens, "?>", "<<<")
	case ext == "swift":
		tokens = append(tokens, `#"`, "#/")
	case slices.Contains(scriptLanguages, ext):
		tokens = append(tokens, "</", "/>", "<!--", "-->", `\u`)
	case ext == "kt", ext == "kts", ext == "cs":
		tokens = append(tokens, `\u`)
	case ext == "rs":
		tokens = append(tokens, "stringify!", "python!") // macros that see the blanks
	case ext == "css":
		tokens = append(tokens, `\`, "--") // properties of their own keep their blanks
	case ext == "sql":
		tokens = append(tokens, `\`, "$", "#", "[", "{")
	}
	for _, t := range tokens {
		if strings.Contains(text, t) {
			return true
		}
	}
	switch ext {
	case "css":
		return oddURL(text)
	case "php":
		return !strings.HasPrefix(text, "<?php") || containsFold(text, "__halt_compiler")
	case "sql":
		return containsFold(text, "stdin")
	case "go":
		return importsC(text) || containsFold(text, "output:") // an example is compared with its comment
	}
	return false
}

func containsFold(text, low string) bool { return strings.Contains(strings.ToLower(text), low) }

// oddURL finds an address without quotes in a style sheet that holds what would be a comment, a literal or a blank elsewhere.
func oddURL(text string) bool {
	parts := strings.Split(strings.ToLower(text), "url(")
	for _, rest := range parts[1:] {
		rest = strings.TrimLeft(rest, " \t\r\n")
		if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			continue
		}
		address, _, closed := strings.Cut(rest, ")")
		if !closed || strings.ContainsAny(address, " \t\r\n*\"'(") {
			return true
		}
	}
	return false
}

func byteAt(s string, i int) byte {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func byteBefore(s string, i int) byte {
	if i == 0 {
		return 0
	}
	return s[i-1]
}

func isLetterOrDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
