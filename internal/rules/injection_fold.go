package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldText writes letters in the way in which the phrases are written: NFKC, letters that look like Latin ones as Latin,
// umlauts as two letters, no accents, nothing invisible, and ASCII punctuation. An ASCII text stays as it is.
func foldText(s string) string {
	ascii := true
	for i := 0; i < len(s) && ascii; i++ {
		ascii = s[i] < utf8.RuneSelf
	}
	if ascii {
		return s
	}
	composed := norm.NFKC.String(s)
	var b strings.Builder
	b.Grow(len(composed))
	for _, r := range composed {
		if r < utf8.RuneSelf {
			b.WriteByte(byte(r))
			continue
		}
		if folded, ok := foldedLetters[r]; ok {
			b.WriteString(folded)
			continue
		}
		switch {
		case invisible(r), unicode.Is(unicode.M, r):
		case unicode.IsLetter(r):
			b.WriteRune(baseLetter(r))
		case unicode.In(r, unicode.Pi, unicode.Pf, unicode.Ps, unicode.Pe):
			b.WriteByte('"')
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// baseLetter is a letter without its accents.
func baseLetter(r rune) rune {
	if r > 0x1eff {
		return r
	}
	var buf [utf8.UTFMax]byte
	if d := norm.NFD.Properties(buf[:utf8.EncodeRune(buf[:], r)]).Decomposition(); d != nil {
		r, _ = utf8.DecodeRune(d)
	}
	return r
}

var foldedLetters = letters()

func letters() map[rune]string {
	m := map[rune]string{
		'ä': "ae", 'ö': "oe", 'ü': "ue", 'Ä': "ae", 'Ö': "oe", 'Ü': "ue", 'ß': "ss", 'ẞ': "ss", 'ı': "i", '’': "'", '‘': "'",
	}
	const latin = "aceopxyijsdhqwlrnABEKMHOPCTYXIJSABEZHIKMNOPTYXovuap"
	i := 0
	for _, r := range latinTwins {
		m[r] = latin[i : i+1]
		i++
	}
	const capitals = "abcdefghijklmnopqrstuvwyz" // small ones, which are letters of their own
	i = 0
	for _, r := range "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ" {
		m[r] = capitals[i : i+1]
		i++
	}
	m['ɑ'], m['ɡ'], m['ɩ'], m['ⅼ'], m['ꞁ'], m['ᴦ'] = "a", "g", "i", "l", "l", "r"
	m['ι'], m['ε'], m['ѵ'], m['к'], m['м'], m['т'] = "i", "e", "v", "k", "m", "t"
	return m
}

// tidy sorts hits by line and drops repetitions.
func tidy(hits []phraseHit) []phraseHit {
	slices.SortStableFunc(hits, func(a, b phraseHit) int { return cmp.Compare(a.line, b.line) })
	return slices.Compact(hits)
}
