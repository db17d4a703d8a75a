package rules

import (
	"path"
	"regexp"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// moves is what the renames of this PR prove about names in imports (product.md 7).
//
// A move counts only if texts, paths and the folders around them leave one reading; each language asks for what its
// resolver needs. Folders that are not known prove nothing.
type moves struct {
	classes  classMoves
	modules  rustMoves
	packages goMoves
	scripts  scriptMoves
}

// readMoves finds the moves of a change.
func readMoves(c pr.Change, cfg config.Mechanical) moves {
	return moves{readClassMoves(c.Files, c.Folders, cfg), readRustMoves(c.Files, cfg), readGoMoves(c.Files, c.Folders, cfg), readScriptMoves(c.Files, c.Folders, cfg)}
}

// importer is what a file sees of the moves.
type importer struct {
	file, ext string
	values    map[string]bool   // names that a file of Kotlin may use as values
	packages  map[string]string // import paths of packages of Go, old to new
}

func (m moves) importer(file, ext, body string) importer {
	i := importer{file: file, ext: ext}
	switch ext {
	case "kt":
		i.values = valueNames(body)
	case "go":
		i.packages = m.packages.seenBy(file)
	}
	return i
}

// follow returns what the renames make of an import entry.
func (m moves) follow(i importer, entry string) (string, bool) {
	switch i.ext {
	case "java", "kt":
		return m.classes.follow(i.file, i.ext, entry, i.values)
	case "rs":
		return m.modules.follow(i.file, entry)
	case "go":
		return followGo(i.packages, entry)
	}
	return "", false
}

// explain takes out of gone the entries for which a rename of the PR explains a new entry.
// body is the text of the file behind its imports. It is not ok if a new entry stays unexplained.
func (m moves) explain(file, ext, body string, come, gone []string, rule config.ImportRule) (rest []string, ok bool) {
	if len(come) == 0 {
		return gone, true
	}
	if !rule.BuiltIn {
		return nil, false // own regexes allow only reordering and removal
	}
	left := map[string]int{}
	for _, e := range come {
		left[e]++
	}
	by := m.importer(file, ext, body)
	explained := 0
	for _, e := range gone {
		to, moved := m.follow(by, e)
		if !moved || left[to] == 0 {
			rest = append(rest, e)
			continue
		}
		left[to]--
		explained++
	}
	return rest, explained == len(come)
}

// plainPath has no letters that look like others, and nothing that a resolver may read as a sign.
var plainPath = regexp.MustCompile(`^[\w./-]+$`)

// movedWhole reports whether a file moved with the text behind its imports unchanged, and gives the headers of both texts.
// A move with other changes is a change of what the importers get, and a symlink points elsewhere from its new place.
func movedWhole(f pr.File, rule config.ImportRule) (before, after header, ok bool) {
	if f.Status != pr.Renamed || f.Binary || !f.OldMode.Regular() || f.OldMode != f.NewMode || !rule.BuiltIn ||
		f.Old.State != pr.Read || f.New.State != pr.Read || path.Ext(f.OldPath) != path.Ext(f.Path) ||
		!plainPath.MatchString(f.Path) || !plainPath.MatchString(f.OldPath) || strings.EqualFold(f.Path, f.OldPath) {
		return before, after, false
	}
	ext := extension(f.Path)
	before, after = readHeader(f.Old.Body, ext, rule), readHeader(f.New.Body, ext, rule)
	return before, after, before.rest == after.rest
}

// namesOf lists the names under which a change touches files. One that two files have is there twice: in doubt, no move.
func namesOf(files []pr.File) []string {
	var names []string
	for _, f := range files {
		names = append(names, f.Paths()...)
	}
	return names
}
