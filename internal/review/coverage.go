package review

import (
	"fmt"
	"strings"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/rules"
)

// Gap compares the change with the prompt that is about to be sent, byte for byte, and names what is missing;
// empty: every changed line of every file that must be reviewed stands in it (product.md 8, "Coverage").
//
// It asks the change, not the builder, which files must be there, and it reads the prompt itself.
func Gap(in Input, p Prompt) string {
	covered := map[string]Covered{}
	free := 0 // where the next span may start: no piece of the prompt counts twice
	for _, f := range p.Ledger.Files {
		covered[f.Path] = f
		for _, s := range f.Hunks {
			if s.Start < free || s.End < s.Start || s.End > len(p.User) {
				return fmt.Sprintf("the ledger of the prompt is wrong about %s", f.Path)
			}
			free = s.End
		}
	}
	for _, f := range in.Change.Files {
		if _, excluded := rules.Excluded(f, in.Config); excluded || f.Mechanical != pr.NotMechanical || rules.Unreviewable(f) != "" {
			continue // each of these has a reason or a proof of its own
		}
		c, ok := covered[f.Path]
		if !ok || len(c.Hunks) != len(f.Hunks) {
			return fmt.Sprintf("the prompt does not hold the whole change of %s", f.Path)
		}
		// What the prompt masks is masked here too: the mask of a line does not depend on the prompt.
		for i, h := range newMasker(in.Config).file(f).Hunks {
			if missing := missingLine(p.User, c.Hunks[i], h); missing != nil {
				return fmt.Sprintf("the prompt does not hold a changed line of %s (old line %d, new line %d)", f.Path, missing.Old, missing.New)
			}
		}
	}
	return ""
}

// missingLine is the first changed line of the hunk that does not stand in the span, in order; nil if all do.
func missingLine(prompt string, s Span, h pr.Hunk) *pr.Line {
	written := prompt[s.Start:s.End]
	for i, l := range h.Lines {
		if l.Op == pr.Context {
			continue
		}
		want := fmt.Sprintf("%s | %s", linePrefix(l), pr.VisibleLine(l.Text))
		found := false
		for !found && written != "" {
			var line string
			line, written, _ = strings.Cut(written, "\n")
			found = line == want
		}
		if !found {
			return &h.Lines[i]
		}
	}
	return nil
}
