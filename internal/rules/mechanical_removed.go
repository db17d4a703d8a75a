package rules

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"werkrevisor/internal/config"
)

var (
	javaClass  = regexp.MustCompile(`^import[ \t]+((?:\w+\.)+)([A-Z]\w*)[ \t]*;?$`)
	scriptType = regexp.MustCompile(`^import[ \t]+type[ \t]+(\{[\w$, \t\n]*\}|[\w$]+[ \t])[ \t]*from\b`)
)

// removable reports whether entries may go without a trace: the names that they bind stand nowhere else in the new text.
// Of the known languages only classes of Java and Kotlin and types of TypeScript can be judged so: in Go an unused import
// does not compile, in Rust a trait acts without its name, and in a script an import runs its module.
// others says whether imports are left: a script without any is no module any more.
func removable(gone []string, text, ext string, rule config.ImportRule, others bool) bool {
	if len(gone) == 0 {
		return true
	}
	if strings.Contains(text, `\u`) {
		return false // a name may be written with escapes
	}
	if strings.ContainsFunc(text, hidesNames) || !rule.BuiltIn && strings.ContainsFunc(text, func(r rune) bool { return r >= 128 }) {
		return false
	}
	var names []string
	for _, entry := range gone {
		switch ext {
		case "java", "kt", "kts":
			m := javaClass.FindStringSubmatch(entry)
			if m == nil {
				return false
			}
			names = append(names, m[2])
		case "ts", "mts":
			m := scriptType.FindStringSubmatch(entry)
			if m == nil || !others || strings.Contains(text, "@ts-") {
				return false
			}
			bound := words(m[1])
			if len(bound) == 0 {
				return false
			}
			names = append(names, bound...)
		default:
			if rule.BuiltIn || isScript(ext) {
				return false
			}
			for _, w := range words(entry) {
				if !slices.Contains([]string{"import", "use", "using", "from", "as", "require", "include"}, w) {
					names = append(names, w)
				}
			}
		}
	}
	if len(names) == 0 {
		return false
	}
	used := map[string]bool{}
	for _, w := range words(text) {
		for part := range strings.SplitSeq(w, "$") { // a template of Kotlin or Scala: "$Token"
			used[part] = true
		}
		used[w] = true
	}
	return !slices.ContainsFunc(names, func(n string) bool { return used[n] })
}

// words lists the names in a text, cut at everything that is not ASCII: "éA" uses A for sure, and é is never looked for.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !isNameRune(r) })
}

// hidesNames reports whether a character may stand inside of a name and not belong to it.
func hidesNames(r rune) bool {
	return r == utf8.RuneError || unicode.In(r, unicode.Cf, unicode.Variation_Selector) || unicode.IsControl(r) && !strings.ContainsRune("\t\r\n", r)
}
