package report_test

import (
	"encoding/json"
	"strings"
	"testing"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// deepInput is a deep review in which every part has something to show.
func deepInput(reasons ...verdict.Reason) report.Input {
	in := input(reasons...)
	in.Config.Review.MaxFindings = 3
	in.Review.Summary = ""
	in.Review.Findings = []finding.Finding{
		{ID: "api-1", Source: finding.FromArea, Category: "security", File: "src/a.go", Side: finding.New, Start: 9, End: 9, Severity: finding.High,
			Title: "The token is not checked", Body: "A caller without a token passes.", Verification: finding.Verification{
				Outcome: finding.Unsure, Reason: "the caller may check it", Model: "acme/verifier"}},
		{ID: "api-2", Source: finding.FromArea, Category: "correctness", File: "src/a.go", Side: finding.New, Start: 4, End: 6, Severity: finding.High,
			Title: "Division by zero", Body: "It divides.", Scenario: "x is 0", Fix: "if x == 0 {\n\treturn 0\n}", Verification: finding.Verification{
				Outcome: finding.True, Reason: "nothing checks x", Model: "acme/verifier",
				Evidence: []finding.Evidence{{File: "src/a.go", Line: 4, Quote: "y := 1 / x"}}}},
		{ID: "api-3", Source: finding.FromArea, Category: "correctness", File: "src/b.go", Side: finding.New, Start: 3, End: 3, Severity: finding.High,
			Title: "Races with the writer", Body: "No lock.", Verification: finding.Verification{
				Outcome: finding.False, Reason: "the caller holds the lock", Model: "acme/verifier",
				Evidence: []finding.Evidence{{File: "src/b.go", Line: 1, Quote: "mu.Lock() | `held`"}}}},
		{ID: "store-1", Source: finding.FromArea, Category: "correctness", File: "src/a.go", Side: finding.New, Start: 5, End: 5, Severity: finding.Medium,
			Title: "Divides by x", MergedInto: "api-2"},
		{ID: "store-2", Source: finding.FromArea, Category: "tests", File: "src/b.go", Side: finding.New, Start: 8, End: 8, Severity: finding.Medium,
			Title: "No test", Cleared: true, Verification: finding.Verification{Outcome: finding.False, Reason: "b_test.go covers it"}},
		{ID: "sweep-1", Source: finding.FromSweep, File: "src/a.go", Side: finding.Old, Start: 2, End: 2, Severity: finding.High, Title: "Consumers use `Old`"},
		{ID: "lint-1", Source: finding.FromLinter, File: "src/a.go", Side: finding.New, Start: 7, End: 7, Severity: finding.Low, Title: "SC2086"},
	}
	usage := func(calls, prompt, completion int, usd float64, status model.CostStatus) model.Usage {
		return model.Usage{Calls: calls, PromptTokens: prompt, CompletionTokens: completion, CostUSD: usd, CostStatus: status}
	}
	in.Review.Deep = &review.Deep{
		Assessment: "needs work",
		Stages: []review.Stage{
			{Name: "facts", Note: "3 surfaces"},
			{Name: "scan", Models: []string{"acme/cheap"}, Usage: usage(1, 900, 50, 0.0004, model.CostReported), Note: "2 places"},
			{Name: "reviewers", Models: []string{"acme/reviewer", "acme/second"}, Usage: usage(9, 42000, 5100, 0.21, model.CostEstimated)},
			{Name: "verification", Models: []string{"acme/verifier"}, Usage: usage(4, 8000, 700, 0.031, model.CostReported), Note: "1 of 4 failed"},
		},
		Areas: []review.Area{
			{Name: "api", Files: []string{"src/a.go", "src/b|c.go", "src/d.go", "src/e.go"}, Model: "acme/reviewer", Rounds: 5, Findings: 3,
				Sections: []review.Section{{Name: "correctness", Text: "clean: no branch changes"}}},
			{Name: "store", Files: []string{"store/a.go"}, Model: "acme/second", Rounds: 2, Findings: 2},
			{Name: "docs", Files: []string{"docs/a.md"}},
		},
		Faults: []string{"area docs: the reviewer failed twice: the model did not answer"},
		Notes:  []string{"linter tflint is not on PATH"},
		Flags: []review.Flag{{Code: "attention_auth", Text: "src/a.go checks tokens", By: "the facts"},
			{Code: "attention_money", Text: "a price is rounded", By: "the reviewer of api"}},
		Questions:   []review.Question{{File: "src/a.go", Line: 12, Text: "the comment says that x is never nil, and the code tolerates nil"}},
		Walkthrough: "The handler gets a token.\n\nThe store keeps it.", CrossArea: "api reads what store writes",
		Settled: []review.Settled{{Head: strings.Repeat("d", 40), Finding: finding.Finding{ID: "api-9", Source: finding.FromArea,
			File: "src/a.go", Side: finding.New, Start: 30, End: 30, Title: "Leaks a file", Severity: finding.Medium,
			Verification: finding.Verification{Outcome: finding.False, Reason: "closed in line 40"}}}},
	}
	return in
}

// cleanInput is a deep review that found nothing.
func cleanInput() report.Input {
	in := deepInput()
	d := in.Review.Deep
	in.Review.Findings = nil
	d.Faults, d.Notes, d.Flags, d.Questions, d.Settled, d.CrossArea, d.Assessment = nil, nil, nil, nil, nil, "none", "ship"
	d.Areas = d.Areas[:2]
	return in
}

func TestCommentsOfADeepReviewAreAsTheGoldenFilesShow(t *testing.T) {
	golden(t, "deep_rich.md", report.Comment(deepInput(orange...)))
	golden(t, "deep_clean.md", report.Comment(cleanInput()))
	faulty := cleanInput()
	faulty.Decision = deepInput(verdict.Reason{Source: verdict.System, Level: verdict.Yellow, Code: "deep_fault",
		Text: "the review is not whole: area store: the budget is used up"}).Decision
	d := faulty.Review.Deep
	d.Faults, d.Notes = []string{"area store: the budget is used up"}, []string{"scan: the model did not answer"}
	d.Areas[1].Model, d.Assessment = "", "ship with fixes"
	d.Stages[2].Usage.CostStatus = model.CostUnknown
	golden(t, "deep_faults.md", report.Comment(faulty))
}

func TestUsageAndObjectOfADeepReviewAreAsTheGoldenFilesShow(t *testing.T) {
	var usage struct{ Deep json.RawMessage }
	var object struct {
		Deep, Findings json.RawMessage
		Reasons        []struct{ Code string }
	}
	if err := json.Unmarshal(report.NewUsage(deepInput(orange...)).Line(), &usage); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(report.JSON(deepInput(orange...)), &object); err != nil || len(object.Reasons) != 2 {
		t.Fatalf("%v, %d reasons", err, len(object.Reasons))
	}
	for name, part := range map[string]json.RawMessage{"deep_usage.json": usage.Deep, "deep_object.json": object.Deep, "deep_findings.json": object.Findings} {
		text, err := json.MarshalIndent(part, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name, string(text)+"\n")
	}
}

func TestTheUsageLineOfADeepReviewQuotesNothing(t *testing.T) {
	in := deepInput()
	fill(t, in.Review.Deep, "QUOTE")
	fill(t, &in.Review.Findings[0], "QUOTE")
	for i := range in.Review.Deep.Stages {
		in.Review.Deep.Stages[i].Name = "scan" // by code
	}
	usage := string(report.NewUsage(in).Line())
	if strings.Contains(usage, "QUOTE") || !strings.Contains(usage, `"deep":{`) {
		t.Errorf("usage %s", usage)
	}
}

// TestEveryFindingIsShownOnce over all ways in which findings can be merged, refuted and cleared.
func TestEveryFindingIsShownOnce(t *testing.T) {
	f := func(id, into string, o finding.Outcome) finding.Finding {
		return finding.Finding{ID: id, MergedInto: into, Title: "T-" + id + ".", File: "a.go", Start: 1, Verification: finding.Verification{Outcome: o}}
	}
	for _, tc := range []struct {
		name  string
		all   []finding.Finding
		order string
	}{
		{"verified ones come first, and the others keep their order",
			[]finding.Finding{f("a", "", finding.Unasked), f("b", "", finding.Unsure), f("c", "", finding.True)}, "c a b"},
		{"refuted ones come last", []finding.Finding{f("a", "", finding.False), f("b", "", finding.Unasked)}, "b | a"},
		{"a merged one stands below its leader",
			[]finding.Finding{f("a", "c", finding.Unasked), f("b", "", finding.Unasked), f("c", "", finding.Unasked)}, "b c +a"},
		{"a chain of merges leads to its end", []finding.Finding{f("a", "b", finding.Unasked), f("b", "c", finding.Unasked), f("c", "", finding.True)}, "c +a +b"},
		{"a circle leads nowhere", []finding.Finding{f("a", "b", finding.Unasked), f("b", "a", finding.Unasked), f("c", "c", finding.Unasked)}, "a b c"},
		{"an unknown leader leads nowhere", []finding.Finding{f("a", "x", finding.True)}, "a"},
		{"a refuted leader hides no other", []finding.Finding{f("a", "", finding.False), f("b", "a", finding.True)}, "b | a"},
		{"a refuted one stands below no other", []finding.Finding{f("a", "", finding.True), f("b", "a", finding.False)}, "a | b"},
		{"refuted ones are merged, too", []finding.Finding{f("a", "", finding.False), f("b", "a", finding.False)}, "| a +b"},
		{"the same id twice", []finding.Finding{f("a", "", finding.True), f("a", "", finding.True), f("b", "a", finding.True)}, "a +b a"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			in := deepInput()
			in.Config.Review.MaxFindings, in.Review.Findings = 10, tc.all
			var got []string
			for line := range strings.SplitSeq(report.Comment(in), "\n") {
				_, title, found := strings.Cut(line, "T-")
				id, _, _ := strings.Cut(title, ".")
				switch {
				case strings.Contains(line, "Refuted findings"):
					got = append(got, "|")
				case found && strings.HasPrefix(line, "   Also reported as"):
					got = append(got, "+"+id)
				case found:
					got = append(got, id)
				}
			}
			if strings.Join(got, " ") != tc.order {
				t.Errorf("shown as %q, want %q", strings.Join(got, " "), tc.order)
			}
		})
	}
}

func TestTheLimitOfFindingsCountsThoseLeftOutWithTheirMergedOnes(t *testing.T) {
	in := deepInput()
	in.Config.Review.MaxFindings = 1
	in.Review.Findings[3].MergedInto = "api-1" // api-2 is shown; api-1, its merged one, sweep-1 and lint-1 are not
	comment := report.Comment(in)
	for _, want := range []string{"### Findings of the review (5)", "Not shown, but part of the verdict: 4 more findings ([review] max_findings = 1).",
		"Refuted findings (2)", "Not shown, but part of the verdict: 1 more finding ([review] max_findings = 1)."} {
		if !strings.Contains(comment, want) {
			t.Errorf("%q is missing in:\n%s", want, comment)
		}
	}
}
