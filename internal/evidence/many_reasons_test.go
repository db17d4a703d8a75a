package evidence

import (
	"slices"
	"strings"
	"testing"

	"werkrevisor/internal/verdict"
)

// TestARecordWithMoreReasonsThanARunGivesIsRefused: explaining takes time for every pair of reasons.
func TestARecordWithMoreReasonsThanARunGivesIsRefused(t *testing.T) {
	for name, fill := range map[string]func(r *Record, list []Reason){
		"the basis":    func(r *Record, list []Reason) { r.Basis.Reasons = list },
		"the decision": func(r *Record, list []Reason) { r.Decision.Reasons = list },
		"the review":   func(r *Record, list []Reason) { r.Review.Rest = list },
		"a rule":       func(r *Record, list []Reason) { r.Rules.Results = []RuleResult{{Rule: "size", Reasons: list}} },
	} {
		var r Record
		fill(&r, slices.Repeat([]Reason{{Code: "size", Level: verdict.Yellow.String(), Source: "rule", Text: "x"}}, maxReasons+1))
		data, err := seal(r, func(s string) string { return s })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(data); err == nil || !strings.Contains(err.Error(), "1001 reasons") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
