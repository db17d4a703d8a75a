package cli_test

import (
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

const automerge = "require_wip_transition = true\nautomerge = true\n"

// finished takes the WIP prefix off the title.
func (w *world) finished() {
	w.pull.SetTitle("author", "WIP: Fix the gate")
	w.pull.SetTitle("author", "Fix the gate")
}

// TestScenario18_01: a PR opened without "WIP: " gets no review and no approval (seed 001, Scenario#18.01).
func TestScenario18_01_APROpenedWithoutWIPGetsNoReview(t *testing.T) {
	for _, tc := range []struct {
		name  string
		title func(w *world)
		code  string
	}{
		{"it never had the prefix", func(w *world) { w.pull.SetTitle("author", "Fix the gate") }, "not_marked_ready"},
		{"it has the prefix", func(w *world) { w.pull.SetTitle("author", "wip: Fix the gate") }, "draft"},
		{"it has the prefix again", func(w *world) { w.finished(); w.pull.SetTitle("author", "[WIP] Fix the gate") }, "draft"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newGate(t, "approval", automerge, commits(nil, codeChange))
			tc.title(w)
			r := w.run()
			if r.exit != 30 || !strings.HasPrefix(r.codes(), tc.code) || len(w.model.Calls()) > 0 || w.reviews() != "" || w.pull.Scheduled() != "" {
				t.Errorf("exit %d, codes %q, %d calls, reviews %q, scheduled by %q", r.exit, r.codes(), len(w.model.Calls()), w.reviews(), w.pull.Scheduled())
			}
		})
	}
}

// TestScenario18_02: the bot schedules the merge after the review (seed 001, Scenario#18.02).
func TestScenario18_02_TheBotSchedulesTheMergeAfterTheReview(t *testing.T) {
	for _, tc := range []struct {
		name      string
		change    map[string]string
		answer    []fake.ModelAnswer
		exit      int
		scheduled string
	}{
		{"green", codeChange, []fake.ModelAnswer{safe}, 0, "bot"},
		{"yellow", map[string]string{"x.bin2": "data\n"}, []fake.ModelAnswer{about}, 0, "bot"},
		{"orange", codeChange, []fake.ModelAnswer{risky}, 0, "bot"},
		{"red", question, nil, 20, ""},
		{"error", codeChange, []fake.ModelAnswer{{Finish: "length"}}, 30, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newGate(t, "approval", automerge, commits(nil, tc.change), tc.answer...)
			w.finished()
			r := w.run()
			if r.exit != tc.exit || w.pull.Scheduled() != tc.scheduled {
				t.Errorf("exit %d, scheduled by %q\n%s", r.exit, w.pull.Scheduled(), r.stderr)
			}
			w.written()
			if tc.exit != 30 {
				if w.run(); w.written() != "" {
					t.Error("the rerun wrote something")
				}
			}
		})
	}
}

// TestScenario18_03: automerge is only allowed together with the WIP transition (seed 001, Scenario#18.03).
func TestScenario18_03_AutomergeNeedsTheWIPTransitionAndTheApprovalMode(t *testing.T) {
	for _, tc := range []struct{ mode, gate, key string }{
		{"approval", "automerge = true\n", "[gate] automerge: needs require_wip_transition"},
		{"pass_with_review_request", automerge, `[gate] automerge: needs yellow_gate`},
	} {
		w := newGate(t, tc.mode, tc.gate, commits(nil, codeChange))
		if r := w.run(); r.exit != 30 || r.codes() != "config_invalid" || !strings.Contains(r.stderr, tc.key) || len(w.model.Calls()) > 0 {
			t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
		}
	}
}

func TestNoMergeIsScheduledWithoutALock(t *testing.T) {
	for name, spoil := range map[string]func(w *world){
		"no protection":       func(w *world) { w.pull.Repo().Protect("main", fake.Protection{}) },
		"no approvals needed": func(w *world) { w.pull.Repo().Protect("main", fake.Protection{StatusChecks: true}) },
		"no checks needed":    func(w *world) { w.pull.Repo().Protect("main", fake.Protection{RequiredApprovals: 1}) },
		"it cannot be read": func(w *world) {
			w.gitea.Inject(fake.Fault{Method: "GET", Path: "/branches/main", Status: 403, Body: "{}"})
		},
	} {
		w := newGate(t, "approval", automerge, commits(nil, codeChange), safe)
		w.finished()
		spoil(w)
		r := w.run()
		if w.pull.Scheduled() != "" || !strings.Contains(w.pull.Comments()[0].Body, "Note: no merge is scheduled") || !strings.Contains(r.stderr, "note: no merge is scheduled") {
			t.Errorf("%s: exit %d, scheduled by %q\n%s", name, r.exit, w.pull.Scheduled(), r.stderr)
		}
	}
}

func TestAScheduleOfAnOlderHeadIsCancelledFirst(t *testing.T) {
	for _, tc := range []struct {
		name   string
		next   map[string]string
		answer []fake.ModelAnswer
		want   string
	}{
		{"a green head is scheduled anew", code("return x + 1"), []fake.ModelAnswer{safe, safe}, "bot"},
		{"a red head is not", question, []fake.ModelAnswer{safe}, ""},
		{"a head that ends with an error is not", code("return x + 1"), []fake.ModelAnswer{safe, {Finish: "length"}}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newGate(t, "approval", automerge, heads(code("return x"), tc.next), tc.answer...)
			w.finished()
			w.run()
			w.pushTo("next", false)
			w.written()
			r := w.run()
			writes := w.written()
			if w.pull.Scheduled() != tc.want || strings.Index(writes, "DELETE 7") > strings.Index(writes, "POST comments") || !strings.Contains(writes, "DELETE 7") {
				t.Errorf("scheduled by %q, writes %s\n%s", w.pull.Scheduled(), writes, r.stderr)
			}
		})
	}
}

func TestASupersededRunCancelsNothing(t *testing.T) {
	w := newGate(t, "approval", automerge, heads(code("return x"), code("return 2")), safe)
	w.finished()
	w.run()
	w.push()
	w.written()
	if r := w.run(); r.exit != 30 || w.written() != "" || w.pull.Scheduled() != "bot" {
		t.Errorf("exit %d, scheduled by %q", r.exit, w.pull.Scheduled())
	}
}

func TestAScheduleForAHeadThatMovesIsTakenBack(t *testing.T) {
	w := newGate(t, "approval", automerge, heads(code("return x"), code("return 2")), safe)
	w.finished()
	w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/merge", Times: 1, Before: w.push})
	if r := w.run(); r.exit != 30 || w.pull.Scheduled() != "" || !strings.Contains(r.codes(), "superseded") {
		t.Errorf("exit %d, codes %q, scheduled by %q", r.exit, r.codes(), w.pull.Scheduled())
	}
}

func TestEveryRefusalOfTheMergeSaysWhatToChange(t *testing.T) {
	for message, want := range map[string]string{
		"Work in progress PRs cannot be merged":             "take the WIP prefix off",
		"User not allowed to merge PR":                      "let the branch protection allow it",
		"The head branch is behind the base branch [id: 1]": "merge the base into it",
		"There are requested changes":                       "somebody requested changes",
	} {
		w := newGate(t, "approval", automerge, commits(nil, codeChange), safe)
		w.finished()
		w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/merge", Times: 1, Status: 405, Body: `{"message":"` + message + `"}`})
		if r := w.run(); r.exit != 30 || !strings.Contains(r.codes(), "write_failed") || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit %d, codes %q\n%s", message, r.exit, r.codes(), r.stderr)
		}
	}
	w := newGate(t, "approval", automerge, commits(nil, codeChange), safe)
	w.finished()
	w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/merge", Times: 1, Status: 409,
		Body: `{"message":"pull request is already scheduled to auto merge when checks succeed [pull_id: 1]"}`})
	if r := w.run(); r.exit != 0 {
		t.Errorf("already scheduled: exit %d\n%s", r.exit, r.stderr)
	}
}

// TestAConflictIsANoteAndNoFailure: the verdict stays, nothing is scheduled, and a rerun repeats nothing.
func TestAConflictIsANoteAndNoFailure(t *testing.T) {
	list := append(commits(nil, codeChange), fake.Commit{Branch: "main", Files: map[string]fake.File{}})
	for name := range codeChange {
		list[0].Files[name] = fake.File{Data: "package old\n"}
		list[2].Files[name] = fake.File{Data: "package other\n"}
	}
	w := newGate(t, "approval", automerge, list, safe)
	w.finished()
	r := w.run()
	const note = "no merge is scheduled, because the change conflicts with the base branch"
	if r.exit != 0 || r.usage.Verdict != "GREEN" || w.pull.Scheduled() != "" || strings.Contains(r.stderr, "write_failed") {
		t.Errorf("exit %d, scheduled by %q\n%s", r.exit, w.pull.Scheduled(), r.stderr)
	}
	if body := w.pull.Comments()[0].Body; !strings.Contains(r.stderr, note) || !strings.Contains(body, note) || !strings.Contains(body, "a human solves the conflict") {
		t.Errorf("no note:\n%s\n%s", r.stderr, body)
	}
	w.written()
	if again := w.run(); again.exit != 0 || strings.Contains(w.written(), "PATCH") || len(w.model.Calls()) != 1 {
		t.Errorf("the rerun: exit %d, %d calls\n%s", again.exit, len(w.model.Calls()), again.stderr)
	}
}
