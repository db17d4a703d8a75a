package tokens

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

const (
	fileName = "o200k_base.tiktoken"
	// rankBits holds every rank plus one; the other bits of a cell are a tag of the hash.
	rankBits = 18
	tagBits  = 32 - rankBits
	// cellBits makes the table more than twice as large as the vocabulary, so that most searches end at once.
	cellBits = 19

	unknown = math.MaxUint32 // the rank of what is no token
)

// vocabulary knows the rank of every token; the rank is also the number of the token.
//
// A Go map of the same content takes ten times as long to set up and is twice as slow to ask.
type vocabulary struct {
	text    string   // all tokens, one after the other
	starts  []uint32 // where a token starts in text, by rank; one more at the end
	longest int      // bytes of the longest token
	// cells is a hash table with linear probing: tag of the hash, then rank plus one; 0 is empty.
	cells []uint32
	// pairs are the ranks of all tokens of two bytes, the most frequent question.
	pairs []uint32
}

// load reads the embedded vocabulary.
func load() (*vocabulary, error) {
	data, err := assets.Assets.ReadFile(fileName)
	if err != nil {
		return nil, fmt.Errorf("embedded vocabulary %s: cannot be read", fileName)
	}
	return parse(data)
}

// parse reads lines of a token in base64, a space and its rank; ranks count from 0 without a gap.
func parse(data []byte) (*vocabulary, error) {
	v := &vocabulary{
		starts: make([]uint32, 1, 1<<rankBits),
		cells:  make([]uint32, 1<<cellBits),
		pairs:  make([]uint32, 1<<16),
	}
	for i := range v.pairs {
		v.pairs[i] = unknown
	}
	text := make([]byte, 0, len(data)/2)
	single := 0
	for len(data) > 0 {
		rank, before := len(v.starts)-1, len(text)
		word, rest, ok := cut(data, ' ')
		number, rest, _ := cut(rest, '\n')
		data = rest
		var err error
		text, err = base64.StdEncoding.AppendDecode(text, word)
		size := len(text) - before
		if !ok || err != nil || size == 0 || rank+1 >= 1<<rankBits || !isNumber(number, rank) {
			return nil, fmt.Errorf("embedded vocabulary %s: line %d is not a token and its rank", fileName, rank+1)
		}
		v.starts = append(v.starts, uint32(len(text)))
		v.longest = max(v.longest, size)
		switch size {
		case 1:
			single++
		case 2:
			v.pairs[int(text[before])<<8|int(text[before+1])] = uint32(rank)
		}
	}
	if single != 256 {
		return nil, fmt.Errorf("embedded vocabulary %s: it has %d tokens of one byte, not 256", fileName, single)
	}
	v.text = string(text)
	for rank := range len(v.starts) - 1 {
		v.insert(uint32(rank))
	}
	return v, nil
}

// cut is bytes.Cut for one byte.
func cut(data []byte, sep byte) (before, after []byte, found bool) {
	if i := bytes.IndexByte(data, sep); i >= 0 {
		return data[:i], data[i+1:], true
	}
	return data, nil, false
}

// isNumber reports whether the text is the number in decimal digits.
func isNumber(text []byte, n int) bool {
	value := 0
	for _, digit := range text {
		if digit < '0' || digit > '9' || value > n {
			return false
		}
		value = value*10 + int(digit-'0')
	}
	return value == n && len(text) > 0
}

func (v *vocabulary) insert(rank uint32) {
	cell, tag := place(v.word(rank))
	for v.cells[cell] != 0 {
		cell = (cell + 1) % (1 << cellBits)
	}
	v.cells[cell] = tag<<rankBits | (rank + 1)
}

// word returns the bytes of a token.
func (v *vocabulary) word(rank uint32) string { return v.text[v.starts[rank]:v.starts[rank+1]] }

// size returns the number of bytes of a token.
func (v *vocabulary) size(rank uint32) int { return int(v.starts[rank+1] - v.starts[rank]) }

// rank returns the rank of a text of one byte or more, or unknown.
func (v *vocabulary) rank(text string) uint32 {
	if len(text) == 2 {
		return v.pairs[int(text[0])<<8|int(text[1])]
	}
	if len(text) > v.longest {
		return unknown
	}
	cell, tag := place(text)
	for {
		found := v.cells[cell]
		if found == 0 {
			return unknown
		}
		if found>>rankBits == tag {
			if rank := found&(1<<rankBits-1) - 1; v.word(rank) == text {
				return rank
			}
		}
		cell = (cell + 1) % (1 << cellBits)
	}
}

// place returns the first cell of a text, and its tag.
func place(text string) (cell, tag uint32) {
	h := hash(text)
	return uint32(h >> (64 - cellBits)), uint32(h>>(64-cellBits-tagBits)) & (1<<tagBits - 1)
}
