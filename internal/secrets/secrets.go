// Package secrets finds keys, tokens and passwords in text (product.md 7, "Secrets").
//
// Table lists what it knows, each pattern with texts that it must find and texts that it must not find.
// A result names the kind and the place of a secret, never its value.
package secrets

import (
	"slices"
	"strings"
)

// Pattern is one kind of secret.
type Pattern struct {
	Name     string   // the kind, as a reason shows it
	Keywords []string // lower case, at least 3 bytes, ASCII; a match starts at one of them, in any case
	// Regex is anchored at the keyword and sees at most one line. Its group, if any, is the value;
	// unless Fixed, it may be a placeholder.
	Regex *Expression
	// Fixed marks a format that nothing but a real key has; it counts in the files of secret_scan_exclude too.
	Fixed bool
	// Glued allows word characters in front of the keyword.
	Glued  bool
	Hits   []string
	Misses []string

	// digits asks for a digit in the value.
	digits bool
	not    string // the end of values that every document quotes
	// reach is how far the expression looks from the keyword for a start; half of it need not be looked through again.
	reach int
	// find replaces Regex: it returns where the match starts and ends, or -1, and where to go on.
	find func(place) (start, end, next int)
}

// place is a keyword in a text.
type place struct {
	text    string // up to the end of the line or of the window
	at, end int    // the keyword
	whole   string // the text with all its lines
	eol     int    // where the line ends
	config  bool   // the text is a config file
	spaced  bool   // and has blanks between names and values
}

// nextLine is the line after that of the place, at most a window of it, and where it starts;
// it is empty if the window ends before the line does.
func (p place) nextLine() (string, int) {
	if len(p.text) < p.eol || p.eol == len(p.whole) {
		return "", p.eol
	}
	start := p.eol + 1
	line, _, _ := strings.Cut(p.whole[start:min(len(p.whole), start+window)], "\n")
	return line, start
}

// Match is the place of a secret.
type Match struct {
	Name       string // of the pattern
	Fixed      bool
	Start, End int // bytes of the text
}

// window is how many bytes of a line a match may take; it keeps the scan linear.
const window = 600

// Find returns the secrets of a text in the order of their places, at most one per pattern and line that names it.
// It takes time linear in the length of the text.
func Find(text string) []Match { return FindIn("", text) }

// FindIn is Find for the text of a file: its path says whether a bare word can be a value (see isConfig).
func FindIn(path, text string) []Match {
	var found []Match
	config, spaced := isConfig(path), isSpaced(path)
	done := make([]int, len(Table)) // per pattern: what is decided up to here
	code, eol := 0, -1
	for i := 0; i < len(text); i++ {
		code = (code<<5 | int(text[i]&31)) & (len(starts) - 1)
		if !starts[code] || i < 2 {
			continue
		}
		for _, k := range byStart[code] {
			at := i - 2
			if at < done[k.pattern] || len(text)-at < len(k.word) || !strings.EqualFold(text[at:at+len(k.word)], k.word) {
				continue
			}
			if at >= eol {
				eol = lineEnd(text, at)
			}
			p := &Table[k.pattern]
			start, end, next := p.match(place{text[:min(eol, at+window)], at, at + len(k.word), text, eol, config || spaced, spaced})
			done[k.pattern] = next
			if start >= 0 {
				found = append(found, Match{p.Name, p.Fixed, start, end})
				done[k.pattern] = eol
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Match) int { return a.Start - b.Start }) // a value may stand in the next line
	return found
}

// match looks for the pattern at the keyword of a place.
func (p *Pattern) match(in place) (start, matchEnd, next int) {
	text, at, end := in.text, in.at, in.end
	if end > len(text) || !p.Glued && at > 0 && wordByte(text[at-1]) {
		return -1, -1, at + 1
	}
	if p.find != nil {
		return p.find(in)
	}
	m := p.Regex.find(text[at:])
	if m == nil {
		return -1, -1, at + 1 + p.reach/2
	}
	body := text[end : at+m[1]]
	if len(m) > 2 && m[2] >= 0 {
		body = text[at+m[2] : at+m[3]]
	}
	if masked(body) || p.not != "" && strings.HasSuffix(body, p.not) || len(m) > 2 && !p.Fixed && placeholder(body) || p.digits && !strings.ContainsAny(body, "0123456789") {
		return -1, -1, at + m[1]
	}
	return at, at + m[1], at + m[1]
}

// lineEnd is where the line that holds text[at] ends.
func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// keyword is a keyword of a pattern of Table.
type keyword struct {
	word    string
	pattern int
}

// starts says for the low five bits of three bytes whether a keyword starts with them, in any case;
// byStart has those keywords.
var starts, byStart = index()

func index() (first [1 << 15]bool, by map[int][]keyword) {
	by = map[int][]keyword{}
	for i, p := range Table {
		for _, w := range p.Keywords {
			code := int(w[0]&31)<<10 | int(w[1]&31)<<5 | int(w[2]&31)
			first[code] = true
			by[code] = append(by[code], keyword{w, i})
		}
	}
	return first, by
}
