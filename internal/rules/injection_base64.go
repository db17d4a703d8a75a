package rules

import "strings"

// base64Reader finds phrases in text that is written in base64, also over several lines. Its time is linear: the characters
// of a run are decoded once, after a look at the first ones.
type base64Reader struct {
	text   []byte // what the run says so far
	start  int    // the line where it starts
	open   bool   // the run goes up to the end of the line before
	found  []phraseHit
	reader *phraseReader // of the text, made when there is one
}

const (
	minRun = 24 // characters; shorter runs hold no phrase
	probe  = 16 // characters that tell whether a run is text
)

func (b *base64Reader) reset() { b.text, b.found, b.open = b.text[:0], b.found[:0], false }

// line looks for runs in a line.
func (b *base64Reader) line(text string, number int) {
	goesOn := b.open
	b.open = false
	for i := 0; i < len(text); i++ {
		if base64Values[text[i]] < 0 {
			continue
		}
		end := i + 1
		for end < len(text) && base64Values[text[end]] >= 0 {
			end++
		}
		if goesOn || end-i >= minRun {
			b.run(text[i:end], number, goesOn)
			b.open = len(b.text) > 0 && strings.Trim(text[end:], "=\"'`+,;\\) \t\r") == ""
		}
		if goesOn = false; !b.open {
			b.flush()
		}
		i = end
	}
	if !b.open {
		b.flush()
	}
}

// run reads a run, which may go on the one of the line before.
func (b *base64Reader) run(run string, number int, goesOn bool) {
	if goesOn {
		before := len(b.text)
		b.text = decodeText(b.text, run)
		if len(b.text) > before {
			return
		}
	}
	b.flush()
	b.start = number
	for shift := 0; shift < 4 && len(b.text) == 0 && len(run)-shift >= minRun; shift++ { // a / or a word in front may belong to the run
		if b.text = decodeText(b.text, run[shift:shift+probe]); looksLikeText(b.text) {
			b.text = decodeText(b.text[:0], run[shift:])
		} else {
			b.text = b.text[:0]
		}
	}
}

// looksLikeText reports whether the first bytes of a run are a text, most of it ASCII.
func looksLikeText(first []byte) bool {
	beyond := 0
	for _, c := range first {
		if c >= 0x80 {
			beyond++
		}
	}
	return len(first) == probe/4*3 && beyond <= len(first)/3
}

// flush looks for phrases in the text of a run that has ended.
func (b *base64Reader) flush() {
	if len(b.text) == 0 {
		return
	}
	if b.reader == nil {
		b.reader = &phraseReader{inner: true}
	}
	b.reader.reset()
	for line := range strings.SplitSeq(string(b.text), "\n") {
		b.reader.line(line, b.start)
	}
	for _, hit := range b.reader.hits() {
		b.found = append(b.found, phraseHit{hit.line, hit.kind + ", in base64"})
	}
	b.text = b.text[:0]
}

// decodeText appends what a run says, up to the first byte that no text has.
func decodeText(to []byte, run string) []byte {
	bits, n := 0, 0
	for i := 0; i < len(run); i++ {
		bits = (bits<<6 | base64Values[run[i]]) & 0xffff
		if n += 6; n < 8 {
			continue
		}
		n -= 8
		c := byte(bits >> n)
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			break
		}
		to = append(to, c)
	}
	return to
}

// base64Values are the values of both alphabets, the one for URLs too, or -1.
var base64Values = base64Alphabet()

func base64Alphabet() (m [256]int) {
	for i := range m {
		m[i] = -1
	}
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		m[c] = i
	}
	m['-'], m['_'] = m['+'], m['/']
	return m
}
