package tokens

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"math"
	"strings"

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
// A Go map of the same content takes four times as long to set up, and more memory.
type vocabulary struct {
	text    string   // all tokens, one after the other
	starts  []uint32 // where a token starts in text, by rank; one more at the end
	longest int      // bytes of the longest token
	// cells is a hash table with linear probing: tag of the hash, then rank plus one; 0 is empty.
	cells []uint32
	// pairs are the ranks of all tokens of two bytes, the most frequent question.
	pairs []uint32
}

// load reads the embedded vocabulary. It reads in small parts, because a copy of the file would double the memory.
func load() (*vocabulary, error) {
	file, err := assets.Assets.Open(fileName)
	if err != nil {
		return nil, fmt.Errorf("embedded vocabulary %s: cannot be opened", fileName)
	}
	return parse(file)
}

// parse reads lines of a token in base64, a space and its rank; ranks count from 0 without a gap.
func parse(file io.Reader) (*vocabulary, error) {
	v := &vocabulary{
		starts: make([]uint32, 1, 200_000),
		cells:  make([]uint32, 1<<cellBits),
		pairs:  make([]uint32, 1<<16),
	}
	for i := range v.pairs {
		v.pairs[i] = unknown
	}
	if err := v.read(bufio.NewReaderSize(file, 1<<16)); err != nil {
		return nil, fmt.Errorf("embedded vocabulary %s: %w", fileName, err)
	}
	for rank := range len(v.starts) - 1 {
		v.insert(uint32(rank))
	}
	for b := range 256 {
		if v.rank(string([]byte{byte(b)})) == unknown {
			return nil, fmt.Errorf("embedded vocabulary %s: no token for the byte %d", fileName, b)
		}
	}
	return v, nil
}

// read reads all tokens.
func (v *vocabulary) read(file *bufio.Reader) error {
	var text strings.Builder
	text.Grow(3 << 19)
	var buffer [256]byte
	for rank := 0; ; rank++ {
		line, err := file.ReadSlice('\n')
		if err == io.EOF && len(line) == 0 {
			v.text = text.String()
			return nil
		}
		coded, number, ok := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
		if err != nil && err != io.EOF || !ok || len(coded) > len(buffer) || rank+1 >= 1<<rankBits || !isNumber(number, rank) {
			return fmt.Errorf("line %d is not a token and its rank", rank+1)
		}
		size, err := base64.StdEncoding.Decode(buffer[:], coded)
		if err != nil || size == 0 {
			return fmt.Errorf("line %d is not a token and its rank", rank+1)
		}
		text.Write(buffer[:size])
		v.starts = append(v.starts, uint32(text.Len()))
		v.longest = max(v.longest, size)
		if size == 2 {
			v.pairs[int(buffer[0])<<8|int(buffer[1])] = uint32(rank)
		}
	}
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
