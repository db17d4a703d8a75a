package report

import (
	"strings"
	"unicode/utf8"

	"werkrevisor/internal/page"
	"werkrevisor/internal/pr"
)

// language is how untrusted text is written: in a sentence, and as code. The first is for Markdown; a page escapes by itself.
type language struct {
	text, code func(text string, limit int) string
}

func inMarkdown() language { return language{inline, code} }

func inPage() language { return language{page.Cut, page.Cut} }

// breaker is put into what a server would turn into a mention, a reference or a link. It has no width.
const breaker = "\u200b"

// inline renders untrusted text on one line of Markdown, so that it reads as it is and nothing in it acts:
// no HTML, no marker, no emphasis, no link, no image, no mention, no reference to an issue (product.md 11).
// Only what would act is escaped, so that a plain reason reads the same in the source of the comment.
func inline(text string, limit int) string {
	text = page.Cut(pr.Visible(strings.Join(strings.FieldsFunc(text, isNewline), " ")), limit)
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	for i := 0; i < len(text); i++ {
		c, next := text[i], byteAt(text, i+1)
		switch c {
		case '<':
			b.WriteString("&lt;")
		case '&':
			if next == '#' || isWord(next) {
				b.WriteString("&amp;")
			} else {
				b.WriteByte(c)
			}
		case '`', '*', '~', '$', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '_':
			if !isASCIIWord(byteAt(text, i-1)) || !isASCIIWord(next) {
				b.WriteByte('\\') // beside other letters, too, because a sign beyond ASCII may be a punctuation mark
			}
			b.WriteByte(c)
		case ']':
			if next == '(' || next == '[' || next == ':' {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		case '[', '@', '#', '!':
			b.WriteByte(c)
			if c == next || (c != '[' && isWord(next)) || (c == '!' && next == '[') || (c == '@' && (next == '-' || next == '_')) {
				b.WriteString(breaker)
			}
		case ':':
			b.WriteByte(c)
			if next == '/' && byteAt(text, i+2) == '/' || shortcode(text[i+1:]) {
				b.WriteString(breaker) // https://… and :gitea:
			}
		default:
			b.WriteByte(c)
			if c == 'w' && strings.HasPrefix(text[i:], "www.") {
				b.WriteString(breaker)
			}
		}
	}
	return b.String()
}

// code renders untrusted text as a code span on one line.
func code(text string, limit int) string {
	text = page.Cut(pr.Visible(strings.Join(strings.FieldsFunc(text, isNewline), " ")), limit)
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	fence := strings.Repeat("`", longest+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || strings.Trim(text, " ") == "" {
		text = " " + text + " "
	}
	return fence + text + fence
}

// quoted renders untrusted text of several lines as a block quote below a list item.
func quoted(text, indent string, limit int) string {
	var b strings.Builder
	for line := range strings.SplitSeq(page.Cut(strings.TrimSpace(text), limit), "\n") {
		b.WriteString(indent + "> " + opening(line, limit) + "\n")
	}
	return b.String()
}

// opening renders untrusted text where a line begins, so that it becomes no heading, list, quote or table of its own.
func opening(text string, limit int) string {
	text = inline(strings.Trim(text, " \t\r\n"), limit) // an indented line could still be a heading or a list
	if text != "" && strings.IndexByte("#+->=|:0123456789", text[0]) >= 0 {
		return breaker + text
	}
	return text
}

// cell renders untrusted text as code in a cell of a table. A backslash of the text is kept apart from the one that
// escapes the pipe: some renderers would take the two for a pair, and end the cell.
func cell(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(code(text, maxPath), `\|`, `\`+breaker+"|"), "|", `\|`)
}

// cellText renders untrusted text in a cell of a table.
func cellText(text string) string { return strings.ReplaceAll(inline(text, maxTitle), "|", `\|`) }

// bounded cuts a rendered text at the end of a line and says so; what is folded there is closed.
func bounded(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	text = text[:max(0, strings.LastIndexByte(text[:limit], '\n'))]
	open := 0
	for line := range strings.SplitSeq(text, "\n") {
		switch line = strings.TrimSpace(line); { // no untrusted text begins a line with these
		case strings.HasPrefix(line, "<details>"):
			open++
		case line == "</details>":
			open--
		}
	}
	return text + "\n\n… the comment was cut here.\n" + strings.Repeat("\n</details>\n", max(0, open))
}

func isNewline(r rune) bool { return r == '\n' || r == '\r' }

func isWord(c byte) bool { return isASCIIWord(c) || c >= utf8.RuneSelf }

func isASCIIWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// shortcode reports whether a text behind a colon begins like the name of an emoji, which servers show as an image.
// A number is none: it is the line of a file.
func shortcode(text string) bool {
	letter := false
	for i := 0; i < len(text) && i < maxShortcode; i++ {
		switch c := text[i]; {
		case c == ':':
			return letter
		case !isASCIIWord(c) && c != '_' && c != '-' && c != '+':
			return false
		case c > '9':
			letter = true
		}
	}
	return false
}

// maxShortcode is longer than every name of an emoji.
const maxShortcode = 64

// byteAt is the byte at a place, 0 outside of the text.
func byteAt(s string, i int) byte {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}
