package classify

import (
	"testing"

	"werkrevisor/internal/config"
)

func TestHintsNameScenariosAndNoFreeText(t *testing.T) {
	for kind, want := range map[Kind]string{Scenario: "18.01", Changeset: "", Section: "", File: ""} {
		row := Row{Unit: Unit{Kind: kind, Path: "a", Line: 1, ID: "18.01"}, Question: config.Question{Name: "vague"}, Flag: Ignored}
		if got := Hints([]Row{row}); len(got) != 1 || got[0].Scenario != want {
			t.Errorf("%s: %+v, want %q", kind, got, want)
		}
	}
}
