package rules

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"werkrevisor/internal/pr"
)

// lookalikes are the scripts whose letters are easily taken for each other.
var lookalikes = []*unicode.RangeTable{
	unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic,
}

// confusablePaths lists new paths that mix lookalike scripts in one name, or that differ from another
// changed path only by case or by the composition of Unicode (product.md 7). What is not changed is not known here.
func confusablePaths(files []pr.File) []string {
	fold := cases.Fold()
	keys := make([]string, len(files))
	spelled := map[string]int{} // folded path → paths at the head
	for i, f := range files {
		if f.Status != pr.Deleted {
			keys[i] = norm.NFC.String(fold.String(norm.NFC.String(f.Path)))
			spelled[keys[i]]++
		}
	}
	var hits []string
	for i, f := range files {
		isNew := f.Status == pr.Added || f.Status == pr.Copied || f.Renamed()
		switch {
		case !isNew:
		case mixesScripts(f.Path):
			hits = append(hits, f.Path+" (mixes scripts)")
		case spelled[keys[i]] > 1:
			hits = append(hits, f.Path+" (differs from another path by case only)")
		}
	}
	return hits
}

// latinTwins are letters of other scripts that look like Latin ones in most fonts.
const latinTwins = "асеорхуіјѕԁһԛԝӏгпАВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧονυαρ"

// mixesScripts reports whether one name of the path, or the part before an extension, has letters of two lookalike scripts,
// or consists of letters that all look like Latin ones.
func mixesScripts(name string) bool {
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '/' || r == '.' }) {
		first, twins := -1, true
		for _, r := range part {
			for i, table := range lookalikes {
				if !unicode.Is(table, r) {
					continue
				}
				if first >= 0 && first != i {
					return true
				}
				first = i
				twins = twins && strings.ContainsRune(latinTwins, r)
			}
		}
		if first > 0 && twins {
			return true
		}
	}
	return false
}
