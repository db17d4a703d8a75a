package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/state"
)

// readMore reads side by side the texts, what is known of the change besides the comments of its PR, and whether the server
// takes comments of the bot.
func (r *runner) readMore(ctx context.Context, in report.Input, before past) (pr.Change, past, error) {
	var found past
	var seen traces
	errs := make([]error, 3)
	var group errgroup.Group
	part := func(i int, read func() error) { group.Go(func() error { errs[i] = safely(read); return nil }) }
	part(0, func() (err error) { found, err = r.elsewhere(ctx, in.Change); return err })
	part(1, func() (err error) { seen, err = r.traces(ctx, in, before); return err })
	if r.pays(in.Config) {
		part(2, func() error { before.blocked = r.Publisher.Blocked(ctx); return nil })
	}
	change := in.Change
	err := safely(func() (err error) { change, err = r.readTexts(ctx, in); return err })
	_ = group.Wait()
	for _, failed := range errs {
		err = cmp.Or(err, failed)
	}
	before.elsewhere, before.twins, before.repository, before.readAt = found.elsewhere, found.twins, found.repository, found.readAt
	if err == nil {
		err = safely(func() (err error) { before, err = r.miss(ctx, in, before, seen); return err })
	}
	for _, s := range before.elsewhere {
		if s.Head == in.Change.Head.SHA {
			before.spent += s.CostUSD
		}
	}
	before.spent += float64(before.lost) * in.Config.Budget.MaxUSDPerReview
	return change, before, err
}

// elsewhere are results on other PRs of the repository that are about this change, too: those of the same head, and those
// with a finding whose line this change adds. So a second PR with the same commit, or with the same lines, does not begin
// without memory.
//
// A PR that was merged is left out unless the head is the same: somebody let its findings in, and its lines are the base now.
func (r *runner) elsewhere(ctx context.Context, c pr.Change) (found past, err error) {
	if r.Publisher == nil || c.Thread.Bot.Login == "" {
		return found, nil
	}
	if err := r.readRepository(ctx, &found); err != nil {
		return found, readError{fmt.Errorf("look for results on other PRs: %w", err)}
	}
	added := state.AddedBy(c)
	for number, comments := range found.repository {
		if number == c.Number {
			continue
		}
		about, err := r.aboutThis(ctx, c, added, state.Place{Repository: c.Slug(), Number: number}, comments)
		if err != nil {
			return found, err
		}
		found.elsewhere = append(found.elsewhere, about...)
		if slices.ContainsFunc(about, func(s state.State) bool { return s.Head == c.Head.SHA }) {
			found.twins = append(found.twins, r.states(c, number, comments))
		}
	}
	state.Sort(found.elsewhere)
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
		s.Number = at.Number
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
