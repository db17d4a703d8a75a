package markdown

import "strings"

// The functions of this file recognise how a block starts; s has no indentation.

// atx is the level of an ATX heading and its text; level 0: none.
func atx(s string) (level int, text string) {
	for level < len(s) && s[level] == '#' {
		level++
	}
	if level == 0 || level > 6 || level < len(s) && s[level] != ' ' && s[level] != '\t' {
		return 0, ""
	}
	text = strings.Trim(s[level:], " \t")
	if open := strings.TrimRight(text, "#"); open == "" || strings.HasSuffix(open, " ") || strings.HasSuffix(open, "\t") {
		text = strings.TrimRight(open, " \t")
	}
	return level, text
}

// fence is the character and the length of an opening code fence; length 0: none.
func fence(s string) (char byte, length int) {
	if s == "" || s[0] != '`' && s[0] != '~' {
		return 0, 0
	}
	length = run(s)
	if length < 3 || s[0] == '`' && strings.Contains(s[length:], "`") {
		return 0, 0
	}
	return s[0], length
}

// run is the number of equal bytes at the start.
func run(s string) int {
	n := 1
	for n < len(s) && s[n] == s[0] {
		n++
	}
	return n
}

// closes reports whether a line closes a fence.
func closes(s string, char byte, length int) bool {
	s = strings.Trim(s, " \t")
	return len(s) >= length && s[0] == char && run(s) == len(s)
}

// setext is the level of a heading's underline; 0: none.
func setext(s string) int {
	s = strings.TrimRight(s, " \t")
	if s == "" || run(s) != len(s) {
		return 0
	}
	switch s[0] {
	case '=':
		return 1
	case '-':
		return 2
	}
	return 0
}

// thematic reports a thematic break: three or more of one mark, white space between them.
func thematic(s string) bool {
	if s == "" || s[0] != '-' && s[0] != '*' && s[0] != '_' {
		return false
	}
	marks := 0
	for i := range len(s) {
		switch s[i] {
		case s[0]:
			marks++
		case ' ', '\t':
		default:
			return false
		}
	}
	return marks >= 3
}

// marker is the width of a list marker, and whether it may interrupt a paragraph; width 0: none.
func marker(s string) (width int, interrupts bool) {
	switch {
	case s == "":
		return 0, false
	case s[0] == '-' || s[0] == '+' || s[0] == '*':
		width, interrupts = 1, true
	default:
		for width < len(s) && width < 10 && s[width] >= '0' && s[width] <= '9' {
			width++
		}
		if width == 0 || width == 10 || width == len(s) || s[width] != '.' && s[width] != ')' {
			return 0, false
		}
		interrupts = s[:width] == "1"
		width++
	}
	if width < len(s) && s[width] != ' ' && s[width] != '\t' {
		return 0, false
	}
	return width, interrupts && strings.Trim(s[width:], " \t") != ""
}

// checkbox is the box that a list item starts with, and its width.
func checkbox(s string) (Box, int) {
	if len(s) < 3 || s[0] != '[' || s[2] != ']' || len(s) > 3 && s[3] != ' ' && s[3] != '\t' {
		return NoBox, 0
	}
	switch s[1] {
	case 'x', 'X':
		return DoneBox, 3
	case ' ', '\t':
		return OpenBox, 3
	}
	return NoBox, 0
}

// rawTags are the HTML elements whose content is no Markdown.
var rawTags = []string{"pre", "script", "style", "textarea"}

// rawHTML is the end tag of an element that starts here and holds no Markdown; empty: none.
func rawHTML(s string) string {
	if !strings.HasPrefix(s, "<") {
		return ""
	}
	for _, tag := range rawTags {
		if n := len(tag) + 1; len(s) >= n && strings.EqualFold(s[1:n], tag) && (len(s) == n || strings.ContainsRune(" \t>", rune(s[n]))) {
			return "</" + tag + ">"
		}
	}
	return ""
}

// containsFold reports whether s contains an ASCII text in any case.
func containsFold(s, text string) bool {
	for i := 0; i+len(text) <= len(s); i++ {
		if s[i] == text[0] && strings.EqualFold(s[i:i+len(text)], text) {
			return true
		}
	}
	return false
}
