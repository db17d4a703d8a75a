package run

import (
	"cmp"
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/state"
)

// readMore reads side by side the texts, what other PRs know of the change, and whether the server takes comments of the bot.
func (r *runner) readMore(ctx context.Context, in report.Input, before past) (pr.Change, past, error) {
	var elsewhere []state.State
	var failed error
	var group errgroup.Group
	group.Go(func() error {
		failed = safely(func() (err error) { elsewhere, err = r.elsewhere(ctx, in.Change); return err })
		return nil
	})
	if r.pays(in.Config) {
		group.Go(func() error {
			return safely(func() error { before.blocked = r.Publisher.Blocked(ctx); return nil })
		})
	}
	change := in.Change
	err := safely(func() (err error) { change, err = r.readTexts(ctx, in); return err })
	if probed := group.Wait(); err == nil {
		err = cmp.Or(failed, probed)
	}
	before.elsewhere = elsewhere
	for _, s := range elsewhere {
		if s.Head == in.Change.Head.SHA {
			before.spent += s.CostUSD
		}
	}
	return change, before, err
}

// elsewhere are results on other PRs of the repository that are about this change, too: those of the same head, and those
// with a finding whose line this change adds. So a second PR with the same commit, or with the same lines, does not begin
// without memory.
//
// A PR that was merged is left out unless the head is the same: somebody let its findings in, and its lines are the base now.
func (r *runner) elsewhere(ctx context.Context, c pr.Change) (found []state.State, err error) {
	if r.Publisher == nil || c.Thread.Bot.Login == "" {
		return nil, nil
	}
	byPR, err := r.Publisher.RepositoryComments(ctx, r.Clock().Add(-remembered))
	if err != nil {
		return nil, readError{fmt.Errorf("look for results on other PRs: %w", err)}
	}
	added := state.AddedBy(c)
	for number, comments := range byPR {
		if number == c.Number {
			continue
		}
		about, err := r.aboutThis(ctx, c, added, state.Place{Repository: c.Slug(), Number: number}, comments)
		if err != nil {
			return nil, err
		}
		found = append(found, about...)
	}
	state.Sort(found)
	return found, nil
}

// aboutThis are the states of one other PR that are about this change.
func (r *runner) aboutThis(ctx context.Context, c pr.Change, added state.Lines, at state.Place, comments []pr.Comment) (found []state.State, err error) {
	merged, asked := false, false
	for _, comment := range comments {
		s, ok := r.Key.Open(at, comment.Body)
		if !ok {
			continue
		}
		if s.Head == c.Head.SHA {
			found = append(found, s)
			continue
		}
		if s = added.Only(s); len(s.Findings) == 0 {
			continue
		}
		if !asked {
			now, err := r.Publisher.NowOf(ctx, at.Number)
			if err != nil {
				return nil, readError{fmt.Errorf("look at PR %d, which has findings about lines of this one: %w", at.Number, err)}
			}
			merged, asked = now.State == pr.Merged, true
		}
		if !merged {
			found = append(found, s)
		}
	}
	return found, nil
}
