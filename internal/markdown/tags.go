package markdown

import "strings"

// showing are the elements that show something without any text.
var showing = []string{"img", "video", "audio", "picture", "svg", "iframe", "object", "embed", "input"}

// onlyTags reports whether a text is nothing but HTML tags that show nothing, e.g. an anchor, and comments.
func onlyTags(s string) bool {
	if s == "" || s[0] != '<' {
		return false
	}
	for s = strings.TrimLeft(s, " \t"); s != ""; s = strings.TrimLeft(s, " \t") {
		if strings.HasPrefix(s, "<!--") {
			_, after, ends := strings.Cut(s[2:], "-->")
			if !ends {
				return false
			}
			s = after
			continue
		}
		n := tag(s)
		if n == 0 {
			return false
		}
		for _, name := range showing {
			if len(s) > len(name) && strings.EqualFold(s[1:1+len(name)], name) {
				return false
			}
		}
		s = s[n:]
	}
	return true
}

// tag is the length of the HTML tag at the start; 0: none. A tag stays on one line.
func tag(s string) int {
	if len(s) < 3 || s[0] != '<' {
		return 0
	}
	name := 1
	if s[1] == '/' {
		name = 2
	}
	if !letter(s[name]) {
		return 0
	}
	spaced := false
	for i := name; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '=':
			spaced = true
		case '>':
			return i + 1
		case '<', '\n':
			return 0
		case ':', '@':
			if !spaced {
				return 0 // an autolink
			}
		}
	}
	return 0
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// plain is the text of a heading without markup and with single spaces.
func plain(s string) string {
	s = strings.TrimSpace(s)
	if !strings.ContainsAny(s, "*_`[]<>&~\\{") {
		return strings.Join(strings.Fields(s), " ")
	}
	if at := strings.LastIndex(s, "{#"); at > 0 && strings.HasSuffix(s, "}") {
		s = s[:at]
	}
	text, _ := inlines(s, true)
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "\x00", "")), " ")
}
