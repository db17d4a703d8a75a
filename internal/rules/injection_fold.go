package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folder writes letters in the way in which the phrases are written: NFKC, letters that look like Latin ones as Latin,
// umlauts as two letters, no accents, nothing invisible, and ASCII punctuation. An ASCII text stays as it is.
// One character that stands for several words of another script counts as one of their letters: a reader sees one sign,
// and a text gets hardly longer than it is. It remembers short clusters of characters that it has folded.
type folder struct{ known []foldedCluster }

// foldedCluster is a character with its marks, and what it is folded to.
type foldedCluster struct{ from, to string }

const (
	knownClusters = 1 << 12
	maxCluster    = 8 // bytes of a cluster that is remembered
)

// foldText folds one text.
func foldText(s string) string { return new(folder).text(s) }

func (f *folder) text(s string) string {
	if ascii(s) {
		return s
	}
	out := make([]byte, 0, len(s)+len(s)/8)
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf && (i+1 == len(s) || s[i+1] < utf8.RuneSelf) {
			out = append(out, s[i])
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		end := i + size
		for end < len(s) && s[end] >= utf8.RuneSelf && joins(s[end:]) {
			_, more := utf8.DecodeRuneInString(s[end:])
			end += more
		}
		switch cluster := s[i:end]; {
		case size == len(cluster) && plainLetter(r):
			out = append(out, cluster...)
		case len(cluster) <= maxCluster:
			out = append(out, f.remembered(cluster)...)
		default:
			out = append(out, foldCluster(cluster)...)
		}
		i = end
	}
	return string(out)
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// joins reports whether the first character of a text may combine with what stands before it.
func joins(s string) bool { return !norm.NFKC.PropertiesString(s).BoundaryBefore() }

// plainLetter is fast for what every form of Unicode leaves alone: ASCII, ideographs, and syllables of Hangul.
func plainLetter(r rune) bool {
	return r < utf8.RuneSelf || r >= 0x3400 && r <= 0x4dbf || r >= 0x4e00 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3
}

func (f *folder) remembered(cluster string) string {
	if f.known == nil {
		f.known = make([]foldedCluster, knownClusters)
	}
	hash := uint32(0)
	for i := 0; i < len(cluster); i++ {
		hash = hash*31 + uint32(cluster[i])
	}
	place := &f.known[hash%knownClusters]
	if place.from != cluster {
		*place = foldedCluster{strings.Clone(cluster), foldCluster(cluster)}
	}
	return place.to
}

// foldCluster folds a character with its marks.
func foldCluster(s string) string {
	var b strings.Builder
	latin := false
	for _, r := range norm.NFKC.String(s) {
		if r < utf8.RuneSelf {
			b.WriteByte(byte(r))
			latin = latin || r != ' '
			continue
		}
		if folded, ok := foldedLetters[r]; ok {
			b.WriteString(folded)
			latin = true
			continue
		}
		switch {
		case invisible(r), unicode.Is(unicode.M, r):
		case unicode.IsLetter(r):
			base := baseLetter(r)
			b.WriteRune(base)
			latin = latin || base < utf8.RuneSelf
		case unicode.In(r, unicode.Pi, unicode.Pf, unicode.Ps, unicode.Pe):
			b.WriteByte('"')
			latin = true
		default:
			b.WriteByte(' ')
		}
	}
	folded := b.String()
	if latin || folded == "" {
		return folded
	}
	_, size := utf8.DecodeRuneInString(folded)
	return folded[:size]
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
