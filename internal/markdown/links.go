package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxParens is how deep parentheses nest in a link's target (as in CommonMark's reference implementation).
const maxParens = 32

// target is the length of "(target)" or "(target "title")" at the start; 0: it is none.
func target(s string) int {
	i := 1 + space(s[1:])
	if strings.HasPrefix(s[i:], "<") {
		end := strings.IndexAny(s[i+1:], "<>\n")
		if end < 0 || s[i+1+end] != '>' {
			return 0
		}
		i += end + 2
	} else {
		for depth := 0; i < len(s); i++ {
			c := s[i]
			if c == '\\' && i+1 < len(s) {
				i++
			} else if c == '(' {
				if depth++; depth > maxParens {
					return 0
				}
			} else if c == ')' {
				if depth == 0 {
					break
				}
				depth--
			} else if c <= ' ' {
				break
			}
		}
	}
	i += space(s[i:])
	if i < len(s) && strings.IndexByte(`"'(`, s[i]) >= 0 {
		end := title(s[i:])
		if end == 0 {
			return 0
		}
		i += end
		i += space(s[i:])
	}
	if i < len(s) && s[i] == ')' {
		return i + 1
	}
	return 0
}

// maxTitle bounds the title of a link, and a link in HTML, so that many broken ones take linear time.
const maxTitle = 500

// title is the length of a quoted link title; 0: none.
func title(s string) int {
	quote := s[0]
	if quote == '(' {
		quote = ')'
	}
	for i := 1; i < min(len(s), maxTitle); i++ {
		switch s[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		}
	}
	return 0
}

func space(s string) int { return len(s) - len(strings.TrimLeft(s, " \t\n")) }

// reference is the length of "[label]" at the start; 0: none.
func reference(s string) int {
	end := strings.IndexAny(s[1:], "[]")
	if end < 0 || end > 999 || s[1+end] != ']' {
		return 0
	}
	return end + 2
}

// footnote is the length of "[^label]", and of the colon behind it; 0: none.
func footnote(s string) int {
	if !strings.HasPrefix(s, "[^") {
		return 0
	}
	end := strings.IndexAny(s[2:min(len(s), 200)], "[] \t\n")
	if end < 1 || s[2+end] != ']' {
		return 0
	}
	if strings.HasPrefix(s[end+3:], ":") {
		return end + 4
	}
	return end + 3
}

// url is the length of a bare URL at the start; 0: none. Punctuation at its end belongs to the sentence.
func url(s string) int {
	scheme := 0
	for scheme < min(len(s), 16) && (letter(s[scheme]) || s[scheme] == '+' || s[scheme] == '-') {
		scheme++
	}
	if !strings.HasPrefix(s[scheme:], "://") && !strings.HasPrefix(s, "www.") && !strings.HasPrefix(s, "mailto:") {
		return 0
	}
	end := strings.IndexAny(s, " \t\n<>[]`\"\u00a0“”„«»")
	if end < 0 {
		end = len(s)
	}
	open := strings.Count(s[:end], "(") - strings.Count(s[:end], ")")
	for end > 0 {
		switch s[end-1] {
		case '?', '!', '.', ',', ':', ';', '*', '_', '~', '\'':
			end--
			continue
		case ')':
			if open < 0 {
				open++
				end--
				continue
			}
		}
		break
	}
	return end
}

// LinkOnly reports whether a text is nothing but links, URLs or images, and punctuation between them.
func LinkOnly(s string) bool {
	links := 0
	if n := footnote(s); n > 0 {
		s = s[n:]
	}
	for s != "" {
		if n := link(s); n > 0 {
			links++
			s = s[n:]
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		if r == '<' {
			n = tag(s)
		}
		if n == 0 || r == '[' || r == '`' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return false
		}
		s = s[n:]
	}
	return links > 0
}

// link is the length of a link, an image, an autolink or a URL at the start; 0: none.
func link(s string) int {
	switch {
	case s[0] == '<':
		if strings.HasPrefix(s, "<a ") {
			if end := strings.Index(s[:min(len(s), maxTitle)], "</a>"); end > 0 {
				return end + 4
			}
		}
		if n := tag(s); n > 0 {
			return 0
		}
		end := strings.IndexAny(s[1:], "<> \t") + 1
		if end > 1 && s[end] == '>' && strings.ContainsAny(s[:end], ":@") {
			return end + 1
		}
		return 0
	case s[0] == '[' || strings.HasPrefix(s, "!["):
		return inlineLink(s)
	case letter(s[0]):
		return url(s)
	}
	return 0
}

// inlineLink is the length of [text](target) or [text][label], with balanced brackets in the text.
func inlineLink(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth > 0 {
				continue
			}
			rest := s[i+1:]
			if strings.HasPrefix(rest, "(") {
				if n := target(rest); n > 0 {
					return i + 1 + n
				}
			} else if strings.HasPrefix(rest, "[") {
				if n := reference(rest); n > 0 {
					return i + 1 + n
				}
			}
			return 0
		}
	}
	return 0
}
