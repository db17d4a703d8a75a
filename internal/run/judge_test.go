package run_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/run"
)

// broken is a source that panics.
type broken struct{ source }

func (broken) Change(context.Context) (pr.Change, error) { panic("secret") }

func TestJudgingSaysForEachConfigurationWhatWentWrong(t *testing.T) {
	good := pr.Change{Origin: pr.FromRange, Base: pr.Commit{SHA: "1234567890"}, RepoConfig: pr.RepoConfig{Text: pr.Text{State: pr.Absent}},
		Files: []pr.File{{Path: "a.md", OldPath: "a.md", Status: pr.Modified, OldMode: pr.ModeFile, NewMode: pr.ModeFile}}}
	odd := good
	odd.RepoConfig = pr.RepoConfig{Odd: "symlink", Text: pr.Text{State: pr.NotFile}}
	wrong := config.Layer{Name: "wrong.toml", TOML: "[size]\nnonsense = 1\n"}
	for _, tc := range []struct {
		name   string
		source run.Source
		hosts  []config.Layer
		policy run.Policy
		want   string
	}{
		{"two good ones", source{change: good}, []config.Layer{config.Local(), config.Local()}, run.Policy{}, "[ok ok]"},
		{"one of them is broken", source{change: good}, []config.Layer{config.Local(), wrong}, run.Policy{}, "[ok config_invalid]"},
		{"the change cannot be read", source{readErr: errors.New("no")}, []config.Layer{config.Local(), wrong}, run.Policy{}, "[read_failed read_failed]"},
		{"the change is incomplete", source{readErr: fmt.Errorf("%w: cut", pr.ErrIncomplete)}, []config.Layer{config.Local()}, run.Policy{}, "[incomplete_change]"},
		{"the texts cannot be read", source{change: good, textsErr: errors.New("no")}, []config.Layer{config.Local()}, run.Policy{}, "[read_failed]"},
		{"a source that panics", broken{}, []config.Layer{config.Local()}, run.Policy{}, "[internal]"},
		{"a symlink as the policy", source{change: odd}, []config.Layer{config.Local()}, run.Policy{}, "[config_invalid]"},
		{"the policy is left out", source{change: odd}, []config.Layer{config.Local()}, run.Policy{NoRepo: true}, "[ok]"},
		{"a file instead of the policy", source{change: odd}, []config.Layer{config.Local()}, run.Policy{RepoConfig: &config.Layer{Name: "x", TOML: "[size]\nmax_files = 1\n"}}, "[ok]"},
		{"a file that is broken", source{change: good}, []config.Layer{config.Local()}, run.Policy{RepoConfig: &wrong}, "[config_invalid]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := []string{}
			for _, j := range run.Judge(context.Background(), tc.source, tc.hosts, tc.policy) {
				switch {
				case j.Fault != nil:
					got = append(got, j.Fault.Code)
				case j.Change.Kind == "" || len(j.Rules.Results) == 0:
					got = append(got, "not judged")
				default:
					got = append(got, "ok")
				}
			}
			if fmt.Sprint(got) != tc.want {
				t.Errorf("got %v, want %s", got, tc.want)
			}
		})
	}
}
