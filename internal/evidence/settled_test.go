package evidence

import (
	"testing"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// TestSettledFindingsCountWhereRefutationsDoNotClear: they stand in no list of a review in which refutations clear, so
// another configuration weighs them from where they are kept.
func TestSettledFindingsCountWhereRefutationsDoNotClear(t *testing.T) {
	for _, tc := range []struct {
		name string
		cfg  string // keys of [deep]
		want string
	}{
		{"refutations clear, as recorded", "refuted_can_clear = true", "GREEN"},
		{"they do not", "refuted_can_clear = false", "YELLOW YELLOW refuted_finding"},
		{"nothing is verified", "refuted_can_clear = true\nverify = false", "ORANGE ORANGE high_finding"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			recorded := host(t, "[gate]", "[deep]\nrefuted_can_clear = true\n[gate]")
			settled := deepInput(t).Review.Deep.Settled
			settled[0].Finding.Severity = finding.High
			file := pr.File{Path: "docs/a.md", OldPath: "docs/a.md", Status: pr.Modified, OldMode: pr.ModeFile, NewMode: pr.ModeFile, Added: 1}
			r := small(t, recorded, file, verdict.ByModel, file.Path)
			in := deepInput(t)
			in.Review.Deep = &review.Deep{Settled: settled}
			r.Review.Deep = open(t, render(t, in)).Review.Deep
			got, err := r.Redecide(host(t, "[gate]", "[deep]\n"+tc.cfg+"\n[gate]"))
			if err != nil {
				t.Fatal(err)
			}
			have := got.Decision.Verdict
			if codes := codesOf(got.Decision); codes != "" {
				have += " " + codes
			}
			if have != tc.want {
				t.Errorf("got %s, want %s", have, tc.want)
			}
		})
	}
}
