package tokens

// piece returns the number of bytes of the first piece of a text that is not empty.
//
// The pattern of o200k_base has seven alternatives, and the first that matches wins:
//
//	[^\r\n\p{L}\p{N}]? U* L+ contraction?    U: upper, L: lower in the sense of classes.go
//	[^\r\n\p{L}\p{N}]? U+ L* contraction?
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func (c *classes) piece(text string) int {
	first, n := c.at(text)
	if n := c.word(text, first, n); n > 0 {
		return n
	}
	if first&number != 0 {
		return c.digits(text, n)
	}
	if n := c.signs(text); n > 0 {
		return n
	}
	return c.blank(text)
}

// word matches the first two alternatives: 0 is no match.
// The character before a word may itself be one of the word, if it is a mark; so both readings are tried.
func (c *classes) word(text string, first class, n int) int {
	prefixed := wordEnds{}
	if first&(letter|number|newline) == 0 && n < len(text) {
		prefixed = c.letters(text, n)
	}
	plain := wordEnds{}
	if prefixed.mixed == 0 && first&(upper|lower) != 0 {
		plain = c.letters(text, 0)
	}
	for _, end := range [...]int{prefixed.mixed, plain.mixed, prefixed.capitals, plain.capitals} {
		if end > 0 {
			return end + contraction(text[end:])
		}
	}
	return 0
}

// wordEnds are the ends of U* L+ and of U+ L*, each 0 where it does not match.
type wordEnds struct{ mixed, capitals int }

// letters matches a word that starts at i.
func (c *classes) letters(text string, i int) wordEnds {
	end := i
	lastLower := 0 // end of the last character among the capitals that counts as small, too
	for end < len(text) {
		is, n := c.at(text[end:])
		if is&upper == 0 {
			break
		}
		end += n
		if is&lower != 0 {
			lastLower = end
		}
	}
	capitals := end
	for end < len(text) {
		is, n := c.at(text[end:])
		if is&lower == 0 {
			break
		}
		end += n
	}
	switch {
	case end > capitals:
		return wordEnds{mixed: end}
	case lastLower > 0:
		return wordEnds{mixed: lastLower} // the pattern gives back capitals until a small one is left for L+
	case capitals > i:
		return wordEnds{capitals: capitals}
	}
	return wordEnds{}
}

// contraction returns the length of (?i:'s|'t|'re|'ve|'m|'ll|'d) at the start. The long s (U+017F) is an s, too.
func contraction(text string) int {
	if len(text) < 2 || text[0] != '\'' {
		return 0
	}
	second := byte(0)
	if len(text) > 2 {
		second = text[2] | 0x20
	}
	switch text[1] | 0x20 {
	case 's', 't', 'm', 'd':
		return 2
	case 'r', 'v':
		if second == 'e' {
			return 3
		}
	case 'l':
		if second == 'l' {
			return 3
		}
	}
	if len(text) > 2 && text[1:3] == "\u017F" {
		return 3
	}
	return 0
}

// digits matches up to three numbers; the first has n bytes.
func (c *classes) digits(text string, n int) int {
	for range 2 {
		if n == len(text) {
			break
		}
		is, size := c.at(text[n:])
		if is&number == 0 {
			break
		}
		n += size
	}
	return n
}

// signs matches the fourth alternative: 0 is no match.
func (c *classes) signs(text string) int {
	start := 0
	if text[0] == ' ' {
		start = 1
	}
	end := start
	for end < len(text) {
		is, n := c.at(text[end:])
		if is&(space|letter|number) != 0 {
			break
		}
		end += n
	}
	if end == start {
		return 0
	}
	for end < len(text) && (text[end] == '\r' || text[end] == '\n' || text[end] == '/') {
		end++
	}
	return end
}

// blank matches the last three alternatives. The text starts with white space, as nothing else is left.
func (c *classes) blank(text string) int {
	end, last, lines := 0, 0, 0 // last: start of the last space; lines: end of the last line break
	for end < len(text) {
		is, n := c.at(text[end:])
		if is&space == 0 {
			break
		}
		last = end
		end += n
		if is&newline != 0 {
			lines = end
		}
	}
	switch {
	case lines > 0:
		return lines
	case end == len(text) || last == 0:
		return end
	}
	return last // the last space belongs to the word that follows
}
