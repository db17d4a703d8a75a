package rules

import (
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// onlyImports reports whether the texts differ only in the entries and blank lines of the file's import header,
// and the change only regroups, reorders, follows a rename of this PR, or removes an entry whose name stands
// nowhere else in the new text (product.md 7). A new entry, a wildcard, a static or an exported import is never mechanical.
func onlyImports(f pr.File, cfg config.Mechanical, moved moves) bool {
	ext := extension(f.Path)
	rule := cfg.Imports[ext]
	if len(rule.Regexes) == 0 || ext == "go" && (importsC(f.Old.Body) || importsC(f.New.Body)) {
		return false // a comment right above import "C" is code
	}
	before, after := readHeader(f.Old.Body, ext, rule), readHeader(f.New.Body, ext, rule)
	if before.entries == nil || before.odd || after.odd || before.head != after.head || before.rest != after.rest || !slices.Equal(before.fixed, after.fixed) {
		return false
	}
	count := map[string]int{}
	for _, e := range before.entries {
		count[e]++
	}
	var come, gone []string
	for _, e := range after.entries {
		if count[e]--; count[e] < 0 {
			come = append(come, e)
		}
	}
	for _, e := range before.entries {
		if count[e]--; count[e] >= 0 {
			gone = append(gone, e)
		}
	}
	ok := false
	if isScript(ext) {
		gone, ok = moved.scripts.inOrder(f.Path, before.order, after.order, rule)
	} else {
		gone, ok = moved.explain(f.Path, ext, before.rest, come, gone, rule)
	}
	return ok && removable(gone, f.New.Body, ext, rule, len(after.entries) > 0)
}

func isScript(ext string) bool {
	return slices.Contains([]string{"js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte"}, ext)
}

// importsC reports whether a text of Go may import "C", in whatever way the name is written.
func importsC(text string) bool {
	return slices.ContainsFunc([]string{`"C"`, "`C`", `"\x43"`, `"\103"`, `"\u0043"`, `"\U00000043"`}, func(name string) bool {
		return strings.Contains(text, name)
	})
}

// header is a text, cut at its imports.
type header struct {
	head    string   // what stands before the place where blank lines mean nothing: up to the package clause
	entries []string // the lines that may move or go
	order   []string // both, in their order
	fixed   []string // the other lines among them: brackets, imports that may not move
	rest    string   // what stands behind the last import, without blank lines before it unless a comment follows
	odd     bool     // comments among the imports, which tools read with their neighbours, or an import that goes on
}

// maxEntry is the size of the longest line that counts as an import.
const maxEntry = 1000

// readHeader reads lines up to the first one that is neither an import, nor a package clause, nor a comment, nor blank.
// What it does not know for sure ends the header. Entries are nil for a text without imports.
func readHeader(text, ext string, rule config.ImportRule) (h header) {
	comment, block := false, false
	noted := false     // a comment since the package clause
	start, end := 0, 0 // of the imports
	for pos := 0; pos < len(text); {
		next := pos + strings.IndexByte(text[pos:], '\n') + 1
		if next == pos || next-pos > maxEntry {
			break // neither a last line without an end nor a long one is an import that we judge
		}
		raw := text[pos : next-1]
		line := strings.Trim(raw, " \t")
		if !comment && !block {
			if joined, size := joinedImport(text[pos:], ext, rule); size > 0 {
				line, next = joined, pos+size
			}
		}
		pos = next
		kind := lineOfHeader(line, ext, rule, &comment, &block)
		switch kind {
		case "":
			h.odd = h.odd || goesOn(line)
			pos = len(text)
		case "package":
			if h.entries != nil || h.fixed != nil || start > 0 {
				pos = len(text)
				break
			}
			start, end, noted = next, next, false
		case "comment":
			noted = true
		case "entry", "fixed":
			h.odd = h.odd || noted || strings.Contains(line, "//") || strings.Contains(line, "/*")
			end = next
			if h.entries == nil {
				h.entries = []string{}
			}
			h.order = append(h.order, line)
			if kind == "entry" {
				h.entries = append(h.entries, line)
			} else {
				h.fixed = append(h.fixed, raw)
			}
		}
	}
	if block {
		return header{rest: text}
	}
	h.head, h.rest = text[:start], text[end:]
	if code := strings.TrimLeft(h.rest, " \t\n"); !strings.HasPrefix(code, "/") && !strings.HasPrefix(code, "#") {
		for {
			first, rest, found := strings.Cut(h.rest, "\n")
			if !found || strings.Trim(first, " \t") != "" {
				return h
			}
			h.rest = rest
		}
	}
	return h
}

// goesOn reports whether the first line behind the imports may belong to the last of them: an alias, attributes.
func goesOn(line string) bool {
	return strings.Contains(line, "*/") || strings.HasPrefix(line, "/*") || continuation.MatchString(line)
}

var continuation = regexp.MustCompile(`^(?:[.,;:(?={}*]|(?:as|with|assert|from)\b)`)

// lineOfHeader names the kind of a line: "blank", "comment", "package", "entry" (an import that may move),
// "fixed" (one that may not, or a bracket), or "" for the end of the header.
func lineOfHeader(line, ext string, rule config.ImportRule, comment, block *bool) string {
	switch {
	case *comment || strings.HasPrefix(line, "/*"):
		inner := line
		if !*comment {
			inner = line[2:]
		}
		at := strings.Index(inner, "*/")
		*comment = at < 0
		if strings.Contains(inner, "/*") || at >= 0 && at+2 < len(inner) {
			return "" // comments that nest, code behind a comment
		}
		return "comment"
	case line == "":
		return "blank"
	case strings.HasPrefix(line, "//"):
		return "comment"
	case ext == "go" && line == "import (" && !*block:
		*block = true
		return "fixed"
	case ext == "go" && *block:
		*block = line != ")"
		return goLine(line)
	case packageLine(line, ext):
		return "package"
	case slices.ContainsFunc(rule.Regexes, func(r *regexp.Regexp) bool { return r.MatchString(line) }):
		if rule.BuiltIn && packageWord.MatchString(line) {
			return ""
		}
		if movable(line) && (ext != "java" || strings.HasSuffix(line, ";")) {
			return "entry"
		}
		return "fixed"
	}
	return ""
}

var (
	goEntry     = regexp.MustCompile(`^(?:(\w+|\.)[ \t]+)?"[^"\\]+"(?:[ \t]*//.*)?$`)
	goPackage   = regexp.MustCompile(`^package[ \t]+\w+(?:[ \t]*//.*)?$`)
	javaPackage = regexp.MustCompile(`^package[ \t]+[\w.]+[ \t]*;$`)
	kotlinPack  = regexp.MustCompile(`^package[ \t]+[\w.]+[ \t]*;?$`)
	packageWord = regexp.MustCompile(`^package\b`)
	fixedWord   = regexp.MustCompile(`\*|^import\s+static\b|^pub\b|"C"|^import\s+[_.]\s|^import\s*\(`)
)

func goLine(line string) string {
	switch m := goEntry.FindStringSubmatch(line); {
	case line == ")":
		return "fixed"
	case m == nil:
		return ""
	case m[1] == "_" || m[1] == "." || strings.Contains(line, `"C"`):
		return "fixed"
	}
	return "entry"
}

func packageLine(line, ext string) bool {
	switch ext {
	case "go":
		return goPackage.MatchString(line)
	case "java":
		return javaPackage.MatchString(line)
	case "kt", "kts":
		return kotlinPack.MatchString(line)
	}
	return false
}

// movable reports whether an import line is of a kind that may move at all: no wildcard, static or exported import,
// none for its side effect.
func movable(line string) bool {
	return !fixedWord.MatchString(line) && strings.ContainsAny(line, " \t")
}
