package rules

import (
	"strings"
	"unicode"

	"werkrevisor/internal/pr"
)

// lookalikes are the scripts whose letters are easily taken for each other.
var lookalikes = []*unicode.RangeTable{
	unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic,
}

// confusablePaths lists new paths that mix lookalike scripts in one name, or that differ from another
// changed path only by case (product.md 7).
func confusablePaths(files []pr.File) []string {
	spelled := map[string][]string{} // lower case → paths at the head
	for _, f := range files {
		if f.Status != pr.Deleted {
			key := strings.ToLower(f.Path)
			spelled[key] = append(spelled[key], f.Path)
		}
	}
	var hits []string
	for _, f := range files {
		isNew := f.Status == pr.Added || f.Status == pr.Copied || f.Renamed()
		switch {
		case !isNew:
		case mixesScripts(f.Path):
			hits = append(hits, f.Path+" (mixes scripts)")
		case len(spelled[strings.ToLower(f.Path)]) > 1:
			hits = append(hits, f.Path+" (differs from another path by case only)")
		}
	}
	return hits
}

// mixesScripts reports whether one name of the path has letters of two lookalike scripts.
func mixesScripts(name string) bool {
	for segment := range strings.SplitSeq(name, "/") {
		first := -1
		for _, r := range segment {
			for i, table := range lookalikes {
				if !unicode.Is(table, r) {
					continue
				}
				if first >= 0 && first != i {
					return true
				}
				first = i
			}
		}
	}
	return false
}
