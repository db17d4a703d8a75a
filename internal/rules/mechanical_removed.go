package rules

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

var (
	javaClass  = regexp.MustCompile(`^import[ \t]+((?:\w+\.)+)([A-Z]\w*)[ \t]*;?$`)
	scriptType = regexp.MustCompile(`^import[ \t]+type[ \t]+(\{[\w$, \t]*\}|[\w$]+[ \t])[ \t]*from\b`)
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

// moves maps classes of Java to the renames of this PR: what was called a.b.C, its module and its new name.
type moves map[string]move

type move struct{ module, name string }

// readMoves finds the renamed classes of a change whose new text says the new package.
func readMoves(files []pr.File) moves {
	found := moves{}
	for _, f := range files {
		if f.Status != pr.Renamed || extension(f.OldPath) != "java" || path.Base(f.Path) != path.Base(f.OldPath) {
			continue
		}
		oldModule, oldName, ok := classOf(f.OldPath)
		module, name, ok2 := classOf(f.Path)
		if !ok || !ok2 || oldModule != module || !inPackage(f.New, name) {
			continue
		}
		if _, twice := found[oldName]; twice {
			module, name = "", "" // another module has the same class: no rename explains it
		}
		found[oldName] = move{module, name}
	}
	return found
}

// classOf splits x/src/main/java/a/b/C.java into x/src/main and a.b.C.
func classOf(name string) (module, class string, ok bool) {
	for _, set := range []string{"src/main", "src/test"} {
		at := strings.Index("/"+name, "/"+set+"/java/")
		if at < 0 {
			continue
		}
		class = strings.TrimSuffix(name[at+len(set)+len("/java/"):], path.Ext(name))
		return name[:at+len(set)], strings.ReplaceAll(class, "/", "."), strings.Contains(class, "/")
	}
	return "", "", false
}

// inPackage reports whether a text of Java starts with the package clause of the class.
func inPackage(text pr.Text, class string) bool {
	head := strings.TrimSuffix(readHeader(text.Body, "java", config.ImportRule{}).head, "\n")
	clause := head[strings.LastIndexByte(head, '\n')+1:]
	return strings.Trim(clause, " \t") == "package "+class[:strings.LastIndexByte(class, '.')]+";"
}

// explain takes out of gone the entries for which a rename of the PR explains a new entry.
// It is not ok if a new entry stays unexplained.
func (m moves) explain(file, ext string, come, gone []string) (rest []string, ok bool) {
	if len(come) == 0 {
		return gone, true
	}
	module, _, ok := classOf(file)
	if !ok || ext != "java" {
		return nil, false
	}
	left := map[string]int{}
	for _, e := range come {
		left[e]++
	}
	explained := 0
	for _, e := range gone {
		c := javaClass.FindStringSubmatch(e)
		if c == nil {
			return nil, false
		}
		to := m[c[1]+c[2]]
		renamed := strings.Replace(e, c[1]+c[2], to.name, 1)
		// Tests see the main code of their own module first; nobody else does.
		sees := to.module == module || strings.TrimSuffix(to.module, "/main")+"/test" == module
		if to.name == "" || !sees || left[renamed] == 0 {
			rest = append(rest, e)
			continue
		}
		left[renamed]--
		explained++
	}
	return rest, explained == len(come)
}
