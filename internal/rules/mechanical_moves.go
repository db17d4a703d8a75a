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
// The snapshot has the changed files only. A move counts only if the texts and paths in it leave one reading, and each
// language asks for what its resolver needs. Go is missing: the module path stands in go.mod, and whether a package left
// its folder as a whole and found the new one empty stands in files that did not change; neither is in the snapshot.
type moves struct {
	classes classMoves
	modules rustMoves
	scripts scriptMoves
}

// readMoves finds the moves of a change.
func readMoves(files []pr.File, cfg config.Mechanical) moves {
	return moves{readClassMoves(files, cfg), readRustMoves(files, cfg), readScriptMoves(files, cfg)}
}

// follow returns what the renames make of an import entry; values are the names that a file of Kotlin may use as values.
func (m moves) follow(file, ext, entry string, values map[string]bool) (string, bool) {
	switch ext {
	case "java", "kt":
		return m.classes.follow(file, ext, entry, values)
	case "rs":
		return m.modules.follow(file, entry)
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
	var values map[string]bool
	if ext == "kt" {
		values = valueNames(body)
	}
	explained := 0
	for _, e := range gone {
		to, moved := m.follow(file, ext, e, values)
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
