package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hiddenKind names the kind of the first character of a line that a reader cannot see, or is empty.
// The line is without its \n; a \r at its end is half of the line end. Bytes that are not UTF-8 are unreviewable instead.
func hiddenKind(line string) string {
	line = strings.TrimSuffix(line, "\r")
	before := setting{}
	for i := 0; i < len(line); {
		c := line[i]
		if c < utf8.RuneSelf {
			if c < ' ' && c != '\t' && c != '\f' || c == 0x7f {
				return controlKind(c)
			}
			before.add(rune(c))
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		rest := line[i+size:]
		if invisible(r) {
			skip, fine := before.allows(r, rest)
			if !fine {
				return invisibleKind(r)
			}
			i += skip
		}
		before.add(r)
		i += size
	}
	return ""
}

func controlKind(c byte) string {
	if c == '\r' {
		return "carriage return inside a line"
	}
	return "control character"
}

// invisible reports whether a character beyond ASCII has no shape of its own, or changes the direction or the lines of a text.
func invisible(r rune) bool {
	switch {
	case r > 0xad && r < 0x34f, r > 0x34f && r < 0x600, r > 0x3164 && r < 0xfe00: // most letters of the world, to be fast
		return false
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r), r >= 0x13430 && r <= 0x1345f: // drawn around or between letters
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

func invisibleKind(r rune) string {
	switch {
	case unicode.Is(unicode.Bidi_Control, r):
		return "bidi control"
	case r >= 0xe0000 && r <= 0xe007f:
		return "tag character"
	case r == 0xfeff:
		return "byte order mark"
	case r == 0xad:
		return "soft hyphen"
	case r == 0x2028, r == 0x2029:
		return "line separator"
	case unicode.Is(unicode.Cc, r):
		return "control character"
	case unicode.Is(unicode.Variation_Selector, r):
		return "variation selector"
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0:
		return "Hangul filler"
	case r >= 0xfff9 && r <= 0xfffb:
		return "interlinear annotation"
	}
	return "zero-width character"
}

// context is what stands before a character.
type setting struct {
	last rune // the character directly before
	base rune // the last one that is no mark, no selector and no skin tone
}

func (c *setting) add(r rune) {
	c.last = r
	if !unicode.Is(unicode.M, r) && !(r >= 0x1f3fb && r <= 0x1f3ff && pictograph(c.base)) {
		c.base = r
	}
}

// allows reports whether an invisible character is part of the spelling where it stands,
// and how many bytes of the rest belong to it.
func (c *setting) allows(r rune, rest string) (skip int, ok bool) {
	next, _ := utf8.DecodeRuneInString(rest)
	switch {
	case r == 0x200d && pictograph(c.base) && pictograph(next):
		return 0, c.last != 0x200d
	case r == 0x200d && strings.ContainsRune(viramas, c.last) && next != 0x200c && next != 0x200d:
		return 0, true
	case r == 0x200c, r == 0x200d:
		return 0, unicode.In(c.base, joining...) && unicode.In(c.last, unicode.L, unicode.M) && c.last != 0x200c &&
			unicode.In(next, joining...) && unicode.IsLetter(next)
	case r == 0xfe0e, r == 0xfe0f:
		keycap := c.last < utf8.RuneSelf && strings.ContainsRune("0123456789#*", c.last) && next == 0x20e3
		return 0, keycap || pictograph(c.last)
	case r == 0xfe00:
		return 0, unicode.In(c.last, unicode.Sm, unicode.Han, unicode.Myanmar, unicode.Phags_Pa)
	case r == 0xfe01, r == 0xfe02, r >= 0xe0100 && r <= 0xe01ef:
		return 0, unicode.Is(unicode.Han, c.last)
	case unicode.Is(unicode.Variation_Selector, r) && r < 0xfe00: // 180b to 180f
		return 0, unicode.Is(unicode.Mongolian, c.last) && unicode.IsLetter(c.last)
	case r == 0x180e:
		return 0, false
	case r >= 0xe0000 && r <= 0xe007f && c.last == 0x1f3f4:
		for _, region := range flagTags {
			if tag := string(r) + rest; strings.HasPrefix(tag, region) {
				return len(region) - utf8.RuneLen(r), true
			}
		}
	}
	return 0, false
}

// flagTags are the tag sequences of the flags of England, Scotland and Wales, the only ones in common use.
var flagTags = []string{
	"\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
	"\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
	"\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
}

// joining are the scripts whose spelling needs joiners between letters.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Devanagari, unicode.Bengali,
	unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam,
	unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Balinese, unicode.Javanese,
}

// viramas are the marks behind which a joiner also spells the end of a word, e.g. in Malayalam.
const viramas = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca"

// pictograph reports whether a character can be part of an emoji.
func pictograph(r rune) bool {
	switch {
	case r == 0xa9, r == 0xae, r == 0x203c, r == 0x2049, r == 0x2122, r == 0x2139, r == 0x3030, r == 0x303d, r == 0x3297, r == 0x3299:
		return true
	}
	return r >= 0x2190 && r <= 0x21ff || r >= 0x2300 && r <= 0x27bf || r >= 0x2900 && r <= 0x297f ||
		r >= 0x2b00 && r <= 0x2bff || r >= 0x1f000 && r <= 0x1faff
}
