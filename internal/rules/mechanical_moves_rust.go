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
	claims, byPath := map[string]int{}, map[string]pr.File{}
	for _, name := range namesOf(files) {
		if base := path.Base(name); base == "build.rs" || strings.HasPrefix(strings.ToLower(base), "cargo.") {
			return nil
		}
		if src, module, ok := moduleOf(strings.ToLower(name)); ok {
			claims[src+" "+module]++
		}
	}
	for _, f := range files {
		if f.Status != pr.Copied && !f.Renamed() {
			byPath[f.Path] = f
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
		if changesMod(byPath, src, oldModule, 1, 0) && changesMod(byPath, src, module, 0, 1) {
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

// changesMod reports whether the one file that can name a module in the PR has so many lines "mod b;" before and after.
func changesMod(byPath map[string]pr.File, src, module string, before, after int) bool {
	parent := strings.ReplaceAll(cutLast(module), "::", "/")
	names := []string{src + "/lib.rs", src + "/main.rs"}
	if parent != "" {
		names = []string{src + "/" + parent + ".rs", src + "/" + parent + "/mod.rs"}
	}
	first, one := byPath[names[0]]
	second, two := byPath[names[1]]
	if one == two {
		return false // none, or two crates
	}
	if two {
		first = second
	}
	return (first.Old.State == pr.Read || first.Old.State == pr.Absent) && first.New.State == pr.Read &&
		first.NewMode.Regular() && !odd(first.OldMode) &&
		modLines(first.Old.Body, module[strings.LastIndexByte(module, ':')+1:], before) &&
		modLines(first.New.Body, module[strings.LastIndexByte(module, ':')+1:], after)
}

// anyMod finds every way to write a module, with comments and raw names.
var (
	anyMod  = regexp.MustCompile(`\bmod\s+(\w+)`)
	modLine = regexp.MustCompile(`^(?:pub(?:\((?:crate|super)\))? )?mod (\w+);$`)
	oddMod  = regexp.MustCompile(`\bmod\s*(?:/|r#)|#!?\[\s*path\b|cfg_attr|\binclude!|\bmacro_rules\b`)
)

// modLines reports whether a text names a module so often, each on a line of its own without attributes above.
func modLines(text, module string, want int) bool {
	n := want
	if oddMod.MatchString(text) {
		return false
	}
	for _, m := range anyMod.FindAllStringSubmatch(text, -1) {
		if m[1] == module {
			n--
		}
	}
	if n != 0 || strings.Contains(text, "/*") {
		return false
	}
	lines, above := 0, ";"
	for line := range strings.SplitSeq(text, "\n") {
		if m := modLine.FindStringSubmatch(line); m != nil && m[1] == module {
			lines++
			if !strings.HasSuffix(above, ";") && !strings.HasSuffix(above, "}") {
				return false // an attribute
			}
		}
		if line = strings.Trim(line, " \t\r"); line != "" && !strings.HasPrefix(line, "//") {
			above = line
		}
	}
	return lines == want
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
