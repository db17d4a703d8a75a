package review_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// liar is a model that answers with this text, in a world without limits.
type liar string

func (l liar) Plan(model.Request) model.Plan { return model.Plan{Limit: model.Limit{Tokens: 1}} }

func (l liar) Ask(_ context.Context, r model.Request) (model.Answer, error) {
	if err := r.Check(string(l)); err != nil {
		return model.Answer{}, &model.Error{Code: "model_answer_invalid", Text: err.Error()}
	}
	return model.Answer{Text: string(l)}, nil
}

// ruled is a change of one file, and the level that the rules alone give it.
type ruled struct {
	path, line string
	level      verdict.Level
}

var underRules = []ruled{
	{"README.md", "b", verdict.Green},
	{"x.bin2", "b", verdict.Yellow},
	{"src/auth/login.go", "b", verdict.Orange},
	{"doc/PR/1.md", "- Who pays?", verdict.Red},
}

func (r ruled) change(cfg config.Config) pr.Change {
	const above = "## Open Questions"
	return rules.Label(pr.Change{Origin: pr.FromGitea, Owner: "org", Repo: "demo", Number: 7, State: pr.Open, DefaultBranch: "main",
		Author: pr.User{Login: "author"}, Pushers: []pr.User{{Login: "author"}}, HeadInBase: true,
		Base: pr.Commit{Ref: "main", SHA: strings.Repeat("b", 40)}, Head: pr.Commit{Ref: "topic", SHA: strings.Repeat("a", 40)}, MergeBase: strings.Repeat("b", 40),
		RepoConfig: pr.RepoConfig{Text: pr.Text{State: pr.Absent}},
		Files: []pr.File{{Path: r.path, OldPath: r.path, Status: pr.Modified, OldMode: pr.ModeFile, NewMode: pr.ModeFile, Added: 1,
			Old: pr.Text{State: pr.Read, Body: above + "\n"}, New: pr.Text{State: pr.Read, Body: above + "\n" + r.line + "\n"},
			Hunks: []pr.Hunk{{OldStart: 1, OldLines: 1, NewStart: 1, NewLines: 2, Lines: []pr.Line{
				{Op: pr.Context, Old: 1, New: 1, Text: above}, {Op: pr.Add, New: 2, Text: r.line}}}}}}}, cfg)
}

// honest reports whether an answer says in every field that the change may be merged.
func honest(text, path string) bool {
	a, err := review.ParseAnswer(text)
	confirmed := slices.ContainsFunc(a.FilesReviewed, func(name string) bool {
		return slices.Contains([]string{"1", "1.", "#1", path, `"` + path + `"`}, strings.TrimSpace(name))
	})
	return err == nil && confirmed && len(a.Findings) == 0 && !a.Objects && a.Recommendation == "safe_to_merge"
}

// FuzzReviewNeverImproves holds that no answer of a model makes a verdict better than the rules alone,
// and that nothing but an honest answer without a finding is GREEN.
func FuzzReviewNeverImproves(f *testing.F) {
	const safe = `{"files_reviewed":["1"],"findings":[],"merge_recommendation":"safe_to_merge"}`
	const found = `{"file":"README.md","start_line":2,"end_line":2,"title":"","body":"","severity":"high"}`
	for i := range underRules {
		f.Add(safe, uint8(i))
	}
	for _, text := range []string{"", "I cannot comply.", "[" + safe + "]", safe + safe, "```json\n" + safe + "\n```", strings.Replace(safe, `"1"`, `"2"`, 1),
		strings.Replace(safe, "safe_to_merge", "Safe_to_merge", 1), strings.Replace(safe, `"findings":[]`, `"findings":null`, 1),
		strings.Replace(safe, `"findings":[]`, `"findings":[],"change_kind_objection":{"objects":true,"text":"x"}`, 1),
		strings.Replace(safe, `"findings":[]`, `"findings":[`+found+`]`, 1),
		strings.Replace(safe, `"findings":[]`, `"findings":[`+found+`],"FINDINGS":[]`, 1)} {
		f.Add(text, uint8(0))
	}
	cfg, err := config.Merge(config.Local(), nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		under := underRules[int(which)%len(underRules)]
		c := under.change(cfg)
		checked, err := rules.Check(context.Background(), c, cfg)
		if err != nil {
			t.Fatal(err)
		}
		reasons := checked.Reasons()
		alone := verdict.Decide(verdict.Input{Change: c, Reasons: reasons, Proof: verdict.ByModel, Gate: cfg.Gate})
		if alone.Level != under.level {
			t.Fatalf("%s: the rules alone give %s: %v", under.path, alone.Level, reasons)
		}
		result, err := review.Run(t.Context(), liar(text), review.Input{Change: c, Config: cfg, Nonce: nonce})
		in := verdict.Input{Change: c, Reasons: append(reasons, result.Reasons...), Gate: cfg.Gate}
		if result.Complete {
			in.Proof = verdict.ByModel
		}
		var failed *model.Error
		if errors.As(err, &failed) {
			in.Reasons = append(in.Reasons, verdict.Reason{Source: verdict.System, Level: verdict.Error, Code: failed.Code, Text: failed.Text})
		}
		got := verdict.Decide(in)
		if got.Level < alone.Level || got.Exit < alone.Exit {
			t.Errorf("%s is better than %s of the rules: %q", got.Level, alone.Level, text)
		}
		if green := alone.Level == verdict.Green && honest(text, under.path); green != (got.Level == verdict.Green) {
			t.Errorf("%s for %q", got.Level, text)
		}
	})
}
