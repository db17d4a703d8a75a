package rules

import (
	"path"
	"regexp"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// rustMoves maps the source folder and the old path of a module, e.g. "x/src a::b", to its move.
type rustMoves map[string]rustMove

type rustMove struct {
	module string
	items  map[string]bool // what the module declares itself
}

// readRustMoves finds the modules that moved within a crate. Files of Rust count only where a mod line names them, so the
// files of both parents must be in the PR: the old one loses its line "mod b;", the new one gets it.
// A changed manifest or build script may change the crate.
func readRustMoves(files []pr.File, cfg config.Mechanical) rustMoves {
	claims, parents := map[string]int{}, parentsOf(files)
	for _, name := range namesOf(files) {
		if base := path.Base(name); base == "build.rs" || strings.HasPrefix(strings.ToLower(base), "cargo.") {
			return nil
		}
		if src, module, ok := moduleOf(strings.ToLower(name)); ok {
			claims[src+" "+module]++
		}
	}
	found := rustMoves{}
	for _, f := range files {
		if extension(f.Path) != "rs" {
			continue
		}
		before, after, ok := movedWhole(f, cfg.Imports["rs"])
		oldSrc, oldModule, ok2 := moduleOf(f.OldPath)
		src, module, ok3 := moduleOf(f.Path)
		if !ok || !ok2 || !ok3 || src != oldSrc || before.odd || after.odd || before.head != after.head ||
			claims[strings.ToLower(src+" "+oldModule)] != 1 || claims[strings.ToLower(src+" "+module)] != 1 {
			continue
		}
		oldParent, parent := cutLast(oldModule), cutLast(module)
		if elsewhere.MatchString(f.New.Body) || oldParent != parent && superWord.MatchString(f.New.Body) {
			continue
		}
		from, one := parentOf(parents, src, oldModule)
		to, two := parentOf(parents, src, module)
		if one && two && from.before.names(oldModule, 1) && from.after.names(oldModule, 0) && to.before.names(module, 0) && to.after.names(module, 1) {
			found[src+" "+oldModule] = rustMove{module, declared(after.rest)}
		}
	}
	return found
}

var (
	rustModule = regexp.MustCompile(`^[a-z_][a-z0-9_]*(?:::[a-z_][a-z0-9_]*)*$`)
	// elsewhere finds what may bring a module items of other files: exported imports, modules, macros and attributes of the file.
	elsewhere = regexp.MustCompile(`\bpub\b[^;{}]*\buse\b|\bmod\s+(?:r#)?\w+\s*;|(?m:^\w[\w:]*!)|#!|\binclude\b|\bmacro_rules\b`)
	superWord = regexp.MustCompile(`\bsuper\b`)
	rustItem  = regexp.MustCompile(`(?m)^pub(?:\(crate\))? (?:(?:unsafe|async|const) )*(?:struct|enum|trait|fn|type|const|static|union) (\w+)\b`)
)

// declared lists the items that stand at the start of a line. A name that only seems to stand there, in a comment, is not
// declared elsewhere either, so an import of it does not compile.
func declared(text string) map[string]bool {
	items := map[string]bool{}
	for _, m := range rustItem.FindAllStringSubmatch(text, -1) {
		items[m[1]] = true
	}
	return items
}

// moduleOf splits x/src/a/b.rs and x/src/a/b/mod.rs into x/src and a::b. Roots of crates are no modules that can be imported.
func moduleOf(name string) (src, module string, ok bool) {
	src, rest, ok := cutSource(name)
	stem, isRust := strings.CutSuffix(rest, ".rs")
	if !ok || !isRust || stem == "lib" || stem == "main" || stem == "mod" || strings.HasPrefix(stem, "bin/") {
		return "", "", false
	}
	module = strings.ReplaceAll(strings.TrimSuffix(stem, "/mod"), "/", "::")
	return src, module, rustModule.MatchString(module)
}

// cutSource cuts a name behind its only folder src.
func cutSource(name string) (src, rest string, ok bool) {
	at := strings.Index("/"+name, "/src/")
	if at < 0 || strings.Contains(name[at+3:], "/src/") {
		return "", "", false
	}
	return name[:at+3], name[at+4:], true
}

func cutLast(module string) string {
	return module[:max(0, strings.LastIndex(module, "::"))]
}

// rustParent is what a file says about its modules before and after the change.
type rustParent struct{ before, after modLines }

// parentsOf reads the files that can name modules: the roots of crates, and those of modules. A file that moved, or whose texts
// were not read, names none.
func parentsOf(files []pr.File) map[string]rustParent {
	found := map[string]rustParent{}
	for _, f := range files {
		if extension(f.Path) == "rs" && f.Status != pr.Copied && !f.Renamed() && !odd(f.OldMode) && f.NewMode.Regular() &&
			(f.Old.State == pr.Read || f.Old.State == pr.Absent) && f.New.State == pr.Read {
			found[f.Path] = rustParent{readModLines(f.Old.Body), readModLines(f.New.Body)}
		}
	}
	return found
}

// parentOf is the one changed file that can name a module; two are two crates, or an error.
func parentOf(parents map[string]rustParent, src, module string) (rustParent, bool) {
	names := [2]string{src + "/lib.rs", src + "/main.rs"}
	if parent := strings.ReplaceAll(cutLast(module), "::", "/"); parent != "" {
		names = [2]string{src + "/" + parent + ".rs", src + "/" + parent + "/mod.rs"}
	}
	first, one := parents[names[0]]
	second, two := parents[names[1]]
	if two {
		first = second
	}
	return first, one != two
}

var (
	anyMod  = regexp.MustCompile(`\bmod\s+(\w+)`)
	modLine = regexp.MustCompile(`^(?:pub(?:\((?:crate|super)\))? )?mod (\w+);$`)
	// oddMod finds other ways to get modules, and comments that may hide lines.
	oddMod = regexp.MustCompile(`\bmod\s*(?:/|r#)|#!?\[\s*path\b|cfg_attr|\binclude!|\bmacro_rules\b|/\*`)
)

// modLines is how often a text names each module, and how often on a line of its own without attributes above.
type modLines struct {
	odd        bool
	all, plain map[string]int
}

func readModLines(text string) modLines {
	m := modLines{oddMod.MatchString(text), map[string]int{}, map[string]int{}}
	for _, found := range anyMod.FindAllStringSubmatch(text, -1) {
		m.all[found[1]]++
	}
	above := ";"
	for line := range strings.SplitSeq(text, "\n") {
		if found := modLine.FindStringSubmatch(line); found != nil && (strings.HasSuffix(above, ";") || strings.HasSuffix(above, "}")) {
			m.plain[found[1]]++
		}
		if line = strings.Trim(line, " \t\r"); line != "" && !strings.HasPrefix(line, "//") {
			above = line
		}
	}
	return m
}

// names reports whether the text names a module exactly so often, each time on a line of its own.
func (m modLines) names(module string, n int) bool {
	module = module[strings.LastIndexByte(module, ':')+1:]
	return !m.odd && m.all[module] == n && m.plain[module] == n
}

var (
	rustUse   = regexp.MustCompile(`^use crate::((?:\w+::)*\w+)(?:::\{([\w, \t\n]*)\}|( as \w+))?;$`)
	rustNames = regexp.MustCompile(`^(\w+)(?:[ \t]+as[ \t]+\w+)?$`)
)

// follow returns the entry with the new path of its module: that of the module itself, or of items that it declares.
func (m rustMoves) follow(file, entry string) (string, bool) {
	src, rest, ok := cutSource(file)
	use := rustUse.FindStringSubmatch(entry)
	if !ok || use == nil || strings.HasPrefix(rest, "bin/") || rest == "main.rs" {
		return "", false // other crates with their own root
	}
	const start = "use crate::"
	full, list, alias, end := use[1], use[2], use[3], entry[len(start)+len(use[1]):]
	whole, isModule := m[src+" "+full]
	parent, isItem := m[src+" "+cutLast(full)]
	group := strings.HasSuffix(entry, "};")
	switch {
	case isModule == isItem || group && !isModule:
		return "", false
	case isItem:
		item := full[strings.LastIndexByte(full, ':')+1:]
		if !parent.items[item] {
			return "", false
		}
		return start + parent.module + "::" + item + end, true
	}
	sameName := path.Base(strings.ReplaceAll(full, "::", "/")) == path.Base(strings.ReplaceAll(whole.module, "::", "/"))
	if !group {
		return start + whole.module + end, alias != "" || sameName
	}
	for part := range strings.SplitSeq(strings.TrimRight(strings.TrimRight(list, " \t\n"), ","), ",") {
		name := rustNames.FindStringSubmatch(strings.Trim(part, " \t\n"))
		if name == nil || name[1] == "self" && !sameName || name[1] != "self" && !whole.items[name[1]] {
			return "", false
		}
	}
	return start + whole.module + end, true
}
