package gitea

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
)

// Change reads the pull request at one head: PR, diff, file list, thread and the base's repository config.
//
// What does not depend on each other is read at the same time: a few rounds, whatever the size (product.md 6).
// On an error the change holds what is known by then. A PR that changed between the first and the last read
// is pr.ErrSuperseded, whatever else went wrong.
func (c *Client) Change(ctx context.Context) (pr.Change, error) {
	first, change, err := c.readFirst(ctx)
	if err != nil {
		return change, err
	}
	if err := c.wanted(change); err != nil {
		return change, err
	}
	problem := c.readRest(ctx, first, &change)
	if err := c.unchanged(ctx, change); problem == nil || errors.Is(err, pr.ErrSuperseded) {
		return change, err
	}
	return change, problem
}

// firstRound is what can be read before anything is known.
type firstRound struct {
	bot     pr.User
	reviews reviewList
	pages   []page[pr.Event]
	err     error // of the parts besides the PR
}

func (c *Client) readFirst(ctx context.Context) (firstRound, pr.Change, error) {
	var first firstRound
	var change pr.Change
	var group errgroup.Group
	errs := make([]error, 4)
	part := func(i int, read func() error) { group.Go(func() error { errs[i] = safe(read)(); return nil }) }
	part(0, func() (err error) { change, err = c.pull(ctx); return err })
	part(1, func() (err error) { first.bot, err = c.whoami(ctx); return err })
	part(2, func() (err error) { first.reviews, err = c.reviews(ctx); return err })
	part(3, func() (err error) { first.pages, err = c.timelinePages(ctx, 1, firstPages); return err })
	_ = group.Wait()
	change.Thread.Bot = first.bot
	change.Thread.Reviews = first.reviews.reviews
	first.err = firstError(errs[1:])
	return first, change, errs[0]
}

// readRest reads what depends on the first round. Every part is tried: also a change that cannot be
// reviewed needs the comments, so that its failure is reported once.
func (c *Client) readRest(ctx context.Context, first firstRound, change *pr.Change) error {
	var group errgroup.Group
	errs := make([]error, 6)
	errs[0] = first.err
	group.Go(safe(func() error { change.Lock = c.lock(ctx, change.Base.Ref); return nil }))
	part := func(i int, read func() error) { group.Go(func() error { errs[i] = safe(read)(); return nil }) }
	part(1, func() (err error) { change.Files, err = c.files(ctx, change.MergeBase, change.Head.SHA); return err })
	var history *pr.History
	part(5, func() (err error) { history, err = c.readHistory(ctx, *change); return err })
	part(2, func() (err error) { change.RepoConfig, err = c.repoConfig(ctx, change.Base.SHA); return err })
	part(3, func() (err error) { change.Thread.Comments, err = c.comments(ctx, first.bot); return err })
	if first.err == nil {
		part(4, func() (err error) {
			change.Thread.Events, err = c.timeline(ctx, first.pages, first.reviews, change.Head.SHA)
			change.Pushers = pushers(change.Thread.Events)
			return err
		})
	}
	_ = group.Wait()
	if err := firstError(errs); err != nil {
		return err
	}
	return c.obstacles(ctx, history, change)
}

// wanted refuses a PR that is not open, or that has another head than the run was started for.
func (c *Client) wanted(change pr.Change) error {
	if change.State != pr.Open {
		return fmt.Errorf("PR %d is %s: %w", c.cfg.Number, change.State, pr.ErrNotOpen)
	}
	if c.cfg.WantHead != "" && c.cfg.WantHead != change.Head.SHA {
		return fmt.Errorf("PR %d has the head %.10s, and this run is for %.10s: %w", c.cfg.Number, change.Head.SHA, c.cfg.WantHead, pr.ErrSuperseded)
	}
	return nil
}

// unchanged reads the PR again and compares it with the change.
func (c *Client) unchanged(ctx context.Context, change pr.Change) error {
	now, err := c.Now(ctx)
	if err != nil {
		return err
	}
	was := change.Now()
	switch {
	case now.State != was.State:
		return fmt.Errorf("PR %d became %s while it was read: %w", c.cfg.Number, now.State, pr.ErrSuperseded)
	case now.Head != was.Head:
		return fmt.Errorf("PR %d got the head %.10s while %.10s was read: %w", c.cfg.Number, now.Head, was.Head, pr.ErrSuperseded)
	case now.BaseRef != was.BaseRef:
		return fmt.Errorf("PR %d got another base branch while it was read: %w", c.cfg.Number, pr.ErrSuperseded)
	case now.MergeBase != was.MergeBase:
		return fmt.Errorf("PR %d got another merge base while it was read: %w", c.cfg.Number, pr.ErrSuperseded)
	}
	return nil
}

// assignees lists who may be assigned. Everybody with write access to the code is among them; on a repository of an
// organisation others are, too, so that only who is missing says something.
func (c *Client) assignees(ctx context.Context) ([]string, error) {
	what := fmt.Sprintf("read assignees of %s/%s", c.cfg.Owner, c.cfg.Repo)
	api, err := c.sdk(ctx)
	if err != nil {
		return nil, failed(what, err)
	}
	users, _, err := api.GetAssignees(c.cfg.Owner, c.cfg.Repo)
	if err != nil {
		return nil, failed(what, err)
	}
	logins := make([]string, 0, len(users))
	for _, u := range users {
		if u != nil {
			logins = append(logins, u.UserName)
		}
	}
	return logins, nil
}

func firstError(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
