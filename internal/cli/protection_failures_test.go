package cli_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/protection"
)

func TestUsersWhomTheServerDropsAreNamed(t *testing.T) {
	w := newAdmin(t)
	w.gitea.AddUser("outsider", false)
	r := w.protect(append([]string{"--approver", "outsider", "--save", "old.json"}, askFor...)...)
	if r.exit != 1 || !strings.Contains(r.stderr, "the server dropped outsider, who cannot write") || !strings.Contains(r.stderr, "--restore old.json --repo "+w.gitea.URL+"/org/demo") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	r = w.protect(append([]string{"--approver", "nobody-such", "--save", "other.json"}, askFor...)...)
	if r.exit != 1 || !strings.Contains(r.stderr, "user does not exist [uid: 0, name: nobody-such]") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
}

func TestAFailureInTheMiddleLeavesTheSavedRuleAndSaysHowToRestore(t *testing.T) {
	for name, fault := range map[string]fake.Fault{
		"the write is refused":                {Method: http.MethodPatch, Path: "/branch_protections/main", Status: 500, Body: `{"message":"CANARY"}`},
		"the answer is cut off":               {Method: http.MethodPatch, Path: "/branch_protections/main", Cut: 10},
		"the answer is HTML":                  {Method: http.MethodPatch, Path: "/branch_protections/main", Status: 200, Body: "<html>"},
		"the answer is another rule":          {Method: http.MethodPatch, Path: "/branch_protections/main", Status: 200, Body: `{"rule_name":"other"}`},
		"the server does not know a field":    {Method: http.MethodPatch, Path: "/branch_protections/main", Edit: func(s string) string { return strings.ReplaceAll(s, "ignore_stale_approvals", "x") }},
		"the branch cannot be read afterward": {Method: http.MethodGet, Path: "/branches/main", After: 1, Status: 502, Body: "<html>"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newAdmin(t)
			w.pull.Repo().SetRule("main", map[string]any{"required_approvals": 2.0})
			before := w.pull.Repo().Rule("main")
			w.gitea.Inject(fault)
			r := w.protect(append([]string{"--save", "old rule.json"}, askFor...)...)
			want := "this brings it back: werkrevisor branch-protection --restore 'old rule.json' --repo " + w.gitea.URL + "/org/demo"
			if r.exit != 1 || !strings.Contains(r.stderr, want) || strings.Contains(r.stdout, "done") || strings.Contains(r.stdout+r.stderr, "<html>") {
				t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
			}
			data, err := os.ReadFile("old rule.json")
			if err != nil {
				t.Fatal(err)
			}
			saved, err := protection.ParseSaved(data)
			if err != nil || len(protection.Differences(saved.Rule, protection.Rule(before).Settable())) > 0 {
				t.Errorf("%v: %v", err, saved.Rule)
			}
		})
	}
}

func TestAServerThatRepeatsTheTokenIsNotQuoted(t *testing.T) {
	for _, path := range []string{"/branch_protections/main", "/branches/main", "/branch_protections"} {
		w := newAdmin(t)
		w.gitea.Inject(fake.Fault{Path: path, Status: 400, Body: `{"message":"wrong: token ` + os.Getenv("GITEA_ADMIN_TOKEN") + `"}`})
		if r := w.protect(askFor...); r.exit != 1 || !strings.Contains(r.stderr, "wrong: token") {
			t.Errorf("%s: exit %d\n%s%s", path, r.exit, r.stdout, r.stderr)
		}
	}
}

func TestWithoutASavedRuleNothingIsWritten(t *testing.T) {
	w := newAdmin(t)
	if err := os.WriteFile("mine.json", []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"mine.json", "no/such/folder.json"} {
		r := w.protect(append([]string{"--save", file}, askFor...)...)
		if r.exit != 1 || !strings.Contains(r.stderr, "nothing was changed") {
			t.Errorf("%s: exit %d\n%s", file, r.exit, r.stderr)
		}
	}
	if data, _ := os.ReadFile("mine.json"); string(data) != "precious" || len(w.gitea.Writes()) > 0 {
		t.Errorf("%s %v", data, w.gitea.Writes())
	}
}

func TestARuleThatWouldNotCountIsRefused(t *testing.T) {
	w := newAdmin(t)
	w.pull.Repo().SetRule("ma*", map[string]any{"required_approvals": 1.0})
	r := w.protect(askFor...)
	if r.exit != 1 || !strings.Contains(r.stderr, "governed by the rule ma*") || !strings.Contains(r.stderr, "--branch 'ma*'") || len(w.gitea.Writes()) > 0 {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	with := slices.Clone(askFor)
	with[1] = "ma*"
	if r := w.protect(with...); r.exit != 2 || !strings.Contains(r.stderr, "once for each branch") || len(w.gitea.Writes()) > 0 {
		t.Errorf("a pattern that cannot ask for the status of each branch: exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	want := protection.Target(nil, protection.Wish{Contexts: []string{"werkator", "ai-review/gate"}, Approvers: []string{"bot", "mi"}})
	if r := w.protect(append(with, "--base-status", "none")...); r.exit != 0 || len(protection.Differences(w.pull.Repo().Rule("ma*"), want)) > 0 {
		t.Errorf("the pattern itself: exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
}

// TestARuleThatAppearsMeanwhileIsNeverDeleted: what the command did not make, it does not take away.
func TestARuleThatAppearsMeanwhileIsNeverDeleted(t *testing.T) {
	w := newAdmin(t)
	make := func() { w.pull.Repo().SetRule("main", map[string]any{"required_approvals": 2.0}) }
	w.gitea.Inject(fake.Fault{Method: http.MethodPost, Path: "/branch_protections", Times: 1, Before: make})
	r := w.protect(append([]string{"--save", "old.json"}, askFor...)...)
	if r.exit != 1 || strings.Contains(r.stderr, "brings it back") || !strings.Contains(r.stderr, "run this again") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	r = w.protect("--restore", "old.json")
	if r.exit != 1 || w.pull.Repo().Rule("main") == nil || !strings.Contains(r.stderr, "is not the one that this command made") {
		t.Errorf("exit %d, rule %v\n%s%s", r.exit, w.pull.Repo().Rule("main"), r.stdout, r.stderr)
	}
}

func TestARuleThatChangesMeanwhileIsNotOverwritten(t *testing.T) {
	w := newAdmin(t)
	w.pull.Repo().SetRule("main", map[string]any{"required_approvals": 2.0})
	w.gitea.Inject(fake.Fault{Method: http.MethodGet, Path: "/branches/main", Times: 1, Before: func() {
		w.pull.Repo().SetRule("main", map[string]any{"required_approvals": 3.0})
	}})
	if r := w.protect(askFor...); r.exit != 1 || !strings.Contains(r.stderr, "changed while this command was running") || len(w.gitea.Writes()) > 0 {
		t.Errorf("exit %d, writes %v\n%s%s", r.exit, w.gitea.Writes(), r.stdout, r.stderr)
	}
}

// TestWhatStandsCountsAndNotWhatTheServerAnswers: a write or a deletion without an effect is no success.
func TestWhatStandsCountsAndNotWhatTheServerAnswers(t *testing.T) {
	w := newAdmin(t)
	if r := w.protect(append([]string{"--save", "none.json"}, askFor...)...); r.exit != 0 {
		t.Fatalf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	w.gitea.Inject(fake.Fault{Method: http.MethodDelete, Path: "/branch_protections/main", Times: 1, Status: 204})
	if r := w.protect("--restore", "none.json"); r.exit != 1 || strings.Contains(r.stdout, "done") || !strings.Contains(r.stderr, "does not show that the rule is gone") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	if r := w.protect("--restore", "none.json"); r.exit != 0 || w.pull.Repo().Rule("main") != nil {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
}
