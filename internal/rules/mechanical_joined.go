package rules

import (
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/config"
)

// maxJoined is the most lines of one import.
const maxJoined = 1000

var (
	scriptOpens  = regexp.MustCompile(`^import(?:[ \t]+type)?(?:[ \t]+[A-Za-z_$][\w$]*[ \t]*,)?[ \t]*\{[\w$, \t]*$`)
	scriptInner  = regexp.MustCompile(`^[\w$, \t]*$`)
	scriptCloses = regexp.MustCompile(`^[\w$, \t]*\}[ \t]*from[ \t]*(?:'[^'\\]+'|"[^"\\]+")[ \t]*;?$`)
	rustOpens    = regexp.MustCompile(`^use[ \t]+(?:::)?\w+(?:::\w+)*::\{[\w:, \t]*$`)
	rustInner    = regexp.MustCompile(`^[\w:, \t]*$`)
	rustCloses   = regexp.MustCompile(`^[\w:, \t]*\};$`)
)

// joinedImport reads an import over several lines at the start of a text: names in one pair of braces, nothing else.
// The entry keeps its line ends and the blanks inside, so that two of them are equal only as they stand.
// Its size is 0 for any other text. Own regexes are about lines.
func joinedImport(text, ext string, rule config.ImportRule) (entry string, size int) {
	opens, inner, closes := scriptOpens, scriptInner, scriptCloses
	switch {
	case !rule.BuiltIn || ext != "rs" && !isScript(ext):
		return "", 0
	case ext == "rs":
		opens, inner, closes = rustOpens, rustInner, rustCloses
	}
	for n := range maxJoined {
		end := strings.IndexByte(text[size:], '\n')
		if end < 0 || end >= maxEntry {
			return "", 0
		}
		line := strings.Trim(text[size:size+end], " \t")
		size += end + 1
		switch {
		case n == 0 && !opens.MatchString(line):
			return "", 0
		case n > 0 && closes.MatchString(line):
			entry = strings.Trim(text[:size-1], " \t")
			whole := slices.ContainsFunc(rule.Regexes, func(r *regexp.Regexp) bool { return r.MatchString(entry) })
			if !whole || !movable(entry) {
				return "", 0
			}
			return entry, size
		case n > 0 && !inner.MatchString(line):
			return "", 0
		}
	}
	return "", 0
}
