package cli_test

import (
	"os"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// locked is a base that keeps a change out until somebody approves it and the checks succeed.
var locked = fake.Protection{RequiredApprovals: 1, StatusChecks: true, Contexts: []string{"ai-review/gate"}, Whitelist: []string{"bot", "ann", "bob"}}

// newGate is a world in a gate mode, with the humans ann and bob and further lines of [gate].
func newGate(t *testing.T, mode, gate string, list []fake.Commit, script ...fake.ModelAnswer) *world {
	t.Helper()
	w := newWorld(t, list, script...)
	w.gitea.AddUser("ann", true)
	w.gitea.AddUser("bob", true)
	w.pull.Repo().Protect("main", locked)
	setGate(t, mode, gate)
	return w
}

// setGate sets the mode, the human reviewers and further lines of [gate].
func setGate(t *testing.T, mode, gate string) {
	t.Helper()
	text := strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), `yellow_gate = "block"`,
		`yellow_gate = "`+mode+`"`+"\nhuman_reviewers = [\"ann\", \"bob\"]\n"+gate, 1)
	t.Setenv("WERKREVISOR_CONFIG_TOML", text)
}

// noChoice is the answer to a bot that may not request reviews.
const noChoice = `{"message":"Doer can't choose reviewer"}`

// all makes the gate ask all human reviewers.
func (w *world) all() {
	text := os.Getenv("WERKREVISOR_CONFIG_TOML")
	w.t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(text, "human_reviewers =", "request_reviewers = \"all\"\nhuman_reviewers =", 1))
}

// head moves the run to the head that the PR has now.
func (w *world) head() { w.t.Setenv("WERKATOR_PR_HEAD_SHA", w.pull.HeadSHA()) }

// reviews shows the reviews and requests, e.g. "bot APPROVED".
func (w *world) reviews() string {
	var list []string
	for _, r := range w.pull.Reviews() {
		text := r.User + " " + r.State
		if r.State != "REQUEST_REVIEW" && r.SHA != w.pull.HeadSHA() {
			text += " (old)"
		}
		if r.Dismissed {
			text += " (dismissed)"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// question is a PR document with an open question: RED.
var question = map[string]string{"doc/PR/a.md": "# A\n\n## Open Questions\n\n- [ ] Who?\n"}

// TestGateModes is the table of seed 000, "Approval mode", and of product.md 11: what each verdict does in each mode.
func TestGateModes(t *testing.T) {
	for _, tc := range []struct {
		mode, name string
		change     map[string]string
		answer     []fake.ModelAnswer
		edit       func(w *world)
		exit       int
		reviews    string
	}{
		{"block", "green", codeChange, []fake.ModelAnswer{safe}, nil, 0, ""},
		{"block", "orange", codeChange, []fake.ModelAnswer{risky}, nil, 15, ""},
		{"block", "red", question, nil, nil, 20, ""},
		{"pass_with_review_request", "green", codeChange, []fake.ModelAnswer{safe}, nil, 0, ""},
		{"pass_with_review_request", "yellow", map[string]string{"x.bin2": "data\n"}, nil, nil, 0, "bob REQUEST_REVIEW"},
		{"pass_with_review_request", "orange", codeChange, []fake.ModelAnswer{risky}, nil, 0, "bob REQUEST_REVIEW"},
		{"pass_with_review_request", "orange without a lock", codeChange, []fake.ModelAnswer{risky}, func(w *world) {
			w.pull.Repo().Protect("main", fake.Protection{StatusChecks: true})
		}, 15, "bob REQUEST_REVIEW"},
		{"pass_with_review_request", "red", question, nil, nil, 20, ""},
		{"approval", "green", codeChange, []fake.ModelAnswer{safe}, nil, 0, "bot APPROVED"},
		{"approval", "yellow", map[string]string{"x.bin2": "data\n"}, nil, nil, 0, "bob REQUEST_REVIEW"},
		{"approval", "orange", codeChange, []fake.ModelAnswer{risky}, nil, 0, "bob REQUEST_REVIEW"},
		{"approval", "orange, ann is asked already", codeChange, []fake.ModelAnswer{risky}, func(w *world) { w.pull.RequestReview("author", "ann") }, 0,
			"ann REQUEST_REVIEW"},
		{"approval", "orange, ann approved this head", codeChange, []fake.ModelAnswer{risky}, func(w *world) {
			w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
		}, 0, "ann APPROVED"},
		{"approval", "orange, the branch cannot be read", codeChange, []fake.ModelAnswer{risky}, func(w *world) {
			w.gitea.Inject(fake.Fault{Method: "GET", Path: "/branches/main", Status: 500, Body: "{}"})
		}, 15, "bob REQUEST_REVIEW"},
		{"approval", "orange, the request to bob fails", codeChange, []fake.ModelAnswer{risky}, func(w *world) {
			w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/requested_reviewers", Times: 1, Status: 422, Body: noChoice})
		}, 0, "ann REQUEST_REVIEW"},
		{"approval", "orange, every request fails", codeChange, []fake.ModelAnswer{risky}, func(w *world) {
			w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/requested_reviewers", Status: 422, Body: noChoice})
		}, 15, ""},
		{"approval", "orange, all are asked", codeChange, []fake.ModelAnswer{risky}, func(w *world) { w.all() }, 0,
			"ann REQUEST_REVIEW, bob REQUEST_REVIEW"},
		{"approval", "orange, all are asked, and the request to ann fails", codeChange, []fake.ModelAnswer{risky}, func(w *world) {
			w.all()
			w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/requested_reviewers", Times: 1, Status: 422, Body: noChoice})
		}, 15, "bob REQUEST_REVIEW"},
		{"approval", "red", question, nil, nil, 20, "bot REQUEST_CHANGES"},
		{"approval", "an error", codeChange, []fake.ModelAnswer{{Finish: "length"}}, nil, 30, ""},
		{"approval", "another base", codeChange, []fake.ModelAnswer{safe}, func(w *world) {
			w.t.Setenv("WERKREVISOR_CONFIG_TOML", os.Getenv("WERKREVISOR_CONFIG_TOML")+"base_branches = [\"release\"]\n")
		}, 10, ""},
	} {
		t.Run(tc.mode+" "+tc.name, func(t *testing.T) {
			w := newGate(t, tc.mode, "", commits(nil, tc.change), tc.answer...)
			if tc.edit != nil {
				tc.edit(w)
			}
			r := w.run()
			if r.exit != tc.exit || w.reviews() != tc.reviews {
				t.Errorf("exit %d, reviews %q; want %d, %q\n%s", r.exit, w.reviews(), tc.exit, tc.reviews, r.stderr)
			}
			w.written()
			again := w.run()
			if tc.exit != 30 && !strings.Contains(tc.name, "request") && (w.written() != "" || again.exit != tc.exit || w.reviews() != tc.reviews) {
				t.Errorf("the rerun: exit %d, reviews %q\n%s", again.exit, w.reviews(), again.stderr)
			}
		})
	}
}

func TestObserveActsOnNobody(t *testing.T) {
	for name, answer := range map[string]fake.ModelAnswer{"green": safe, "orange": risky} {
		w := newGate(t, "approval", "observe = true\n", commits(nil, codeChange), answer)
		if r := w.run(); r.exit != 0 || w.reviews() != "" || w.written() != "POST comments, POST base, POST statuses" {
			t.Errorf("%s: exit %d, reviews %q\n%s", name, r.exit, w.reviews(), r.stderr)
		}
	}
}

func TestTheBotNeverApprovesItsOwnPR(t *testing.T) {
	w := newGate(t, "approval", "", commits(nil, codeChange))
	t.Setenv("GITEA_BOT_TOKEN", w.gitea.Token("author"))
	t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), `bot_login = "bot"`, `bot_login = "author"`, 1))
	if r := w.run(); r.exit != 30 || r.codes() != "own_pr" || len(w.model.Calls()) > 0 || w.reviews() != "" {
		t.Errorf("exit %d, codes %q, reviews %q", r.exit, r.codes(), w.reviews())
	}
}

func TestAReviewLinksTheCommentAndNamesTheViolatedRules(t *testing.T) {
	w := newGate(t, "approval", "", commits(nil, question))
	r := w.run()
	body := w.pull.Reviews()[0].Body
	if !strings.Contains(body, "werkrevisor: RED") || !strings.Contains(body, "`open_questions`") || !strings.Contains(body, "#issuecomment-") {
		t.Errorf("review body:\n%s\n%s", body, r.stderr)
	}
}
