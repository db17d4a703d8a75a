package gitea

import (
	"encoding/json"
	"errors"
	"io"
)

// decodeList decodes a JSON list, or null, element by element, and returns the number of elements.
// An element that is null comes as nil. Strings longer than maxString bytes are cut while they are read,
// so that what other people wrote costs no memory and counts towards no limit (product.md 6).
func decodeList[T any](r io.Reader, maxString int, each func(*T)) (int, error) {
	dec := json.NewDecoder(&cutter{r: r, max: maxString})
	first, err := dec.Token()
	if err != nil {
		return 0, streamError(err)
	}
	if first == nil {
		return 0, atEnd(dec)
	}
	if first != json.Delim('[') {
		return 0, errNotJSON
	}
	count := 0
	for dec.More() {
		var element *T
		if err := dec.Decode(&element); err != nil {
			return count, streamError(err)
		}
		each(element)
		count++
	}
	if _, err := dec.Token(); err != nil {
		return count, streamError(err)
	}
	return count, atEnd(dec)
}

func atEnd(dec *json.Decoder) error {
	_, err := dec.Token()
	if err == io.EOF {
		return nil
	}
	if err == nil {
		return errNotJSON
	}
	return streamError(err)
}

// streamError keeps the errors of reading and replaces those of decoding.
func streamError(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &syntax) || errors.As(err, &kind) {
		return errNotJSON
	}
	return err
}

// cutter passes JSON on and cuts long strings in it; the text that is left is JSON again.
type cutter struct {
	r      io.Reader
	max    int  // bytes of a string that pass
	inside bool // within a string
	size   int  // bytes of the current string so far
	escape int  // afterBackslash, or the hex digits that are still missing; an escape is never split
	drop   bool // the rest of the current string
}

const afterBackslash = 5

// Read reads from the source and drops in place what is too long.
func (c *cutter) Read(p []byte) (int, error) {
	for {
		n, err := c.r.Read(p)
		kept := 0
		for _, b := range p[:n] {
			if c.pass(b) {
				p[kept] = b
				kept++
			}
		}
		if kept > 0 || err != nil || len(p) == 0 {
			return kept, err
		}
	}
}

func (c *cutter) pass(b byte) bool {
	if !c.inside {
		if b == '"' {
			c.inside, c.size, c.escape, c.drop = true, 0, 0, false
		}
		return true
	}
	c.size++
	switch {
	case c.escape == afterBackslash && b == 'u':
		c.escape = 4
		return !c.drop
	case c.escape == afterBackslash:
		c.escape = 0
		return !c.drop
	case c.escape > 0:
		c.escape--
		return !c.drop
	}
	if b == '"' {
		c.inside = false
		return true
	}
	if c.size > c.max && b&0xC0 != 0x80 { // never within a character
		c.drop = true
	}
	if b == '\\' {
		c.escape = afterBackslash
	}
	return !c.drop
}
