package evidence

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/classify"
	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/jev"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// canary stands for a secret of the environment.
const canary = "canary-of-a-secret"

// secretLine is a line of the change that no record without "source" may hold.
const secretLine = "return x / divisor // a line of the source"

// head is the commit of the fixture.
var head = strings.Repeat("a1", 20)

// host reads the host configuration of the fixtures, with some texts replaced.
func host(t testing.TB, oldnew ...string) config.Config {
	t.Helper()
	text, err := os.ReadFile("testdata/host.toml")
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Merge(config.Layer{Name: "host", TOML: strings.NewReplacer(oldnew...).Replace(string(text))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

const diff = `diff --git a/docs/guide.md b/docs/guide.md
index 1111111..2222222 100644
--- a/docs/guide.md
+++ b/docs/guide.md
@@ -1,3 +1,3 @@
 # Guide
 
-One line.
+Another line.
diff --git a/src/auth/login.go b/src/auth/login.go
index 1111111..2222222 100644
--- a/src/auth/login.go
+++ b/src/auth/login.go
@@ -1,3 +1,5 @@
 package auth
 
-func login() {}
+func login(x, divisor int) int {
+	return x / divisor // a line of the source
+}
\ No newline at end of file
diff --git "a/src/caf\351.bin" "b/src/caf\351.bin"
new file mode 100644
index 0000000..2222222
Binary files /dev/null and "b/src/caf\351.bin" differ
`

// input is a run that ended ORANGE: a critical path, a binary file with a name that is not UTF-8, and two findings.
func input(t testing.TB, cfg config.Config) report.Input {
	t.Helper()
	files, err := pr.ParseDiff([]byte(diff))
	if err != nil {
		t.Fatal(err)
	}
	files[0].Old, files[0].New = pr.TextOf([]byte("# Guide\n\nOne line.\n")), pr.TextOf([]byte("# Guide\n\nAnother line.\n"))
	files[1].Old = pr.TextOf([]byte("package auth\n\nfunc login() {}\n"))
	files[1].New = pr.TextOf([]byte("package auth\n\nfunc login(x, divisor int) int {\n\t" + secretLine + "\n}"))
	files[2].New = pr.Text{State: pr.NotText}
	c := pr.Change{Origin: pr.FromGitea, Owner: "org", Repo: "demo", Number: 7, Title: "Divide", Body: "Divides " + canary, Author: pr.User{ID: 3, Login: "ann"},
		State: pr.Open, Base: pr.Commit{Ref: "main", SHA: strings.Repeat("b2", 20)}, Head: pr.Commit{Ref: "topic", SHA: head}, MergeBase: strings.Repeat("c3", 20),
		DefaultBranch: "main", Lock: pr.Lock{Known: true, Protected: true, Approvals: 1, StatusChecks: true}, HeadInBase: true,
		Pushers: []pr.User{{ID: 3, Login: "ann"}}, Files: files}
	c.Thread = pr.Thread{Bot: pr.User{ID: 1, Login: "bot"},
		Comments: []pr.Comment{{ID: 40, User: pr.User{ID: 1, Login: "bot"}, Body: verdict.Marker{Head: strings.Repeat("d4", 20)}.String() + "\nsome older words"}},
		Reviews:  []pr.Review{{ID: 50, User: pr.User{ID: 2, Login: "bob"}, State: "REQUEST_REVIEW"}},
		Events:   []pr.Event{{Type: pr.TitleChanged, Old: "WIP: Divide", New: "Divide"}, {Type: pr.Pushed, User: pr.User{ID: 3, Login: "ann"}}}}
	c = rules.Label(c, cfg)
	in := report.Input{Version: "1.2.3", Mode: report.Gate, HostConfig: "env", Change: c, Config: cfg, Rules: checked(t, c, cfg),
		Started: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Duration: 1234 * time.Millisecond, CommentURL: "https://git.example.org/org/demo/pulls/7#issuecomment-41",
		Memory: report.Memory{SpentUSD: 0.0246, Here: []report.Earlier{{Head: strings.Repeat("d4", 20), Verdict: "YELLOW"}},
			Elsewhere: []report.Earlier{{PR: 5, Head: strings.Repeat("e5", 20), Verdict: "ORANGE", Findings: 1}},
			Missing:   []report.Earlier{{Head: strings.Repeat("f6", 20), Verdict: "ORANGE"}}}}
	in.Review = answer(cfg)
	confidence := jev.Value{Value: 0.91, Confidence: 0.8, HasConfidence: true}
	in.Classifier = classify.Result{Model: "jev-1", Units: 2, Calls: 2, InputTokens: 700, CostUSD: 0.0007, Rows: []classify.Row{
		{Unit: classify.Unit{Kind: classify.Section, Path: "docs/guide.md", Line: 1, ID: "a-title", Title: "Guide"}, Question: config.Question{Name: "vague"}, Value: confidence, Flag: classify.Likely},
		{Unit: classify.Unit{Kind: classify.Section, Path: "docs/guide.md", Line: 9, ID: "another-title"}, Question: config.Question{Name: "vague"}, Flag: classify.Passed}}}
	reasons := append(in.Rules.Reasons(), in.Review.Reasons...)
	reasons = append(reasons, verdict.Reason{Source: verdict.Classifier, Level: verdict.Yellow, Code: "classifier_likely", Text: "the classifier sees a likely problem"})
	in.Decision = verdict.Decide(verdict.Input{Change: c, Reasons: reasons, Proof: verdict.ByModel, Gate: cfg.Gate})
	return report.Clean(in, func(s string) string { return strings.ReplaceAll(s, canary, "[redacted]") })
}

// answer is what the model said about the fixture.
func answer(cfg config.Config) review.Result {
	before, after := 9.5, 9.4937
	r := review.Result{Complete: true, Model: "acme/reviewer-20260101", Summary: "It divides.",
		Plan: model.Plan{Tokens: model.Tokens{Raw: 800, Counted: 1240, Factor: 1.55, Method: model.MethodO200k},
			Limit: model.Limit{Tokens: 80000, Key: "[model] max_context_tokens = 80000"}, WorstCaseUSD: 0.0424800001},
		Usage: model.Usage{Calls: 2, PromptTokens: 2400, CompletionTokens: 150, CostUSD: 0.0063, CostStatus: model.CostReported, KeyBefore: &before, KeyAfter: &after,
			Attempts: []model.Attempt{
				{Asked: "openrouter/acme/reviewer", Prompt: strings.Repeat("e5", 32), Outcome: "model_error", CostStatus: model.CostEstimated},
				{Asked: "openrouter/acme/reviewer", Answered: "acme/reviewer-20260101", Prompt: strings.Repeat("e5", 32), Outcome: model.Answered, Finish: "stop",
					PromptTokens: 2400, CompletionTokens: 150, CostUSD: 0.0063, CostStatus: model.CostReported}}},
		Ledger: review.Ledger{Files: []review.Covered{{Path: "docs/guide.md", Hunks: []review.Span{{Start: 700, End: 820}}}, {Path: "src/auth/login.go", Hunks: []review.Span{{Start: 900, End: 1080}}}}},
		Rest:   []verdict.Reason{{Source: verdict.Model, Level: verdict.Yellow, Code: "merge_with_caution", Text: "the model recommends to merge with caution"}}}
	return r.WithFindings([]finding.Finding{
		{File: "src/auth/login.go", Side: finding.New, Start: 4, End: 4, Severity: finding.Medium, Title: "Division by zero", Body: "The divisor is not checked.",
			Scenario: "divisor 0 → panic", Quote: secretLine, Confidence: 0.9},
		{File: "docs/guide.md", Side: finding.New, Start: 3, End: 3, Severity: finding.Low, Title: "A title beyond the limit", Body: "A body beyond the limit.", Quote: "Another line."},
	}, cfg.Review)
}

// render is the record of a run.
func render(t testing.TB, in report.Input) []byte {
	t.Helper()
	data, err := Render(in)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// open reads a record that must be right.
func open(t testing.TB, data []byte) Record {
	t.Helper()
	r, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checked applies the rules.
func checked(t testing.TB, c pr.Change, cfg config.Config) rules.Report {
	t.Helper()
	report, err := rules.Check(context.Background(), c, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return report
}
