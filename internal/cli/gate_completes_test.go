package cli_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// TestARerunCompletesReviewsAndRequests fails one write of a run with every kind of verdict; the next run makes up for it,
// and the one after that has nothing left to do.
func TestARerunCompletesReviewsAndRequests(t *testing.T) {
	yellow := map[string]string{"x.bin2": "data\n"}
	const asked = "bob REQUEST_REVIEW"
	for _, tc := range []struct {
		mode, name, path string
		change           map[string]string
		answer           []fake.ModelAnswer
		first, exit      int
		reviews          string
	}{
		{"pass_with_review_request", "yellow", "/pulls/7/requested_reviewers", yellow, nil, 10, 0, asked},
		{"pass_with_review_request", "orange", "/pulls/7/requested_reviewers", codeChange, []fake.ModelAnswer{risky}, 15, 0, asked},
		{"approval", "yellow", "/pulls/7/requested_reviewers", yellow, nil, 10, 0, asked},
		{"approval", "orange", "/pulls/7/requested_reviewers", codeChange, []fake.ModelAnswer{risky}, 15, 0, asked},
		{"approval", "green", "/pulls/7/reviews", codeChange, []fake.ModelAnswer{safe}, 30, 0, "bot APPROVED"},
		{"approval", "red", "/pulls/7/reviews", question, nil, 30, 20, "bot REQUEST_CHANGES"},
	} {
		t.Run(tc.mode+" "+tc.name, func(t *testing.T) {
			w := newGate(t, tc.mode, "", commits(nil, tc.change), tc.answer...)
			times := 1
			if tc.reviews == asked {
				times = 2 // another person is asked instead of the first one
			}
			w.gitea.Inject(fake.Fault{Method: "POST", Path: tc.path, Times: times, Status: 500, Body: "{}"})
			if r := w.run(); r.exit != tc.first || sorted(w) == tc.reviews {
				t.Errorf("first: exit %d, want %d, reviews %q\n%s", r.exit, tc.first, sorted(w), r.stderr)
			}
			if r := w.run(); r.exit != tc.exit || sorted(w) != tc.reviews {
				t.Errorf("rerun: exit %d, reviews %q\n%s", r.exit, sorted(w), r.stderr)
			}
			w.written()
			if r := w.run(); r.exit != tc.exit || sorted(w) != tc.reviews || w.written() != "" {
				t.Errorf("third: exit %d, reviews %q\n%s", r.exit, sorted(w), r.stderr)
			}
		})
	}
}

// sorted are the reviews and requests without their order, which is that of the writes.
func sorted(w *world) string {
	list := strings.Split(w.reviews(), ", ")
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func TestALocalClassifierNeedsNoKey(t *testing.T) {
	w, j := withJev(t, "classifier", "", commits(nil, prDocument))
	t.Setenv("TYPESAFE_API_KEY", "")
	t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), "model = \"jev-latest\"\n", "model = \"jev-latest\"\napi_key_env = \"\"\n", 1))
	r := w.run()
	if r.exit != 0 || len(j.Calls()) != 3 {
		t.Fatalf("exit %d, %d calls\n%s", r.exit, len(j.Calls()), r.stderr)
	}
	for _, c := range j.Calls() {
		if c.Authorization != "" {
			t.Error("a key was sent to an endpoint that needs none")
		}
	}
}
