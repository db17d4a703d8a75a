package doctor

import (
	"slices"

	"werkrevisor/internal/config"
)

// askAll is the value of [gate] request_reviewers that asks every human reviewer.
const askAll = "all"

// baseStatus looks at the status that names a base: with several base branches a head that was reviewed for one of them must
// not merge into another one. A pattern of contexts is met by the status of another branch, so it does not count.
func baseStatus(f Facts) []Result {
	return f.eachRule(func(gate config.Gate, b Branch) []Result {
		name := gate.BaseStatus(b.Name)
		switch {
		case name == "":
			return nil
		case b.StatusCheck && slices.Contains(b.Contexts, name):
			return pass("%s requires %s", b.Name, name)
		case len(gate.BaseBranches) > 1:
			return f.lock("%s does not require %s itself, so a head that was reviewed for another base branch can merge into it, and no merge "+
				"is scheduled; run: %s", b.Name, name, f.mend(b.Name))
		}
		return pass("%s does not require %s, which only several base branches need", b.Name, name)
	})
}
