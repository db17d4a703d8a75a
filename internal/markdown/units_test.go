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
