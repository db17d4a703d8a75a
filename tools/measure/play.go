package main

import (
	"fmt"
	"strings"
	"time"

	"werkrevisor/internal/fake"
)

// play makes a model that reads one file in each area and reports a finding in most of them, after a pause for each answer.
func play(m *fake.Model, think time.Duration) {
	m.Stage("area_report", func(call fake.ModelCall, n int) fake.ModelAnswer {
		if think == 0 {
			return fake.ModelAnswer{}
		}
		if len(call.Results) == 0 {
			return fake.ModelAnswer{Delay: think, Tools: []fake.ToolCall{{Name: "read_file", Arguments: `{"path":"dir/dir/pkg0/file0.go"}`}}}
		}
		var numbers []string
		for i := range strings.Count(call.User, "diff of file ") {
			numbers = append(numbers, fmt.Sprintf("%q", fmt.Sprint(i+1)))
		}
		findings := []string{fake.DeepFinding("1", 3, "", fmt.Sprintf("defect %d", n), "medium")}
		if strings.Contains(call.User, `area: "code-1"`) || strings.Contains(call.User, `area: "code-2"`) {
			findings = append(findings, fake.DeepFinding("2", 3, "", fmt.Sprintf("defect %d again", n), "medium"))
		}
		return fake.ModelAnswer{Delay: think, Text: fake.AreaReport(strings.Join(numbers, ","), strings.Join(findings, ","))}
	})
	for _, stage := range []string{"scan", "areas", "synthesis", "verification"} {
		m.Stage(stage, func(fake.ModelCall, int) fake.ModelAnswer { return fake.ModelAnswer{Delay: think} })
	}
}

// config is a host configuration without limits on the size of a change, because the size is what is measured.
func (p pull) config(url string) string {
	review := "single"
	if p.deep {
		review = "deep"
	}
	return fmt.Sprintf(`[model]
id = "bench"
base_url = %q
api_key_env = ""
input_price_usd_per_mtok = 0.0
output_price_usd_per_mtok = 0.0
max_context_tokens = 20_000_000
max_output_tokens = 16_000
[budget]
max_usd_per_review = 1.0
[size]
max_changed_lines = 1_000_000
max_files = 100_000
[categories]
docs = ["*.md"]
tests = ["*_test.go"]
main = ["*.go"]
auto_approvable = ["refactoring"]
[hard_orange]
paths = []
[hard_yellow]
paths = []
[pr_doc]
globs = ["docs/prs/*.md"]
[writing]
enabled = false
[mechanical]
enabled = true
[review]
max_findings = 5
[gate]
yellow_gate = "block"
bot_login = "bot"
[engine]
review = %q
`, url, review)
}
