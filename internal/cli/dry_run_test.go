package cli_test

import (
	"encoding/json"
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestDryRunWritesNothingAndAsksNoModel(t *testing.T) {
	w := newWorld(t, docsChange)
	r := w.run("--dry-run", w.pull.URL())
	if r.exit != 10 || !strings.Contains(r.stdout, "a dry run asks none; add --with-model to ask it (`no_model_review`)") {
		t.Errorf("exit %d\n%s", r.exit, r.stdout)
	}
	if !strings.Contains(r.stdout, "tokens counted before the call") || !strings.Contains(r.stdout, "worst case") {
		t.Errorf("no tokens and no worst case:\n%s", r.stdout)
	}
	if strings.Contains(r.stdout, "token count estimated") {
		t.Errorf("the tokens are estimated, not counted:\n%s", r.stdout)
	}
	if !strings.Contains(r.stderr, "would post comment") || !strings.Contains(r.stderr, "would set status ai-review/assessment = pending") {
		t.Errorf("stderr does not say what would be written:\n%s", r.stderr)
	}
	if writes := w.gitea.Writes(); len(writes) > 0 || len(w.model.Calls()) > 0 || w.model.KeyReads() > 0 {
		t.Errorf("writes %v, calls %d, key reads %d", writes, len(w.model.Calls()), w.model.KeyReads())
	}
	if _, err := os.Stat("build"); err == nil {
		t.Error("a dry run left a folder behind")
	}
}

func TestDryRunWithModelAsksItAndWritesNothing(t *testing.T) {
	w := newWorld(t, docsChange)
	r := w.run("--dry-run", w.pull.URL(), "--with-model", "--output", "out")
	if r.exit != 0 || len(w.model.Calls()) != 1 || len(w.gitea.Writes()) != 0 {
		t.Errorf("exit %d, %d calls, writes %v\n%s", r.exit, len(w.model.Calls()), w.gitea.Writes(), r.stderr)
	}
	if line, err := os.ReadFile("out/usage.jsonl"); err != nil || !strings.Contains(string(line), `"verdict":"GREEN"`) {
		t.Errorf("usage file %q %v", line, err)
	}
}

func TestDryRunRefusesAServerThatTheTokenDoesNotBelongTo(t *testing.T) {
	w := newWorld(t, docsChange)
	r := w.run("--dry-run", "https://evil.example.org/org/demo/pulls/7")
	if r.exit != 30 || len(w.gitea.Requests()) != 0 || !strings.Contains(r.stderr, "WERKATOR_GITEA_BASE_URL") {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
}

func TestJSONHasUsageCommentFindingsAndFiles(t *testing.T) {
	w := newWorld(t, docsChange)
	r := w.run("--dry-run", "--json", w.pull.URL())
	var got map[string]any
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"verdict", "reasons", "comment", "findings", "files", "worst_case_usd", "key_remaining_before_usd"} {
		if _, ok := got[key]; !ok {
			t.Errorf("%s is missing", key)
		}
	}
	file := got["files"].([]any)[0].(map[string]any)
	if file["path"] != "docs/a.md" || file["category"] != "docs" || file["mechanical"] != "" || file["unreviewable"] != "" {
		t.Errorf("file %v", file)
	}
}

func TestGateConfigurationMistakesAreErrorsThatNameTheKeyAndNoContent(t *testing.T) {
	good := "WERKREVISOR_CONFIG_TOML"
	for _, tc := range []struct{ name, variable, value, want string }{
		{"no config at all", good, "", "WERKREVISOR_CONFIG"},
		{"a typo", good, "[size]\nmax_fils = \"CANARY\"\n", "line 2"},
		{"no TOML", good, "CANARY = = 3", "line 1"},
		{"no model key", "OPENROUTER_API_KEY", "", "OPENROUTER_API_KEY is not set"},
		{"no token", "GITEA_BOT_TOKEN", "", "GITEA_BOT_TOKEN"},
		{"no PR number", "WERKATOR_PR_NUMBER", "x", "WERKATOR_PR_NUMBER"},
		{"a short head", "WERKATOR_PR_HEAD_SHA", "abc", "WERKATOR_PR_HEAD_SHA"},
		{"plain http to another host", "WERKATOR_GITEA_BASE_URL", "http://git.example.org", "https"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWorld(t, docsChange)
			t.Setenv(tc.variable, tc.value)
			r := w.run()
			if r.exit != 30 || r.codes() != "config_invalid" || !strings.Contains(r.stderr, tc.want) {
				t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
			}
			if strings.Contains(r.stderr+r.stdout, "CANARY") {
				t.Errorf("content of the config was printed:\n%s", r.stderr)
			}
			if strings.Count(r.stdout, "\n") != 1 || !strings.HasPrefix(r.lastLine(), "verdict=ERROR exit=30 reasons=1") {
				t.Errorf("stdout %q, last line %q", r.stdout, r.lastLine())
			}
		})
	}
}

func TestAPipeAsConfigIsRefusedAtOnce(t *testing.T) {
	w := newWorld(t, docsChange)
	pipe := t.TempDir() + "/pipe"
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("WERKREVISOR_CONFIG_TOML", "")
	t.Setenv("WERKREVISOR_CONFIG", pipe)
	if r := w.run(); r.exit != 30 || !strings.Contains(r.stderr, "is no regular file") {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
}

func TestWhatTheCallerTypesIsEscapedInTheLog(t *testing.T) {
	w := newWorld(t, docsChange)
	for _, args := range [][]string{{"--\x1b[31mx"}, {"config", "check", "/nope/\x1b[31mx"}, {"--dry-run", "http://\x1b[31m/"}} {
		if r := w.run(args...); strings.Contains(r.stderr+r.stdout, "\x1b") {
			t.Errorf("%q: %q", args, r.stderr)
		}
	}
}

func TestWrongFlagsExitWith30AndSayWhatHelps(t *testing.T) {
	for _, args := range [][]string{{"--nope"}, {"--dry-run"}, {"--dry-run", "--local"}, {"x"}, {"--local", "a", "b"}, {"--with-model"}} {
		w := newWorld(t, docsChange)
		r := w.run(args...)
		if r.exit != 30 || r.stderr == "" || len(w.gitea.Requests()) != 0 {
			t.Errorf("%v: exit %d, stderr %q", args, r.exit, r.stderr)
		}
	}
}
