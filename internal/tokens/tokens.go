// Package tokens counts the tokens of a text exactly as the vocabulary o200k_base does (product.md 9).
//
// A text is split into pieces, and each piece is merged into tokens of the vocabulary, lowest rank first.
// The time grows linearly with the text, whatever it holds: an author may send one line of 5 MB.
package tokens

import (
	"strings"
	"unicode/utf8"
)

// Counter counts tokens. It never changes after New, so many goroutines may share one.
type Counter struct {
	words   *vocabulary
	classes *classes
}

// New sets up the vocabulary, which is embedded; it reads no file and asks no server.
// It takes milliseconds and megabytes, so make one when it is needed, and only one.
// An error means that the vocabulary cannot be used; then the estimate of the [budget] keys is left (seed 000).
func New() (*Counter, error) {
	words, err := load()
	if err != nil {
		return nil, err
	}
	return &Counter{words, newClasses()}, nil
}

// Count returns the number of tokens of the text. Each run of invalid UTF-8 counts as one U+FFFD, as it must be sent.
// Words that control a model, such as <|endoftext|>, are plain text, because a prompt is sent as text.
func (c *Counter) Count(text string) int {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	n := 0
	var long *merger // made for the first long piece only
	for text != "" {
		size := c.classes.piece(text)
		piece := text[:size]
		text = text[size:]
		switch {
		case size == 1 || c.words.rank(piece) != unknown:
			n++
		case size <= maxShort:
			n += c.words.mergeShort(piece)
		default:
			if long == nil {
				long = newMerger(c.words)
			}
			n += long.merge(piece)
		}
	}
	return n
}
