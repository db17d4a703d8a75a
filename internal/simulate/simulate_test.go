package simulate_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/simulate"
	"werkrevisor/internal/verdict"
)

func rule(code string, level verdict.Level) verdict.Reason {
	return verdict.Reason{Source: verdict.Rule, Level: level, Code: code, Text: "text"}
}

// reported is what the rules say: these reasons; stopped names rules that keep the change from the model.
func reported(stopped []string, reasons ...verdict.Reason) rules.Report {
	return rules.Report{Results: []rules.Result{{Rule: "some", Outcome: rules.Outcome{Reasons: reasons}}}, Stopped: stopped}
}

func TestACaseIsTheVerdictWithoutAModelAndWithOneThatAlwaysSaysSafe(t *testing.T) {
	code := pr.Change{Kind: pr.Refactoring, Files: []pr.File{{Path: "a.go", OldPath: "a.go", Category: pr.Main, Added: 3, Deleted: 2}}}
	spaces := pr.Change{Kind: pr.MechanicalOnly, Files: []pr.File{{Path: "a.go", OldPath: "a.go", Mechanical: pr.ByWhitespace, Added: 1, Deleted: 1}}}
	size, path := rule("too_many_lines", verdict.Orange), rule("risky_path", verdict.Yellow)
	for _, tc := range []struct {
		name   string
		change pr.Change
		report rules.Report
		want   simulate.Case
	}{
		{"a change that breaks no rule could become GREEN", code, reported(nil),
			simulate.Case{Level: verdict.Yellow, IfSafe: verdict.Green, Kind: pr.Refactoring, Lines: 5, Files: 1}},
		{"a mechanical change needs no model", spaces, reported(nil),
			simulate.Case{Level: verdict.Green, IfSafe: verdict.Green, NoModel: true, Kind: pr.MechanicalOnly}},
		{"a mechanical change with a reason has the level of the reason", spaces, reported(nil, path),
			simulate.Case{Level: verdict.Yellow, IfSafe: verdict.Yellow, NoModel: true, Kind: pr.MechanicalOnly,
				Codes: []string{"risky_path"}, Deciding: []string{"risky_path"}}},
		{"the worst reason decides, and each code counts once", code, reported(nil, path, size, path),
			simulate.Case{Level: verdict.Orange, IfSafe: verdict.Orange, Kind: pr.Refactoring, Lines: 5, Files: 1,
				Codes: []string{"too_many_lines", "risky_path"}, Deciding: []string{"too_many_lines"}}},
		{"a rule that stops the review is named", code, reported([]string{"pr_doc"}, rule("open_questions", verdict.Red)),
			simulate.Case{Level: verdict.Red, IfSafe: verdict.Red, Stopped: true, Kind: pr.Refactoring, Lines: 5, Files: 1,
				Codes: []string{"open_questions"}, Deciding: []string{"open_questions"}}},
		{"a PR that is not ready is ERROR", code, reported([]string{"readiness"}, verdict.Fault("draft", "x")),
			simulate.Case{Level: verdict.Error, IfSafe: verdict.Error, Stopped: true, Kind: pr.Refactoring, Lines: 5, Files: 1,
				Codes: []string{"draft"}, Deciding: []string{"draft"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, simulate.Of(tc.change, config.Config{}, tc.report)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// case of a change of a kind with a number of lines, by the codes that the rules gave.
func of(kind pr.Kind, lines int, reasons ...verdict.Reason) simulate.Case {
	c := pr.Change{Kind: kind, Files: []pr.File{{Path: "a.go", OldPath: "a.go", Category: pr.Main, Added: lines}}}
	return simulate.Of(c, config.Config{}, reported(nil, reasons...))
}

func TestTheNumbersOfASimulation(t *testing.T) {
	s := simulate.New("a.toml", "b.toml")
	size, path := rule("too_many_lines", verdict.Orange), rule("risky_path", verdict.Yellow)
	for i, cases := range [][]simulate.Case{
		{of(pr.Refactoring, 10), of(pr.Refactoring, 10)},
		{of(pr.Refactoring, 20, path), of(pr.Refactoring, 20)},
		{of(pr.Refactoring, 30, path, size), of(pr.Refactoring, 30, path)},
		{of(pr.DocsOnly, 40, size), of(pr.DocsOnly, 40, size)},
		{simulate.Failed("read_failed", "the server said\tno\x1b[31m"), simulate.Failed("config_invalid", "")},
		{simulate.Failed("read_failed", "again"), of("", 0, path)},
	} {
		s.Add(fmt.Sprintf("#%d", i+1), cases)
	}
	got := s.Report(simulate.Head{Version: "1", Source: "demo", Range: "all", Changes: 7, Seen: 6, Interrupted: true})
	first := got.Configs[0]
	if first.Read != 4 || s.Read() != 5 {
		t.Errorf("read %d, %d", first.Read, s.Read())
	}
	want := simulate.ConfigReport{Config: "a.toml", Read: 4,
		Verdicts: []simulate.LevelRow{{Verdict: "GREEN", IfSafe: 1}, {Verdict: "YELLOW", Changes: 2, IfSafe: 1}, {Verdict: "ORANGE", Changes: 2, IfSafe: 2}, {Verdict: "RED"}, {Verdict: "ERROR"}},
		Kinds:    []simulate.KindRow{{Kind: "refactoring", Changes: 3, Green: 1}, {Kind: "docs_only", Changes: 1}},
		Reasons: []simulate.CodeRow{{Code: "too_many_lines", Changes: 2, Decided: 2, Alone: 1, Examples: []string{"#3", "#4"}},
			{Code: "risky_path", Changes: 2, Decided: 1, Alone: 1, Examples: []string{"#2"}}},
		Lines: simulate.Spread{Median: 20, P75: 30, P90: 40, Max: 40}, Files: simulate.Spread{Median: 1, P75: 1, P90: 1, Max: 1},
		Failures: []simulate.FailureRow{{Cause: "read_failed", Changes: 2, Why: "the server said\tno\x1b[31m", Examples: []string{"#5", "#6"}}},
	}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Error(diff)
	}
	moves := []simulate.MoveRow{{From: "GREEN", To: "GREEN", Changes: 1, Examples: []string{"#1"}}, {From: "YELLOW", To: "GREEN", Changes: 1, Examples: []string{"#2"}},
		{From: "ORANGE", To: "YELLOW", Changes: 1, Examples: []string{"#3"}}, {From: "ORANGE", To: "ORANGE", Changes: 1, Examples: []string{"#4"}}}
	if diff := cmp.Diff(moves, got.MovesIfSafe); diff != "" {
		t.Error(diff)
	}
	text := got.Text()
	for _, line := range []string{"interrupted after 6", "From a.toml to b.toml, if the model always said \"safe\": 2 with another verdict, 2 with the same",
		"  read_failed  2        #5 #6     the server said no\\x1b[31m"} {
		if !strings.Contains(text, line) {
			t.Errorf("the text lacks %q:\n%s", line, text)
		}
	}
	if strings.Contains(text, "\x1b") {
		t.Error("the text has a control character")
	}
}

func TestNothingReadIsShownAsThat(t *testing.T) {
	s := simulate.New("a.toml")
	s.Add("#1", []simulate.Case{simulate.Failed("read_failed", "why")})
	report := s.Report(simulate.Head{Source: "demo", Range: "all", Changes: 1, Seen: 1})
	if s.Read() != 0 || strings.Contains(report.Text(), "verdict") || !strings.Contains(report.Text(), "0 read, 1 not") {
		t.Errorf("read %d:\n%s", s.Read(), report.Text())
	}
	data, err := report.JSON()
	var back simulate.Report
	if err != nil || json.Unmarshal(data, &back) != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(report, back); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(string(data), "null") {
		t.Errorf("a list is null: %s", data)
	}
}

// The statistics of many changes must not grow with the texts of the changes: only numbers and a few names stay.
func TestExamplesAreFewWhateverTheNumberOfChanges(t *testing.T) {
	s := simulate.New("a", "b")
	for i := range 1000 {
		s.Add(fmt.Sprint(i), []simulate.Case{of(pr.Mixed, i, rule("risky_path", verdict.Yellow)), of(pr.Mixed, i)})
		s.Add(fmt.Sprint("x", i), []simulate.Case{simulate.Failed("read_failed", "w"), simulate.Failed("read_failed", "w")})
	}
	r := s.Report(simulate.Head{})
	for _, list := range [][]string{r.Configs[0].Reasons[0].Examples, r.Configs[0].Failures[0].Examples, r.MovesIfSafe[0].Examples} {
		if len(list) != 3 {
			t.Errorf("examples %v", list)
		}
	}
	if want := (simulate.Spread{Median: 499, P75: 749, P90: 899, Max: 999}); r.Configs[0].Lines != want {
		t.Errorf("lines %+v", r.Configs[0].Lines)
	}
	if !slices.ContainsFunc(r.MovesIfSafe, func(m simulate.MoveRow) bool { return m.Changes == 999 }) {
		t.Errorf("moves %+v", r.MovesIfSafe)
	}
}
