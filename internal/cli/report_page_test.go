package cli_test

import (
	"cmp"
	"os"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// TestARunWritesItsPage: the artifact report, with the steps of the run, and with source only if the host allows it.
func TestARunWritesItsPage(t *testing.T) {
	finding := fake.ModelAnswer{Text: fake.ReviewJSON(`"1"`, findingAt("4", "high", "return 1 / x"), "changes_required")}
	code := map[string]string{"src/a.go": "package a\n\nfunc A(x int) int {\n\treturn 1 / x\n}\n"}
	for name, tc := range map[string]struct {
		artifacts string
		args      []string
		page      bool
		source    bool
	}{
		"by default there is none":      {"", nil, false, false},
		"chosen by the host":            {`["usage", "report"]`, nil, true, false},
		"chosen by the host, whole":     {`["report", "source"]`, nil, true, true},
		"asked for on the command line": {"", []string{"--formats", "report"}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, commits(nil, code), finding)
			choose(t, cmp.Or(tc.artifacts, `["usage"]`))
			r := w.run(tc.args...)
			if r.exit != 15 {
				t.Fatalf("exit %d\n%s", r.exit, r.stderr)
			}
			data, err := os.ReadFile("build/werkrevisor/report.html")
			if (err == nil) != tc.page {
				t.Fatalf("page: %v\n%s", err, r.stderr)
			}
			page := string(data)
			if !tc.page {
				return
			}
			for _, want := range []string{"ORANGE: FINDINGS", "Wrong result", "src/a.go:4", "It divides by zero.", "reviewed by a model", `<a href="` + w.pull.URL() + `"`,
				`<td class="name">read</td>`, `<td class="name">ask</td>`, `<td class="name">write</td>`, "calls 1, findings 1"} {
				if !strings.Contains(page, want) {
					t.Errorf("the page has no %q", want)
				}
			}
			if got := strings.Contains(page, "return 1 / x"); got != tc.source {
				t.Errorf("source is shown: %v", got)
			}
			if strings.Contains(page, "sk-or-v1") || strings.Contains(page, os.Getenv("GITEA_BOT_TOKEN")) {
				t.Error("the page holds a secret")
			}
		})
	}
}
