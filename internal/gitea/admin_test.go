package gitea

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/protection"
)

// repository is the client of the recorded server's repository.
func repository(t *testing.T, names ...string) *Repository {
	t.Helper()
	return &Repository{replay(t, 1, names...)}
}

func TestRecordedRulesAreReadAndWritten(t *testing.T) {
	r := repository(t, "bp-create", "bp-patch-ignore-stale")
	rule, err := r.CreateRule(t.Context(), "main", protection.Rule{"required_approvals": 1})
	if err != nil || rule.Number("required_approvals") != 1 || !rule.Bool("dismiss_stale_approvals") || rule.Bool("ignore_stale_approvals") {
		t.Fatalf("%v, %v", rule, err)
	}
	if diff := cmp.Diff([]string{"bot", "human"}, rule.Texts("approvals_whitelist_username")); diff != "" {
		t.Error(diff)
	}
	rule, err = r.EditRule(t.Context(), "main", protection.Rule{"ignore_stale_approvals": true})
	if err != nil || !rule.Bool("ignore_stale_approvals") {
		t.Errorf("%v, %v", rule, err)
	}
}

func TestAUserWhomTheServerDroppedIsADifferenceOfTheRecordedAnswer(t *testing.T) {
	want := protection.Rule{"approvals_whitelist_username": []string{"bot", "human", "outsider"}}
	stored, err := repository(t, "bp-patch-nonwriter").EditRule(t.Context(), "main", want)
	if err != nil {
		t.Fatal(err)
	}
	diff := protection.Differences(stored, want)
	if len(diff) != 1 || diff[0].Is != `["bot","human"]` {
		t.Errorf("%+v", diff)
	}
}

func TestRecordedRefusalsOfRulesAreErrorsInWords(t *testing.T) {
	for name, tc := range map[string]struct {
		call func(*Repository) error
		want string
	}{
		"bp-create-again": {func(r *Repository) error {
			_, err := r.CreateRule(t.Context(), "main", nil)
			return err
		}, "create the branch protection main: POST /api/v1/repos/forgeadmin/demo/branch_protections: 403 Forbidden: Branch protection already exist"},
		"bp-patch-unknown-user": {func(r *Repository) error {
			_, err := r.EditRule(t.Context(), "main", protection.Rule{})
			return err
		}, "user does not exist [uid: 0, name: nobody-such]"},
	} {
		err := tc.call(repository(t, name))
		if err == nil || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "secret-token") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSettingsAreThoseOfTheRecordedRepository takes the repository out of the recorded PR, which holds all of it.
func TestSettingsAreThoseOfTheRecordedRepository(t *testing.T) {
	var pull struct {
		Base struct{ Repo json.RawMessage }
	}
	if err := json.Unmarshal(load(t, "pr-get").body, &pull); err != nil {
		t.Fatal(err)
	}
	missing := load(t, "bp-get-missing")
	access := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if access && req.URL.Path == "/api/v1/repos/forgeadmin/demo" {
			_, _ = w.Write(pull.Base.Repo)
			return
		}
		missing.serve(w)
	}))
	defer server.Close()
	r, err := OpenRepository(Config{BaseURL: server.URL, Owner: "forgeadmin", Repo: "demo"})
	if err != nil {
		t.Fatal(err)
	}
	want := Settings{Slug: "forgeadmin/demo", DefaultBranch: "main", DefaultMergeStyle: "merge", MayWrite: true,
		MergeStyles: []string{"merge", "rebase", "rebase-merge", "squash", "fast-forward-only"}}
	got, err := r.Settings(t.Context())
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if rule, err := r.Rule(t.Context(), "nope"); rule != nil || err != nil {
		t.Errorf("a rule that is missing: %v, %v", rule, err)
	}
	access = false
	if _, err := r.Rule(t.Context(), "nope"); err == nil {
		t.Error("without access to the repository nobody knows whether the rule is missing")
	}
}

func TestRecordedBranchesAsBotAndAdminSeeThem(t *testing.T) {
	want := Branch{Name: "main", Tip: recordedBase, Protected: true, RequiredApprovals: 1, StatusCheck: true,
		Contexts: []string{"ai-review/gate"}, MayMerge: true}
	got, found, err := repository(t, "branch-get-protected-as-bot").Branch(t.Context(), "main")
	if diff := cmp.Diff(want, got); diff != "" || !found || err != nil {
		t.Errorf("%v %v\n%s", found, err, diff)
	}
	want.MayPush, want.Rule = true, "main"
	got, _, err = repository(t, "branch-get-protected-as-admin").Branch(t.Context(), "main")
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	got, _, err = repository(t, "branch-get-unprotected").Branch(t.Context(), "main")
	if got.Protected || err != nil {
		t.Errorf("%+v %v", got, err)
	}
}

func TestARecordedRefusalTellsTheScopesOfTheToken(t *testing.T) {
	got, err := repository(t, "user-self-gate-token").Owner(t.Context())
	if diff := cmp.Diff(Account{Scopes: []string{"write:issue", "write:repository"}}, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestRepositoryURLs(t *testing.T) {
	for text, want := range map[string]string{
		"https://Git.example.org/org/demo":     "https://git.example.org org demo",
		"https://git.example.org/git/org/demo": "https://git.example.org/git org demo",
		"https://git.example.org:443/org/demo": "https://git.example.org org demo",
	} {
		base, owner, repo, err := ParseRepoURL(text)
		if got := base + " " + owner + " " + repo; got != want || err != nil {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "org/demo", "https://git.example.org/demo", "http://git.example.org/org/demo", "https://a:CANARY@b/c/d",
		"https://git.example.org/org/demo/", "https://git.example.org/org/demo?x", "https://git.example.org/org/demo/pulls/7"} {
		if _, _, _, err := ParseRepoURL(text); err == nil || strings.Contains(err.Error(), "CANARY") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
