package gitea

import (
	"context"
	"fmt"
	"strings"

	sdk "code.gitea.io/sdk/gitea"
	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
)

// Thread lists the reviews and pending requests of everybody, and the events of the timeline, oldest first.
func (c *Client) Thread(ctx context.Context, head string) ([]pr.Review, []pr.Event, error) {
	var list reviewList
	var pages []page[pr.Event]
	var group errgroup.Group
	errs := make([]error, 2)
	group.Go(func() error {
		errs[0] = safe(func() (err error) { list, err = c.reviews(ctx); return err })()
		return nil
	})
	group.Go(func() error {
		errs[1] = safe(func() (err error) { pages, err = c.timelinePages(ctx, 1, firstPages); return err })()
		return nil
	})
	_ = group.Wait()
	if err := firstError(errs); err != nil {
		return nil, nil, err
	}
	events, err := c.timeline(ctx, pages, list, head)
	return list.reviews, events, err
}

// Review submits a review of exactly this head; state is APPROVED or REQUEST_CHANGES.
// What the server made of it is checked: a wrong event name silently makes a draft (gitea.md 2.6).
// With an error the review may exist: its ID says so.
func (c *Client) Review(ctx context.Context, state, head, body string) (pr.Review, error) {
	what := fmt.Sprintf("submit the review %s of PR %d", state, c.cfg.Number)
	if !validSHA(head) {
		return pr.Review{}, fmt.Errorf("%s: the commit id is not complete", what)
	}
	api, err := c.sdk(ctx)
	if err != nil {
		return pr.Review{}, failed(what, err)
	}
	got, _, err := api.CreatePullReview(c.cfg.Owner, c.cfg.Repo, int64(c.cfg.Number),
		sdk.CreatePullReviewOptions{State: sdk.ReviewStateType(state), Body: body, CommitID: head})
	if err != nil {
		return pr.Review{}, failed(what, err)
	}
	if got == nil || got.ID == 0 || got.Reviewer == nil {
		return pr.Review{}, fmt.Errorf("%s: the server's answer is no review", what)
	}
	c.learn(got.Reviewer)
	review := pr.Review{ID: got.ID, User: user(got.Reviewer), State: string(got.State), CommitSHA: got.CommitID,
		Official: got.Official, Stale: got.Stale, Dismissed: got.Dismissed}
	if review.State != state || review.CommitSHA != head {
		return review, fmt.Errorf("%s: the server made a review of another state or commit of it", what)
	}
	return review, nil
}

// DeleteReview removes an own review; one that is gone already is no error.
func (c *Client) DeleteReview(ctx context.Context, id int64) error {
	what := fmt.Sprintf("delete the bot's review %d of PR %d", id, c.cfg.Number)
	api, err := c.sdk(ctx)
	if err != nil {
		return failed(what, err)
	}
	if _, err := api.DeletePullReview(c.cfg.Owner, c.cfg.Repo, int64(c.cfg.Number), id); err != nil && status(err) != 404 {
		return failed(what, err)
	}
	return nil
}

// RequestReview asks one person; somebody who is asked already is no error (gitea.md 2.6).
func (c *Client) RequestReview(ctx context.Context, login string) error {
	what := fmt.Sprintf("request a review of %s on PR %d", login, c.cfg.Number)
	api, err := c.sdk(ctx)
	if err != nil {
		return failed(what, err)
	}
	if _, err := api.CreateReviewRequests(c.cfg.Owner, c.cfg.Repo, int64(c.cfg.Number), sdk.PullReviewRequestOptions{Reviewers: []string{login}}); err != nil {
		switch {
		case status(err) == 404:
			return fmt.Errorf("%s: there is no such user; correct [gate] human_reviewers", what)
		case status(err) == 422 && strings.Contains(message(err), "Doer can't choose reviewer"):
			return fmt.Errorf("%s: the bot may not request reviews; give it write access to the repository", what)
		case status(err) == 422 && strings.Contains(message(err), "can't read"):
			return fmt.Errorf("%s: this user may not read the repository; give access, or correct [gate] human_reviewers", what)
		}
		return failed(what, err)
	}
	return nil
}

// WithdrawRequest takes back a request for a review; one that is gone already is no error.
func (c *Client) WithdrawRequest(ctx context.Context, login string) error {
	what := fmt.Sprintf("withdraw the review request to %s on PR %d", login, c.cfg.Number)
	api, err := c.sdk(ctx)
	if err != nil {
		return failed(what, err)
	}
	if _, err := api.DeleteReviewRequests(c.cfg.Owner, c.cfg.Repo, int64(c.cfg.Number), sdk.PullReviewRequestOptions{Reviewers: []string{login}}); err != nil && status(err) != 404 {
		return failed(what, err)
	}
	return nil
}
