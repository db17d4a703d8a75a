package rules

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// onlyImports reports whether every changed line is an entry of the file's import header, and the change only
// regroups, reorders, or removes an entry whose name stands nowhere else in the new text (product.md 7).
// A new entry, a wildcard, a static or an exported import is never mechanical.
func onlyImports(f pr.File, cfg config.Mechanical) bool {
	ext := strings.TrimPrefix(strings.ToLower(path.Ext(f.Path)), ".")
	rule := cfg.Imports[ext]
	if len(rule.Regexes) == 0 {
		return false
	}
	oldEnd, newEnd := importHeader(f.Old.Body, ext, rule), importHeader(f.New.Body, ext, rule)
	removed, added := map[string]int{}, 0
	var gone []string
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op == pr.Context || strings.Trim(l.Text, " \t") == "" {
				if l.Op != pr.Context && (l.Old > oldEnd || l.New > newEnd) {
					return false // a blank line of the code
				}
				continue
			}
			entry := strings.Trim(l.Text, " \t")
			if l.Old > oldEnd || l.New > newEnd || l.NoEOL || !movable(entry, ext, rule) {
				return false
			}
			if l.Op == pr.Remove {
				removed[entry]++
			} else {
				removed[entry]--
				added++
			}
		}
	}
	if added > 0 && slices.Contains([]string{"js", "jsx", "mjs", "cjs", "ts", "tsx"}, ext) {
		return false // order is evaluation
	}
	for entry, n := range removed {
		switch {
		case n < 0:
			return false // a new entry
		case n > 0:
			gone = append(gone, entry)
		}
	}
	return removable(gone, f.New.Body, ext, rule.BuiltIn)
}

// importHeader is the number of the last line of the header: what stands before the first line that is neither
// an import, nor a package clause, nor a comment, nor blank.
func importHeader(text, ext string, rule config.ImportRule) (last int) {
	n, comment, block := 0, false, false
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.Trim(line, " \t\r")
		switch {
		case comment:
			comment = !strings.Contains(line, "*/")
		case strings.HasPrefix(line, "/*"):
			comment = !strings.Contains(line, "*/")
			if !comment && !strings.HasSuffix(line, "*/") {
				return n
			}
		case line == "" || strings.HasPrefix(line, "//"):
		case ext == "go" && line == "import (":
			block = true
		case block && line == ")":
			block = false
		case block && goEntry.MatchString(line):
		case strings.HasPrefix(line, "package ") && (ext == "java" || ext == "kt" || ext == "kts" || ext == "go"):
		case matchesImport(line, rule):
		default:
			return n
		}
		n++
	}
	return n
}

var goEntry = regexp.MustCompile(`^(?:[\w.]+\s+)?"[^"\\]+"(?:\s*//.*)?$`)

func matchesImport(line string, rule config.ImportRule) bool {
	return slices.ContainsFunc(rule.Regexes, func(r *regexp.Regexp) bool {
		at := r.FindStringIndex(line)
		return at != nil && at[0] == 0 && at[1] == len(line)
	})
}

// movable reports whether a changed line is one import entry of a kind that may move at all.
func movable(entry, ext string, rule config.ImportRule) bool {
	if ext == "go" && goEntry.MatchString(entry) {
		return !strings.HasPrefix(entry, "_") && !strings.HasPrefix(entry, ".") && entry != `"C"`
	}
	if !matchesImport(entry, rule) || strings.HasPrefix(entry, "package ") {
		return false
	}
	for _, word := range []string{"*", "static ", "pub use", "pub(", `"C"`, ` _ "`, ` . "`} {
		if strings.Contains(entry, word) {
			return false
		}
	}
	return true
}

var (
	javaName   = regexp.MustCompile(`^import\s+[\w.]*?([A-Z]\w*)\s*;?$`)
	scriptName = regexp.MustCompile(`^import\s+(?:type\s+)?(.*?)\s*\bfrom\b`)
	word       = regexp.MustCompile(`[A-Za-z_$][\w$]*`)
)

// removable reports whether entries may go without a trace: the names that they bind stand nowhere else in the new text.
// Only Java, Kotlin (classes) and scripts can be judged so: in Go an unused import does not compile, in Rust a trait
// acts without its name.
func removable(gone []string, text, ext string, builtIn bool) bool {
	if len(gone) == 0 {
		return true
	}
	var names []string
	for _, entry := range gone {
		switch ext {
		case "java", "kt", "kts":
			m := javaName.FindStringSubmatch(entry)
			if m == nil {
				return false
			}
			names = append(names, m[1])
		case "js", "jsx", "mjs", "ts", "tsx":
			m := scriptName.FindStringSubmatch(entry)
			if m == nil {
				return false
			}
			names = append(names, word.FindAllString(m[1], -1)...)
		default:
			if builtIn {
				return false
			}
			names = append(names, word.FindAllString(entry, -1)...)
		}
	}
	used := map[string]bool{}
	for _, w := range word.FindAllString(text, -1) {
		used[w] = true
	}
	return !slices.ContainsFunc(names, func(n string) bool { return n != "as" && n != "import" && used[n] })
}
