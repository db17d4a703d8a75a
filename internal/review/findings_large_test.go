package review

import (
	"strings"
	"testing"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
)

// TestManyFindingsOfALargeFileCostLittle would not end if every finding cost the size of its file.
func TestManyFindingsOfALargeFileCostLittle(t *testing.T) {
	const lines, count = 100_000, 40_000
	for name, state := range map[string]pr.TextState{"with its text": pr.Read, "without its text": pr.NotRead} {
		f := pr.File{Path: "a.go", OldPath: "a.go", Status: pr.Added, New: pr.Text{State: state}}
		if state == pr.Read {
			f.New.Body = strings.Repeat("some line of code\n", lines)
		}
		h := pr.Hunk{NewStart: 1, NewLines: lines}
		for n := 1; n <= lines; n++ {
			h.Lines = append(h.Lines, pr.Line{Op: pr.Add, New: n, Text: "some line of code"})
		}
		f.Hunks = []pr.Hunk{h}
		list := make([]finding.Finding, count)
		for i := range list {
			list[i] = finding.Finding{File: "a.go", Start: 1, End: lines, Quote: "launch the rockets", Severity: finding.High}
		}
		list[count-1].End = lines + 1
		got := CheckFindings(list, listed(), pr.Change{Files: []pr.File{f}})
		if got[0].Unverified == "" || got[count-1].Unverified == "" {
			t.Errorf("%s: an invented quote or a place that does not exist was believed", name)
		}
		if got[count-2].Unverified != "" || got[count-2].PreExisting {
			t.Errorf("%s: a finding whose quote was not looked for must count: %+v", name, got[count-2])
		}
	}
}
