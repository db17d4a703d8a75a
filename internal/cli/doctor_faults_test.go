package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// TestFaultsOfASetUpAreNamed breaks one thing after the other.
func TestFaultsOfASetUpAreNamed(t *testing.T) {
	for name, tc := range map[string]struct {
		do   func(*testing.T, *world)
		want string // start of the line
		part string
	}{
		"no token":          {func(t *testing.T, w *world) { t.Setenv("GITEA_BOT_TOKEN", "") }, "FAIL environment", "GITEA_BOT_TOKEN"},
		"a token in part":   {func(t *testing.T, w *world) { t.Setenv("GITEA_BOT_TOKEN", "canary-of-a-wrong-token") }, "FAIL server", "401"},
		"head, no number":   {func(t *testing.T, w *world) { t.Setenv("WERKATOR_PR_NUMBER", "") }, "FAIL environment", "WERKATOR_PR_HEAD_SHA"},
		"plain http":        {func(t *testing.T, w *world) { t.Setenv("WERKATOR_GITEA_BASE_URL", "http://git.example.org") }, "FAIL https", "use https"},
		"a password in URL": {func(t *testing.T, w *world) { t.Setenv("WERKATOR_GITEA_BASE_URL", "https://u:CANARY@git.example.org") }, "FAIL https", "user or a password"},
		"a short state key": {func(t *testing.T, w *world) { t.Setenv("WERKREVISOR_STATE_KEY", "canary-of-a-state-key") }, "FAIL state-key", "32 bytes"},
		"Docker":            {func(t *testing.T, w *world) { t.Setenv("DOCKER_HOST", "tcp://CANARY") }, "FAIL docker-socket", "DOCKER_HOST"},
		"HOME in use": {func(t *testing.T, w *world) {
			if err := os.Mkdir(filepath.Join(os.Getenv("HOME"), ".gradle"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, "WARN home", "other builds may share it"},
		"no host config": {func(t *testing.T, w *world) { t.Setenv("WERKREVISOR_CONFIG_TOML", "") }, "FAIL config", "no host config"},
		"broken config":  {func(t *testing.T, w *world) { t.Setenv("WERKREVISOR_CONFIG_TOML", "[size]\nmax_files = \"CANARY\"") }, "FAIL config", "[size] max_files"},
		"trial":          {func(t *testing.T, w *world) { w.host("observe = true\nbot_login = \"bot\"") }, "WARN observe", "trial"},
		"nameless bot":   {func(t *testing.T, w *world) { w.host("yellow_gate = \"block\"") }, "FAIL bot-login", "read:user"},
		"another bot": {func(t *testing.T, w *world) {
			t.Setenv("GITEA_BOT_TOKEN", w.gitea.Token("bot", "read:user", "write:issue", "write:repository"))
			w.host("bot_login = \"x\"")
		}, "FAIL bot-login", "belongs to bot"},
		"no scope":         {func(t *testing.T, w *world) { t.Setenv("GITEA_BOT_TOKEN", w.gitea.Token("bot", "write:repository")) }, "FAIL bot-scopes", "write:issue"},
		"no write access":  {func(t *testing.T, w *world) { w.gitea.AddUser("bot", false) }, "FAIL bot-access", "cannot write"},
		"no repository":    {func(t *testing.T, w *world) { t.Setenv("WERKATOR_GITEA_REPO", "none") }, "FAIL bot-access", "404"},
		"a weak reviewer":  {func(t *testing.T, w *world) { w.gitea.AddUser("mi", false) }, "FAIL human-reviewers", "mi"},
		"no model key":     {func(t *testing.T, w *world) { t.Setenv("OPENROUTER_API_KEY", "") }, "FAIL model-key", "OPENROUTER_API_KEY"},
		"an empty key":     {func(t *testing.T, w *world) { w.model.SetKey(`{"data":{"limit":10,"limit_remaining":0.5}}`) }, "FAIL key-budget", "0.5000 USD left"},
		"a key, no limit":  {func(t *testing.T, w *world) { w.model.SetKey(`{"data":{"limit":null,"limit_remaining":null}}`) }, "WARN key-budget", "no limit"},
		"no protection":    {func(t *testing.T, w *world) { w.pull.Repo().RemoveRule("main") }, "FAIL branch-protection", "--branch main --mode approval --status ai-review/gate --approver bot --approver mi"},
		"no such base":     {func(t *testing.T, w *world) { w.host("bot_login = \"bot\"\nbase_branches = [\"none\"]") }, "FAIL branch-protection", "none does not exist"},
		"the bot as admin": {func(t *testing.T, w *world) { t.Setenv("GITEA_ADMIN_TOKEN", os.Getenv("GITEA_BOT_TOKEN")) }, "FAIL hidden-fields", "403"},
		"one more approver": {func(t *testing.T, w *world) {
			w.pull.Repo().SetRule("main", map[string]any{"approvals_whitelist_username": []any{"bot", "mi", "ann"}})
		}, "WARN approvals_whitelist_username", "ann unlocks every merge"},
		"two approvals":      {func(t *testing.T, w *world) { w.pull.Repo().SetRule("main", map[string]any{"required_approvals": 2.0}) }, "WARN required_approvals", "is 2"},
		"pushes":             {func(t *testing.T, w *world) { w.pull.Repo().SetRule("main", map[string]any{"enable_push": true}) }, "WARN ways-around", "without a PR"},
		"styles that rebase": {func(t *testing.T, w *world) { w.pull.Repo().MergeStyles("merge", "rebase") }, "WARN merge-style", "rebase: a branch with merge commits"},
		"a style that is not allowed": {func(t *testing.T, w *world) {
			w.host("yellow_gate = \"approval\"\nhuman_reviewers = [\"mi\"]\nbot_login = \"bot\"\nautomerge = true\nrequire_wip_transition = true\nmerge_style = \"rebase\"")
		}, "FAIL automerge", "rebase"},
		"an odd repository config": {func(t *testing.T, w *world) {}, "PASS repository-config", "there is none"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newDoctor(t)
			tc.do(t, w)
			r := w.examine()
			_, check, _ := strings.Cut(tc.want, " ")
			if line := r.line(check); !strings.HasPrefix(line, tc.want+": ") || !strings.Contains(line, tc.part) || strings.Contains(r.stdout+r.stderr, "anary-of") || strings.Contains(r.stdout+r.stderr, "CANARY") {
				t.Errorf("%q\n%s%s", line, r.stdout, r.stderr)
			}
		})
	}
}

func TestDoctorSaysWhatItCouldNotRead(t *testing.T) {
	for path, want := range map[string]string{
		"/settings/api":            "FAIL server: ",
		"/user":                    "FAIL server: ",
		"/assignees":               "FAIL bot-access: ",
		"/issues/comments":         "FAIL bot-access: ",
		"/branches/main":           "FAIL branch-protection: ",
		"/branch_protections/main": "FAIL hidden-fields: ",
		"/git/trees/*":             "FAIL repository-config: ",
		"/pulls/7":                 "FAIL pr: ",
		"/issues/7/timeline":       "FAIL pr: ",
	} {
		for _, fault := range []fake.Fault{
			{Path: path, Status: 502, Body: "<html>CANARY"},
			{Path: path, Cut: 1},
			{Path: path, Status: 400, Body: `{"message":"no: GITEA_BOT_TOKEN GITEA_ADMIN_TOKEN"}`}, // a server that repeats the tokens
		} {
			w := newDoctor(t)
			t.Setenv("GITEA_BOT_TOKEN", w.gitea.Token("bot", "read:user", "write:issue", "write:repository"))
			fault.Body = os.Expand(strings.ReplaceAll(fault.Body, "GITEA_", "$GITEA_"), os.Getenv)
			w.gitea.Inject(fault)
			if r := w.examine(); r.exit != 1 || !strings.Contains(r.stdout, want) || strings.Contains(r.stdout+r.stderr, "CANARY") {
				t.Errorf("%s: exit %d\n%s%s", path, r.exit, r.stdout, r.stderr)
			}
		}
	}
}
