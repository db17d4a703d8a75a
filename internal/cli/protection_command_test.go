package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/protection"
)

// newAdmin is a world with an administrator's token and a second approver.
func newAdmin(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, docsChange)
	w.gitea.AddUser("mi", true)
	t.Setenv("GITEA_ADMIN_TOKEN", w.gitea.Token("org"))
	return w
}

// protect runs the command and looks for tokens in what it prints and leaves.
func (w *world) protect(args ...string) result {
	w.t.Helper()
	r := w.run(append([]string{"branch-protection"}, args...)...)
	texts := r.stdout + r.stderr
	for _, file := range savedFiles(w.t) {
		data, err := os.ReadFile(file)
		if err != nil {
			w.t.Fatal(err)
		}
		texts += string(data)
	}
	for _, name := range []string{"GITEA_ADMIN_TOKEN", "GITEA_BOT_TOKEN", "OPENROUTER_API_KEY"} {
		if value := os.Getenv(name); value != "" && strings.Contains(texts, value) {
			w.t.Errorf("%s is in the output:\n%s", name, texts)
		}
	}
	return r
}

func savedFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.json")
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var askFor = []string{"--branch", "main", "--status", "werkator", "--status", "ai-review/gate", "--approver", "bot", "--approver", "mi"}

// askedRule is what askFor makes of a rule that required nothing.
var askedRule = protection.Target(nil, protection.Wish{Contexts: []string{"werkator", "ai-review/gate", "ai-review/base/main"}, Approvers: []string{"bot", "mi"}})

// TestScenario18_04_TheOldRuleIsSavedFirstAndItsContextsStay is test_existing_rule_is_saved_first_and_its_contexts_stay.
func TestScenario18_04_TheOldRuleIsSavedFirstAndItsContextsStay(t *testing.T) {
	w := newAdmin(t)
	repo := w.pull.Repo()
	repo.SetRule("main", map[string]any{"enable_status_check": true, "status_check_contexts": []any{"werkator", "lint"}, "require_signed_commits": true})
	before := repo.Rule("main")
	r := w.protect(askFor...)
	if r.exit != 0 || !strings.Contains(r.stdout, `status_check_contexts: is ["werkator","lint"], should be ["werkator","lint","ai-review/gate","ai-review/base/main"]`) {
		t.Fatalf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	rule := protection.Rule(repo.Rule("main"))
	if diff := cmp.Diff([]string{"werkator", "lint", "ai-review/gate", "ai-review/base/main"}, rule.Texts("status_check_contexts")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"bot", "mi"}, rule.Texts("approvals_whitelist_username")); diff != "" || rule.Number("required_approvals") != 1 {
		t.Error(diff, rule)
	}
	if !rule.Bool("ignore_stale_approvals") || !rule.Bool("require_signed_commits") {
		t.Errorf("a field of the table is missing, or another one was changed: %v", rule)
	}
	files := savedFiles(t)
	if len(files) != 1 || !strings.HasPrefix(files[0], "branch-protection-org-demo-main-") {
		t.Fatalf("%v", files)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	data, _ := os.ReadFile(files[0])
	saved, err := protection.ParseSaved(data)
	if err != nil || len(protection.Differences(saved.Rule, protection.Rule(before).Settable())) > 0 || len(saved.Rule) != len(before) {
		t.Errorf("%v, %v", err, saved.Rule)
	}
	// The saved file undoes it.
	if r := w.protect("--restore", files[0], "--save", "second.json"); r.exit != 0 {
		t.Fatalf("restore: exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	if d := protection.Differences(repo.Rule("main"), protection.Rule(before).Settable()); len(d) > 0 {
		t.Errorf("not restored: %+v", d)
	}
	if r := w.protect("--restore", "second.json"); r.exit != 0 || !protection.Rule(repo.Rule("main")).Bool("ignore_stale_approvals") {
		t.Errorf("the undo cannot be undone: %s%s", r.stdout, r.stderr)
	}
}

// TestScenario18_04_AMissingRuleIsCreated is test_missing_rule_is_created.
func TestScenario18_04_AMissingRuleIsCreated(t *testing.T) {
	w := newAdmin(t)
	r := w.protect(append([]string{"--save", "old.json"}, askFor...)...)
	rule := w.pull.Repo().Rule("main")
	if r.exit != 0 || rule == nil || len(protection.Differences(rule, askedRule)) > 0 {
		t.Fatalf("exit %d, %v\n%s%s", r.exit, rule, r.stdout, r.stderr)
	}
	if r := w.protect("--restore", "old.json", "--dry-run"); r.exit != 0 || w.pull.Repo().Rule("main") == nil || !strings.Contains(r.stdout, "it will be deleted") {
		t.Errorf("a dry run of restoring: %d\n%s", r.exit, r.stdout)
	}
	if r := w.protect("--restore", "old.json"); r.exit != 0 || w.pull.Repo().Rule("main") != nil {
		t.Errorf("a rule that did not exist is deleted: %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	if r := w.protect("--restore", "old.json"); r.exit != 0 || !strings.Contains(r.stdout, "nothing to do") {
		t.Errorf("again: %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
}

// TestScenario18_04_ADryRunAndAnUnchangedRuleWriteNothing is test_dry_run_and_unchanged_rule_write_nothing.
func TestScenario18_04_ADryRunAndAnUnchangedRuleWriteNothing(t *testing.T) {
	w := newAdmin(t)
	r := w.protect(append([]string{"--dry-run"}, askFor...)...)
	if r.exit != 0 || !strings.Contains(r.stdout, "required_approvals: is not set, should be 1") || !strings.Contains(r.stdout, "nothing was written") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	fields := map[string]any{}
	data, _ := json.Marshal(askedRule)
	_ = json.Unmarshal(data, &fields)
	w.pull.Repo().SetRule("main", fields)
	r = w.protect(askFor...)
	if r.exit != 0 || !strings.Contains(r.stdout, "nothing to do") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	if writes := w.gitea.Writes(); len(writes) > 0 || len(savedFiles(t)) > 0 {
		t.Errorf("something was written: %v %v", writes, savedFiles(t))
	}
}

func TestEveryFieldOfTheTableThatIsWrongIsMended(t *testing.T) {
	for _, field := range protection.Fields(protection.Approval) {
		t.Run(field.Name, func(t *testing.T) {
			w := newAdmin(t)
			spoil(t, w, field.Name)
			r := w.protect(askFor...)
			if r.exit != 0 || strings.Count(r.stdout, ", should be ") != 1 || !strings.Contains(r.stdout, "\n  "+field.Name+": is ") {
				t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
			}
			rule := protection.Rule(w.pull.Repo().Rule("main"))
			if d := protection.Differences(rule, askedRule); len(d) > 0 {
				t.Errorf("not mended: %+v", d)
			}
			patch := w.gitea.Writes()
			if len(patch) != 1 || strings.Count(patch[0].Body, ":") != 1 {
				t.Errorf("only the field that is wrong is written: %+v", patch)
			}
		})
	}
}

// spoil sets a rule that is as asked but for one field; "": for none.
func spoil(t *testing.T, w *world, field string) {
	t.Helper()
	rule := map[string]any{}
	data, err := json.Marshal(askedRule)
	if err != nil || json.Unmarshal(data, &rule) != nil {
		t.Fatal(err)
	}
	if field == "" {
		w.pull.Repo().SetRule("main", rule)
		return
	}
	switch value := rule[field].(type) {
	case bool:
		rule[field] = !value
	case float64:
		rule[field] = value - 1
	case []any:
		rule[field] = []any{}
		if len(value) == 0 {
			rule[field] = []any{"everybody"}
		}
	default:
		t.Fatalf("%s is %T", field, value)
	}
	w.pull.Repo().SetRule("main", rule)
}

func TestHolesBesideTheTableAreWarnedOf(t *testing.T) {
	w := newAdmin(t)
	w.pull.Repo().SetRule("main", map[string]any{"enable_push": true, "enable_status_check": true, "status_check_contexts": []any{"ai-review/*"}})
	r := w.protect(askFor...)
	for _, want := range []string{"warning: enable_push lets everybody with write access push", "warning: status_check_contexts: ai-review/* also requires ai-review/assessment"} {
		if r.exit != 0 || !strings.Contains(r.stdout, want) {
			t.Errorf("exit %d, no %q\n%s%s", r.exit, want, r.stdout, r.stderr)
		}
	}
}

func TestTheBotsTokenIsNoAdminToken(t *testing.T) {
	w := newAdmin(t)
	t.Setenv("GITEA_ADMIN_TOKEN", os.Getenv("GITEA_BOT_TOKEN"))
	if r := w.protect(askFor...); r.exit != 1 || !strings.Contains(r.stderr, "must be the token of an administrator") || len(w.gitea.Writes()) > 0 {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
}

func TestWrongUseOfBranchProtectionExitsWith2AndSendsNothing(t *testing.T) {
	w := newAdmin(t)
	other := fmt.Sprintf(`{"server":%q,"repository":"org/other","branch":"main","rule":null}`, w.gitea.URL)
	for name, text := range map[string]string{"other.json": other, "broken.json": "CANARY"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for want, args := range map[string][]string{
		"--branch must name":                  {"--status", "a", "--approver", "b"},
		"--status must name":                  {"--branch", "main", "--approver", "b"},
		"--approver must name":                {"--branch", "main", "--status", "a"},
		"leave --approver out":                {"--branch", "main", "--status", "a", "--approver", "b", "--mode", "block"},
		"--base-status must hold":             {"--branch", "main", "--status", "a", "--approver", "b", "--base-status", "x"},
		"one rule for several branches":       {"--branch", "release/*", "--status", "a", "--approver", "b"},
		"--mode must be":                      {"--branch", "main", "--status", "a", "--approver", "b", "--mode", "x"},
		"unknown option --token":              {"--token", "x"},
		"besides the options":                 {"--branch", "main", "--status", "a", "b", "--approver", "c"},
		"--restore takes no":                  {"--restore", "other.json", "--status", "a"},
		"is of the repository org/other":      {"--restore", "other.json"},
		"no saved branch protection":          {"--restore", "broken.json"},
		"none.json cannot be opened":          {"--restore", "none.json"},
		"must begin with https":               append([]string{"--repo", "org/demo"}, askFor...),
		"not on the server of WERKATOR_GITEA": append([]string{"--repo", "https://git.example.org/org/demo"}, askFor...),
	} {
		r := w.protect(args...)
		if r.exit != 2 || !strings.Contains(r.stderr, want) || strings.Contains(r.stderr, "CANARY") {
			t.Errorf("%v: exit %d, want %q\n%s", args, r.exit, want, r.stderr)
		}
	}
	t.Setenv("GITEA_ADMIN_TOKEN", "")
	if r := w.protect(askFor...); r.exit != 2 || !strings.Contains(r.stderr, "GITEA_ADMIN_TOKEN is not set") {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
	if r := w.protect("--help"); r.exit != 0 || !strings.Contains(r.stdout, "Usage:") {
		t.Errorf("exit %d", r.exit)
	}
	if requests := w.gitea.Requests(); len(requests) > 0 {
		t.Errorf("%v", requests)
	}
}

func TestBlockModeLeavesApprovalsAlone(t *testing.T) {
	w := newAdmin(t)
	w.pull.Repo().SetRule("main", map[string]any{"required_approvals": 2.0})
	r := w.protect("--branch", "main", "--mode", "block", "--status", "ai-review/gate", "--repo", w.gitea.URL+"/org/demo")
	rule := protection.Rule(w.pull.Repo().Rule("main"))
	if r.exit != 0 || rule.Number("required_approvals") != 2 || !rule.Bool("ignore_stale_approvals") || !rule.Bool("enable_status_check") || rule.Bool("enable_approvals_whitelist") {
		t.Errorf("exit %d %v\n%s%s", r.exit, rule, r.stdout, r.stderr)
	}
}
