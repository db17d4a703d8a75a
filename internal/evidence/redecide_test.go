package evidence

import (
	"os"
	"slices"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// codesOf joins the codes of a decision.
func codesOf(d Decision) string {
	var list []string
	for _, r := range d.Reasons {
		list = append(list, r.Level+" "+r.Code)
	}
	return strings.Join(list, ", ")
}

const recorded = "ORANGE critical_path, YELLOW change_kind, YELLOW unreviewable_change, YELLOW minor_findings, YELLOW merge_with_caution, YELLOW classifier_likely"

func TestAnotherConfigurationDecidesAnew(t *testing.T) {
	for name, tc := range map[string]struct {
		change  []string
		verdict string
		exit    int
		codes   string // "": as recorded
	}{
		"the same configuration":            {nil, "ORANGE", 0, ""},
		"no critical path":                  {[]string{`["src/auth/**"]`, `["other/**"]`}, "YELLOW", 0, strings.TrimPrefix(recorded, "ORANGE critical_path, ")},
		"a critical document stays a doc":   {[]string{`["src/auth/**"]`, `["docs/**"]`}, "YELLOW", 0, strings.TrimPrefix(recorded, "ORANGE critical_path, ")},
		"mode block":                        {[]string{"pass_with_review_request", "block"}, "ORANGE", 15, ""},
		"observe":                           {[]string{"[gate]", "[gate]\nobserve = true"}, "ORANGE", 0, ""},
		"nobody who may approve":            {[]string{`["bob"]`, `["ann"]`}, "ORANGE", 15, ""},
		"a lower limit of lines":            {[]string{"max_changed_lines = 800", "max_changed_lines = 3"}, "ORANGE", 0, strings.Replace(recorded, "path,", "path, ORANGE too_many_lines,", 1)},
		"a lower limit of files":            {[]string{"max_files = 30", "max_files = 1"}, "ORANGE", 0, strings.Replace(recorded, "path,", "path, ORANGE too_many_files,", 1)},
		"every kind approvable":             {[]string{`main = ["*.go"]`, `main = ["*.go", "*.bin"]`}, "ORANGE", 0, strings.Replace(recorded, "YELLOW change_kind, ", "", 1)},
		"medium findings count":             {[]string{"max_findings = 1", "max_findings = 1\norange_min_medium = 1"}, "ORANGE", 0, strings.Replace(recorded, "path,", "path, ORANGE medium_findings,", 1)},
		"a file is kept from the model":     {[]string{"max_findings = 1", "max_findings = 1\nexclude_globs = [\"login.go\"]"}, "ORANGE", 0, strings.Replace(recorded, "unreviewable_change,", "unreviewable_change, YELLOW not_reviewed,", 1)},
		"another base":                      {[]string{"[gate]", "[gate]\nbase_branches = [\"release\"]"}, "ORANGE", 15, strings.Replace(recorded, "path,", "path, YELLOW base_not_allowed,", 1)},
		"a category that makes tests of it": {[]string{`["*_test.go"]`, `["*_test.go", "*.go"]`}, "ORANGE", 0, ""},
	} {
		for _, source := range []bool{false, true} {
			with := slices.Clone(tc.change)
			var own []string
			if source {
				own = withSource
			}
			in := input(t, host(t, own...))
			r := open(t, render(t, in))
			got, err := r.Redecide(host(t, with...))
			if err != nil {
				t.Fatal(err)
			}
			want := tc.codes
			if want == "" {
				want = recorded
			}
			if got.Decision.Verdict != tc.verdict || got.Decision.Exit != tc.exit || codesOf(got.Decision) != want {
				t.Errorf("%s, source %v: %s, exit %d, %s\nwant %s", name, source, got.Decision.Verdict, got.Decision.Exit, codesOf(got.Decision), want)
			}
			if kept := strings.Join(got.Kept, " "); source && kept != "" || !source && kept != "secret_scan injection writing" {
				t.Errorf("%s, source %v: kept %s", name, source, kept)
			}
			if len(got.Kept)+len(got.Rerun) != len(rules.All) {
				t.Errorf("%s: %d rules of %d", name, len(got.Kept)+len(got.Rerun), len(rules.All))
			}
		}
	}
}

// small is a run about one file that was GREEN by the given proof.
func small(t *testing.T, cfg config.Config, file pr.File, proof verdict.Proof, covered ...string) Record {
	t.Helper()
	in := input(t, cfg)
	in.Change.Files = []pr.File{file}
	in.Change = rules.Label(in.Change, cfg)
	in.Change.Files[0].Mechanical = file.Mechanical
	in.Rules, in.Review, in.Classifier.Calls = checked(t, in.Change, cfg), review.Result{Complete: proof == verdict.ByModel}, 0
	for _, path := range covered {
		in.Review.Ledger.Files = append(in.Review.Ledger.Files, review.Covered{Path: path})
	}
	in.Decision = verdict.Decide(verdict.Input{Change: in.Change, Proof: proof, Gate: cfg.Gate})
	in = report.Clean(in, func(s string) string { return s })
	r := open(t, render(t, in))
	if r.Decision.Verdict != "GREEN" || len(r.Replay()) > 0 {
		t.Fatalf("%+v, %v", r.Decision, r.Replay())
	}
	return r
}

// TestAProofThatDoesNotHoldMakesNothingGREEN: what another configuration would have shown to the model was not shown.
func TestAProofThatDoesNotHoldMakesNothingGREEN(t *testing.T) {
	file := pr.File{Path: "docs/a.md", OldPath: "docs/a.md", Status: pr.Modified, OldMode: pr.ModeFile, NewMode: pr.ModeFile, Added: 1}
	spaces := file
	spaces.Path, spaces.OldPath, spaces.Mechanical = "src/a.go", "src/a.go", pr.ByWhitespace
	off := []string{"[mechanical]\nenabled = true", "[mechanical]\nenabled = false"}
	for name, tc := range map[string]struct {
		file    pr.File
		proof   verdict.Proof
		covered string
		change  []string
		green   bool
	}{
		"covered":                         {file, verdict.ByModel, file.Path, nil, true},
		"not covered":                     {file, verdict.ByModel, "other.md", nil, false},
		"mechanical":                      {spaces, verdict.ByMechanics, "", nil, true},
		"not mechanical any more":         {spaces, verdict.ByMechanics, "", off, false},
		"mechanical beside a review":      {spaces, verdict.ByModel, "", off, false},
		"judged documents":                {file, verdict.ByJudgedDocs, "", []string{}, true},
		"judged where a model is due":     {file, verdict.ByJudgedDocs, "", nil, false},
		"no documents any more":           {file, verdict.ByJudgedDocs, "", []string{`docs = ["*.md"]`, `docs = ["*.adoc"]`, `["*.go"]`, `["*.go", "*.md"]`}, false},
		"taken over":                      {file, verdict.ByState, "", nil, true},
		"taken over under another policy": {file, verdict.ByState, "", off, false},
	} {
		r := small(t, host(t), tc.file, tc.proof, tc.covered)
		cfg := host(t, tc.change...)
		if name == "judged documents" {
			cfg.Engine.Mode = "classifier"
		}
		got, err := r.Redecide(cfg)
		if err != nil || (got.Decision.Verdict == "GREEN") != tc.green {
			t.Errorf("%s: %s, %s, %v", name, got.Decision.Verdict, codesOf(got.Decision), err)
		}
	}
}

// TestTestsWhoseLinesNobodyKnowsCountAsModified: a record without texts cannot say that tests are only added.
func TestTestsWhoseLinesNobodyKnowsCountAsModified(t *testing.T) {
	file := pr.File{Path: "docs/a.md", OldPath: "docs/a.md", Status: pr.Modified, OldMode: pr.ModeFile, NewMode: pr.ModeFile, Added: 1}
	r := small(t, host(t), file, verdict.ByModel, file.Path)
	got, err := r.Redecide(host(t, `["*_test.go"]`, `["*.md"]`))
	if err != nil || codesOf(got.Decision) != "YELLOW change_kind" || !strings.Contains(strings.Join(got.Notes, "\n"), "the tests count as modified") {
		t.Errorf("%s, notes %q, %v", codesOf(got.Decision), got.Notes, err)
	}
	test := file
	test.Path, test.OldPath = "src/a_test.go", "src/a_test.go"
	r = small(t, host(t), test, verdict.ByModel, test.Path) // recorded as only added
	if got, err = r.Redecide(host(t, "max_files = 30", "max_files = 29")); err != nil || got.Decision.Verdict != "GREEN" || len(got.Notes) > 0 {
		t.Errorf("%s, notes %q, %v", codesOf(got.Decision), got.Notes, err)
	}
}

// TestEveryExampleConfigurationCanDecideAnew: the values that a record keeps make the configuration again.
func TestEveryExampleConfigurationCanDecideAnew(t *testing.T) {
	for _, name := range []string{"hsadmin-ng", "werkator", "werkprobe", "werkrevisor"} {
		text, err := os.ReadFile("../../config/" + name + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		repo := (*config.Layer)(nil)
		if name == "werkrevisor" {
			own, err := os.ReadFile("../../.werkrevisor.toml")
			if err != nil {
				t.Fatal(err)
			}
			repo = &config.Layer{TOML: string(own)}
		}
		cfg, err := config.Merge(config.Layer{TOML: string(text)}, repo)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		in := input(t, cfg)
		r := open(t, render(t, in))
		again, ok := r.Effective()
		if !ok || again.Fingerprint != cfg.Fingerprint {
			t.Errorf("%s: the recorded values do not make the configuration again", name)
		}
		if list := r.Replay(); len(list) > 0 {
			t.Errorf("%s: %v", name, list)
		}
	}
}

func TestNumbersComeBackAsTheyWere(t *testing.T) {
	in := input(t, host(t))
	for _, usd := range []float64{0.1 + 0.2, 1e-9, 123456.789012345678, 5e-324} {
		in.Review.Usage.CostUSD = usd
		in.Review.Plan = model.Plan{WorstCaseUSD: usd}
		if r := open(t, render(t, in)); r.Review.Usage.CostUSD != usd || r.Review.Plan.WorstCaseUSD != usd {
			t.Errorf("%g became %g", usd, r.Review.Usage.CostUSD)
		}
	}
}
