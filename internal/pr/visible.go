package pr

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible writes what a reader cannot see as an escape (product.md 6): control characters and bytes that are not UTF-8
// as \x1b, other characters that are invisible or change the direction or the lines of a text as \u{202e}.
//
// Tab and \n stay, and \r directly before \n. A backslash of the text that starts something like such an escape
// becomes \x5c, so that no text can look like an escape of another one. Visible allocates only where it changes something.
func Visible(s string) string { return visible(s, firstHidden) }

// VisibleLine is Visible for one line without its \n, which the caller puts behind it.
// A CR at the end stays, as it is half of the line's end; every other CR and every \n is escaped,
// so that no text of one line can become two.
func VisibleLine(line string) string {
	body, isCRLF := strings.CutSuffix(line, "\r")
	shown := visible(body, firstHiddenInLine)
	switch {
	case !isCRLF:
		return shown
	case len(shown) == len(body): // an escape is always longer
		return line
	}
	return shown + "\r"
}

func visible(s string, first func(string) int) string {
	at := first(s)
	if at == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for ; at < len(s); at = first(s) {
		b.WriteString(s[:at])
		s = s[at+writeHidden(&b, s[at:]):]
	}
	b.WriteString(s)
	return b.String()
}

// firstHidden is the index of the first byte to escape, or the length of s. Line ends stay.
func firstHidden(s string) int {
	from := 0
	for {
		at := from + firstHiddenInLine(s[from:])
		switch {
		case strings.HasPrefix(s[at:], "\r\n"):
			from = at + 2
		case strings.HasPrefix(s[at:], "\n"):
			from = at + 1
		default:
			return at
		}
	}
}

// firstHiddenInLine is like firstHidden, but no line end stays.
func firstHiddenInLine(s string) int {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 || hidden(r) {
				return i
			}
			i += size
			continue
		case c == '\\' && looksEscaped(s[i+1:]), c == 0x7f, c < ' ' && c != '\t':
			return i
		}
		i++
	}
	return len(s)
}

// writeHidden writes the escape of the first character of s, and returns its size in s.
func writeHidden(b *strings.Builder, s string) int {
	r, size := utf8.DecodeRuneInString(s)
	if size == 1 {
		fmt.Fprintf(b, `\x%02x`, s[0])
	} else {
		fmt.Fprintf(b, `\u{%x}`, r)
	}
	return size
}

// looksEscaped reports whether a backslash before s would look like an escape of writeHidden.
func looksEscaped(s string) bool {
	return strings.HasPrefix(s, "u{") || len(s) >= 3 && s[0] == 'x' && isHexDigit(s[1]) && isHexDigit(s[2])
}

func isHexDigit(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// hidden reports whether a character beyond ASCII is a control or format character, a line separator, or has no shape
// of its own: bidi controls, zero-width characters, byte order marks, tags, fillers and variation selectors.
// U+FE0F stays, because most emoji end with it.
func hidden(r rune) bool {
	switch {
	case r == 0xfe0f,
		r > 0xad && r < 0x34f, r > 0x34f && r < 0x600, r > 0x3164 && r < 0xfe00: // most letters of the world, to be fast
		return false
	}
	return hiddenByTable(r)
}

func hiddenByTable(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
