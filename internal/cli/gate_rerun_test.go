package cli_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// codeChange is a change of code that an honest model finds safe; a finding may cite its line 4.
var codeChange = map[string]string{"src/a.go": "package a\n\nfunc A(x int) int {\n\treturn 1 / x\n}\n"}

// says is an answer about codeChange.
func says(findings, recommendation string) fake.ModelAnswer {
	return fake.ModelAnswer{Text: fake.ReviewJSON(`"1"`, findings, recommendation)}
}

// the fixed answers of the tests below.
var (
	safe  = says("", "safe_to_merge")
	risky = says(findingAt("4", "high", "return 1 / x"), "safe_to_merge")
)

// reviewers makes ann a human whose approval counts.
func reviewers(t *testing.T, w *world) {
	t.Helper()
	t.Setenv("WERKREVISOR_CONFIG_TOML", os.Getenv("WERKREVISOR_CONFIG_TOML")+"human_reviewers = [\"ann\"]\n")
	w.gitea.AddUser("ann", true)
}

// written lists the writes since the last call, e.g. "POST comments".
func (w *world) written() string {
	var list []string
	writes := w.gitea.Writes()
	for _, r := range writes[w.seen:] {
		parts := strings.Split(r.Path, "/")
		what := parts[len(parts)-1]
		if r.Method != "POST" || strings.Contains(r.Path, "statuses") {
			what = parts[len(parts)-2]
		}
		if what == "statuses" && strings.Contains(r.Body, `"ai-review/base/`) {
			what = "base"
		}
		list = append(list, r.Method+" "+what)
	}
	w.seen = len(writes)
	return strings.Join(list, ", ")
}

func TestARerunRepeatsNothing(t *testing.T) {
	w := newWorld(t, commits(nil, codeChange), risky)
	first := w.run()
	if got := w.written(); got != "POST comments, POST base, POST statuses" {
		t.Errorf("first run: %s", got)
	}
	before := w.pull.Comments()
	second := w.run()
	if second.exit != 15 || second.exit != first.exit || second.codes() != first.codes() || !second.usage.Reused || second.usage.Calls != 0 {
		t.Errorf("exit %d, codes %q, usage %+v", second.exit, second.codes(), second.usage)
	}
	if got := w.written(); got != "" || len(w.model.Calls()) != 1 || w.pull.Comments()[0] != before[0] {
		t.Errorf("the rerun wrote %q, %d model calls", got, len(w.model.Calls()))
	}
	if !strings.Contains(second.lastLine(), "#issuecomment-") {
		t.Errorf("the last line does not link the comment: %s", second.lastLine())
	}
}

func TestARerunCompletesWhatIsMissing(t *testing.T) {
	w := newWorld(t, commits(nil, codeChange), safe)
	w.run()
	w.written()
	w.pull.Repo().SetStatus("human", fake.Status{SHA: w.pull.HeadSHA(), Context: "ai-review/assessment", State: "failure", Description: "forged"})
	if r := w.run(); r.exit != 0 || w.written() != "POST statuses" {
		t.Errorf("exit %d", r.exit)
	}
	list := w.pull.Repo().Statuses(w.pull.HeadSHA())
	if last := list[len(list)-1]; last.State != "success" || last.Creator != "bot" {
		t.Errorf("status %+v", last)
	}
}

func TestAHumanApprovalOfThisHeadOpensTheGate(t *testing.T) {
	w := newWorld(t, commits(nil, codeChange), risky)
	reviewers(t, w)
	if r := w.run(); r.exit != 15 {
		t.Fatalf("exit %d", r.exit)
	}
	w.pull.Review("author", "APPROVED", w.pull.HeadSHA(), 0)
	if r := w.run(); r.exit != 15 {
		t.Errorf("an approval by somebody else: exit %d", r.exit)
	}
	w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
	r := w.run()
	if r.exit != 0 || r.usage.Verdict != "ORANGE" || len(w.model.Calls()) != 1 {
		t.Errorf("exit %d, verdict %s, %d calls\n%s", r.exit, r.usage.Verdict, len(w.model.Calls()), r.stderr)
	}
	if !strings.Contains(r.stderr, "ann approved exactly this commit") {
		t.Errorf("the log does not say why the gate is open:\n%s", r.stderr)
	}
	const open = "This commit is approved by `ann`; the gate is open."
	approved := w.pull.Comments()
	if len(approved) != 1 || !strings.Contains(approved[0].Body, open) || !strings.Contains(w.written(), "PATCH") {
		t.Errorf("the comment does not say who approved: %v", approved)
	}
	if r := w.run(); r.exit != 0 || w.written() != "" || len(w.model.Calls()) != 1 {
		t.Errorf("a further rerun: exit %d", r.exit)
	}
	w.pull.RequestReview("author", "ann")
	if r := w.run(); r.exit != 15 || len(w.model.Calls()) != 1 || strings.Contains(w.pull.Comments()[0].Body, open) {
		t.Errorf("ann was asked again: exit %d, %d calls\n%s", r.exit, len(w.model.Calls()), w.pull.Comments()[0].Body)
	}
}

// TestAStateThatDoesNotFitIsAsIfItWereNotThere: every one of these reviews the head anew and edits the one comment.
func TestAStateThatDoesNotFitIsAsIfItWereNotThere(t *testing.T) {
	for _, tc := range []struct {
		name  string
		spoil func(w *world)
		note  bool
	}{
		{"a writer deleted the findings", func(w *world) {
			c := w.pull.Comments()[0]
			w.pull.EditComment(c.ID, regexp.MustCompile(`(?s)### Findings.*?\n\n<details>`).ReplaceAllString(c.Body, "<details>"))
		}, true},
		{"a writer forged a better verdict", func(w *world) {
			c := w.pull.Comments()[0]
			w.pull.EditComment(c.ID, strings.ReplaceAll(c.Body, "ORANGE", "GREEN"))
		}, true},
		{"a writer removed the state", func(w *world) {
			c := w.pull.Comments()[0]
			w.pull.EditComment(c.ID, regexp.MustCompile(`<!-- werkrevisor-state:.* -->\n`).ReplaceAllString(c.Body, ""))
		}, true},
		{"the token was exchanged", func(w *world) { w.t.Setenv("GITEA_BOT_TOKEN", w.gitea.Token("bot")) }, true},
		{"the policy is another one", func(w *world) {
			w.t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), "max_files = 30", "max_files = 29", 1))
		}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWorld(t, commits(nil, codeChange), risky, risky)
			w.run()
			w.written()
			tc.spoil(w)
			r := w.run()
			comments := w.pull.Comments()
			if r.exit != 15 || r.usage.Reused || len(w.model.Calls()) != 2 || len(comments) != 1 || !strings.HasPrefix(w.written(), "PATCH comments") {
				t.Errorf("exit %d, reused %v, %d calls, %d comments\n%s", r.exit, r.usage.Reused, len(w.model.Calls()), len(comments), r.stderr)
			}
			if strings.Contains(comments[0].Body, "does not fit its state") != tc.note || !strings.Contains(comments[0].Body, "Wrong result") {
				t.Errorf("comment:\n%s", comments[0].Body)
			}
			if r := w.run(); r.exit != 15 || !r.usage.Reused {
				t.Errorf("the new state is not taken over: exit %d, codes %s", r.exit, r.codes())
			}
		})
	}
}

func TestAStateKeyOutlivesTheToken(t *testing.T) {
	w := newWorld(t, commits(nil, codeChange), risky)
	t.Setenv("WERKREVISOR_STATE_KEY", strings.Repeat("k", 32))
	w.run()
	t.Setenv("GITEA_BOT_TOKEN", w.gitea.Token("bot"))
	if r := w.run(); r.exit != 15 || !r.usage.Reused {
		t.Errorf("exit %d, %+v", r.exit, r.usage)
	}
	t.Setenv("WERKREVISOR_STATE_KEY", "short-but-secret")
	r := w.run()
	if r.exit != 30 || r.codes() != "config_invalid" || !strings.Contains(r.stderr, "WERKREVISOR_STATE_KEY: it has fewer than 32 bytes") ||
		strings.Contains(r.stderr+r.stdout, "short-but-secret") {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
}

func TestDuringAnExchangeOfTheKeyOldResultsCount(t *testing.T) {
	w := newWorld(t, commits(nil, codeChange), risky, risky)
	old := os.Getenv("GITEA_BOT_TOKEN")
	w.run()
	t.Setenv("GITEA_BOT_TOKEN", w.gitea.Token("bot"))
	t.Setenv("WERKREVISOR_STATE_KEY_OLD", "short-but-secret")
	r := w.run()
	if r.exit != 30 || !strings.Contains(r.stderr, "WERKREVISOR_STATE_KEY_OLD: it has fewer than 32 bytes") || strings.Contains(r.stderr+r.stdout, "short-but-secret") {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
	t.Setenv("WERKREVISOR_STATE_KEY_OLD", old)
	if r := w.run(); r.exit != 15 || !r.usage.Reused || strings.Contains(r.stderr+r.stdout, old) {
		t.Errorf("exit %d, reused %v\n%s", r.exit, r.usage.Reused, r.stderr)
	}
	t.Setenv("WERKREVISOR_STATE_KEY_OLD", "")
	if r := w.run(); r.exit != 15 || r.usage.Reused {
		t.Errorf("without the old key: exit %d, reused %v", r.exit, r.usage.Reused)
	}
}

func TestForceReviewsAgainAndTheWorseResultStays(t *testing.T) {
	w := newWorld(t, commits(nil, codeChange), risky, safe, safe)
	w.run()
	r := w.run("--force")
	if r.exit != 15 || r.usage.Reused || len(w.model.Calls()) != 2 || r.codes() != "high_finding earlier_finding" {
		t.Errorf("exit %d, codes %q, %d calls", r.exit, r.codes(), len(w.model.Calls()))
	}
	if r := w.run("--force"); r.exit != 15 {
		t.Errorf("the third review: exit %d, codes %q", r.exit, r.codes())
	}
	if n := len(w.pull.Comments()); n != 1 {
		t.Errorf("%d comments", n)
	}
}

// TestAmendingUntilTheModelIsContentDoesNotWork: a finding stays until its line goes.
func TestAmendingUntilTheModelIsContentDoesNotWork(t *testing.T) {
	moved := "package a\n\n// A divides.\nfunc A(x int) int {\n\treturn 1 / x\n}\n"
	for _, tc := range []struct {
		name, path, text string
		exit             int
		codes            string
	}{
		{"the line is still there", "src/a.go", moved, 10, "earlier_finding"},
		{"the line went into another file", "src/b.go", strings.Replace(moved, "func A", "func B", 1), 10, "earlier_finding"},
		{"the line was changed", "src/a.go", strings.Replace(moved, "return 1 / x", "return 1 / max(x, 1)", 1), 0, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			list := commits(nil, codeChange)
			next := fake.Commit{Branch: "next", From: "topic", Files: map[string]fake.File{tc.path: {Data: tc.text}}}
			if tc.path != "src/a.go" {
				next.Delete = []string{"src/a.go"}
			}
			w := newWorld(t, append(list, next), risky, safe)
			if r := w.run(); r.exit != 15 {
				t.Fatalf("exit %d", r.exit)
			}
			w.push()
			t.Setenv("WERKATOR_PR_HEAD_SHA", w.pull.HeadSHA())
			r := w.run()
			if r.exit != tc.exit || r.codes() != tc.codes {
				t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
			}
			if tc.codes != "" && !strings.Contains(r.stderr, tc.path+":5 (high)") {
				t.Errorf("the place is not named:\n%s", r.stderr)
			}
			if n := len(w.pull.Comments()); n != 2 {
				t.Errorf("%d comments for two heads", n)
			}
		})
	}
}

// TestAFindingOutlivesRerunsErrorsAndPolicies: what replaces a result keeps its findings.
func TestAFindingOutlivesRerunsErrorsAndPolicies(t *testing.T) {
	other := func(w *world) {
		w.t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), "max_files = 30", "max_files = 29", 1))
	}
	for name, tc := range map[string]struct {
		between func(w *world)
		script  []fake.ModelAnswer
	}{
		"a forced run":                    {func(w *world) { w.run("--force") }, []fake.ModelAnswer{risky, safe, safe}},
		"another policy":                  {func(w *world) { other(w); w.run() }, []fake.ModelAnswer{risky, safe, safe}},
		"another policy and a cut answer": {func(w *world) { other(w); w.run(); w.run() }, []fake.ModelAnswer{risky, {Finish: "length"}, safe, safe}},
		"a status that failed": {func(w *world) {
			w.gitea.Inject(fake.Fault{Method: "POST", Path: "/statuses/…", Times: 1, Status: 500})
			w.run("--force")
			w.run()
		}, []fake.ModelAnswer{risky, safe, safe, safe}},
	} {
		t.Run(name, func(t *testing.T) {
			next := fake.Commit{Branch: "next", From: "topic", Files: map[string]fake.File{"src/a.go": {Data: codeChange["src/a.go"] + "\n// more\n"}}}
			w := newWorld(t, append(commits(nil, codeChange), next), tc.script...)
			w.run()
			tc.between(w)
			w.push()
			t.Setenv("WERKATOR_PR_HEAD_SHA", w.pull.HeadSHA())
			if r := w.run(); r.exit != 10 || r.codes() != "earlier_finding" {
				t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
			}
		})
	}
}

func TestAResultTakesThePlaceOfAnErrorAndAnErrorLeavesAResultAlone(t *testing.T) {
	w := newWorld(t, commits(nil, codeChange), fake.ModelAnswer{Finish: "length"}, risky)
	if r := w.run(); r.exit != 30 {
		t.Fatalf("exit %d", r.exit)
	}
	failed := w.pull.Comments()
	if len(failed) != 1 || !strings.HasPrefix(failed[0].Body, "<!-- werkrevisor-error:") {
		t.Fatalf("comments %+v", failed)
	}
	if r := w.run(); r.exit != 15 || r.usage.Reused {
		t.Errorf("exit %d", r.exit)
	}
	result := w.pull.Comments()
	if len(result) != 1 || !strings.HasPrefix(result[0].Body, "<!-- werkrevisor:") {
		t.Fatalf("comments %+v", result)
	}
	w.gitea.Inject(fake.Fault{Method: "GET", Path: "/raw/…", Times: 1, Status: 500})
	if r := w.run(); r.exit != 30 || r.codes() != "read_failed" {
		t.Errorf("exit %d, codes %s", r.exit, r.codes())
	}
	if list := w.pull.Comments(); len(list) != 2 || list[0] != result[0] {
		t.Errorf("comments %+v", list)
	}
	if r := w.run(); r.exit != 15 || !r.usage.Reused {
		t.Errorf("exit %d, reused %v", r.exit, r.usage.Reused)
	}
	if list := w.pull.Comments(); len(list) != 1 || list[0].ID != result[0].ID || unsealed(list[0].Body) != unsealed(result[0].Body) {
		t.Errorf("the error was not removed: %+v", list)
	}
}

func TestTheReviewsOfAPRHaveOneBudget(t *testing.T) {
	list := append(commits(nil, codeChange), fake.Commit{Branch: "next", From: "topic", Files: map[string]fake.File{"src/a.go": {Data: "package a\n"}}})
	w := newWorld(t, list, safe)
	t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), "[size]", "max_usd_per_pr = 0.09\n\n[size]", 1))
	if r := w.run(); r.exit != 0 {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	w.push()
	t.Setenv("WERKATOR_PR_HEAD_SHA", w.pull.HeadSHA())
	r := w.run()
	if r.exit != 30 || r.codes() != "budget" || !strings.Contains(r.stderr, "[budget] max_usd_per_pr = 0.09") || len(w.model.Calls()) != 1 {
		t.Errorf("exit %d, codes %q, %d calls\n%s", r.exit, r.codes(), len(w.model.Calls()), r.stderr)
	}
}

func TestARetargetedHeadIsYellowUntilTheNextPush(t *testing.T) {
	list := append(commits(nil, codeChange), fake.Commit{Branch: "other", From: "main"},
		fake.Commit{Branch: "next", From: "topic", Files: map[string]fake.File{"src/a.go": {Data: "package a\n"}}})
	w := newWorld(t, list, safe, safe)
	if err := w.pull.Retarget("author", "other"); err != nil {
		t.Fatal(err)
	}
	if err := w.pull.Retarget("author", "main"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if r := w.run(); r.exit != 10 || r.codes() != "base_changed" {
			t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
		}
	}
	w.push()
	t.Setenv("WERKATOR_PR_HEAD_SHA", w.pull.HeadSHA())
	if r := w.run(); r.exit != 0 {
		t.Errorf("exit %d, codes %q", r.exit, r.codes())
	}
}
