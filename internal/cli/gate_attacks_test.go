package cli_test

import (
	"os"
	"strings"
	"testing"
	"time"

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

// setGateMode changes the mode of a fortress; only approval mode has automerge.
func setGateMode(t *testing.T, mode string) {
	t.Helper()
	text := strings.NewReplacer(`yellow_gate = "approval"`, `yellow_gate = "`+mode+`"`, "automerge = true\n", "").Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"))
	t.Setenv("WERKREVISOR_CONFIG_TOML", text)
}

// mustMerge fails the test if the PR was not merged with this head by this account.
func (w *world) mustMerge(head, by string) {
	w.t.Helper()
	if m, ok := w.pull.Merged(); !ok || m.Head != head || m.By != by {
		w.t.Errorf("merged %v: %+v; reviews %q, gate %q, scheduled by %q, the button says %q",
			ok, m, w.reviews(), w.gateOf(head), w.pull.Scheduled(), w.pull.Merge("ann"))
	}
}

// mustNotMerge fails the test if the PR was merged.
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

// TestAttack12_AHeadForcedBackUnderAnApprovalOfTheBot: only the gate that the bot failed keeps the older head out, because the
// approval stays when a push only takes files back (gitea.md, finding 12).
func TestAttack12_AHeadForcedBackUnderAnApprovalOfTheBot(t *testing.T) {
	w := fortress(t, grown(), doubtful, about)
	evil := w.pull.HeadSHA()
	if r := w.gate(); r.exit != 0 || r.usage.Verdict == "GREEN" || w.gateOf(evil) != "success" {
		t.Fatalf("exit %d, verdict %s\n%s", r.exit, r.usage.Verdict, r.stderr)
	}
	w.pushTo("next", false)
	if r := w.run(); r.exit != 0 || r.usage.Verdict != "GREEN" {
		t.Fatalf("exit %d, verdict %s\n%s", r.exit, r.usage.Verdict, r.stderr)
	}
	w.pushTo(evil, true)
	list := w.pull.Reviews()
	if last := list[len(list)-1]; last.User != "bot" || last.State != "APPROVED" || last.Stale || last.Dismissed || !last.Official {
		t.Errorf("the approval did not outlive the push: %+v", list)
	}
	w.mustNotMerge()
	if text := w.pull.Merge("carol"); text != "Not all required status checks successful" {
		t.Errorf("the button says %q", text)
	}
}

// TestAttack12_AHeadOfAClosedPRUnderAnApprovalOfTheBot is the second form: the evil head was only ever one of another PR.
func TestAttack12_AHeadOfAClosedPRUnderAnApprovalOfTheBot(t *testing.T) {
	w := fortress(t, grown(), doubtful, about)
	w.gitea.StartAt(time.Now().Add(-time.Hour))
	evil := w.pull.HeadSHA()
	other, err := w.pull.Repo().AddPull(fake.NewPull{Number: 8, Title: "WIP: Evil", Author: "author", Base: "main", Head: "topic"})
	if err != nil {
		t.Fatal(err)
	}
	other.SetTitle("author", "Evil")
	w.pushTo("next", false) // PR 7 was never reviewed on the evil head
	t.Setenv("WERKATOR_PR_NUMBER", "8")
	t.Setenv("WERKATOR_PR_HEAD_SHA", evil)
	if r := w.run(); r.exit != 0 || r.usage.Verdict == "GREEN" {
		t.Fatalf("exit %d, verdict %s\n%s", r.exit, r.usage.Verdict, r.stderr)
	}
	w.pull.Repo().SetStatus("ci", fake.Status{SHA: evil, Context: "ai-review/gate", State: "success"})
	other.SetState("author", "closed")
	t.Setenv("WERKATOR_PR_NUMBER", "7")
	w.head()
	if r := w.run(); r.exit != 0 || r.usage.Verdict != "GREEN" || !strings.Contains(w.reviews(), "bot APPROVED") {
		t.Fatalf("exit %d, verdict %s\n%s", r.exit, r.usage.Verdict, r.stderr)
	}
	w.pushTo(evil, true)
	w.mustNotMerge()
	if text := w.pull.Merge("carol"); text != "Not all required status checks successful" {
		t.Errorf("the button says %q", text)
	}
}

// TestAttack12_AHeadForcedBackUnderAnApprovalOfAHuman: what holds for the bot's approvals holds for those of humans.
func TestAttack12_AHeadForcedBackUnderAnApprovalOfAHuman(t *testing.T) {
	for _, mode := range []string{"approval", "pass_with_review_request"} {
		w := fortress(t, grown(), doubtful, doubtful)
		if mode != "approval" {
			setGateMode(t, mode)
		}
		evil := w.pull.HeadSHA()
		w.gate()
		w.pushTo("next", false)
		if r := w.run(); r.exit != 0 { // the gate's own status is still to come
			t.Fatalf("%s: exit %d\n%s", mode, r.exit, r.stderr)
		}
		w.pull.Withdraw("author", "bob") // the author may withdraw what the bot asked
		w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
		w.pushTo(evil, true)
		w.mustNotMerge()
		if text := w.pull.Merge("carol"); text != "Not all required status checks successful" {
			t.Errorf("%s: the button says %q", mode, text)
		}
	}
}

// TestAttack12_APartialRevertWithTheRequestsWithdrawn is the third form: ann approved the head before, the author takes a
// file back and withdraws the requests. The gate of the new head stays closed, until ann approves that one.
func TestAttack12_APartialRevertWithTheRequestsWithdrawn(t *testing.T) {
	for _, by := range []string{"ann", "carol"} {
		list := append(grown(), fake.Commit{Branch: "less", From: "topic", Files: map[string]fake.File{"src/a.go": {Data: code("return 1 / x")["src/a.go"]}}, Message: "less"})
		w := fortress(t, list, doubtful, doubtful)
		w.pushTo("next", false)
		w.run()
		if by == "carol" { // she is not listed, but her approval counted when she gave it
			rule := recommended
			rule.Whitelist, rule.RequiredApprovals = nil, 2
			w.pull.Repo().Protect("main", rule)
		}
		w.pull.Review(by, "APPROVED", w.pull.HeadSHA(), 0)
		w.pull.Repo().Protect("main", recommended)
		w.pushTo("less", true)
		if r := w.gate(); r.exit != 10 && r.exit != 15 || !strings.Contains(r.stderr, "still counts an approval by "+by) {
			t.Errorf("%s: exit %d\n%s", by, r.exit, r.stderr)
		}
		w.pull.Withdraw("author", "ann")
		w.pull.Withdraw("author", "bob")
		w.gate()
		w.pull.Withdraw("author", "ann")
		w.pull.Withdraw("author", "bob")
		w.mustNotMerge()
		if text := w.pull.Merge("carol"); text == "" {
			t.Errorf("%s: the button merged", by)
		}
		w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
		w.pull.Dismiss("carol")
		if w.gate(); w.pull.State() == "open" {
			w.pull.Review("bob", "APPROVED", w.pull.HeadSHA(), 0)
		}
		w.mustMerge(w.pull.HeadSHA(), "bot")
	}
}
