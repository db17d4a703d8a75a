package rules

import (
	"cmp"
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
	done    int // tokens whose phrases were looked for already
	pending pause
	glued   bool
	found   []phraseHit // what the lines show so far
	base64  base64Reader
	inner   bool // reads what was in base64
	folder  folder
	marks   markerWindows
	letters gluedWindows
	word    [maxWord]byte // the word that is being read
	n, size int           // of it: bytes that are kept, and all
	window  int           // size of a window, 0: windowSize
}

func (p *phraseReader) windowSize() int { return cmp.Or(p.window, windowSize) }

func (p *phraseReader) reset() {
	p.tokens, p.done, p.found, p.pending = p.tokens[:0], 0, p.found[:0], sentence
	p.base64.reset()
}

// line adds a line. A long one is read in windows.
func (p *phraseReader) line(text string, number int) {
	if !p.inner {
		p.base64.line(text, number)
	}
	p.marks.start()
	p.letters.start()
	p.startLine()
	blank := true
	for w := range windows(text, p.windowSize()) {
		part := p.folder.text(w.text)
		if kind := p.marks.kind(part, w); kind != "" {
			p.hit(number, kind)
		}
		if plain := unescape(part); plain != part {
			part = p.folder.text(plain)
		}
		if kind := p.letters.kind(part, w); kind != "" {
			p.hit(number, kind)
		}
		blank = p.words(part, w.next, number, false, blank)
	}
	p.endLine(number, false, blank)
}

// context adds a line that is not new: it may complete a phrase, but has none of its own.
func (p *phraseReader) context(text string, number int) {
	p.startLine()
	blank := true
	for w := range windows(text, p.windowSize()) {
		blank = p.words(p.folder.text(unescape(w.text)), w.next, number, true, blank)
	}
	p.endLine(number, true, blank)
}

// hit keeps a hit, unless it repeats the last one.
func (p *phraseReader) hit(number int, kind string) {
	if n := len(p.found); n == 0 || p.found[n-1] != (phraseHit{number, kind}) {
		p.found = append(p.found, phraseHit{number, kind})
	}
}

func (p *phraseReader) startLine() { p.pending = max(p.pending, lineEnd) }

func (p *phraseReader) endLine(number int, old, blank bool) {
	p.endWord(number, old)
	if blank {
		p.pending = sentence
	}
}

// words adds the words of a folded part of a line, behind which the byte next follows, 0 at the end of the line.
// A word may go on in the next part. blank says that the line has only blanks up to here; so does the result, with the part.
func (p *phraseReader) words(text string, next byte, number int, old, blank bool) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c |= 0x20
			fallthrough
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c >= utf8.RuneSelf:
			if p.n < maxWord {
				p.word[p.n] = c
				p.n++
			}
			p.size++
		case c == '\'', c == '`', c == '*' && p.n > 0: // don't, ig**no**re
		default:
			p.endWord(number, old)
			p.glued = c == '_'
			after := next
			if i+1 < len(text) {
				after = text[i+1]
			}
			p.pending = max(p.pending, pauseOf(c, after, blank))
		}
		blank = blank && strings.IndexByte(" \t\r\v\f\n", c) >= 0
	}
	return blank
}

// endWord adds the word that ends here, if there is one.
func (p *phraseReader) endWord(number int, old bool) {
	if p.n == 0 {
		return
	}
	id := 0
	if p.size == p.n {
		id = compiledPhrases.ids[string(p.word[:p.n])]
	}
	p.tokens = append(p.tokens, token{id, number, p.pending, p.glued, old})
	p.n, p.size, p.pending, p.glued = 0, 0, noPause, false
	if len(p.tokens) >= maxTokens {
		p.search(len(p.tokens) - compiledPhrases.longest)
		p.forget()
	}
}

// maxWord is longer than every word of the vocabulary.
const maxWord = 24

// maxTokens is how many words are kept before phrases are looked for in them: it bounds the memory.
const maxTokens = 1 << 14

// pauseOf says what a punctuation mark between two words means. next is the byte behind it, 0 at the end of the line;
// start says that only blanks stand before it.
func pauseOf(c, next byte, start bool) pause {
	switch c {
	case '.', '!', '?', ';', ':':
		if next == 0 || strings.IndexByte(" \"\r*)<", next) >= 0 {
			return sentence
		}
	case ',':
		return comma
	case '"', '{', '}', '[', ']', '|', '<', '>', '=':
		return sentence
	case ')':
		if next == 0 {
			return sentence
		}
	case '-':
		if next == ' ' && start {
			return sentence
		}
	}
	return noPause
}
