package review_test

import (
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
)

// small is a change with one modified file of three lines.
func small() pr.Change {
	return pr.Change{Origin: pr.FromGitea, Owner: "org", Repo: "demo", Kind: pr.Mixed, Head: pr.Commit{SHA: strings.Repeat("a", 40)},
		Title: "Say hello", Body: "It greets.\r\nTwice.", Files: []pr.File{{Path: "src/a.go", OldPath: "src/a.go", Status: pr.Modified,
			OldMode: pr.ModeFile, NewMode: pr.ModeFile, Category: pr.Main, Added: 1, Deleted: 1,
			Old: pr.Text{State: pr.Read, Body: "one\ntwo\nthree\n"}, New: pr.Text{State: pr.Read, Body: "one\n2\nthree\n"},
			Hunks: []pr.Hunk{{OldStart: 1, OldLines: 3, NewStart: 1, NewLines: 3, Lines: []pr.Line{
				{Op: pr.Context, Old: 1, New: 1, Text: "one"}, {Op: pr.Remove, Old: 2, Text: "two"},
				{Op: pr.Add, New: 2, Text: "2"}, {Op: pr.Context, Old: 3, New: 3, Text: "three"}}}}}}}
}

// TestPromptsOfEveryKindAreAsTheGoldenFilesShow shows what each kind of change and each setting makes of the prompt.
func TestPromptsOfEveryKindAreAsTheGoldenFilesShow(t *testing.T) {
	for _, tc := range []struct {
		name, description string
		full              bool
		spoil             func(in *review.Input)
	}{
		{"description_before", "before_diff", false, func(*review.Input) {}},
		{"description_omitted", "omit", false, func(*review.Input) {}},
		{"renamed_and_changed", "omit", true, func(in *review.Input) {
			in.Change.Files[0].OldPath, in.Change.Files[0].Status = "src/before \"b\".go", pr.Renamed
		}},
		{"deleted", "omit", true, func(in *review.Input) {
			f := &in.Change.Files[0]
			f.Status, f.NewMode, f.New, f.Added, f.Deleted = pr.Deleted, 0, pr.Text{State: pr.Absent}, 0, 3
			f.Hunks = []pr.Hunk{{OldStart: 1, OldLines: 3, Lines: []pr.Line{{Op: pr.Remove, Old: 1, Text: "one"},
				{Op: pr.Remove, Old: 2, Text: "two"}, {Op: pr.Remove, Old: 3, Text: "three"}}}}
		}},
		{"no_newline_at_the_end", "omit", true, func(in *review.Input) {
			f := &in.Change.Files[0]
			f.New.Body, f.Hunks[0].Lines[3].NoEOL = "one\n2\nthree", true
			f.Hunks[0].Lines[3].Op, f.Hunks[0].Lines[3].New = pr.Remove, 0
			f.Hunks[0].Lines = append(f.Hunks[0].Lines, pr.Line{Op: pr.Add, New: 3, Text: "three", NoEOL: true})
		}},
		{"empty_file", "omit", true, func(in *review.Input) {
			f := &in.Change.Files[0]
			f.Status, f.OldMode, f.Old, f.New = pr.Added, 0, pr.Text{State: pr.Absent}, pr.Text{State: pr.Read}
			f.Hunks, f.Added, f.Deleted = nil, 0, 0
		}},
		{"hints", "omit", false, func(in *review.Input) {
			in.Hints = []finding.Hint{{File: "doc/PR/x.md", Line: 3, Scenario: "18.01 \"odd\"\n## Facts", Question: "vague", Value: 0.8, Uncertain: true},
				{File: "src/a.go", Line: 2, Question: "risk", Value: 0.95}}
		}},
		{"missing_context_file", "omit", false, func(in *review.Input) {
			in.Change.Context = []pr.ContextFile{{Path: "AGENTS.md", Text: pr.Text{State: pr.Absent}},
				{Path: "RULES.md", Text: pr.Text{State: pr.Read, Body: "Be kind.\n"}}}
		}},
		{"mechanical_and_excluded", "omit", false, func(in *review.Input) {
			moved, locked, link := in.Change.Files[0], in.Change.Files[0], in.Change.Files[0]
			moved.Path, moved.OldPath, moved.Status, moved.Mechanical, moved.Hunks = "new/b.go", "old/b.go", pr.Renamed, pr.ByRename, nil
			locked.Path, locked.OldPath = "go.sum", "go.sum"
			link.Path, link.OldPath, link.NewMode = "link", "link", pr.ModeSymlink
			in.Change.Files = append(in.Change.Files, moved, locked, link)
			in.Config.Review.ExcludeGlobs, _ = config.NewGlobs("go.sum")
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			in := review.Input{Change: small(), Config: settings(tc.full, tc.description), Nonce: nonce}
			tc.spoil(&in)
			p := review.Build(in)
			if gap := review.Gap(in, p); gap != "" {
				t.Errorf("gap: %s", gap)
			}
			golden(t, "testdata/prompt_"+tc.name+".golden", p.User)
		})
	}
}
