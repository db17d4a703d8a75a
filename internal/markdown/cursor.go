package markdown

import "strings"

// cursor walks over the indentation and the markers of one line; a tab reaches to the next multiple of four columns.
type cursor struct {
	s   string
	pos int // next byte
	col int // column of the next byte
	pad int // columns left of a tab that was used in part
}

// indent is the columns of white space from here, and what follows it.
func (c *cursor) indent() (columns int, rest string) {
	columns = c.pad
	col := c.col + c.pad
	for i := c.pos; i < len(c.s); i++ {
		switch c.s[i] {
		case ' ':
			columns, col = columns+1, col+1
		case '\t':
			width := 4 - col%4
			columns, col = columns+width, col+width
		default:
			return columns, c.s[i:]
		}
	}
	return columns, ""
}

// take uses up to n columns of white space.
func (c *cursor) take(n int) {
	for n > 0 {
		if c.pad > 0 {
			used := min(n, c.pad)
			c.pad, c.col, n = c.pad-used, c.col+used, n-used
			continue
		}
		if c.pos >= len(c.s) {
			return
		}
		switch c.s[c.pos] {
		case ' ':
			c.pos, c.col, n = c.pos+1, c.col+1, n-1
		case '\t':
			c.pad = 4 - c.col%4
			c.pos++
		default:
			return
		}
	}
}

// skip uses n bytes that are no white space.
func (c *cursor) skip(n int) { c.pos, c.col = c.pos+n, c.col+n }

// rest is what stands behind the indentation, without white space at its end.
func (c *cursor) rest() string { return strings.Trim(c.s[c.pos:], " \t") }
