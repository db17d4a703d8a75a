package rules_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/proof"
	"werkrevisor/internal/review"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

const proofFile = "../../docs/proof.md"

// section compares a section of docs/proof.md; -update writes it.
func section(t *testing.T, name, found string) {
	t.Helper()
	if err := proof.Check(proofFile, name, found, *rules.Update); err != nil {
		t.Error(err)
	}
}

// compromised is a model that confirms every file, finds nothing, and calls everything safe.
// With a finding it reports one of this severity besides.
type compromised struct {
	asked   int
	finding string
}

var listed = regexp.MustCompile(`(?m)^(\d+)\. "`)

func (c *compromised) Plan(model.Request) model.Plan {
	return model.Plan{Limit: model.Limit{Tokens: 1 << 30}}
}

func (c *compromised) Ask(_ context.Context, r model.Request) (model.Answer, error) {
	c.asked++
	var files []string
	for _, m := range listed.FindAllStringSubmatch(r.User, -1) {
		files = append(files, `"`+m[1]+`"`)
	}
	findings := ""
	if c.finding != "" {
		findings = `{"file":"1","start_line":1,"end_line":1,"title":"defect","body":"b","severity":"` + c.finding + `"}`
	}
	text := `{"files_reviewed":[` + strings.Join(files, ",") + `],"findings":[` + findings + `],"merge_recommendation":"safe_to_merge"}`
	return model.Answer{Text: text, Model: "compromised"}, r.Check(text)
}

// examples are the example configurations, as a gate would merge them.
func examples(t *testing.T) map[string]config.Config {
	t.Helper()
	files, err := filepath.Glob("../../config/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	all := map[string]config.Config{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cfg, err := config.Merge(config.Layer{TOML: string(text)}, nil)
		if err != nil { // a host part that needs a repository's
			own, readErr := os.ReadFile("../../.werkrevisor.toml")
			if readErr != nil {
				t.Fatal(readErr)
			}
			cfg, err = config.Merge(config.Layer{TOML: string(text)}, &config.Layer{TOML: string(own)})
		}
		if err != nil {
			t.Fatal(file, err)
		}
		all[filepath.Base(file)] = cfg
	}
	return all
}

// judge is the verdict about a change with this model; nil: what the rules allow at best.
func judge(t *testing.T, c pr.Change, cfg config.Config, asker model.Asker) verdict.Decision {
	t.Helper()
	c = rules.Label(c, cfg)
	report, err := rules.Check(context.Background(), c, cfg)
	if err != nil {
		t.Fatal(err)
	}
	in := verdict.Input{Change: c, Reasons: report.Reasons(), Gate: cfg.Gate, Proof: verdict.ByModel}
	switch {
	case rules.WithoutModel(c):
		in.Proof = verdict.ByMechanics
	case asker == nil:
	case len(report.Stopped) > 0:
		in.Proof = verdict.NoProof
	default:
		got, err := review.Run(t.Context(), asker, review.Input{Change: c, Config: cfg, Nonce: "NONCE"})
		if err != nil {
			in.Reasons = append(in.Reasons, verdict.Fault("model_error", err.Error()))
		}
		in.Reasons = append(in.Reasons, got.Reasons...)
		if !got.Complete {
			in.Proof = verdict.NoProof
		}
	}
	return verdict.Decide(in)
}

// trusted makes most changes those of a trusted author: the reasons about people would hide all others. A change that is
// much too large joins them.
func trusted(corpus map[string]pr.Change) map[string]pr.Change {
	all := map[string]pr.Change{}
	for name, c := range corpus {
		if !strings.HasPrefix(name, "origin/") {
			c.Author, c.HeadInBase, c.Pushers = pr.User{ID: 1, Login: "dev"}, true, []pr.User{{ID: 1, Login: "dev"}}
		}
		all[name] = c
	}
	large := pr.File{Path: "src/large.go", OldPath: "src/large.go", Status: pr.Added, NewMode: pr.ModeFile, Added: 5000,
		New: pr.Text{State: pr.Read, Body: strings.Repeat("// A line.\n", 5000)}, Hunks: []pr.Hunk{{NewStart: 1, NewLines: 5000}}}
	for n := range 5000 {
		large.Hunks[0].Lines = append(large.Hunks[0].Lines, pr.Line{Op: pr.Add, New: n + 1, Text: "// A line."})
	}
	c := all["size/clean-at-the-limits"]
	c.Files = []pr.File{large}
	all["generated/a large file"] = c
	return all
}

// never are codes of rules; a change with one of them must not be GREEN, whatever a model says.
var never = []string{"critical_path", "secret", "open_questions", "change_kind", "db_schema", "hidden_characters", "unreviewable_change",
	"addressed_to_reviewer", "untrusted_author", "repo_config_invalid", "too_many_lines", "too_many_files"}

// TestProofCompromisedModel is part 1: with a model that calls everything safe, what becomes GREEN is exactly what the rules
// allow, over every fixture and every example configuration.
func TestProofCompromisedModel(t *testing.T) {
	corpus, configs := trusted(rules.Corpus(t)), examples(t)
	var b strings.Builder
	b.WriteString("| Example configuration | Changes | GREEN by the rules at best | GREEN with the compromised model | Model asked |\n|---|---|---|---|---|\n")
	hit := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(configs)) {
		cfg, asker := configs[name], &compromised{}
		cfg.Gate.RequireWIPTransition, cfg.Gate.Automerge = false, false // no fixture has a history of titles
		best, green := 0, 0
		for fixture, c := range corpus {
			bound, got := judge(t, c, cfg, nil), judge(t, c, cfg, asker)
			if bound.Level == verdict.Green {
				best++
			}
			if got.Level == verdict.Green {
				green++
			}
			if (bound.Level == verdict.Green) != (got.Level == verdict.Green) || got.Level < bound.Level {
				t.Errorf("%s, %s: %s, the rules allow %s", name, fixture, got.Level, bound.Level)
			}
			for _, r := range got.Reasons {
				if slices.Contains(never, r.Code) {
					hit[r.Code]++
					if got.Level == verdict.Green {
						t.Errorf("%s, %s: GREEN with %s", name, fixture, r.Code)
					}
				}
			}
		}
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %d times |\n", name, len(corpus), best, green, asker.asked)
	}
	b.WriteString("\nChanges with one of these reasons, of which none is GREEN:\n\n| Reason | Changes |\n|---|---|\n")
	for _, code := range never {
		if hit[code] == 0 {
			t.Errorf("no change of the corpus has %s", code)
		}
		fmt.Fprintf(&b, "| `%s` | %d |\n", code, hit[code])
	}
	section(t, "compromised model", b.String())
}
