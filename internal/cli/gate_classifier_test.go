package cli_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

const classifierTOML = `
[engine]
mode = "MODE"

[classifier]
endpoint = "JEV_URL"
model = "jev-latest"
input_price_usd_per_mtok = 0.042
max_state_chars = 5000
max_units = 60
timeout_seconds = 2
pr_doc_globs = ["doc/PR/*.md"]
min_confidence = 0.4

[[classifier.scenario_questions]]
name = "vague"
type = "score"
instructions = "How vague is the outcome?"
criteria = ["clear", "somewhat vague", "vague"]
yellow_above = 0.5
red_above = 0.8

[[classifier.section_questions]]
name = "slop"
type = "noul"
instructions = "Is this text bloated?"
yellow_above = 0.5
red_above = 0.8
very_likely_above = 0.95
`

const confirmTOML = `
[[classifier.confirm_questions]]
name = "real"
type = "noul"
instructions = "Is the finding real?"
yellow_above = 0.3
red_above = 0.8
very_likely_above = 0.9
`

// withJev is a world with a classifier.
func withJev(t *testing.T, mode, more string, list []fake.Commit, script ...fake.ModelAnswer) (*world, *fake.Jev) {
	t.Helper()
	w := newWorld(t, list, script...)
	j, err := fake.NewJev()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	text := strings.NewReplacer("MODE", mode, "JEV_URL", j.URL).Replace(classifierTOML)
	if strings.HasPrefix(more, "allow_red") || strings.HasPrefix(more, "confirm_can") {
		text = strings.Replace(text, "max_units = 60\n", "max_units = 60\n"+more, 1)
		more = ""
	}
	t.Setenv("WERKREVISOR_CONFIG_TOML", os.Getenv("WERKREVISOR_CONFIG_TOML")+text+more)
	t.Setenv("TYPESAFE_API_KEY", "canary-of-the-jev-key")
	return w, j
}

var prDocument = map[string]string{"doc/PR/a.md": "## The Problem\n\nIt is slow.\n\n### Feature: f\n\nSo that it is fast.\n\n#### Scenario#1.01: t\n\n- **Given** x\n"}

func TestModeClassifierAsksNoModel(t *testing.T) {
	slop := func(v float64) func(string, map[string]any, map[string]any) map[string]any {
		return func(name string, _, _ map[string]any) map[string]any {
			if name == "slop" {
				return fake.JevNoul(v)
			}
			return nil
		}
	}
	uncertain := func(string, map[string]any, map[string]any) map[string]any { return fake.JevScore(0.34, 0.33, 0.33) }
	withTitle := map[string]string{"doc/PR/a.md": "# Title\n\ntext above\n\n" + prDocument["doc/PR/a.md"]}
	for _, tc := range []struct {
		name   string
		change map[string]string
		answer func(string, map[string]any, map[string]any) map[string]any
		more   string
		exit   int
		codes  string
		calls  int
	}{
		{"judged documents are green", prDocument, nil, "", 0, "", 3},
		{"at the threshold is fine", prDocument, slop(0.5), "", 0, "", 3},
		{"just above is yellow", prDocument, slop(0.51), "", 10, "classifier_likely", 3},
		{"at the higher threshold is yellow", prDocument, slop(0.8), "", 10, "classifier_likely", 3},
		{"above it is orange", prDocument, slop(0.81), "", 15, "classifier_clear", 3},
		{"very likely stays orange", prDocument, slop(0.99), "", 15, "classifier_clear", 3},
		{"very likely is red if the host allows it", prDocument, slop(0.96), "allow_red = true\n", 20, "very_likely_risk", 3},
		{"at that threshold it is orange", prDocument, slop(0.95), "allow_red = true\n", 15, "classifier_clear", 3},
		{"an answer of low confidence is ignored, and its unit is not judged", prDocument, func(name string, q, s map[string]any) map[string]any {
			if name == "vague" {
				return uncertain(name, q, s)
			}
			return nil
		}, "", 10, "no_model_review", 3},
		{"text outside of every unit is not judged", withTitle, nil, "", 10, "no_model_review", 3},
		{"a heading without a text is not judged", map[string]string{"doc/PR/a.md": prDocument["doc/PR/a.md"] + "\n## Delete all backups\n"}, nil, "", 10, "no_model_review", 3},
		{"a comment is not judged", map[string]string{"doc/PR/a.md": "## A\n\nText.\n<!-- skip the encryption -->\n"}, nil, "", 10, "no_model_review", 1},
		{"headings alone are not judged", map[string]string{"doc/PR/a.md": "## Delete all backups\n"}, nil, "", 10, "no_model_review", 0},
		{"other files are not judged", map[string]string{"doc/PR/a.md": prDocument["doc/PR/a.md"], "README.md": "# B\n"}, nil, "", 10, "no_model_review", 3},
		{"code is not judged", codeChange, nil, "", 10, "no_model_review", 0},
		{"an open question asks nobody", question, nil, "", 20, "open_questions no_model_review", 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w, j := withJev(t, "classifier", tc.more, commits(nil, tc.change))
			j.Answer = tc.answer
			r := w.run()
			if r.exit != tc.exit || r.codes() != tc.codes || len(j.Calls()) != tc.calls || len(w.model.Calls()) > 0 {
				t.Errorf("exit %d, codes %q, %d calls; want %d, %q, %d\n%s", r.exit, r.codes(), len(j.Calls()), tc.exit, tc.codes, tc.calls, r.stderr)
			}
			if again := w.run(); again.exit != tc.exit || len(j.Calls()) != tc.calls {
				t.Errorf("the rerun: exit %d, %d calls", again.exit, len(j.Calls()))
			}
		})
	}
}

func TestModeCombinedGivesHintsAndConfirmsFindings(t *testing.T) {
	change := map[string]string{"doc/PR/a.md": prDocument["doc/PR/a.md"], "src/a.go": codeChange["src/a.go"]}
	both := func(findings string) fake.ModelAnswer {
		return fake.ModelAnswer{Text: fake.ReviewJSON(`"1","2"`, findings, "safe_to_merge")}
	}
	high, medium := findingAt("4", "high", "return 1 / x"), findingAt("4", "medium", "return 1 / x")
	for _, tc := range []struct {
		name    string
		finding string
		real    float64
		more    string
		exit    int
		codes   string
		comment string
	}{
		{"a high finding that is not sure", high, 0.5, "", 15, "high_finding", "Wrong result"},
		{"a confirmed high finding stays orange", high, 0.95, "", 15, "high_finding confirmed_finding", "confirmed by the classifier"},
		{"a confirmed high finding is red if the host allows it", high, 0.95, "allow_red = true\n", 20, "confirmed_finding high_finding", "confirmed by the classifier"},
		{"a confirmed medium finding stays orange", medium, 0.95, "allow_red = true\n", 15, "confirmed_finding minor_findings", "confirmed by the classifier"},
		{"a doubted finding counts fully", high, 0.1, "", 15, "high_finding", "doubted by the classifier"},
		{"a doubted finding counts less if the host says so", high, 0.1, "confirm_can_soften = true\n", 10, "minor_findings", "doubted by the classifier"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w, j := withJev(t, "combined", tc.more, commits(nil, change), both(tc.finding))
			t.Setenv("WERKREVISOR_CONFIG_TOML", os.Getenv("WERKREVISOR_CONFIG_TOML")+confirmTOML)
			j.Answer = func(name string, _, _ map[string]any) map[string]any {
				switch name {
				case "real":
					return fake.JevNoul(tc.real)
				case "vague":
					return fake.JevScore(0.34, 0.33, 0.33) // uncertain: a hint, and nothing else
				}
				return nil
			}
			r := w.run()
			if r.exit != tc.exit || r.codes() != tc.codes || len(j.Calls()) != 4 {
				t.Errorf("exit %d, codes %q, %d calls; want %d %q\n%s", r.exit, r.codes(), len(j.Calls()), tc.exit, tc.codes, r.stderr)
			}
			prompt := w.model.Calls()[0].User
			if !strings.Contains(prompt, "## Hints of a classifier") || !strings.Contains(prompt, `"1.01": "vague"`) || !strings.Contains(prompt, "uncertain") {
				t.Error("the prompt lacks the hint")
			}
			comment := w.pull.Comments()[0].Body
			if !strings.Contains(comment, tc.comment) || !strings.Contains(comment, "1 ignored because of low confidence") {
				t.Errorf("comment:\n%s", comment)
			}
			u := r.usage.Classifier
			if u == nil || u.Calls != 4 || u.Model != "jev-1.13.0" || u.InputTokens == 0 || u.CostUSD == 0 || u.Ignored != 1 {
				t.Errorf("usage %+v", u)
			}
		})
	}
}

func TestALyingClassifierIsAnError(t *testing.T) {
	answer := func(slop string) string {
		return `{"model":"jev-1","answers":{"slop":` + slop + `},"usage":{"input_tokens":1}}`
	}
	for name, tc := range map[string]struct {
		status int
		body   string
		code   string
		calls  int
	}{
		"401 with an echo":   {401, `{"detail":{"error_type":"authentication_error","message":"CANARY"}}`, "classifier_error", 1},
		"403":                {403, `{"detail":"CANARY"}`, "classifier_error", 1},
		"422 with an echo":   {422, `{"detail":[{"type":"missing","loc":["body"],"msg":"CANARY","input":{"state":"CANARY"}}]}`, "classifier_error", 1},
		"429 twice":          {429, "CANARY", "classifier_error", 2},
		"529 twice":          {529, "CANARY", "classifier_error", 2},
		"a redirect":         {302, "CANARY", "classifier_error", 1},
		"no JSON":            {200, "CANARY", "classifier_answer_invalid", 1},
		"no answers":         {200, `{"answers":{}}`, "classifier_answer_invalid", 1},
		"an error in a 200":  {200, `{"detail":"CANARY"}`, "classifier_answer_invalid", 1},
		"another question":   {200, `{"answers":{"CANARY":{"type":"noul","noul":0}}}`, "classifier_answer_invalid", 1},
		"another type":       {200, answer(`{"type":"score","score":0}`), "classifier_answer_invalid", 1},
		"a text as a number": {200, answer(`{"type":"noul","noul":"0"}`), "classifier_answer_invalid", 1},
		"NaN":                {200, answer(`{"type":"noul","noul":NaN}`), "classifier_answer_invalid", 1},
		"more than one":      {200, answer(`{"type":"noul","noul":1.0001}`), "classifier_answer_invalid", 1},
		"less than nothing":  {200, answer(`{"type":"noul","noul":-0.1}`), "classifier_answer_invalid", 1},
		"nothing":            {200, answer(`{"type":"noul"}`), "classifier_answer_invalid", 1},
		"a key twice":        {200, answer(`{"type":"noul","noul":0.9,"noul":0.1}`), "classifier_answer_invalid", 1},
	} {
		t.Run(name, func(t *testing.T) {
			w, j := withJev(t, "classifier", "", commits(nil, map[string]string{"doc/PR/a.md": "## A\n\nText.\n"}))
			j.Fault = func(int) (int, string, bool) { return tc.status, tc.body, true }
			r := w.run()
			all := r.stdout + r.stderr + w.pull.Comments()[0].Body
			if r.exit != 30 || r.codes() != tc.code || len(j.Calls()) != tc.calls {
				t.Errorf("exit %d, codes %q, %d calls\n%s", r.exit, r.codes(), len(j.Calls()), r.stderr)
			}
			if strings.Contains(all, "CANARY") || strings.Contains(all, "canary-of-the-jev-key") {
				t.Errorf("a body or the key was printed\n%s", all)
			}
			if tc.status != 302 && !strings.Contains(all, "req_0000") {
				t.Errorf("the request id is missing\n%s", r.stderr)
			}
		})
	}
}

func TestASecretKeepsTheChangeFromTheClassifier(t *testing.T) {
	leak := map[string]string{"doc/PR/a.md": prDocument["doc/PR/a.md"] + "\npassword = \"" + "Zk4" + "-hunter77" + "\"\n"}
	w, j := withJev(t, "combined", "", commits(nil, leak))
	if r := w.run(); r.exit != 10 || len(j.Calls()) > 0 || len(w.model.Calls()) > 0 {
		t.Errorf("exit %d, codes %q, %d calls", r.exit, r.codes(), len(j.Calls()))
	}
}

func TestUnitsBeyondTheLimitsAreYellowAndFourGoAtATime(t *testing.T) {
	var b strings.Builder
	for i := range 61 {
		b.WriteString("## Section " + strings.Repeat("x", i+1) + "\n\nText.\n\n")
	}
	b.WriteString("## Large\n\n" + strings.Repeat("word ", 1200) + "\n")
	w, j := withJev(t, "classifier", "", commits(nil, map[string]string{"doc/PR/a.md": b.String()}))
	j.Delay = 20 * time.Millisecond
	r := w.run()
	if r.exit != 15 && r.exit != 10 || !strings.Contains(r.codes(), "classifier_context_incomplete") || len(j.Calls()) != 60 || j.Most() != 4 {
		t.Errorf("exit %d, codes %q, %d calls, %d at a time\n%s", r.exit, r.codes(), len(j.Calls()), j.Most(), r.stderr)
	}
	for _, want := range []string{"max_state_chars = 5000", "max_units = 60"} {
		if !strings.Contains(r.stderr, want) {
			t.Errorf("the log lacks %s\n%s", want, r.stderr)
		}
	}
}

func TestTheClassifierCountsForTheBudgetOfAPR(t *testing.T) {
	w, j := withJev(t, "classifier", "", commits(nil, prDocument))
	t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), "[size]", "max_usd_per_pr = 0.0000001\n\n[size]", 1))
	if r := w.run(); r.exit != 30 || r.codes() != "budget" || len(j.Calls()) > 0 {
		t.Errorf("exit %d, codes %q, %d calls\n%s", r.exit, r.codes(), len(j.Calls()), r.stderr)
	}
}
