package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// deepWorld is a world whose host wants the deep review; more TOML follows its [engine].
func deepWorld(t *testing.T, list []fake.Commit, more string) *world {
	t.Helper()
	w := newWorld(t, list)
	w.quick = true
	deepConfig(t, w.model.URL, more)
	return w
}

func deepConfig(t *testing.T, url, more string) {
	t.Helper()
	t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(hostConfig(t, url), "[gate]\n", "[engine]\nreview = \"deep\"\n\n"+more+"\n[gate]\n", 1))
}

// dividing answers for the reviewer of codeChange with a high finding.
func dividing(call fake.ModelCall, _ int) fake.ModelAnswer {
	return fake.ModelAnswer{Text: fake.AreaReport(`"1"`, fake.DeepFinding("src/a.go", 4, "return 1 / x", "division by zero", "high"))}
}

// refuting refutes everything with a line that stands at the head.
func refuting(call fake.ModelCall, _ int) fake.ModelAnswer {
	return fake.ModelAnswer{Text: fake.Verdicts(fake.Verdict("code-1", "FALSE", "never zero", fake.Evidence("src/a.go", 4, "return 1 / x")))}
}

func TestADeepReviewOfAHarmlessChangeIsGreen(t *testing.T) {
	w := deepWorld(t, docsChange, "")
	r := w.run()
	if r.exit != 0 || r.usage.Verdict != "GREEN" || w.written() != "POST comments, POST base, POST statuses" {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	for _, stage := range []string{"facts", "scan", "areas", "reviewers", "synthesis"} {
		if !strings.Contains(r.stderr, "deep "+stage) {
			t.Errorf("the log has no line of %s:\n%s", stage, r.stderr)
		}
	}
	var usage map[string]any
	if err := json.Unmarshal([]byte(r.stdout), &usage); err != nil || usage["deep"] == nil {
		t.Errorf("usage line %s", r.stdout)
	}
	calls := len(w.model.Calls())
	if again := w.run(); again.exit != 0 || !again.usage.Reused || len(w.model.Calls()) != calls || w.written() != "" {
		t.Errorf("a rerun repeats something:\n%s", again.stderr)
	}
	if n := w.model.KeyReads(); n != 1 {
		t.Errorf("the budget of the key was read %d times instead of once", n)
	}
}

// TestToolsReadTheRepositoryOverTheAPI: what a reviewer asks for comes from the server, at both sides.
func TestToolsReadTheRepositoryOverTheAPI(t *testing.T) {
	w := deepWorld(t, commits(map[string]string{"lib/util.go": "package lib\n\n// Sum adds.\nfunc Sum(a, b int) int { return a + b }\n"}, codeChange), "")
	w.model.Stage("area_report", func(call fake.ModelCall, n int) fake.ModelAnswer {
		if len(call.Results) > 0 {
			return fake.ModelAnswer{}
		}
		return fake.ModelAnswer{Tools: []fake.ToolCall{
			{Name: "read_file", Arguments: `{"path":"lib/util.go","side":"base"}`}, {Name: "list_dir", Arguments: `{"path":""}`},
			{Name: "grep", Arguments: `{"pattern":"func [A-Z]"}`}, {Name: "read_file", Arguments: `{"path":"../../etc/passwd"}`}}}
	})
	r := w.run()
	if r.exit != 0 {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	var results []string
	for _, call := range w.model.Calls() {
		if len(call.Results) > 0 {
			results = call.Results
		}
	}
	for i, want := range []string{"func Sum(a, b int)", "folder | src", `"lib/util.go":4 | func Sum`, "no such path"} {
		if len(results) != 4 || !strings.Contains(results[i], want) {
			t.Errorf("result %d: want %q in %q", i, want, results)
		}
	}
}

// TestARefutedFindingIsSettledForTheNextHead: the second head does not raise it again, names who settled it, and still
// asks for a human.
func TestARefutedFindingIsSettledForTheNextHead(t *testing.T) {
	next := fake.Commit{Branch: "next", From: "topic", Files: map[string]fake.File{"docs/more.md": {Data: "# More\n"}}}
	w := deepWorld(t, append(commits(nil, codeChange), next), "")
	w.model.Stage("area_report", func(call fake.ModelCall, n int) fake.ModelAnswer {
		if !strings.Contains(call.User, `area: "code"`) {
			return fake.ModelAnswer{}
		}
		return dividing(call, n)
	})
	w.model.Stage("verification", refuting)
	first := w.run()
	head := w.pull.HeadSHA()
	if first.exit != 10 || first.codes() != "refuted_finding" {
		t.Fatalf("exit %d, %s\n%s", first.exit, first.codes(), first.stderr)
	}
	w.push()
	t.Setenv("WERKATOR_PR_HEAD_SHA", w.pull.HeadSHA())
	second := w.run()
	comments := w.pull.Comments()
	if second.exit != 10 || second.codes() != "refuted_finding" || !strings.Contains(comments[len(comments)-1].Body, head[:10]) {
		t.Errorf("exit %d, %s\n%s\n%s", second.exit, second.codes(), second.stderr, comments[len(comments)-1].Body)
	}
	w.model.Stage("verification", nil) // honest again: the finding holds
	if third := w.run("--force"); third.exit != 15 || !strings.Contains(third.codes(), "high_finding") {
		t.Errorf("what holds now was settled: exit %d, %s\n%s", third.exit, third.codes(), third.stderr)
	}
}

// TestChainsAskTheirOwnEndpointsWithTheirOwnKeys: the second model of a chain stands in for the first one, and no key goes
// to another endpoint.
func TestChainsAskTheirOwnEndpointsWithTheirOwnKeys(t *testing.T) {
	other, err := fake.NewModel()
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	chain := func(stage string, entries ...string) string {
		var b strings.Builder
		for _, e := range entries {
			fmt.Fprintf(&b, "[[deep.models.%s]]\n%s\ninput_price_usd_per_mtok = 0.1\noutput_price_usd_per_mtok = 0.1\n", stage, e)
		}
		return b.String()
	}
	second := fmt.Sprintf("id = \"second\"\nbase_url = %q\napi_key_env = \"SECOND_KEY\"", other.URL)
	w := deepWorld(t, commits(nil, codeChange), chain("reviewers", `id = "openrouter/acme/reviewer"`, second)+chain("verification", second))
	w.model.Stage("area_report", func(fake.ModelCall, int) fake.ModelAnswer { return fake.ModelAnswer{Status: 503} })
	other.Stage("area_report", dividing)
	if r := w.run(); r.exit != 30 || !strings.Contains(r.stderr, "SECOND_KEY is not set ([model] or [deep.models] api_key_env)") {
		t.Fatalf("without the second key: exit %d\n%s", r.exit, r.stderr)
	}
	t.Setenv("SECOND_KEY", "sk-or-v1-canary-of-the-second-key")
	r := w.run()
	if r.exit != 15 || r.codes() != "high_finding" {
		t.Fatalf("exit %d, %s\n%s", r.exit, r.codes(), r.stderr)
	}
	for m, key := range map[*fake.Model]string{w.model: "of-the-model-key", other: "of-the-second-key"} {
		for _, call := range m.Calls() {
			if !strings.HasSuffix(call.Authorization, key) {
				t.Errorf("%s was asked with another key", call.Stage)
			}
		}
	}
	var stages []string
	for _, call := range other.Calls() {
		stages = append(stages, call.Stage)
	}
	if slices.Sort(stages); strings.Join(stages, " ") != "area_report verification" {
		t.Errorf("the second endpoint was asked for %v", stages)
	}
	if body := w.pull.Comments()[len(w.pull.Comments())-1].Body; !strings.Contains(body, "`second`") {
		t.Errorf("the comment does not say who answered:\n%s", body)
	}
}

func TestAnAreaThatNobodyReviewsIsAnError(t *testing.T) {
	w := deepWorld(t, commits(nil, codeChange), "")
	w.model.Stage("area_report", func(fake.ModelCall, int) fake.ModelAnswer {
		return fake.ModelAnswer{Finish: "content_filter", Text: "no"}
	})
	r := w.run()
	if r.exit != 30 || r.codes() != "coverage" || !strings.Contains(r.stderr, "refused to review") {
		t.Errorf("exit %d, %s\n%s", r.exit, r.codes(), r.stderr)
	}
}

func TestADryRunOfADeepReviewCountsAndAsksNobody(t *testing.T) {
	w := deepWorld(t, commits(nil, codeChange), "")
	r := w.run("--dry-run", w.gitea.URL+"/org/demo/pulls/"+os.Getenv("WERKATOR_PR_NUMBER"), "--json")
	if r.exit != 10 || r.codes() != "no_model_review" || len(w.model.Calls()) != 0 || r.usage.CountedTokens == 0 || r.usage.WorstCaseUSD == 0 {
		t.Errorf("exit %d, %s, %+v\n%s", r.exit, r.codes(), r.usage, r.stderr)
	}
}

func TestTheFocusOfTheCallerReachesTheReviewers(t *testing.T) {
	w := deepWorld(t, commits(nil, codeChange), "")
	r := w.run("--dry-run", w.gitea.URL+"/org/demo/pulls/"+os.Getenv("WERKATOR_PR_NUMBER"), "--with-model", "--focus", "rounding\n>>>x")
	if r.exit != 0 {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	for _, call := range w.model.Calls() {
		if call.Stage == "area_report" && !strings.Contains(call.User, `look hardest at: "rounding\n>>>x"`) {
			t.Errorf("got %s", call.User)
		}
	}
	if r := w.run("--focus", "x"); r.exit != 30 || !strings.Contains(r.stderr, "--focus belongs to --dry-run or --local") {
		t.Errorf("a gate run takes a focus: exit %d\n%s", r.exit, r.stderr)
	}
}

func TestADeepReviewOfACheckoutReadsItThroughGit(t *testing.T) {
	checkout(t, commits(map[string]string{"lib/util.go": "package lib\n\nfunc Sum(a, b int) int { return a + b }\n"}, codeChange))
	m, err := fake.NewModel()
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Stage("area_report", func(call fake.ModelCall, _ int) fake.ModelAnswer {
		if len(call.Results) > 0 {
			return fake.ModelAnswer{}
		}
		return fake.ModelAnswer{Tools: []fake.ToolCall{{Name: "grep", Arguments: `{"pattern":"Sum\\("}`}, {Name: "read_file", Arguments: `{"path":".git/config"}`}}}
	})
	deepConfig(t, m.URL, "")
	t.Setenv("OPENROUTER_API_KEY", "sk-or-v1-canary")
	file := t.TempDir() + "/host.toml"
	if err := os.WriteFile(file, []byte(os.Getenv("WERKREVISOR_CONFIG_TOML")), 0o644); err != nil {
		t.Fatal(err)
	}
	exit, stdout, stderr := local(t, "--config", file)
	var results string
	for _, call := range m.Calls() {
		results += strings.Join(call.Results, "\n")
	}
	if exit != 0 || !strings.Contains(results, `"lib/util.go":3 | func Sum`) || !strings.Contains(results, "no such file") {
		t.Errorf("exit %d\n%s\n%s\n%s", exit, results, stdout, stderr)
	}
	if strings.Contains(stderr, "\x1b") {
		t.Errorf("a log that is no terminal has a line of progress:\n%q", stderr)
	}
}

func TestTheLogNamesTheTimeLimitOfADeepReview(t *testing.T) {
	w := deepWorld(t, commits(nil, codeChange), "")
	r := w.run()
	if !strings.Contains(r.stderr, "time limit 20m0s") {
		t.Errorf("the log does not name [deep] timeout_seconds:\n%s", r.stderr)
	}
}
