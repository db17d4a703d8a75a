package cli_test

import (
	"fmt"
	"testing"

	"werkrevisor/internal/fake"
)

// rounds pushes one head after the other and runs the gate on each; R is a RED head, G one that is not, E an ERROR one.
func rounds(t *testing.T, mode, kinds string, gate string) (w *world, last result) {
	t.Helper()
	var files []map[string]string
	var script []fake.ModelAnswer
	for i, kind := range kinds {
		text := fmt.Sprintf("# A\n\nHead %d.\n\n## Open Questions\n\n- [x] Who?\n", i)
		switch kind {
		case 'R':
			text = fmt.Sprintf("# A\n\nHead %d.\n\n## Open Questions\n\n- [ ] Who?\n", i)
		case 'E':
			script = append(script, fake.ModelAnswer{Finish: "length"})
		default:
			script = append(script, fake.ModelAnswer{})
		}
		files = append(files, map[string]string{"doc/PR/a.md": text})
	}
	w = newGate(t, mode, gate, heads(files...), script...)
	last = w.run()
	for i := range files[1:] {
		name := "next"
		if i > 0 {
			name = fmt.Sprintf("n%d", i+1)
		}
		w.pushTo(name, false)
		last = w.run()
	}
	return w, last
}

const asked = "bob REQUEST_REVIEW"

// TestScenario62 holds the scenarios #62.01 to #62.03 of seed 002, in every gate mode.
func TestScenario62_RedRounds(t *testing.T) {
	for _, tc := range []struct {
		name, kinds, gate string
		escalates         bool
	}{
		{"62.01 the fourth RED in a row asks a human", "RRRR", "", true},
		{"62.02 fewer rounds give RED as before", "RRR", "", false},
		{"62.03 a head without RED starts the count anew", "RRRGR", "", false},
		{"an ERROR neither counts nor resets", "RRERR", "", true},
		{"an ERROR does not count", "RRER", "", false},
		{"another limit", "RR", "max_red_rounds = 1\n", true},
		{"0 never escalates", "RRRRRR", "max_red_rounds = 0\n", false},
	} {
		for _, mode := range []string{"block", "pass_with_review_request", "approval"} {
			t.Run(tc.name+" "+mode, func(t *testing.T) {
				w, r := rounds(t, mode, tc.kinds, tc.gate)
				want := "open_questions no_model_review"
				reviews := ""
				if tc.escalates {
					want = "open_questions red_escalated no_model_review"
					reviews = asked
				}
				if r.exit != 20 || r.codes() != want {
					t.Errorf("exit %d, codes %q, want %q\n%s", r.exit, r.codes(), want, r.stderr)
				}
				var requests string
				for _, review := range w.pull.Reviews() {
					if review.State == "REQUEST_REVIEW" {
						requests += review.User + " REQUEST_REVIEW, "
					}
				}
				if (reviews == "") != (requests == "") || reviews != "" && requests != asked+", " {
					t.Errorf("requests %q", requests)
				}
			})
		}
	}
}
