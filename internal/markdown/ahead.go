package markdown

import "strings"

// ahead knows where the next lines stand that can end a fence or a comment, so that nothing searches twice.
type ahead struct {
	raw      []string
	fences   []int // index of the next line at or behind this one that starts with a fence's mark
	comments int   // index of the last line with the end of a comment; -1: none
}

func lookAhead(raw []string) ahead {
	a := ahead{raw: raw, fences: make([]int, len(raw)+1), comments: -1}
	a.fences[len(raw)] = len(raw)
	for i := len(raw) - 1; i >= 0; i-- {
		a.fences[i] = a.fences[i+1]
		if s := strings.TrimLeft(raw[i], " \t"); strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~") {
			a.fences[i] = i
		}
		if a.comments < 0 && strings.Contains(raw[i], "-->") {
			a.comments = i
		}
	}
	return a
}

// maxFencesAhead bounds the search for the end of a fence in a list item.
const maxFencesAhead = 8

// fenceEnds reports whether a fence in a list item, opened in line i, has an end that is indented as the item's content.
// Then lines with less indentation are code too. CommonMark would end the item at such a line, and take the
// fence's end for the start of a new one; no author means that (host.md 3, U09).
func (a ahead) fenceEnds(i int, char byte, length, indent int) bool {
	for range maxFencesAhead {
		i = a.fences[i+1]
		if i == len(a.raw) {
			return false
		}
		c := cursor{s: a.raw[i]}
		columns, rest := c.indent()
		if closes(rest, char, length) {
			return columns >= indent
		}
		if rest[0] == char && run(rest) >= length {
			return false // another opening fence: the first one has no end
		}
	}
	return false
}
