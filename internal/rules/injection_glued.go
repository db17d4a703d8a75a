package rules

import (
	"regexp"
	"strings"
)

// glued is a phrase that is found in a line without its blanks and signs, where words are glued to one name as
// in camel case, letters are spaced out, or digits stand for letters.
// Only phrases that no ordinary text has may stand here, because the ends of words do not count.
type glued struct {
	root         string // the letters that it starts with
	rest         string // an expression for what follows
	hits, misses []string
}

// compiledGlued is a phrase in the letters of squeeze.
type compiledGlued struct {
	root  string
	regex *regexp.Regexp
}

var compiledGlueds = compileGlued(gluedPhrases)

func compileGlued(list []glued) []compiledGlued {
	out := make([]compiledGlued, len(list))
	for i, g := range list {
		root := squeeze(nil, g.root)
		out[i] = compiledGlued{string(root), regexp.MustCompile(string(root) + strings.ReplaceAll(g.rest, "l", "i"))}
	}
	return out
}

// gluedWindows looks for glued phrases in a line that comes in windows.
type gluedWindows struct {
	letters []byte // of the window, behind the last ones of the window before
	found   bool
}

func (g *gluedWindows) start() { g.letters, g.found = g.letters[:0], false }

// kind names the kind of the first glued phrase of a line in its next folded window, or is empty.
func (g *gluedWindows) kind(part string, w lineWindow) string {
	if g.found || len(part)+len(g.letters) < minGlued {
		return ""
	}
	g.letters = squeeze(g.letters, part)
	letters := string(g.letters)
	for i := range compiledGlueds {
		if c := &compiledGlueds[i]; strings.Contains(letters, c.root) && c.regex.MatchString(letters) {
			g.found = true
			return kindAsk
		}
	}
	if !w.last() {
		g.letters = g.letters[:copy(g.letters, g.letters[max(0, len(g.letters)-maxOverlap):])]
	}
	return ""
}

// gluedKind names the kind of the first glued phrase in a folded line, or is empty.
func gluedKind(line string) string {
	return new(gluedWindows).kind(line, lineWindow{text: line, first: true})
}

// minGlued is at most the length of the shortest glued phrase.
const minGlued = 12

// squeezed maps a byte to the letter that it may stand for, in lower case, or to 0. One letter stands for i and l,
// because 1 may be both.
var squeezed = squeezedLetters()

func squeezedLetters() (m [256]byte) {
	for c := byte('a'); c <= 'z'; c++ {
		m[c], m[c-0x20] = c, c
	}
	m['l'], m['L'] = 'i', 'i'
	for i, c := range []byte("0134567|!@$") {
		m[c] = "oieasgtiias"[i]
	}
	return m
}

// squeeze appends the letters of a folded line. A sign stands for a letter only inside a word.
func squeeze(to []byte, line string) []byte {
	for i := 0; i < len(line); i++ {
		c := squeezed[line[i]]
		if c == 0 {
			continue
		}
		if b := line[i]; b == '|' || b == '!' || b == '@' || b == '$' {
			if i == 0 || i+1 == len(line) || squeezed[line[i-1]] == 0 || squeezed[line[i+1]] == 0 {
				continue
			}
		}
		to = append(to, c)
	}
	return to
}
