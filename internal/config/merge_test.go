package config

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func hostFixture(t testing.TB) string { return read(t, "testdata/host.toml") }

func mustMerge(t testing.TB, host Layer, repo *Layer) Config {
	t.Helper()
	c, err := Merge(host, repo)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func repoLayer(text string) *Layer { return &Layer{TOML: text} }

func TestSourcesNameTheLayersThatExist(t *testing.T) {
	repo := &Layer{Name: ".werkrevisor.toml at base 3d174cc"}
	tests := map[string]struct {
		host Layer
		repo *Layer
		want string
	}{
		"all three": {Layer{Name: "host", TOML: hostFixture(t)}, repo,
			"defaults + host + repository (.werkrevisor.toml at base 3d174cc)"},
		"no repository config": {Layer{Name: "host", TOML: hostFixture(t)}, nil, "defaults + host"},
		"local mode":           {Local(), repo, "defaults + embedded + repository (.werkrevisor.toml at base 3d174cc)"},
		"without names":        {Layer{TOML: hostFixture(t)}, &Layer{}, "defaults + host + repository (.werkrevisor.toml)"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := mustMerge(t, tt.host, tt.repo).Sources; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLayersFollowTheRuleOfEachKey(t *testing.T) {
	host := Layer{TOML: hostFixture(t)}
	tests := map[string]struct {
		repo string
		got  func(Config) any
		want any
	}{
		"a default without any layer": {"", func(c Config) any { return c.Size.MaxFiles }, 30},
		"the host over the default":   {"", func(c Config) any { return c.Size.MaxChangedLines }, 1000},
		"replace":                     {"size.max_changed_lines = 5", func(c Config) any { return c.Size.MaxChangedLines }, 5},
		"replace a list":              {"[categories]\ndocs = []", func(c Config) any { return c.Categories.Docs.Empty() }, true},
		"a list beside a replaced one": {"[categories]\ndocs = []", func(c Config) any { return c.Categories.Tests.Strings() },
			[]string{"src/test/**"}},
		"add critical paths": {"[hard_orange]\npaths = ['a', '**/auth/**', 'b']",
			func(c Config) any { return c.HardOrange.Paths.Strings() }, []string{"**/auth/**", "a", "b"}},
		"add an empty list": {"[hard_yellow]\npaths = []", func(c Config) any { return c.HardYellow.Paths.Strings() }, []string{"pom.xml"}},
		"append instructions": {"[review]\nextra_instructions = 'More.'",
			func(c Config) any { return c.Review.ExtraInstructions },
			"Start every title with [high], [medium] or [low].\n\nMore."},
		"only lower, equal":           {"[model]\nmax_context_tokens = 150000", func(c Config) any { return c.Model.MaxContextTokens }, 150000},
		"only lower, lower":           {"[budget]\nmax_usd_per_review = 0.2", func(c Config) any { return c.Budget.MaxUSDPerReview }, 0.2},
		"only lower, below a default": {"[review]\nmax_full_file_chars = 1", func(c Config) any { return c.Review.MaxFullFileChars }, 1},
		"only on":                     {"[hard_yellow]\nsecret_scan = true", func(c Config) any { return c.HardYellow.SecretScan }, true},
		"a custom import regex": {"[mechanical.imports]\nscala = ['import x']",
			func(c Config) any { return c.Mechanical.Imports["scala"].BuiltIn }, false},
		"built-in import regexes stay beside custom ones": {"[mechanical.imports]\nscala = ['import x']",
			func(c Config) any { return c.Mechanical.Imports["java"].BuiltIn }, true},
		"an extension switched off": {"[mechanical.imports]\ngo = []",
			func(c Config) any { return len(c.Mechanical.Imports["go"].Regexes) }, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := mustMerge(t, host, repoLayer(tt.repo))
			if diff := cmp.Diff(tt.want, tt.got(c)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheRepositoryCanSwitchOnWhatTheHostSwitchedOff(t *testing.T) {
	host := Layer{TOML: strings.Replace(hostFixture(t), "[hard_yellow]", "[hard_yellow]\nsecret_scan = false", 1)}
	for repo, want := range map[string]bool{"": false, "[hard_yellow]\nsecret_scan = true": true,
		"[hard_yellow]\nsecret_scan = false": false} {
		if got := mustMerge(t, host, repoLayer(repo)).HardYellow.SecretScan; got != want {
			t.Errorf("%q: got %v", repo, got)
		}
	}
}

func TestBuiltInDefaultsDoNotMakeASectionSet(t *testing.T) {
	without := strings.Replace(hostFixture(t), "[writing]\n", "", 1)
	if _, err := Merge(Layer{TOML: without}, nil); err == nil || !strings.Contains(err.Error(), "[writing]") {
		t.Errorf("a missing section must be an error that names it, got %v", err)
	}
	mustMerge(t, Layer{TOML: without}, repoLayer("[writing]\n"))
	noGate := hostFixture(t)[:strings.Index(hostFixture(t), "[gate]")]
	if _, err := Merge(Layer{TOML: noGate}, repoLayer("[gate]\n")); err == nil {
		t.Error("the repository must not set a section of the host")
	}
}

func TestTheOptionalSectionsNeedNotBeSet(t *testing.T) {
	for _, s := range Sections() {
		if want := slices.Contains([]string{"engine", "classifier", "deep", "deep.models", "output"}, s); slices.Contains(optional, s) != want {
			t.Errorf("[%s] optional: want %v", s, want)
		}
	}
	text := hostFixture(t)
	start, end := strings.Index(text, "[classifier]"), strings.Index(text, "[gate]")
	c := mustMerge(t, Layer{TOML: text[:start] + text[end:]}, nil)
	if c.Classifier != nil {
		t.Error("without the section there is no classifier")
	}
	_, err := Merge(Layer{TOML: text[:start] + text[end:]}, repoLayer("[classifier]\nmin_confidence = 0.1"))
	if err == nil || !strings.Contains(err.Error(), "needs a [classifier] section in the host config") {
		t.Errorf("a repository classifier needs one of the host, got %v", err)
	}
}

func TestALayerNeverLeaksIntoAnother(t *testing.T) {
	question := func(name, more string) string {
		return "{ name = '" + name + "', type = 'choice', instructions = 'i', yellow_above = 0.1, red_above = 0.2, " +
			"criteria = { zoo = 'a', bar = 'b' }, problem_options = ['zoo']" + more + " }"
	}
	host := Layer{TOML: strings.Replace(hostFixture(t), "section_questions = []",
		"section_questions = ["+question("old", ", very_likely_above = 0.9")+"]", 1)}
	repo := repoLayer("[classifier]\nsection_questions = [" + question("new", "") + "]")
	merged := mustMerge(t, host, repo)
	got := merged.Classifier.SectionQuestions
	if len(got) != 1 || got[0].Name != "new" || got[0].VeryLikelyAbove != nil {
		t.Errorf("the question mixes two layers: %+v", got)
	}
	if diff := cmp.Diff([]string{"zoo", "bar"}, got[0].Options); diff != "" {
		t.Errorf("the options are not in the order of the file: %s", diff)
	}
	merged.Deep.Conventions[0] = "changed"
	if again := mustMerge(t, host, repo); again.Deep.Conventions[0] == "changed" {
		t.Error("a changed result changed the defaults")
	}
}

func TestAModelOfAListTakesUnsetValuesFromTheModelSection(t *testing.T) {
	host := strings.Replace(hostFixture(t), "[budget]", `reasoning_effort = "high"
timeout_seconds = 77
[[model.fallback]]
id = "other/model"
input_price_usd_per_mtok = 1
output_price_usd_per_mtok = 3
max_context_tokens = 90000
max_retries = 0
[budget]`, 1)
	c := mustMerge(t, Layer{TOML: host}, nil)
	want := c.Model
	want.ID, want.InputPrice, want.OutputPrice, want.MaxContextTokens, want.MaxRetries = "other/model", 1, 3, 90000, 0
	want.Fallback = nil
	if diff := cmp.Diff([]Model{want}, c.Model.Fallback); diff != "" {
		t.Error(diff)
	}
	lowered := mustMerge(t, Layer{TOML: host}, repoLayer("[model]\nmax_context_tokens = 50000"))
	if got := lowered.Model.Fallback[0].MaxContextTokens; got != 50000 {
		t.Errorf("a limit that the repository lowers holds for every model, got %d", got)
	}
}

func TestAnErrorLeavesTheGateOfTheHostUsable(t *testing.T) {
	host := hostFixture(t) + "assessment_context = \"review/info\"\nobserve = true\n[output]\nartifacts = [\"report\"]\n"
	tests := map[string]struct {
		host, repo string
		want       Gate
	}{
		"a wrong repository config keeps it": {host, "[size]\nmax_files = 'x'",
			Gate{AssessmentContext: "review/info", Observe: true}},
		"a missing section keeps it": {"[gate]\nassessment_context = \"review/info\"", "",
			Gate{AssessmentContext: "review/info"}},
		"a wrong host config gives the defaults": {host + "[size]\n", "", Gate{AssessmentContext: "ai-review/assessment"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := Merge(Layer{TOML: tt.host}, repoLayer(tt.repo))
			if err == nil {
				t.Fatal("want an error")
			}
			got := Gate{AssessmentContext: c.Gate.AssessmentContext, Observe: c.Gate.Observe}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if c.Sources == "" || c.Fingerprint != "" || c.Model.ID != "" || len(c.Explain()) != 0 {
				t.Errorf("only Sources, Gate and Output may be set: %+v", c)
			}
		})
	}
}

func TestErrorsCanBeTakenApart(t *testing.T) {
	_, err := Merge(Layer{TOML: hostFixture(t)}, repoLayer("[size]\nmax_files = 'x'\nfoo = 1"))
	var one *Error
	if !errors.As(err, &one) {
		t.Fatal("no *Error inside")
	}
	want := Error{Layer: "repository config", Line: 2, Column: 1, Key: "[size] max_files", Text: "must be a whole number"}
	if diff := cmp.Diff(want, *one); diff != "" {
		t.Error(diff)
	}
	if got := one.Error(); got != "repository config: line 2, column 1: [size] max_files: must be a whole number" {
		t.Error(got)
	}
}

func TestAutomergeNeedsTheApprovalModeAndTheTransition(t *testing.T) {
	tests := map[string]struct {
		gate string
		want []string
	}{
		"both are there":    {"automerge = true\nrequire_wip_transition = true\nyellow_gate = \"approval\"", nil},
		"no transition":     {"automerge = true\nyellow_gate = \"approval\"", []string{"require_wip_transition"}},
		"no approval mode":  {"automerge = true\nrequire_wip_transition = true", []string{"yellow_gate"}},
		"neither":           {"automerge = true", []string{"require_wip_transition", "yellow_gate"}},
		"without automerge": {"", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			host := parse(hostConfig, "[gate]\nhuman_reviewers = ['a']\n"+tt.gate)
			values, _ := overlay(host, nil)
			v := validator{m: values, host: host, embedded: true}
			v.consistent()
			var got []string
			for _, e := range v.errs {
				if e.Key == "[gate] automerge" && !strings.Contains(e.Text, "this version") {
					got = append(got, strings.Fields(e.Text)[1])
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
