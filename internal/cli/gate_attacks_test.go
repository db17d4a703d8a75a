package cli_test

import (
	"testing"

	"werkrevisor/internal/fake"
)

// recommended is the protection that docs/operations.md asks for.
var recommended = fake.Recommended("bot", "ann", "bob")

// fortress is a world in approval mode with automerge, the recommended protection, and a PR that is ready.
func fortress(t *testing.T, list []fake.Commit, script ...fake.ModelAnswer) *world {
	t.Helper()
	w := newGate(t, "approval", automerge, list, script...)
	w.pull.Repo().Protect("main", recommended)
	w.gitea.AddUser("carol", true)
	w.finished()
	return w
}

// gate runs the gate on the head of the PR as the CI server does, which then sets the gate's status.
func (w *world) gate() result {
	w.t.Helper()
	w.head()
	head := w.pull.HeadSHA()
	r := w.run()
	state := "failure"
	if r.exit == 0 {
		state = "success"
	}
	w.pull.Repo().SetStatus("carol", fake.Status{SHA: head, Context: "ai-review/gate", State: state})
	return r
}

// merged reports the merge, or fails the test.
func (w *world) mustMerge(head, by string) {
	w.t.Helper()
	if m, ok := w.pull.Merged(); !ok || m.Head != head || m.By != by {
		w.t.Errorf("merged %v: %+v; reviews %q, gate %q, scheduled by %q, the button says %q",
			ok, m, w.reviews(), w.gateOf(head), w.pull.Scheduled(), w.pull.Merge("ann"))
	}
}

func (w *world) mustNotMerge() {
	w.t.Helper()
	if m, ok := w.pull.Merged(); ok {
		w.t.Errorf("merged by %s: head %.7s, reviews %+v", m.By, m.Head, m.Reviews)
	}
}

// grown are two heads: the second one has a file more than the first one.
func grown() []fake.Commit {
	return heads(code("return 1 / x"), map[string]string{"src/guard.go": "package a\n\nfunc guard() {}\n"})
}

// doubtful is ORANGE without a finding, so that nothing is kept for the next head.
var doubtful = fake.ModelAnswer{Advice: "changes_required"}

func TestAttack12_AHeadForcedBackUnderAnApprovalOfTheBot(t *testing.T) {
	w := fortress(t, grown(), doubtful, about)
	evil := w.pull.HeadSHA()
	if r := w.gate(); r.exit != 0 || r.usage.Verdict == "GREEN" || w.gateOf(evil) != "success" {
		t.Fatalf("exit %d, verdict %s\n%s", r.exit, r.usage.Verdict, r.stderr)
	}
	w.pushTo("next", false)
	w.pull.RequestReview("carol", "carol") // keeps nothing out: it does not count
	if r := w.run(); r.exit != 0 || r.usage.Verdict != "GREEN" {
		t.Fatalf("exit %d, verdict %s\n%s", r.exit, r.usage.Verdict, r.stderr)
	}
	w.pushTo(evil, true)
	if list := w.pull.Reviews(); list[0].Stale || list[0].State != "APPROVED" && list[len(list)-1].State != "APPROVED" {
		t.Logf("reviews %+v", list)
	}
	w.mustNotMerge()
}

func TestAttack12_AHeadForcedBackUnderAnApprovalOfAHuman(t *testing.T) {
	w := fortress(t, grown(), doubtful, doubtful)
	evil := w.pull.HeadSHA()
	w.gate()
	w.pushTo("next", false)
	w.gate()
	w.pull.Withdraw("author", "bob") // the author may withdraw what the bot asked
	w.pull.Repo().SetStatus("carol", fake.Status{SHA: w.pull.HeadSHA(), Context: "ai-review/gate", State: "pending"})
	w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
	w.pushTo(evil, true)
	w.mustNotMerge()
}

// TestAttackScheduleIntoAnotherBase: a schedule of the bot outlives a change of the base, which every author may make
// (gitea.md 2.1 and 2.8). On a branch without protection the next push would merge with the rights of the bot.
func TestAttackScheduleIntoAnotherBase(t *testing.T) {
	list := append(grown(), fake.Commit{Branch: "side", From: "main"})
	w := fortress(t, list, safe)
	w.gitea.AddUser("author", false)
	if r := w.gate(); r.exit != 0 || r.codes() != "untrusted_author" || w.pull.Scheduled() != "" {
		t.Fatalf("exit %d, codes %q, scheduled by %q", r.exit, r.codes(), w.pull.Scheduled())
	}
	if err := w.pull.Retarget("author", "side"); err != nil {
		t.Fatal(err)
	}
	w.pushTo("next", false)
	w.mustNotMerge()
}
