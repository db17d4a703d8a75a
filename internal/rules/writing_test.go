package rules

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	md "werkrevisor/internal/markdown"
)

var defaultLimits = config.Writing{Enabled: true, MaxLineLength: 128, MaxSentencesPerParagraph: 5}

// broken is the form of violations in the cases: [line, rule]; changed nil: every line is new.
func broken(text string, changed []int) [][]any {
	set := map[int]bool{}
	for _, n := range changed {
		set[n] = true
	}
	for n := range strings.Count(text, "\n") + 1 {
		if changed == nil {
			set[n+1] = true
		}
	}
	list := [][]any{}
	for _, v := range violations(md.Parse(text), set, defaultLimits) {
		list = append(list, []any{float64(v.line), v.rule})
	}
	return list
}

func TestWritingOfTheCases(t *testing.T) {
	for _, c := range markdownCases(t, "writing", 64) {
		t.Run(c.ID+" "+c.Why, func(t *testing.T) {
			var want [][]any
			if err := json.Unmarshal(c.Want, &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, broken(c.Input, c.Changed)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c.Input, diff)
			}
		})
	}
}
