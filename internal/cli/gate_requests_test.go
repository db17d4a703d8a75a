package cli_test

import (
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// TestTwoHumanReviewersAreNoDeadlock: one approval of this head is enough, also where official requests block the merge, and
// whoever else was asked.
func TestTwoHumanReviewersAreNoDeadlock(t *testing.T) {
	for _, mode := range []string{"approval", "pass_with_review_request"} {
		for _, all := range []bool{true, false} {
			gate := ""
			if mode == "approval" {
				gate = automerge
			}
			w := newGate(t, mode, gate, commits(nil, codeChange), risky)
			rule := fake.Recommended("bot", "ann", "bob")
			w.pull.Repo().Protect("main", rule)
			w.finished()
			if all {
				w.all()
			}
			w.run()
			w.passed()
			w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
			if _, merged := w.pull.Merged(); merged {
				t.Fatalf("%s: it merged although bob is asked: the test proves nothing", mode)
			}
			r := w.run()
			w.pull.Merge("ann")
			if _, merged := w.pull.Merged(); !merged || r.exit != 0 || w.pull.Merge("ann") == "There are official review requests" {
				t.Errorf("%s, all %v: exit %d, reviews %q, scheduled by %q\n%s", mode, all, r.exit, w.reviews(), w.pull.Scheduled(), r.stderr)
			}
			if mode == "approval" {
				if merge, _ := w.pull.Merged(); merge.By != "bot" {
					t.Errorf("the schedule did not wake up: merged by %s", merge.By)
				}
			}
		}
	}
}

func TestAGreenHeadNeedsNobodyInPassMode(t *testing.T) {
	w := newGate(t, "pass_with_review_request", "", heads(code("return 1 / x"), code("return x")), risky, about)
	w.run()
	w.pushTo("next", false)
	if r := w.run(); r.exit != 0 || w.reviews() != "" {
		t.Errorf("exit %d, reviews %q\n%s", r.exit, w.reviews(), r.stderr)
	}
}

func TestTheCommentNamesAllWhoMayApprove(t *testing.T) {
	w := newGate(t, "approval", "", commits(nil, codeChange), risky)
	w.run()
	if body := w.pull.Comments()[0].Body; !strings.Contains(body, "`ann` or `bob`") {
		t.Errorf("comment:\n%s", body)
	}
}

// TestReviewersAreAskedByTurns: two PRs ask two people.
func TestReviewersAreAskedByTurns(t *testing.T) {
	w := newGate(t, "approval", "", commits(nil, codeChange), risky)
	w.run()
	first := w.reviews()
	other, err := w.pull.Repo().AddPull(fake.NewPull{Number: 8, Title: "Same", Author: "author", Base: "main", Head: "topic"})
	if err != nil {
		t.Fatal(err)
	}
	w.pull = other
	t.Setenv("WERKATOR_PR_NUMBER", "8")
	w.model.Script(risky)
	if w.run(); first != "bob REQUEST_REVIEW" || w.reviews() != "ann REQUEST_REVIEW" {
		t.Errorf("PR 7 %q, PR 8 %q", first, w.reviews())
	}
}
