package config

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEveryKeyIsDescribedOnceAndCompletely(t *testing.T) {
	seen := map[string]bool{}
	check := func(k Key) {
		if seen[k.String()] {
			t.Errorf("%s stands twice", k)
		}
		seen[k.String()] = true
		if k.Replaced != "" {
			return
		}
		if k.Text == "" || strings.ContainsAny(k.Text, "\n|") {
			t.Errorf("%s needs a meaning of one line without |", k)
		}
		if (k.Type == Int || k.Type == Number) && k.Max <= k.Min {
			t.Errorf("%s needs a range", k)
		}
		if k.Type == GlobList && k.Check == nil {
			t.Errorf("%s needs a check of its globs", k)
		}
		if !k.Entry && k.Required == (k.Default != nil) {
			t.Errorf("%s must have a default or be required", k)
		}
		if !k.Entry && k.Rule == "" {
			t.Errorf("%s needs a layer rule", k)
		}
	}
	for _, k := range Keys {
		check(k)
		for _, f := range k.Fields {
			check(f)
		}
	}
}

func TestEveryDefaultPassesItsOwnChecks(t *testing.T) {
	p := &parsed{}
	for _, k := range Keys {
		list, isList := k.Default.([]string)
		if text, ok := k.Default.(string); ok {
			list, isList = []string{text}, true
		}
		for _, text := range list {
			if isList && !p.text(k, text, -1, "") {
				t.Errorf("%s: the default %q is refused", k, text)
			}
		}
		if n := number(k.Default); k.Default != nil && (n < k.Min || n > k.Max) {
			t.Errorf("%s: the default is out of range", k)
		}
	}
}

// TestEveryKeyReachesTheConfig reads build.go and validate.go: a key that nobody reads would be silently ignored.
func TestEveryKeyReachesTheConfig(t *testing.T) {
	var source strings.Builder
	for _, file := range []string{"build.go", "build_model.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	var known []string
	for _, k := range Keys {
		if k.Replaced != "" {
			continue
		}
		known = append(known, k.path())
		name := k.path()
		switch {
		case k.Section == "model" && k.Name != "fallback":
			name = k.Name
		case k.Type == Questions:
			name = k.Name
		}
		if !strings.Contains(source.String(), `"`+name+`"`) {
			t.Errorf("%s is never read", k)
		}
	}
	for _, m := range regexp.MustCompile(`m\.\w+\("(\w+\.[\w.]+)"\)`).FindAllStringSubmatch(source.String(), -1) {
		if !slices.Contains(known, m[1]) {
			t.Errorf("%s is read, but no key", m[1])
		}
	}
}

// The table of seed 000, "Config layers", and of product.md 5, classifier.md and deep.md: what a repository may set.
func TestTheRepositoryMaySetWhatTheSpecificationSays(t *testing.T) {
	want := map[string]Rule{
		"size.max_changed_lines": Replace, "size.max_files": Replace,
		"categories.docs": Replace, "categories.tests": Replace, "categories.main": Replace, "categories.api_spec": Replace,
		"categories.harmless": Replace, "categories.auto_approvable": Replace,
		"hard_orange.paths": Add, "hard_yellow.paths": Add, "hard_yellow.secret_scan_exclude": Replace,
		"hard_yellow.secret_scan": OnlyOn, "hard_yellow.injection_scan": OnlyOn, "hard_yellow.injection_exclude": Replace,
		"pr_doc.globs": Replace, "pr_doc.open_question_headings": Replace,
		"writing.enabled": Replace, "writing.max_line_length": Replace, "writing.max_sentences_per_paragraph": Replace,
		"writing.globs": Replace, "mechanical.enabled": Replace, "mechanical.whitespace_significant": Replace,
		"mechanical.imports": PerExtension, "review.extra_instructions": Append, "review.max_findings": Replace,
		"review.orange_min_medium": Replace, "review.repo_context_files": Replace, "review.full_files": Replace,
		"review.max_full_file_chars": OnlyLower, "review.max_full_files_chars": OnlyLower,
		"review.pr_description": Replace, "review.exclude_globs": Replace,
		"classifier.pr_doc_globs": Replace, "classifier.min_confidence": Replace, "classifier.scenario_questions": Replace,
		"classifier.section_questions": Replace, "classifier.changeset_questions": Replace,
		"classifier.file_questions": Replace, "classifier.confirm_questions": Replace,
		"model.max_context_tokens": OnlyLower, "model.max_output_tokens": OnlyLower, "budget.max_usd_per_review": OnlyLower,
		"deep.rigor": Replace, "deep.max_areas": OnlyLower, "deep.max_iterations": OnlyLower, "deep.verify": OnlyOn,
		"deep.conventions": Replace, "deep.misses": Replace, "deep.org_context_globs": Replace, "deep.prior_art_globs": Replace,
	}
	got := map[string]Rule{}
	for _, k := range Keys {
		if k.Replaced == "" && k.Rule != HostOnly {
			got[k.path()] = k.Rule
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheDefaultsAreThoseOfTheSpecification(t *testing.T) {
	for path, want := range map[string]any{
		"model.reasoning_effort": "low", "model.reasoning_max_tokens": 0, "model.context_tokens": 0, "model.timeout_seconds": 120,
		"model.max_retries": 1, "model.token_count_factor": 1.15, "model.base_url": "https://openrouter.ai/api/v1",
		"model.api_key_env": "OPENROUTER_API_KEY", "model.data_collection": "deny", "model.cache_write_factor": 1.0,
		"budget.min_key_remaining_usd": 0.0, "budget.chars_per_token": 3.5, "budget.prompt_overhead_chars": 16000,
		"budget.diff_expansion_factor": 1.5, "budget.max_usd_per_pr": 0.0,
		"size.max_changed_lines": 800, "size.max_files": 30, "writing.max_line_length": 128,
		"writing.max_sentences_per_paragraph": 5, "review.max_findings": 3, "review.orange_min_medium": 2,
		"review.full_files": false, "review.max_full_file_chars": 40000, "review.max_full_files_chars": 120000,
		"review.pr_description": "after_diff", "engine.mode": "llm", "engine.review": "single",
		"gate.yellow_gate": "block", "gate.assessment_context": "ai-review/assessment", "gate.gate_context": "ai-review/gate",
		"gate.observe": false, "gate.max_red_rounds": 3, "gate.merge_style": "", "gate.bot_login": "",
		"classifier.api_key_env": "TYPESAFE_API_KEY", "classifier.allow_red": false, "classifier.confirm_can_soften": false,
		"deep.max_workers": 4, "deep.max_areas": 10, "deep.max_iterations": 12, "deep.timeout_seconds": 1200,
		"deep.rigor": "production", "deep.misses": ".werkrevisor/misses.toml",
	} {
		section, name, _ := cutLast(path)
		if k, ok := lookup(Keys, section, name); !ok || k.Default != want {
			t.Errorf("%s: got %v, want %v", path, k.Default, want)
		}
	}
}
