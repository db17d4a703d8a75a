package cli_test

import (
	"os"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// TestAttack4_AnOldRejectionDoesNotOutliveTheHumanApproval (finding 4): RED, then YELLOW, then a human approves.
func TestAttack4_AnOldRejectionDoesNotOutliveTheHumanApproval(t *testing.T) {
	answered := map[string]string{"doc/PR/a.md": strings.Replace(question["doc/PR/a.md"], "[ ]", "[x]", 1), "x.bin2": "data\n"}
	w := fortress(t, heads(question, answered), about)
	if r := w.gate(); r.exit != 20 || w.reviews() != "bot REQUEST_CHANGES" {
		t.Fatalf("exit %d, reviews %q", r.exit, w.reviews())
	}
	w.pushTo("next", false)
	if r := w.gate(); r.exit != 0 || r.usage.Verdict != "YELLOW" {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	w.mustNotMerge()
	w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
	w.pull.Review("bob", "APPROVED", w.pull.HeadSHA(), 0) // bob was asked too
	w.mustMerge(w.pull.HeadSHA(), "bot")
}

// TestAttack5_ALateApprovalOfAnOldHead (finding 5): the head moves while the bot approves, without ignore_stale_approvals.
func TestAttack5_ALateApprovalOfAnOldHead(t *testing.T) {
	w := fortress(t, heads(code("return 1 / x"), code("return x")), doubtful, about)
	rule := recommended
	rule.IgnoreStale, rule.DismissStale = false, false
	w.pull.Repo().Protect("main", rule)
	evil := w.pull.HeadSHA()
	w.gate()
	w.pushTo("next", false)
	w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/reviews", Times: 1, Before: func() { _ = w.pull.Push("author", evil, true) }})
	r := w.run()
	if r.exit != 30 || !strings.Contains(r.codes(), "superseded") || strings.Contains(w.reviews(), "bot APPROVED") {
		t.Errorf("exit %d, codes %q, reviews %q", r.exit, r.codes(), w.reviews())
	}
	w.mustNotMerge()
}

// TestAttack11_AnOldRequestDoesNotOutliveTheApproval (finding 11): YELLOW, then GREEN; nobody but the bot is needed.
func TestAttack11_AnOldRequestDoesNotOutliveTheApproval(t *testing.T) {
	w := fortress(t, heads(code("return 1 / x"), code("return x")), doubtful, about)
	if r := w.gate(); r.exit != 0 || w.reviews() != asked {
		t.Fatalf("exit %d, reviews %q", r.exit, w.reviews())
	}
	w.pushTo("next", false)
	if r := w.gate(); r.exit != 0 || r.usage.Verdict != "GREEN" {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	w.mustMerge(w.pull.HeadSHA(), "bot")
}

// TestARequestToTheBotIsNoDeadlock: nobody answers it where the verdict is not GREEN, and it would block the merge.
func TestARequestToTheBotIsNoDeadlock(t *testing.T) {
	w := fortress(t, grown(), doubtful)
	w.gate()
	w.pull.RequestReview("author", "bot")
	w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
	w.pull.Review("bob", "APPROVED", w.pull.HeadSHA(), 0)
	w.mustNotMerge()
	w.gate()
	w.mustMerge(w.pull.HeadSHA(), "bot")
}

// TestAttack13_ARetarget (finding 13): an approval of the bot on another base, and the change of the base to main.
func TestAttack13_ARetarget(t *testing.T) {
	w := fortress(t, append(grown(), fake.Commit{Branch: "side", From: "main"}), safe)
	if err := w.pull.Retarget("carol", "side"); err != nil {
		t.Fatal(err)
	}
	if r := w.gate(); r.exit != 10 || strings.Contains(w.reviews(), "bot") {
		t.Errorf("exit %d, reviews %q", r.exit, w.reviews())
	}
	w.pull.Review("carol", "APPROVED", w.pull.HeadSHA(), 0) // counts there, and the server does not ask again
	if err := w.pull.Retarget("carol", "main"); err != nil {
		t.Fatal(err)
	}
	if text := w.pull.Merge("carol"); text != "Not all required status checks successful" {
		t.Errorf("the button says %q", text)
	}
	if r := w.gate(); r.exit != 10 || !strings.Contains(r.codes(), "base_changed") {
		t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
	}
	w.pull.Withdraw("author", "ann")
	w.pull.Withdraw("author", "bob")
	if text := w.pull.Merge("carol"); text == "" {
		t.Error("the button merged")
	}
	w.mustNotMerge()
}

// TestAttack14_TwoHeadsFlipping (finding 14): the diff is read while the PR stands on a harmless head.
func TestAttack14_TwoHeadsFlipping(t *testing.T) {
	w := fortress(t, heads(code("return 1 / x"), code("return x")), safe)
	evil := w.pull.HeadSHA()
	good, err := w.pull.Repo().Head("next")
	if err != nil {
		t.Fatal(err)
	}
	w.gitea.Inject(fake.Fault{Method: "GET", Path: "/pulls/7.diff", Before: func() { _ = w.pull.Flip(good) }, Edit: func(body string) string {
		_ = w.pull.Flip(evil)
		return body
	}})
	w.model.Script(safe)
	r := w.run()
	w.model.Script()
	if r.exit != 30 || strings.Contains(w.reviews(), "bot") || len(w.model.Calls()) > 0 {
		t.Errorf("exit %d, codes %q, reviews %q, %d calls", r.exit, r.codes(), w.reviews(), len(w.model.Calls()))
	}
	w.mustNotMerge()
}

// TestAttackForgedStatuses: with a forged gate the approvals are the lock (finding 6).
func TestAttackForgedStatuses(t *testing.T) {
	for name, tc := range map[string]struct {
		change map[string]string
		script []fake.ModelAnswer
	}{"orange": {code("return 1 / x"), []fake.ModelAnswer{doubtful}}, "red": {question, nil},
		"error": {code("return x"), []fake.ModelAnswer{{Finish: "length"}}}} {
		w := fortress(t, heads(tc.change), tc.script...)
		w.gate()
		for _, state := range []string{"ai-review/gate", "ai-review/assessment"} {
			w.pull.Repo().SetStatus("carol", fake.Status{SHA: w.pull.HeadSHA(), Context: state, State: "success"})
		}
		w.pull.Review("carol", "APPROVED", w.pull.HeadSHA(), 0)
		w.pull.Withdraw("author", "ann")
		w.pull.Withdraw("author", "bob")
		w.mustNotMerge()
		if text := w.pull.Merge("carol"); text != "Does not have enough approvals" {
			t.Errorf("%s: the button says %q", name, text)
		}
	}
}

// TestAttackScheduleIntoAnotherBase: a schedule of the bot outlives a change of the base, which every author may make
// (gitea.md 2.1 and 2.8). On a branch without protection the next push would merge with the rights of the bot.
func TestAttackScheduleIntoAnotherBase(t *testing.T) {
	list := append(grown(), fake.Commit{Branch: "side", From: "main"})
	w := fortress(t, list, safe)
	w.gitea.AddUser("author", false) // and so the head is in a fork
	if r := w.gate(); r.exit != 0 || r.codes() != "untrusted_author" || w.pull.Scheduled() != "" {
		t.Fatalf("exit %d, codes %q, scheduled by %q", r.exit, r.codes(), w.pull.Scheduled())
	}
	if err := w.pull.Retarget("author", "side"); err != nil {
		t.Fatal(err)
	}
	w.pushTo("next", false)
	w.mustNotMerge()
}

// TestAnApprovalThatWakesTheScheduleEndsTheRun: the PR merges while the bot approves, and the rest of the plan must not fail.
func TestAnApprovalThatWakesTheScheduleEndsTheRun(t *testing.T) {
	w := fortress(t, grown(), doubtful, safe)
	if r := w.gate(); r.exit != 0 || w.pull.Scheduled() != "bot" {
		t.Fatalf("exit %d, scheduled by %q", r.exit, w.pull.Scheduled())
	}
	w.pull.Withdraw("author", "ann")
	w.pull.Withdraw("author", "bob")
	// Another policy, so that the head is reviewed anew, and is GREEN now.
	t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), "max_findings = 3", "max_findings = 4", 1))
	if r := w.run(); r.exit != 0 || r.usage.Verdict != "GREEN" {
		t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
	}
	w.mustMerge(w.pull.HeadSHA(), "bot")
}

// TestAMergeBySomebodyElseIsNoFailedSchedule: a human presses the button before the bot schedules.
func TestAMergeBySomebodyElseIsNoFailedSchedule(t *testing.T) {
	w := fortress(t, grown(), doubtful)
	w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/merge", Times: 1, Before: func() {
		w.passed()
		w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
		w.pull.Review("bob", "APPROVED", w.pull.HeadSHA(), 0)
		if text := w.pull.Merge("ann"); text != "" {
			t.Error(text)
		}
	}})
	if r := w.run(); r.exit != 0 {
		t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
	}
	w.mustMerge(w.pull.HeadSHA(), "ann")
}
