package run

import (
	"context"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// Judged is a change as one host configuration sees it, by the deterministic part alone: nobody was asked.
type Judged struct {
	Change pr.Change // labelled
	Config config.Config
	Rules  rules.Report
	// Fault is the ERROR of a change that could not be read or judged; nil: it was.
	Fault *verdict.Reason
}

// Policy is the repository's part of the configuration: that of the change, a file instead of it, or none.
type Policy struct {
	NoRepo     bool
	RepoConfig *config.Layer
}

// Judge reads a change once and judges it with each of the host configurations. It asks no model and no classifier, and
// writes nothing. It returns as many results as there are configurations, also after a failure.
func Judge(ctx context.Context, source Source, hosts []config.Layer, policy Policy) []Judged {
	judged := make([]Judged, len(hosts))
	var change pr.Change
	if err := safely(func() (err error) { change, err = source.Change(ctx); return err }); err != nil {
		why := fault(ctx, readError{err})
		for i := range judged {
			judged[i] = Judged{Change: change, Fault: &why}
		}
		return judged
	}
	for i, host := range hosts {
		err := safely(func() (err error) { judged[i], err = judge(ctx, source, change, host, policy); return err })
		if err != nil {
			why := fault(ctx, err)
			judged[i] = Judged{Change: change, Fault: &why}
		}
	}
	return judged
}

// judge is Judge with one configuration.
func judge(ctx context.Context, source Source, change pr.Change, host config.Layer, policy Policy) (j Judged, err error) {
	repo := policy.RepoConfig
	if repo == nil && !policy.NoRepo {
		if repo, err = RepoLayer(change.RepoConfig, change.Base.SHA); err != nil {
			return j, err
		}
	}
	if j.Config, err = config.Merge(host, repo); err != nil {
		return j, err
	}
	want := pr.Want{Always: alwaysRead(j.Config), Context: j.Config.Review.RepoContextFiles}
	want.Folders, want.Manifest = rules.Folders(change, j.Config)
	if change, err = source.Texts(ctx, change, want); err != nil {
		return j, readError{err}
	}
	checked, err := within(ctx, func() (checked, error) { return checkRules(ctx, change, j.Config) })
	j.Change, j.Rules = checked.change, checked.rules
	return j, err
}
