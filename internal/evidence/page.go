package evidence

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"werkrevisor/internal/pr"
)

// width is the number of columns of a page.
const width = 100

// page collects plain text. Whatever it gets may come from a pull request, so it goes through plain.
type page struct{ out strings.Builder }

// title begins a part.
func (p *page) title(text string) { fmt.Fprintf(&p.out, "\n%s\n\n", plain(text)) }

// line writes a text with an indent, and breaks it at blanks; what follows is indented two columns more.
func (p *page) line(indent int, format string, args ...any) {
	text := plain(fmt.Sprintf(format, args...))
	at := 0
	for i, word := range strings.Fields(text) {
		size := utf8.RuneCountInString(word)
		switch {
		case i == 0:
			p.out.WriteString(strings.Repeat(" ", indent))
			at = indent
		case at+1+size > width:
			p.out.WriteString("\n" + strings.Repeat(" ", indent+2))
			at = indent + 2
		default:
			p.out.WriteByte(' ')
			at++
		}
		p.out.WriteString(word)
		at += size
	}
	p.out.WriteByte('\n')
}

// plain is a text on one line in which nothing can act on a terminal.
func plain(text string) string {
	return pr.Visible(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " "))
}

// or is the text, or another one where it is empty.
func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
