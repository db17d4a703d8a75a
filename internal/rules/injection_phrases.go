package rules

import (
	"slices"
	"strconv"
	"strings"
)

// A phrase is a pattern over words, so that case, punctuation, comment marks and line ends do not matter.
// Its parts are separated by blanks:
//
//	a|b   one of the words; with ? it may be missing, with * there may be up to four of them
//	~2    up to two other words of the same sentence
//	^ $   the start of a sentence; the end of a sentence, of a line or a comma; also as one of the words: a|$|b
//	.     the end of a sentence or of a line
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
	lineOrSentenceEnd
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
	ids     map[string]int
	list    []compiledPhrase
	starts  [][]int
	longest int // words that a phrase takes at most, and what must be known behind them
}

// phrases are the texts that address the reviewer. Words are written as foldText writes them.
// Every hit and every miss is a test: a hit must be found by its own phrase, a miss by none.
var phrases = slices.Concat(roleAsks, verdictAsks, reviewAsks, claims, reviewClaims, germanAsks, germanReviewAsks, germanClaims)

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
		words := 3 // a name of the answer's schema is as long
		for _, part := range c.parts {
			words += part.max
		}
		t.longest = max(t.longest, words)
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
	case field == ".":
		return part{kind: lineOrSentenceEnd}
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
