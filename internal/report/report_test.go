package report_test

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

// input is a review of a change with one finding of each kind, on a fixed clock.
func input(reasons ...verdict.Reason) report.Input {
	sha := func(c string) string { return strings.Repeat(c, 40) }
	in := report.Input{Version: "1.2.3", Mode: report.Gate, HostConfig: "env", Started: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC),
		Duration: 1234 * time.Millisecond, CommentURL: "https://git.example.org/org/demo/pulls/7#issuecomment-1"}
	in.Change = pr.Change{Origin: pr.FromGitea, Owner: "org", Repo: "demo", Number: 7, Head: pr.Commit{Ref: "topic", SHA: sha("a")},
		Base: pr.Commit{Ref: "main", SHA: sha("b")}, MergeBase: sha("c"), Kind: pr.Refactoring,
		Files: []pr.File{
			{Path: "src/a.go", OldPath: "src/a.go", Status: pr.Modified, Category: pr.Main, Added: 10, Deleted: 2, OldMode: pr.ModeFile, NewMode: pr.ModeFile},
			{Path: "A.java", OldPath: "A.java", Status: pr.Modified, Mechanical: pr.ByImports, Added: 1, Deleted: 1},
			{Path: "b.c", OldPath: "b.c", Status: pr.Modified, Mechanical: pr.ByWhitespace, Added: 1, Deleted: 1},
			{Path: "c", OldPath: "d", Status: pr.Renamed, Mechanical: pr.ByRename},
			{Path: "e", OldPath: "f", Status: pr.Renamed, Mechanical: pr.ByRename},
		}}
	in.Change.Thread.Bot.Login = "bot"
	in.Config = config.Config{Sources: "defaults + host + repository (.werkrevisor.toml at base bbbbbbb)", Review: config.Review{MaxFindings: 2},
		Model: config.Model{ID: "openrouter/acme/reviewer"}, Engine: config.Engine{Mode: "llm"}}
	remaining := 74.5
	in.Review = review.Result{Complete: true, Model: "acme/reviewer",
		Plan:  model.Plan{Tokens: model.Tokens{Raw: 1000, Counted: 1150, Factor: 1.15, Method: model.MethodO200k}, WorstCaseUSD: 0.0846},
		Usage: model.Usage{Calls: 1, PromptTokens: 1100, CompletionTokens: 200, CostUSD: 0.0042, CostStatus: model.CostReported, KeyBefore: &remaining},
		Findings: []finding.Finding{
			{File: "src/a.go", Side: finding.New, Start: 4, End: 6, Title: "Division by zero", Body: "It divides.\n\n# no heading\n@admin look", Scenario: "x is 0", Severity: finding.High},
			{File: "src/a.go", Side: finding.Old, Start: 2, End: 2, Title: "Guard is gone", Severity: finding.Medium, SeverityGuessed: true, Unverified: "the quoted line does not stand there"},
			{File: "src/a.go", Side: finding.New, Start: 90, End: 90, Title: "Old news", Severity: finding.Low, PreExisting: true},
		}}
	in.Decision = verdict.Decide(verdict.Input{Change: in.Change, Reasons: reasons, Proof: verdict.ByModel,
		Gate: config.Gate{AssessmentContext: "ai-review/assessment"}})
	return in
}

var orange = []verdict.Reason{
	{Source: verdict.Rule, Level: verdict.Yellow, Code: "risky_path", Text: "risky paths changed: src/a.go ([hard_yellow] src/*.go)"},
	{Source: verdict.Model, Level: verdict.Orange, Code: "high_finding", Text: "the model reports 1 finding of high severity: src/a.go:4"},
}

func TestCommentsAreAsTheGoldenFilesShow(t *testing.T) {
	golden(t, "orange.md", report.Comment(input(orange...)))
	green := input()
	green.Review.Findings = nil
	green.Change.Files = green.Change.Files[:1]
	golden(t, "green.md", report.Comment(green))
	red := input(verdict.Reason{Source: verdict.Rule, Level: verdict.Red, Code: "open_questions", Text: "open questions: doc/PR/x.md:3: who?"})
	red.Review = review.Result{}
	golden(t, "red.md", report.Comment(red))
	failed := input(verdict.Fault("model_timeout", "the model did not answer within [model] timeout_seconds = 120"))
	failed.Review = review.Result{Usage: model.Usage{Calls: 2, CostStatus: model.CostUnknown}}
	golden(t, "error.md", report.Comment(failed))
	local := input(verdict.Reason{Source: verdict.System, Level: verdict.Yellow, Code: "no_model_review", Text: "no model reviewed this change"})
	local.Change.Origin, local.Review = pr.FromRange, review.Result{}
	golden(t, "local.md", report.Comment(local))
}

func TestUsageLineAndObjectAreAsTheGoldenFilesShow(t *testing.T) {
	var pretty strings.Builder
	encoder := json.NewEncoder(&pretty)
	encoder.SetIndent("", "  ")
	for name, line := range map[string][]byte{"usage.json": report.NewUsage(input(orange...)).Line(), "object.json": report.JSON(input(orange...))} {
		if strings.Contains(string(line), "\n") {
			t.Errorf("%s has more than one line", name)
		}
		pretty.Reset()
		if err := encoder.Encode(json.RawMessage(line)); err != nil {
			t.Fatal(err)
		}
		golden(t, name, pretty.String())
	}
}

func TestUsageLineHasExactlyTheFieldsOfTheSpecification(t *testing.T) {
	want := strings.Fields(`timestamp version repository pr head_sha base_sha merge_base config_source host_config engine_mode verdict
		exit_code change_kind mechanical_files reasons model calls prompt_tokens completion_tokens cached_tokens reasoning_tokens cost_usd
		cost_status counted_input_tokens counted_raw_tokens token_count_factor token_count_method worst_case_usd duration_seconds
		key_remaining_before_usd key_remaining_after_usd changed_lines changed_files reused would_exit`)
	var got []string
	for _, m := range regexp.MustCompile(`[{,]"(\w+)":`).FindAllStringSubmatch(string(report.NewUsage(input()).Line()), -1) {
		got = append(got, m[1])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTextsForTheLogQuoteNothingOfThePR(t *testing.T) {
	in := input(verdict.Reason{Source: verdict.Model, Level: verdict.Yellow, Code: "change_kind_objection", Text: "it objects: QUOTE", Public: "it objects"})
	in.Review.Findings[0].Title, in.Review.Findings[0].Body = "QUOTE", "QUOTE"
	logged := strings.Join(report.ReasonLines(in), "\n") + string(report.NewUsage(in).Line()) + report.LastLine(in)
	if strings.Contains(logged, "QUOTE") {
		t.Errorf("the log quotes the PR:\n%s", logged)
	}
	if !strings.Contains(report.Comment(in), "QUOTE") {
		t.Error("the comment does not show what the model said")
	}
}

func TestLogLinesEscapeWhatATerminalWouldObey(t *testing.T) {
	in := input(verdict.Fault("read_failed", "a\x1b[31m\u202eb\nverdict=GREEN exit=0"))
	lines := append(report.ReasonLines(in), report.LastLine(in), report.FirstLine("1", "x\ny\x07", report.Gate))
	for _, line := range lines {
		if strings.ContainsAny(line, "\n\r\x1b\x07\u202e") {
			t.Errorf("line %q", line)
		}
	}
}
