package consumers

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is the length of a name in bytes that is searched.
const maxName = 500

// matcher finds many names in one pass: every run of identifier characters of a text is looked up among
// the first runs of the names, and only where it is one, the whole name is compared.
type matcher struct {
	byRun map[string][]needle
	sizes [maxName + 1]bool // lengths of the first runs
}

// needle is the name of an element.
type needle struct {
	element int
	name    string
	at      int  // where its first run begins
	dashes  bool // a dash goes on with the name: it is one with dashes, or a path
}

// newMatcher takes the names of elements. Those without any identifier character, with a line break, or longer than
// 500 bytes cannot be searched; it returns their number.
func newMatcher(elements []Element) (m *matcher, unusable int) {
	m = &matcher{byRun: map[string][]needle{}}
	for i, e := range elements {
		from, to := nextRun([]byte(e.Name), 0)
		if from == to || len(e.Name) > maxName || strings.ContainsAny(e.Name, "\r\n") {
			unusable++
			continue
		}
		run := e.Name[from:to]
		m.sizes[len(run)] = true
		m.byRun[run] = append(m.byRun[run], needle{i, e.Name, from, strings.ContainsAny(e.Name, "-/")})
	}
	return m, unusable
}

// each calls found for every place of an element in a text, once for a line, in the order of the text.
func (m *matcher) each(text []byte, found func(element, line int)) {
	line, counted := 1, 0 // the line at the offset counted
	var last map[int]int
	for from, to := nextRun(text, 0); from < to; from, to = nextRun(text, to) {
		if to-from > maxName || !m.sizes[to-from] {
			continue
		}
		for _, n := range m.byRun[string(text[from:to])] {
			if !n.matches(text, from) {
				continue
			}
			line += bytes.Count(text[counted:from], []byte("\n"))
			counted = from
			if last[n.element] == line {
				continue
			}
			if last == nil {
				last = map[int]int{}
			}
			last[n.element] = line
			found(n.element, line)
		}
	}
}

// matches reports whether the name stands in a text as a whole word, when its first run does at an offset.
func (n needle) matches(text []byte, run int) bool {
	from := run - n.at
	if from < 0 || len(text)-from < len(n.name) || string(text[from:from+len(n.name)]) != n.name {
		return false
	}
	rest := text[from+len(n.name):]
	if last, _ := utf8.DecodeLastRuneInString(n.name); isIdentifier(last) && len(rest) > 0 {
		next, _ := utf8.DecodeRune(rest)
		if isIdentifier(next) || n.dashes && next == '-' {
			return false
		}
	}
	return !(n.dashes && n.at == 0 && from > 0 && text[from-1] == '-')
}

// nextRun finds the next run of identifier characters; an empty one is the end.
func nextRun(text []byte, at int) (from, to int) {
	for at < len(text) {
		size, is := identifierAt(text, at)
		if is {
			break
		}
		at += size
	}
	from = at
	for at < len(text) {
		size, is := identifierAt(text, at)
		if !is {
			break
		}
		at += size
	}
	return from, at
}

func identifierAt(text []byte, at int) (size int, is bool) {
	c := text[at]
	if c < utf8.RuneSelf {
		return 1, isASCIIIdentifier(c)
	}
	r, size := utf8.DecodeRune(text[at:])
	return size, isIdentifier(r)
}

func isASCIIIdentifier(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_'
}

func isIdentifier(r rune) bool {
	if r < utf8.RuneSelf {
		return isASCIIIdentifier(byte(r))
	}
	return unicode.In(r, unicode.L, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc)
}
