package rules

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	md "werkrevisor/internal/markdown"
)

// markdownCase is a case of ../markdown/testdata/cases.json.
type markdownCase struct {
	ID, Area, Input, Why string
	Changed              []int
	Want                 json.RawMessage
}

// markdownCases reads the cases of one area, and checks that none got lost.
func markdownCases(t *testing.T, area string, count int) []markdownCase {
	t.Helper()
	data, err := os.ReadFile("../markdown/testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var all, cases []markdownCase
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Area == area {
			cases = append(cases, c)
		}
	}
	if len(cases) != count {
		t.Fatalf("%d cases of %s, want %d", len(cases), area, count)
	}
	return cases
}

var defaultHeadings = []string{"Open Questions", "Offene Fragen"}

func openLines(text string) []int {
	lines := []int{}
	for _, l := range openQuestions(md.Parse(text), defaultHeadings) {
		lines = append(lines, l.Number)
	}
	return lines
}

func TestOpenQuestionsOfTheCases(t *testing.T) {
	for _, c := range markdownCases(t, "open_questions", 28) {
		t.Run(c.ID+" "+c.Why, func(t *testing.T) {
			var want []int
			if err := json.Unmarshal(c.Want, &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, openLines(c.Input)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c.Input, diff)
			}
		})
	}
}
