package rules

import (
	"strings"
	"unicode/utf8"
)

// token is a word of the text.
type token struct {
	id    int // in the vocabulary, 0: another word
	line  int
	pause pause // before the word
	glued bool  // with _ to the word before it, as in a name of a program
	old   bool  // of a line of context
}

type pause byte

const (
	noPause  pause = iota
	comma          // a part of a sentence ends
	lineEnd        // only the line ends
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
	found   []phraseHit // what one line shows: markers, glued phrases, and phrases in encoded text
	base64  base64Reader
	inner   bool // reads what was in base64
}

func (p *phraseReader) reset() {
	p.tokens, p.found, p.pending = p.tokens[:0], p.found[:0], sentence
	p.base64.reset()
}

// line adds a line.
func (p *phraseReader) line(text string, number int) {
	if !p.inner {
		p.base64.line(text, number)
	}
	text = foldText(text)
	if kind := markerKind(text); kind != "" {
		p.found = append(p.found, phraseHit{number, kind})
	}
	if plain := unescape(text); plain != text {
		text = foldText(plain)
	}
	if kind := gluedKind(text); kind != "" {
		p.found = append(p.found, phraseHit{number, kind})
	}
	p.words(text, number, false)
}

// context adds a line that is not new: it may complete a phrase, but has none of its own.
func (p *phraseReader) context(text string, number int) {
	p.words(foldText(unescape(text)), number, true)
}

// words adds the words of a folded line.
func (p *phraseReader) words(text string, number int, old bool) {
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
		p.tokens = append(p.tokens, token{id, number, p.pending, p.glued, old})
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
		return comma
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
