package rules

import (
	"html"
	"strings"
)

// unescape decodes the characters of a line that HTML, strings of programs and URLs write in another way:
// &#105;, &nbsp;, \u0069, \x69, %69; \n, \r and \t become blanks.
func unescape(s string) string {
	if strings.IndexByte(s, '&') >= 0 && strings.IndexByte(s, ';') >= 0 {
		s = html.UnescapeString(s)
	}
	if !strings.ContainsAny(s, `\%`) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		r, size := escaped(s[i:])
		switch {
		case size == 0:
			b.WriteByte(s[i])
			continue
		case r < ' ':
			r = ' '
		}
		b.WriteRune(r)
		i += size - 1
	}
	return b.String()
}

// escaped decodes the escape that starts a text, and gives its length, or 0 if none does.
func escaped(s string) (rune, int) {
	if len(s) < 2 {
		return 0, 0
	}
	if s[0] == '%' {
		return hexRune(s, 1, 2)
	}
	if s[0] != '\\' {
		return 0, 0
	}
	switch s[1] {
	case 'n', 'r', 't':
		return ' ', 2
	case 'u':
		return hexRune(s, 2, 4)
	case 'x':
		return hexRune(s, 2, 2)
	}
	return 0, 0
}

// hexRune decodes n hex digits of s from i on. What is no letter or sign of ASCII or beyond stays as it is.
func hexRune(s string, i, n int) (rune, int) {
	if len(s) < i+n {
		return 0, 0
	}
	r := rune(0)
	for _, c := range []byte(s[i : i+n]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, 0
		}
		r = r<<4 | rune(c)
	}
	return r, i + n
}
