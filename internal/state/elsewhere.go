package state

import (
	"cmp"
	"slices"

	"werkrevisor/internal/pr"
)

// Lines are the lines that a change adds, by their hashes.
type Lines map[string]bool

// AddedBy are the lines that a change adds. Lines that stand around them are not among them: they are the base's.
func AddedBy(c pr.Change) Lines {
	found := Lines{}
	for _, f := range c.Files {
		for _, h := range f.Hunks {
			for _, line := range h.Lines {
				if hash := hashOf(line.Text); hash != "" && line.Op == pr.Add {
					found[hash] = true
				}
			}
		}
	}
	return found
}

// Only is a state with only the findings about these lines, refuted ones left out. What it could not keep is not about them.
func (l Lines) Only(s State) State {
	s.More = false
	s.Findings = slices.DeleteFunc(slices.Clone(s.Findings), func(f Finding) bool { return !l[f.Line] || f.Refuted() })
	return s
}

// Sort brings states into an order that does not depend on how they were read.
func Sort(list []State) {
	slices.SortFunc(list, func(a, b State) int {
		return cmp.Or(cmp.Compare(a.Head, b.Head), cmp.Compare(encode(a), encode(b)))
	})
}
