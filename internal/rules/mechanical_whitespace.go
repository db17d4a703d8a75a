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
	ext := strings.TrimPrefix(strings.ToLower(path.Ext(f.Path)), ".")
	if !slices.Contains(braceLanguages, ext) || cfg.WhitespaceSignificant.Has(f.Path) {
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

// squeezedLines is the text without blank lines, every line as `git diff -b` sees it: runs of blanks outside of quotes
// are one blank, and those at the end are none. It is not ok for a text in which a blank may mean something
// that a line does not show: literals over several lines, heredocs, templates, regex literals, directives.
func squeezedLines(text, ext string) (lines []string, ok bool) {
	if delicate(text, ext) {
		return nil, false
	}
	comment := false
	for line := range strings.SplitSeq(text, "\n") {
		var squeezed string
		if squeezed, comment, ok = squeeze(line, ext, comment); !ok {
			return nil, false
		}
		if squeezed != "" {
			lines = append(lines, squeezed)
		}
	}
	return lines, true
}

// delicate looks for constructs that a scan by lines cannot judge.
func delicate(text, ext string) bool {
	tokens := []string{`"""`, "'''", "`", "<<<", "<<-", "<<~", "\\\n", "\\\r\n", "\\ \n", "$$"}
	switch ext {
	case "go":
		tokens = append(tokens, "//go:build", "// +build", `import "C"`)
	case "rs":
		tokens = append(tokens, `r"`, `r#`, `b"`)
	case "c", "h", "cc", "cpp", "cxx", "hh", "hpp":
		tokens = append(tokens, `R"`, "#define")
	case "cs":
		tokens = append(tokens, `@"`, `@$"`, `$@"`)
	case "php":
		tokens = append(tokens, "?>", "<<")
	case "swift":
		tokens = append(tokens, `#"`)
	case "js", "mjs", "cjs", "ts":
		tokens = append(tokens, "</", "/>")
	}
	for _, t := range tokens {
		if strings.Contains(text, t) {
			return true
		}
	}
	return false
}

// squeeze reduces one line; comment says whether it starts inside of a block comment, and inside whether it ends so.
func squeeze(line, ext string, comment bool) (out string, inside, ok bool) {
	var b strings.Builder
	blank := false
	last := byte(0) // last byte that is no blank, outside of comments
	for i := 0; i < len(line); i++ {
		c := line[i]
		if c == ' ' || c == '\t' {
			blank = true
			continue
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		two := line[i:min(i+2, len(line))]
		switch {
		case comment:
			if two == "*/" {
				b.WriteByte(c)
				i++
				c, comment = line[i], false
			}
		case two == "/*" && ext != "json":
			b.WriteByte(c)
			i++
			c, comment = line[i], true
		case two == "//" && ext != "sql" && ext != "css" && ext != "json", two == "--" && ext == "sql",
			c == '#' && ext == "php":
			b.WriteString(strings.Join(strings.FieldsFunc(line[i:], isBlank), " "))
			return b.String(), false, true
		case c == '"' || c == '\'':
			end := closingQuote(line, i)
			if end < 0 {
				return "", false, false // an open literal, a lifetime, an apostrophe: not ours to judge
			}
			b.WriteString(line[i:end])
			i, c = end, line[end]
		case c == '/' && (ext == "js" || ext == "mjs" || ext == "cjs" || ext == "ts") && startsRegex(last):
			return "", false, false
		}
		if !comment {
			last = c
		}
		b.WriteByte(c)
	}
	return b.String(), comment, true
}

// closingQuote is the place of the quote that ends the literal which starts at i, or -1.
func closingQuote(line string, i int) int {
	for j := i + 1; j < len(line); j++ {
		switch line[j] {
		case '\\':
			j++
		case line[i]:
			return j
		}
	}
	return -1
}

// startsRegex reports whether a slash behind this byte may start a regex literal instead of dividing.
func startsRegex(last byte) bool {
	return last == 0 || strings.IndexByte("(,=:[!&|?{};+-*%<>~^", last) >= 0 || isLetterOrDigit(last) && last >= 'a'
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }
