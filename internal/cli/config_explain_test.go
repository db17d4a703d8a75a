package cli_test

import (
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

func TestConfigExplainShowsThePolicyAtTheBaseOfAPR(t *testing.T) {
	policy := fake.File{Data: "[size]\nmax_files = 3\n"}
	w := newWorld(t, []fake.Commit{
		{Branch: "main", Files: map[string]fake.File{"a.md": {Data: "a\n"}, ".werkrevisor.toml": policy}},
		{Branch: "topic", From: "main", Files: map[string]fake.File{".werkrevisor.toml": {Data: "[size]\nmax_files = 29\n"}}},
	})
	r := w.run("config", "explain", "--pr", w.pull.URL())
	if r.exit != 0 || !strings.Contains(r.stdout, "[size] max_files = 3  # repository") || !strings.Contains(r.stdout, "[size] max_changed_lines = 800  # host") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	for want, args := range map[string][]string{
		"URL of a pull request":    {"--pr", "https://git.example.org/org/demo"},
		"not on the server":        {"--pr", "https://git.example.org/org/demo/pulls/7"},
		"the token belongs":        {"--pr", "https://git.example.org/org/demo/pulls/7"},
		"GET /api/v1/repos/org/de": {"--pr", strings.Replace(w.pull.URL(), "pulls/7", "pulls/99", 1)},
	} {
		if r := w.run(append([]string{"config", "explain"}, args...)...); r.exit != 1 || !strings.Contains(r.stderr, want) {
			t.Errorf("%v: exit %d\n%s", args, r.exit, r.stderr)
		}
	}
	if r := w.run("config", "explain", "--pr", w.pull.URL(), "--repo-config", "x"); r.exit != 2 {
		t.Errorf("exit %d", r.exit)
	}
}
