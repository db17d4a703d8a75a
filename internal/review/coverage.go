package review

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/rules"
)

// Gap compares the change with the prompt that is about to be sent, byte for byte, and names what is missing;
// empty: every hunk of every file that must be reviewed stands in it (product.md 8, "Coverage").
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
		masked := newMasker(in.Config).file(f)
		text := newLines(masked)
		for i, h := range masked.Hunks {
			if at := c.Hunks[i]; !holds(p.User[at.Start:at.End], h, text) {
				return fmt.Sprintf("the prompt does not hold hunk %d of %s as the change has it (old line %d, new line %d)",
					i+1, f.Path, h.OldStart, h.NewStart)
			}
		}
	}
	return ""
}

// holds reports whether a piece of the prompt is the hunk, line by line, and nothing but unchanged lines of the new
// text around it: a line that the change does not have could mislead the model as much as a missing one.
func holds(written string, h pr.Hunk, text []string) bool {
	own := ownLines(h)
	if len(own) == 0 {
		return written == ""
	}
	lines := strings.SplitAfter(written, "\n")
	if lines[len(lines)-1] != "" {
		return false // the last line has no end
	}
	lines = lines[:len(lines)-1]
	first := firstNew(h)
	before := 0
	for before < len(lines) && lines[before] != own[0] {
		before++
	}
	if len(lines) < before+len(own) || !slices.Equal(lines[before:before+len(own)], own) {
		return false
	}
	return unchanged(lines[:before], first-before, text) && unchanged(lines[before+len(own):], first+h.NewLines, text)
}

// ownLines are the lines of a hunk as the prompt shows them.
func ownLines(h pr.Hunk) []string {
	var list []string
	for _, l := range h.Lines {
		list = append(list, fmt.Sprintf("%s | %s\n", linePrefix(l), pr.VisibleLine(l.Text)))
		if l.NoEOL {
			list = append(list, noEOLLine)
		}
	}
	return list
}

// unchanged reports whether lines of the prompt are those of the new text from this number on.
func unchanged(lines []string, from int, text []string) bool {
	if len(lines) > 0 && (from < 1 || from-1+len(lines) > len(text)) {
		return false
	}
	for i, line := range lines {
		n := from + i
		if line != fmt.Sprintf("%s | %s\n", linePrefix(pr.Line{Op: pr.Context, New: n}), pr.VisibleLine(text[n-1])) {
			return false
		}
	}
	return true
}

// newLines are the lines of the new text, from which a hunk may be widened; none if it was not read.
func newLines(f pr.File) []string {
	if f.New.State != pr.Read || f.New.Body == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(f.New.Body, "\n"), "\n")
}
