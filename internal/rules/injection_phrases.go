package rules

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A phrase is a pattern over words, so that case, punctuation, comment marks and line ends do not matter.
// Its parts are separated by blanks:
//
//	a|b   one of the words; with ? it may be missing, with * there may be up to four of them
//	~2    up to two other words of the same sentence
//	^ $   the start of a sentence; the end of a sentence, of a line or a comma; also as one of the words: a|$|b
//
// A phrase costs at most a constant number of steps per word, so the time is linear.
type phrase struct {
	kind   string
	seq    string
	not    string   // a|b: words that must not stand within two words before it, in the same sentence
	hits   []string // texts that it must find
	misses []string // ordinary texts that no phrase may find
}

const maxRepeat = 4

type partKind byte

const (
	oneOf partKind = iota
	gap
	sentenceStart
	sentenceEnd
)

type part struct {
	kind     partKind
	min, max int
	set      wordSet
	orEnd    bool // the end of a sentence will do
}

// wordSet holds numbers of the vocabulary.
type wordSet []uint64

func (s wordSet) has(id int) bool { return id/64 < len(s) && s[id/64]&(1<<(id%64)) != 0 }

type compiledPhrase struct {
	kind  string
	parts []part
	not   wordSet
}

// phraseTable is the compiled table: the vocabulary numbers its words from 1; starts lists the phrases by first word.
type phraseTable struct {
	ids    map[string]int
	list   []compiledPhrase
	starts [][]int
}

var compiledPhrases = compilePhrases(phrases)

func compilePhrases(list []phrase) *phraseTable {
	t := &phraseTable{ids: map[string]int{}}
	for _, p := range list {
		c := compiledPhrase{kind: p.kind}
		if p.not != "" {
			c.not = t.set(p.not)
		}
		for _, field := range strings.Fields(p.seq) {
			c.parts = append(c.parts, t.part(field))
		}
		t.list = append(t.list, c)
	}
	t.starts = make([][]int, len(t.ids)+1)
	for i, c := range t.list {
		for id := range t.starts {
			if c.canStart(id) {
				t.starts[id] = append(t.starts[id], i)
			}
		}
	}
	return t
}

// canStart reports whether the phrase can begin with the word: with its first part, or behind parts that may be missing.
func (c compiledPhrase) canStart(id int) bool {
	for _, p := range c.parts {
		if p.set.has(id) {
			return true
		}
		if p.min > 0 {
			return false
		}
	}
	return false
}

func (t *phraseTable) part(field string) part {
	switch {
	case field == "^":
		return part{kind: sentenceStart}
	case field == "$":
		return part{kind: sentenceEnd}
	case field[0] == '~':
		n, _ := strconv.Atoi(field[1:])
		return part{kind: gap, max: n}
	}
	p := part{min: 1, max: 1}
	if body, ok := strings.CutSuffix(field, "?"); ok {
		field, p.min = body, 0
	} else if body, ok := strings.CutSuffix(field, "*"); ok {
		field, p.min, p.max = body, 0, maxRepeat
	}
	if without := strings.ReplaceAll(field, "|$", ""); without != field {
		field, p.orEnd = without, true
	}
	p.set = t.set(field)
	return p
}

func (t *phraseTable) set(field string) wordSet {
	var s wordSet
	for word := range strings.SplitSeq(field, "|") {
		id := t.ids[word]
		if id == 0 {
			id = len(t.ids) + 1
			t.ids[word] = id
		}
		for id/64 >= len(s) {
			s = append(s, 0)
		}
		s[id/64] |= 1 << (id % 64)
	}
	return s
}

// token is a word of the text.
type token struct {
	id    int // in the vocabulary, 0: another word
	line  int
	pause pause // before the word
	glued bool  // with _ to the word before it, as in a name of a program
}

type pause byte

const (
	noPause  pause = iota
	lineEnd        // only the line ends, or a comma stands there
	sentence       // a sentence, a string or a statement ends
)

type phraseHit struct {
	line int
	kind string
}

// phraseReader collects lines that stand together, and finds phrases and markers in them.
type phraseReader struct {
	tokens  []token
	pending pause
	glued   bool
	markers []phraseHit
}

func (p *phraseReader) reset() {
	p.tokens, p.markers, p.pending = p.tokens[:0], p.markers[:0], sentence
}

// line adds a line.
func (p *phraseReader) line(text string, number int) {
	text = foldText(text)
	if kind := markerKind(text); kind != "" {
		p.markers = append(p.markers, phraseHit{number, kind})
	}
	p.pending = max(p.pending, lineEnd)
	if strings.TrimSpace(text) == "" {
		p.pending = sentence
	}
	var word [maxWord]byte
	n, size := 0, 0
	flush := func() {
		if n == 0 {
			return
		}
		id := 0
		if size == n {
			id = compiledPhrases.ids[string(word[:n])]
		}
		p.tokens = append(p.tokens, token{id, number, p.pending, p.glued})
		n, size, p.pending, p.glued = 0, 0, noPause, false
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c |= 0x20
			fallthrough
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c >= utf8.RuneSelf:
			if n < maxWord {
				word[n] = c
				n++
			}
			size++
		case c == '\'', c == '`', c == '*' && n > 0: // don't, ig**no**re
		default:
			flush()
			p.glued = c == '_'
			p.pending = max(p.pending, pauseOf(text, i))
		}
	}
	flush()
}

// maxWord is longer than every word of the vocabulary.
const maxWord = 24

// pauseOf says what a punctuation mark between two words means.
func pauseOf(text string, i int) pause {
	last := i+1 == len(text)
	switch text[i] {
	case '.', '!', '?', ';', ':':
		if last || text[i+1] == ' ' || text[i+1] == '"' || text[i+1] == '\r' || text[i+1] == '*' || text[i+1] == ')' || text[i+1] == '<' {
			return sentence
		}
	case ',':
		return lineEnd
	case '"', '{', '}', '[', ']', '|', '<', '>', '=':
		return sentence
	case ')':
		if last {
			return sentence
		}
	case '-':
		if !last && text[i+1] == ' ' && strings.TrimSpace(text[:i]) == "" {
			return sentence
		}
	}
	return noPause
}

// hits lists what was found, at most one per line and kind, in the order of the lines.
func (p *phraseReader) hits() []phraseHit {
	found := p.markers
	for i, tok := range p.tokens {
		if tok.id == 0 {
			continue
		}
		for _, n := range compiledPhrases.starts[tok.id] {
			c := &compiledPhrases.list[n]
			if p.match(c.parts, i) && !p.follows(c.not, i) && !p.isAnswer(i) {
				found = append(found, phraseHit{tok.line, c.kind})
				break
			}
		}
	}
	return tidy(found)
}

// isAnswer reports whether a name starts at i that is a word of the answer's schema, safe_to_merge.
func (p *phraseReader) isAnswer(i int) bool {
	return i+2 < len(p.tokens) && p.tokens[i].id == compiledPhrases.ids["safe"] && p.tokens[i+1].glued && p.tokens[i+2].glued
}

// match reports whether the parts fit the words from i on.
func (p *phraseReader) match(parts []part, i int) bool {
	if len(parts) == 0 {
		return true
	}
	first := parts[0]
	switch first.kind {
	case sentenceStart:
		return p.tokens[i].pause == sentence && p.match(parts[1:], i)
	case sentenceEnd:
		return p.ends(i) && p.match(parts[1:], i)
	}
	if first.orEnd && p.ends(i) && p.match(parts[1:], i) {
		return true
	}
	for n := 0; ; n++ {
		if n >= first.min && p.match(parts[1:], i+n) {
			return true
		}
		if n == first.max || i+n >= len(p.tokens) {
			return false
		}
		next := p.tokens[i+n]
		if first.kind == gap && next.pause == sentence || first.kind == oneOf && !first.set.has(next.id) {
			return false
		}
	}
}

// ends reports whether a sentence, a part of it or a line ends before the word i.
func (p *phraseReader) ends(i int) bool { return i == len(p.tokens) || p.tokens[i].pause > noPause }

// follows reports whether a word of the set stands within two words before i.
func (p *phraseReader) follows(set wordSet, i int) bool {
	for n := 0; n < 2 && i-n > 0 && p.tokens[i-n].pause != sentence; n++ {
		if set.has(p.tokens[i-n-1].id) {
			return true
		}
	}
	return false
}
