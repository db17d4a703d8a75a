package cli_test

import (
	"os"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// baseOf is the state of the status that names a base, on the head of the PR.
func (w *world) baseOf(base, sha string) string {
	state := ""
	for _, s := range w.pull.Repo().Statuses(sha) {
		if s.Context == "ai-review/base/"+base {
			state = s.State
		}
	}
	return state
}

// listed makes the gate let PRs into several branches.
func listed(t *testing.T) {
	t.Helper()
	t.Setenv("WERKREVISOR_CONFIG_TOML", os.Getenv("WERKREVISOR_CONFIG_TOML")+"base_branches = [\"main\", \"release/1.0\"]\n")
}

// requiring is a protection that asks for the status of the branch, too.
func requiring(branch string) fake.Protection {
	p := fake.Recommended("bot", "ann", "bob")
	p.BlockOnOutdated, p.Contexts = false, append(p.Contexts, "ai-review/base/"+branch)
	return p
}

func TestTheStatusOfTheBaseSaysWhetherTheHeadMayPass(t *testing.T) {
	for _, tc := range []struct {
		mode, name string
		answer     fake.ModelAnswer
		exit       int
		want       string
	}{
		{"block", "green", safe, 0, "success"},
		{"block", "orange", risky, 15, "failure"},
		{"block", "error", fake.ModelAnswer{Finish: "length"}, 30, "error"},
		{"approval", "orange", risky, 0, "success"},
	} {
		w := newGate(t, tc.mode, "", commits(nil, codeChange), tc.answer)
		if r := w.run(); r.exit != tc.exit || w.baseOf("main", w.pull.HeadSHA()) != tc.want {
			t.Errorf("%s, %s: exit %d, status %q\n%s", tc.mode, tc.name, r.exit, w.baseOf("main", w.pull.HeadSHA()), r.stderr)
		}
	}
}

func TestTheStatusOfTheBaseFollowsWhatComesLater(t *testing.T) {
	w := newGate(t, "block", "", commits(nil, codeChange), risky)
	w.run()
	w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
	if r := w.run(); r.exit != 0 || w.baseOf("main", w.pull.HeadSHA()) != "success" {
		t.Errorf("ann approved: exit %d, status %q", r.exit, w.baseOf("main", w.pull.HeadSHA()))
	}
	w = newGate(t, "approval", "", commits(nil, codeChange), risky)
	w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/requested_reviewers", Status: 422, Body: noChoice})
	if r := w.run(); r.exit != 15 || w.baseOf("main", w.pull.HeadSHA()) != "failure" {
		t.Errorf("nobody can be asked: exit %d, status %q", r.exit, w.baseOf("main", w.pull.HeadSHA()))
	}
	w = newGate(t, "approval", "", commits(nil, codeChange), safe)
	w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/reviews", Status: 500, Body: "{}"})
	if r := w.run(); r.exit != 30 || w.baseOf("main", w.pull.HeadSHA()) != "error" {
		t.Errorf("the approval failed: exit %d, status %q", r.exit, w.baseOf("main", w.pull.HeadSHA()))
	}
}

func TestAHeadThatCouldComeBackLosesTheStatusOfTheBaseToo(t *testing.T) {
	w := newGate(t, "approval", "", heads(code("return 1 / x"), code("return x")), risky, about)
	w.run()
	w.passed()
	evil := w.pull.HeadSHA()
	w.pushTo("next", false)
	if w.run(); w.gateOf(evil) != "failure" || w.baseOf("main", evil) != "failure" {
		t.Errorf("gate %q, base %q", w.gateOf(evil), w.baseOf("main", evil))
	}
}

// TestARetargetBetweenTwoListedBasesMergesNothing: approval, gate and schedule belong to the head, and would carry it into the
// other branch without a run.
func TestARetargetBetweenTwoListedBasesMergesNothing(t *testing.T) {
	list := append(commits(nil, codeChange), fake.Commit{Branch: "release/1.0", From: "main"})
	w := newGate(t, "approval", automerge, list, safe)
	listed(t)
	w.pull.Repo().Protect("main", requiring("main"))
	w.pull.Repo().Protect("release/1.0", requiring("release/1.0"))
	w.finished()
	if err := w.pull.Retarget("author", "release/1.0"); err != nil {
		t.Fatal(err)
	}
	w.pull.SetTitle("author", "WIP: Fix the gate")
	w.pull.SetTitle("author", "Fix the gate")
	r := w.run()
	if r.usage.Verdict != "YELLOW" || w.baseOf("release/1.0", w.pull.HeadSHA()) != "success" || w.baseOf("main", w.pull.HeadSHA()) != "" {
		t.Fatalf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
	}
	if err := w.pull.Retarget("author", "main"); err != nil {
		t.Fatal(err)
	}
	w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
	w.passed()
	if _, merged := w.pull.Merged(); merged || w.pull.Merge("ann") == "" {
		t.Error("a head that was reviewed for release/1.0 was merged into main")
	}
}

func TestWithSeveralBasesNoMergeIsScheduledWhereTheStatusOfTheBaseIsNotRequired(t *testing.T) {
	for name, tc := range map[string]struct {
		contexts  []string
		scheduled string
	}{
		"it is required":      {[]string{"ai-review/gate", "ai-review/base/main"}, "bot"},
		"it is not":           {[]string{"ai-review/gate"}, ""},
		"a pattern covers it": {[]string{"ai-review/gate", "ai-review/base/*"}, ""},
	} {
		w := newGate(t, "approval", automerge, commits(nil, codeChange), safe)
		listed(t)
		rule := locked
		rule.Contexts = tc.contexts
		w.pull.Repo().Protect("main", rule)
		w.finished()
		r := w.run()
		note := strings.Contains(w.pull.Comments()[0].Body, "ai-review/base/main") && strings.Contains(r.stderr, "[gate] base_context")
		if r.exit != 0 || w.pull.Scheduled() != tc.scheduled || note != (tc.scheduled == "") {
			t.Errorf("%s: exit %d, scheduled by %q, note %v\n%s", name, r.exit, w.pull.Scheduled(), note, r.stderr)
		}
	}
}
