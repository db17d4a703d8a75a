package evidence

import (
	"strings"
	"testing"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
)

// deepInput is the fixture with a deep review: a leader, one merged into it, a refuted finding, and texts of an area.
func deepInput(t *testing.T, change ...string) report.Input {
	t.Helper()
	in := input(t, host(t, change...))
	lead := in.Review.Findings[0]
	lead.ID, lead.Source, lead.Fix = "core-1", finding.FromArea, "Check the divisor."
	lead.Verification = finding.Verification{Outcome: finding.True, Reason: "Nothing checks it.", Model: "acme/verifier",
		Evidence: []finding.Evidence{{File: "src/auth/login.go", Line: 4, Quote: secretLine}}}
	merged := lead
	merged.ID, merged.MergedInto, merged.Title, merged.Body = "lane-1", "core-1", "The same again", "A body of a merged one."
	refuted := lead
	refuted.ID, refuted.Title, refuted.Verification.Outcome = "core-2", "Refuted", finding.False
	in.Review.Findings = []finding.Finding{lead, merged, refuted}
	u := in.Review.Usage
	in.Review.Usage = model.Usage{}
	in.Review.Usage.Add(u)
	in.Review.Usage.Add(u)
	in.Review.Deep = &review.Deep{
		Stages: []review.Stage{{Name: "reviewers", Models: []string{"acme/reviewer"}, Usage: u, Note: "1 area"}, {Name: "verification", Usage: u}},
		Areas: []review.Area{{Name: "core", Files: []string{"src/auth/login.go"}, Model: "acme/reviewer", Rounds: 2, Findings: 2,
			Sections: []review.Section{{Name: "errors", Text: "words about errors"}}}},
		Faults: []string{"a reviewer failed"}, Notes: []string{"no linter"}, Walkthrough: "It divides.", Assessment: "needs work",
		Questions: []review.Question{{File: "src/auth/login.go", Line: 4, Text: "Who passes 0?"}},
		Flags:     []review.Flag{{Code: "attention_auth", Text: "touches the login", By: "the scan"}},
		Settled:   []review.Settled{{Finding: refuted, Head: strings.Repeat("d4", 20)}},
	}
	return report.Clean(in, func(s string) string { return strings.ReplaceAll(s, canary, "[redacted]") })
}

func TestADeepReviewStandsInTheRecord(t *testing.T) {
	data := render(t, deepInput(t))
	r := open(t, data)
	if list := r.Replay(); len(list) > 0 {
		t.Error(list)
	}
	if len(r.Review.Calls) != 4 || r.Review.Calls[0].Stage != "reviewers" || r.Review.Calls[3].Stage != "verification" || r.Review.Usage.Calls != 4 {
		t.Errorf("%+v", r.Review.Calls)
	}
	for _, gone := range []string{"A body of a merged one", "words about errors", "a line of the source"} {
		if strings.Contains(string(data), gone) {
			t.Errorf("the record holds %q", gone)
		}
	}
	with := string(render(t, deepInput(t, withSource...)))
	for _, there := range []string{"A body of a merged one", "words about errors", "a line of the source"} {
		if !strings.Contains(with, there) {
			t.Errorf("a record with source lacks %q", there)
		}
	}
	page := r.Explain()
	for _, want := range []string{"reviewers: 2 calls", "area core: 1 file, reviewed by acme/reviewer, 2 rounds of tools, 2 findings", "fault, which counts: a reviewer failed",
		"attention attention_auth, raised by the scan: touches the login", "settled at " + strings.Repeat("d4", 20), "the same defect as core-1",
		"verification by acme/verifier: TRUE Nothing checks it.", "3. [medium] Refuted"} {
		if !strings.Contains(strings.Join(strings.Fields(page), " "), want) {
			t.Errorf("explain lacks %q:\n%s", want, page)
		}
	}
}
