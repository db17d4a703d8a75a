package tokens

import (
	"unicode"
	"unicode/utf8"
)

// class is a set of properties that the pattern of o200k_base asks for.
type class uint8

const (
	upper   class = 1 << iota // \p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}
	lower                     // \p{Ll}\p{Lm}\p{Lo}\p{M}
	letter                    // \p{L}
	number                    // \p{N}
	space                     // \s
	newline                   // \r\n
)

// lastClass is the last code point with an entry of its own; above it are rare writings only.
const lastClass = 0x1FFFF

// classes are the properties of the first code points. To ask the unicode package for each one would be
// far slower than the rest of the count.
type classes [lastClass + 1]class

func newClasses() *classes {
	c := &classes{}
	both := upper | lower
	for _, group := range []struct {
		table *unicode.RangeTable
		class class
	}{
		{unicode.Lu, upper | letter}, {unicode.Lt, upper | letter}, {unicode.Ll, lower | letter},
		{unicode.Lm, both | letter}, {unicode.Lo, both | letter}, {unicode.M, both},
		{unicode.N, number}, {unicode.White_Space, space},
	} {
		for _, r := range group.table.R16 {
			c.fill(uint32(r.Lo), uint32(r.Hi), uint32(r.Stride), group.class)
		}
		for _, r := range group.table.R32 {
			c.fill(r.Lo, r.Hi, r.Stride, group.class)
		}
	}
	c['\r'] |= newline
	c['\n'] |= newline
	return c
}

func (c *classes) fill(from, to, stride uint32, add class) {
	for r := from; r <= min(to, lastClass); r += stride {
		c[r] |= add
	}
}

// at returns the class of the first character, and its number of bytes.
func (c *classes) at(text string) (class, int) {
	if b := text[0]; b < utf8.RuneSelf {
		return c[b], 1
	}
	r, n := utf8.DecodeRuneInString(text)
	if r <= lastClass {
		return c[r], n
	}
	return rare(r), n
}

// rare is the class of a code point above the table: there are no spaces and no capitals.
func rare(r rune) class {
	switch {
	case unicode.Is(unicode.Ll, r):
		return lower | letter
	case unicode.Is(unicode.Lu, r), unicode.Is(unicode.Lt, r):
		return upper | letter
	case unicode.IsLetter(r):
		return upper | lower | letter
	case unicode.IsMark(r):
		return upper | lower
	case unicode.IsNumber(r):
		return number
	}
	return 0
}
