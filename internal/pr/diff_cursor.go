package pr

import (
	"fmt"
	"strings"
)

// cursor walks the lines of a diff. Lines end at \n only, and all are substrings of one string.
type cursor struct {
	text string
	pos  int // start of the current line
	line int // its number, from 1
	held int // lines of hunks that were taken so far
}

// done reports whether every line was taken.
func (c *cursor) done() bool { return c.pos == len(c.text) }

// peek returns the current line without its \n; ok is false at the end, and where the \n is missing.
func (c *cursor) peek() (line string, ok bool) {
	n := strings.IndexByte(c.text[c.pos:], '\n')
	if n < 0 {
		return "", false
	}
	return c.text[c.pos : c.pos+n], true
}

// hasPrefix reports whether the current line starts with the prefix, without looking at the rest of the line.
func (c *cursor) hasPrefix(prefix string) bool { return strings.HasPrefix(c.text[c.pos:], prefix) }

// skip goes behind a line that peek returned.
func (c *cursor) skip(line string) {
	c.pos += len(line) + 1
	c.line++
}

// next takes the current line, which must be complete: git ends every line of a diff with \n.
func (c *cursor) next() (string, error) {
	line, ok := c.peek()
	if !ok {
		if c.done() {
			return "", c.bad("the diff ends too early")
		}
		return "", c.bad("the diff ends within a line")
	}
	c.skip(line)
	return line, nil
}

// bad is an error about the current line. It names the place and never the content.
func (c *cursor) bad(what string) error { return badDiff(c.line, what) }

// badPrevious is an error about the line that was taken last.
func (c *cursor) badPrevious(what string) error { return badDiff(c.line-1, what) }

func badDiff(line int, what string) error {
	return fmt.Errorf("%w: line %d of the diff: %s", ErrIncomplete, line, what)
}
