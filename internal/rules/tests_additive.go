package rules

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// testsAdditive reports whether the changes of the test files only add (seed 000, [categories]):
// they delete no test file, remove or change no line, and add nothing that switches a test off.
// Mechanical files do not count.
func testsAdditive(c pr.Change, cfg config.Categories) bool {
	return len(notAdditive(c, cfg, 1)) == 0
}

// notAdditive lists the places that make the changes of the tests not additive, at least as many as asked for, if there are.
func notAdditive(c pr.Change, cfg config.Categories, enough int) []string {
	var places []string
	for _, f := range c.Files { // the runner can leave tests out, whatever its category is
		if configuresRunner(f) {
			places = append(places, f.Path+" (configures a test runner)")
		}
	}
	for _, f := range c.Files {
		if len(places) >= enough {
			break
		}
		isTest := slices.ContainsFunc(f.Paths(), func(p string) bool { return categoryOf(p, cfg) == pr.Tests })
		if isTest && f.Mechanical == pr.NotMechanical && !configuresRunner(f) {
			places = append(places, fileObstacles(f)...)
		}
	}
	return places
}

// fileObstacles lists what is more than an addition in a test file.
func fileObstacles(f pr.File) []string {
	switch {
	case f.Status == pr.Added && packageConfig(f.Path):
		return []string{f.Path + " (configures a package)"}
	case f.Status != pr.Added && f.Status != pr.Modified: // what ran before may not run any more
		return []string{fmt.Sprintf("%s (%s)", f.OldPath, f.Status)}
	case f.Binary && f.Status == pr.Modified:
		return []string{f.Path + " (binary)"}
	case f.Status == pr.Modified && f.OldMode != f.NewMode:
		return []string{f.Path + " (mode)"}
	case tooLarge(f):
		return []string{f.Path + " (too large to read)"}
	}
	places := disabledPlaces(f)
	back := map[string]int{} // lines that the diff adds, by their text
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op == pr.Add {
				back[l.Text]++
			}
		}
	}
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op != pr.Remove || strings.TrimSpace(l.Text) == "" {
				continue
			}
			switch {
			case back[l.Text] == 0:
				places = append(places, fmt.Sprintf("%s:%d (old line removed or changed)", f.Path, l.Old))
				continue
			case checks(l.Text):
				places = append(places, fmt.Sprintf("%s:%d (old line moved)", f.Path, l.Old))
			}
			back[l.Text]--
		}
	}
	return places
}

// disabledPlaces lists the added lines that may switch a test off.
func disabledPlaces(f pr.File) []string {
	var places []string
	ext := extension(f.Path)
	for _, h := range f.Hunks {
		walk := commentWalk{ext: ext}
		hide := func(l pr.Line, found bool) {
			if found && f.Status == pr.Modified { // in a new file a comment hides nothing that ran before
				places = append(places, fmt.Sprintf("%s:%d (comment)", f.Path, l.New))
			}
		}
		for _, l := range h.Lines {
			if l.Op == pr.Add {
				if name := disabling(l.Text, ext); name != "" {
					places = append(places, fmt.Sprintf("%s:%d (%s)", f.Path, l.New, name))
				}
			}
			hide(walk.line(l))
		}
		hide(walk.end())
	}
	return places
}

// checks reports whether a line may be what a test checks: such a line may not even move.
func checks(line string) bool {
	low := strings.ToLower(line)
	for _, word := range []string{"@test", "assert", "should", "expect"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}
