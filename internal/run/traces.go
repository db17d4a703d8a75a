package run

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/state"
)

const (
	// maxHeads is how many earlier heads of a PR are looked at; more are YELLOW. An author can push many heads, so a
	// smaller number would forget what a human or the bot said of the first ones.
	maxHeads = 100
	// maxRecent is how many other PRs are looked at, those that changed last.
	maxRecent = 20
)

// traces are the statuses that the bot set on the heads of this PR, and on heads of others that might be about the same.
type traces struct {
	own    []pr.CommitStatus // this head first
	many   bool              // the PR has more heads than are looked at
	recent []pr.Recent       // other PRs that changed last
}

// traces reads the statuses of the heads of the PR, and lists the PRs that changed last.
func (r *runner) traces(ctx context.Context, in report.Input, before past) (t traces, err error) {
	c := in.Change
	if r.Publisher == nil || c.Thread.Bot.Login == "" || !r.Key.Seals() {
		return t, nil
	}
	heads := append([]string{c.Head.SHA}, headsOf(c, before.states)...)
	if t.many = len(heads) > maxHeads+1; t.many {
		heads = heads[:maxHeads+1]
	}
	var recentErr error
	var group errgroup.Group
	group.Go(func() error {
		recentErr = safely(func() (err error) { t.recent, err = r.Publisher.RecentPulls(ctx, maxRecent); return err })
		return nil
	})
	t.own, err = r.statuses(ctx, in, heads)
	_ = group.Wait()
	if err == nil && recentErr != nil {
		err = readError{fmt.Errorf("list the pull requests that changed last: %w", recentErr)}
	}
	return t, err
}

// headsOf are the earlier heads of a PR, as far as its timeline and its states tell.
func headsOf(c pr.Change, states []state.State) (heads []string) {
	known := map[string]bool{c.Head.SHA: true}
	add := func(list ...string) {
		for _, id := range list {
			if !known[id] {
				known[id] = true
				heads = append(heads, id)
			}
		}
	}
	for _, s := range states {
		add(s.Head)
		add(s.Heads...)
	}
	add(c.EarlierHeads()...)
	return heads
}

// statuses reads the assessments that the bot set on commits, in their order.
func (r *runner) statuses(ctx context.Context, in report.Input, commits []string) ([]pr.CommitStatus, error) {
	lists := make([][]pr.CommitStatus, len(commits))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(16)
	for i, id := range commits {
		group.Go(func() error {
			return safely(func() (err error) {
				lists[i], err = r.Publisher.Statuses(ctx, id, in.Config.Gate.AssessmentContext)
				return err
			})
		})
	}
	if err := group.Wait(); err != nil {
		return nil, readError{fmt.Errorf("look for earlier results: %w", err)}
	}
	var all []pr.CommitStatus
	for _, list := range lists {
		all = append(all, list...)
	}
	return all, nil
}
