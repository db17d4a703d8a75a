package report

import (
	"strings"
	"testing"

	"werkrevisor/internal/verdict"
)

func TestRefreshChangesOnlyWhatStandsUnderTheAdvice(t *testing.T) {
	in := Input{Decision: verdict.Decision{Level: verdict.Yellow, Notes: []string{"one", "two"},
		Reasons: []verdict.Reason{{Source: verdict.Rule, Level: verdict.Yellow, Code: "risky_path", Text: "x"}}}}
	waiting := Comment(in)
	in.Decision.ApprovedBy, in.Decision.Notes = "ann", nil
	approved := Comment(in)
	if got := Refresh(waiting, in.Decision); got != approved {
		t.Errorf("got\n%s\nwant\n%s", got, approved)
	}
	for _, text := range []string{waiting, approved, Refresh(approved, in.Decision)} {
		if got := Refresh(text, in.Decision); Refresh(got, in.Decision) != got {
			t.Errorf("a second time it changes\n%s", got)
		}
	}
	in.Decision.ApprovedBy, in.Decision.Notes = "", []string{"one", "two"}
	if got := Refresh(approved, in.Decision); got != waiting {
		t.Errorf("an approval that is gone leaves\n%s", got)
	}
	quoted := strings.Replace(approved, "### Reasons\n", "### Reasons\n\nNote: quoted.\n", 1)
	if got := Refresh(quoted, in.Decision); !strings.Contains(got, "Note: quoted.") {
		t.Errorf("what stands below is gone\n%s", got)
	}
	if got := Refresh("something else", in.Decision); got != "something else" {
		t.Errorf("got %q", got)
	}
}
