package rules

import (
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// testsAdditive reports whether the changes of the test files only add (seed 000, [categories]):
// they delete no test file, remove or change no line, and add nothing that switches a test off.
// Mechanical files do not count.
func testsAdditive(c pr.Change, cfg config.Categories) bool {
	if changesRunner(c) {
		return false // it can leave tests out, whatever its category is
	}
	for _, f := range c.Files {
		isTest := slices.ContainsFunc(f.Paths(), func(p string) bool { return categoryOf(p, cfg) == pr.Tests })
		if isTest && f.Mechanical == pr.NotMechanical && !fileAdditive(f) {
			return false
		}
	}
	return true
}

func fileAdditive(f pr.File) bool {
	switch {
	case f.Status != pr.Added && f.Status != pr.Modified:
		return false // deleted, renamed, copied, another type: what ran before may not run any more
	case f.Status == pr.Added && packageConfig(f.Path), f.Binary && f.Status == pr.Modified,
		f.Status == pr.Modified && f.OldMode != f.NewMode:
		return false
	}
	ext := extension(f.Path)
	back := map[string]int{} // lines that the diff adds, by their text
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op != pr.Add {
				continue
			}
			// In a new file a comment hides nothing that ran before.
			if disablesTests(l.Text) || f.Status == pr.Modified && delimitsComment(l.Text, ext) {
				return false
			}
			back[l.Text]++
		}
	}
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op != pr.Remove || strings.TrimSpace(l.Text) == "" {
				continue
			}
			if back[l.Text] == 0 || checks(l.Text) {
				return false
			}
			back[l.Text]--
		}
	}
	return true
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
