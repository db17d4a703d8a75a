package markdown

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unitCase is a case of testdata/cases.json.
type unitCase struct {
	ID, Area, Input, Why string
	Want                 json.RawMessage
}

func TestUnitsOfTheCases(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []unitCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range cases {
		if c.Area != "units" {
			continue
		}
		n++
		t.Run(c.ID+" "+c.Why, func(t *testing.T) {
			want := []string{}
			if err := json.Unmarshal(c.Want, &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, short(Units(Parse(c.Input)))); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c.Input, diff)
			}
		})
	}
	if n != 18 {
		t.Errorf("%d cases, want 18", n)
	}
}

// short is the form of units in the cases: kind:title#id@line feature +bg.
func short(units []Unit) []string {
	list := []string{}
	for _, u := range units {
		s := fmt.Sprintf("%s:%s", u.Kind, u.Title)
		if u.ID != "" {
			s += "#" + u.ID
		}
		s += fmt.Sprintf("@%d", u.Line)
		if u.Feature != "" {
			s += " " + u.Feature
		}
		if u.Background != "" {
			s += " +bg"
		}
		list = append(list, s)
	}
	return list
}

func TestUnits(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string
	}{
		"setext headings":                     {"A\n---\n\nx\n\nT\n===\n\ny\n", []string{"section:A@1"}},
		"a byte order mark":                   {"\ufeff## A\n\nx\n", []string{"section:A@1"}},
		"verified by in a section":            {"## A\n\n#### Verified by\n\n- x\n\n## B\n\ny\n", []string{"section:B@7"}},
		"a section verified by":               {"### Verified by:\n\n- x\n\n### B\n\ny\n", []string{"section:B@5"}},
		"text behind verified by":             {"## A\n\n#### Scenario: t\n\n##### Verified by\n\nx\n\n##### Notes\n\ny\n", []string{"scenario:t@3"}},
		"a scenario of another level":         {"## A\n\n### Scenario#1.01: t\n\nx\n", []string{"section:Scenario#1.01: t@3"}},
		"a scenario without a colon":          {"## A\n\n#### Scenario#1.01 t\n\nx\n", []string{"section:A@1"}},
		"a scenario with markup":              {"#### Scenario#1.01: `t` **u**\n\nx\n", []string{"scenario:t u#1.01@1"}},
		"a background outside of any feature": {"## A\n\n#### Background\n\n- b\n\n#### Scenario: t\n\nx\n", []string{"section:A@1", "scenario:t@7 +bg"}},
		"an empty background":                 {"### Feature: f\n\n#### Background\n\n#### Scenario: t\n\nx\n", []string{"scenario:t@5 f"}},
		"a feature ends at the next section":  {"### Feature: f\n\n#### Scenario: t\n\nx\n\n## B\n\n#### Scenario: u\n\ny\n", []string{"scenario:t@3 f", "scenario:u@9"}},
		"a heading in a quote":                {"## A\n\n> ## B\n", []string{"section:A@1"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, short(Units(Parse(tt.text)))); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestUnitsHaveTheirTextAndCoverTheirLines(t *testing.T) {
	text := "## A\n\nx\n<!-- no -->\n\n#### Background\n\n- b\n\n#### Scenario: t\n\ny\n\n##### Verified by\n\n- z\n\n##### Notes\n\nn\n"
	want := []Unit{
		{Kind: SectionUnit, Title: "A", Line: 1, Text: "x\n\n#### Background\n\n- b", Spans: []Span{{1, 9}}},
		{Kind: ScenarioUnit, Title: "t", Line: 10, Text: "y\n\n##### Notes\n\nn", Background: "- b", Spans: []Span{{10, 13}, {18, 20}}},
	}
	if diff := cmp.Diff(want, Units(Parse(text))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
