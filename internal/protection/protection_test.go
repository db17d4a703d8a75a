package protection

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTheTargetHasEveryFieldOfTheTableAndKeepsTheStatuses(t *testing.T) {
	old := Rule{"enable_status_check": true, "status_check_contexts": []any{"werkator", "lint"}, "required_approvals": 3.0}
	got := Target(old, Wish{Mode: Approval, Contexts: []string{"werkator", "ai-review/gate"}, Approvers: []string{"ai-reviewer", "mi"}})
	want := Rule{
		"required_approvals": 1, "enable_approvals_whitelist": true,
		"approvals_whitelist_username": []string{"ai-reviewer", "mi"}, "approvals_whitelist_teams": []string{},
		"block_on_rejected_reviews": true, "block_on_official_review_requests": true, "dismiss_stale_approvals": true,
		"ignore_stale_approvals": true, "block_on_outdated_branch": true, "enable_status_check": true,
		"status_check_contexts": []string{"werkator", "lint", "ai-review/gate"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	block := Target(nil, Wish{Mode: Block, Contexts: []string{"ai-review/gate"}})
	if _, ok := block["required_approvals"]; ok || len(block) != 5 {
		t.Errorf("the mode block leaves approvals alone: %v", block)
	}
}

func TestContextsOfACheckThatWasOffAreNotSwitchedOn(t *testing.T) {
	old := Rule{"enable_status_check": false, "status_check_contexts": []any{"gone"}}
	if got := Target(old, Wish{Contexts: []string{"a"}}).Texts("status_check_contexts"); len(got) != 1 || got[0] != "a" {
		t.Errorf("%v", got)
	}
}

func TestDifferencesCompareValuesAsTheServerMeansThem(t *testing.T) {
	for name, tc := range map[string]struct {
		is, should Rule
		want       string
	}{
		"a number of JSON and one of ours":     {Rule{"required_approvals": 1.0}, Rule{"required_approvals": 1}, ""},
		"another order is the same set":        {Rule{"status_check_contexts": []any{"b", "a"}}, Rule{"status_check_contexts": []string{"a", "b"}}, ""},
		"logins have no case":                  {Rule{"approvals_whitelist_username": []any{"Bot"}}, Rule{"approvals_whitelist_username": []string{"bot"}}, ""},
		"contexts have a case":                 {Rule{"status_check_contexts": []any{"A"}}, Rule{"status_check_contexts": []string{"a"}}, "status_check_contexts"},
		"null is an empty list":                {Rule{"approvals_whitelist_teams": nil}, Rule{"approvals_whitelist_teams": []string{}}, ""},
		"a login too much":                     {Rule{"approvals_whitelist_username": []any{"bot", "x"}}, Rule{"approvals_whitelist_username": []string{"bot"}}, "approvals_whitelist_username"},
		"a field that the server has not":      {Rule{}, Rule{"ignore_stale_approvals": true}, "ignore_stale_approvals"},
		"also a field that should be off":      {Rule{}, Rule{"ignore_stale_approvals": false}, "ignore_stale_approvals"},
		"a text instead of a list":             {Rule{"status_check_contexts": "a"}, Rule{"status_check_contexts": []string{"a"}}, "status_check_contexts"},
		"the order of the table, then the ABC": {Rule{}, Rule{"b": 1, "a": 1, "enable_status_check": true}, "enable_status_check a b"},
	} {
		var got []string
		for _, d := range Differences(tc.is, tc.should) {
			got = append(got, d.Field)
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: %v, want %q", name, got, tc.want)
		}
	}
}

func TestAListThatWasNullIsEmptiedByAnEmptyList(t *testing.T) {
	got := Changes(Rule{"a": []any{"x"}, "b": true, "c": 1.0}, Rule{"a": nil, "b": false, "c": 1.0})
	if diff := cmp.Diff(Rule{"a": []string{}, "b": false}, got); diff != "" {
		t.Error(diff)
	}
}

func TestPatternsThatRequireTheAssessmentAreFound(t *testing.T) {
	for context, want := range map[string]bool{
		"ai-review/*": true, "*": true, "ai-review/assessment": true, "ai-review/assess????": true,
		"ai-review/gate": false, "ai.review/assessment": false, "[": false, "assessment": false,
	} {
		if got := len(Covers([]string{context}, "ai-review/assessment")) == 1; got != want {
			t.Errorf("%s: %v", context, got)
		}
	}
}

func TestASavedRuleIsReadAgainAndNothingElseIs(t *testing.T) {
	s := Saved{Server: "https://git.example.org", Repository: "org/demo", Branch: "release/../1",
		Time: time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC), Rule: Rule{"rule_name": "release/../1", "required_approvals": 2.0}}
	if name := s.FileName(); name != "branch-protection-org-demo-release-..-1-20261130T100000Z.json" {
		t.Error(name)
	}
	data, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseSaved(data)
	if diff := cmp.Diff(s, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	for _, text := range []string{"", "null", "[]", "{}", "CANARY", `{"server":"https://a","repository":"a/b","branch":"main"}`,
		`{"server":"https://a","repository":"a/b","branch":"main","rule":{"rule_name":"other"}}`, `{"server":"https://a","repository":"a/b","branch":"main","rule":7}`} {
		if _, err := ParseSaved([]byte(text)); err == nil || strings.Contains(err.Error(), "CANARY") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := ParseSaved([]byte(`{"server":"https://a","repository":"a/b","branch":"main","rule":null}`)); err != nil {
		t.Error(err)
	}
}

func TestArgumentsForAShellAreQuoted(t *testing.T) {
	for arg, want := range map[string]string{"main": "main", "release/*": "'release/*'", "": "''", "it's": `'it'\''s'`, "$(x)": "'$(x)'"} {
		if got := Quote(arg); got != want {
			t.Errorf("%s: %s", arg, got)
		}
	}
}

// TestTheDocumentHasTheTable compares docs/operations.md with the table.
func TestTheDocumentHasTheTable(t *testing.T) {
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	target := Target(nil, Wish{Contexts: []string{"ai-review/gate", "ai-review/base/main"}})
	for _, f := range Fields(Approval) {
		modes, value := "with approvals", "`"+Show(target[f.Name])+"`"
		if f.Block {
			modes = "all"
		}
		switch f.Name {
		case "approvals_whitelist_username":
			value = "the bot and `human_reviewers`"
		case "status_check_contexts":
			value += " and those of your builds"
		}
		if row := "| `" + f.Name + "` | " + value + " | " + modes + " | " + f.Why + " |"; !strings.Contains(string(text), row) {
			t.Errorf("docs/operations.md lacks the row\n%s", row)
		}
	}
}
