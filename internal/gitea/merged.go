package gitea

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// MergedPull is a PR that was merged.
type MergedPull struct {
	Number int
	At     time.Time
}

// MergedSince lists the PRs that were merged since a time, the newest merge first.
//
// The closed PRs are read from the last change on. A merge is a change, so the list ends with a page on which every PR
// changed last before that time; one that was merged long ago and commented on lately is left out by the time of its merge.
func (r *Repository) MergedSince(ctx context.Context, since time.Time) ([]MergedPull, error) {
	what := fmt.Sprintf("list the merged PRs of %s/%s", r.c.cfg.Owner, r.c.cfg.Repo)
	var found []MergedPull
	seen := map[int]bool{} // a PR that changes meanwhile moves to another page
	for n := 1; ; n++ {
		if n > maxPages {
			return nil, fmt.Errorf("%s: %w: the list has more than %d pages", what, pr.ErrIncomplete, maxPages)
		}
		type pull struct {
			Number  int        `json:"number"`
			Merged  bool       `json:"merged"`
			At      *time.Time `json:"merged_at"`
			Updated time.Time  `json:"updated_at"`
		}
		query := url.Values{"state": {"closed"}, "sort": {"recentupdate"}, "page": {strconv.Itoa(n)}, "limit": {strconv.Itoa(pageSize)}}
		resp, err := r.c.get(httpx.WithLimit(ctx, httpx.Unlimited), "/pulls", query)
		if err != nil {
			return nil, failed(what, err)
		}
		fresh := false
		_, err = decodeList(resp.Body, maxString, func(p *pull) {
			if p == nil || p.Number < 1 || seen[p.Number] {
				return
			}
			seen[p.Number] = true
			fresh = fresh || !p.Updated.Before(since)
			if p.Merged && p.At != nil && !p.At.Before(since) {
				found = append(found, MergedPull{p.Number, *p.At})
			}
		})
		_ = resp.Body.Close()
		if err != nil {
			return nil, failed(what, err)
		}
		if !fresh {
			slices.SortFunc(found, func(a, b MergedPull) int {
				return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.Number, a.Number))
			})
			return found, nil
		}
	}
}

// Merged reads a merged PR as the gate would have seen it just before the merge. It is a source of changes, as Client.
type Merged struct{ *Client }

// Change reads a merged PR: what Client.Change reads of an open one, but for comments and branch protection.
//
// The diff leads from merge base to head, as it did then, and is proven in the same way. The server's base.sha is today's
// tip of the branch, so the policy is read elsewhere: at the first parent of the merge commit if that commit merged exactly
// this head, else at the merge base, because no other commit is known not to hold the PR's own changes.
func (m Merged) Change(ctx context.Context) (pr.Change, error) {
	c := m.Client
	first, change, err := c.readFirst(ctx)
	if err != nil {
		return change, err
	}
	what := fmt.Sprintf("read PR %d", c.cfg.Number)
	if change.State != pr.Merged {
		return change, fmt.Errorf("%s: it is not merged", what)
	}
	if !validSHA(change.Head.SHA) || !validSHA(change.MergeBase) || change.Base.Ref == "" {
		return change, fmt.Errorf("%s: %w: a commit id of head or merge base is missing", what, pr.ErrIncomplete)
	}
	if change.Base.SHA, err = c.baseBefore(ctx, change); err != nil {
		return change, err
	}
	errs := make([]error, 4)
	var group errgroup.Group
	part := func(i int, read func() error) { group.Go(func() error { errs[i] = safe(read)(); return nil }) }
	part(0, func() (err error) { change.Files, err = c.files(ctx, change.MergeBase, change.Head.SHA); return err })
	var history *pr.History
	part(3, func() (err error) { history, err = c.readHistory(ctx, change); return err })
	part(1, func() (err error) { change.RepoConfig, err = c.repoConfig(ctx, change.Base.SHA); return err })
	if first.err == nil {
		part(2, func() (err error) {
			change.Thread.Events, err = c.timeline(ctx, first.pages, first.reviews, change.Head.SHA)
			change.Pushers = pushers(change.Thread.Events)
			return err
		})
	}
	_ = group.Wait()
	if err := firstError(append(errs, first.err)); err != nil {
		return change, err
	}
	return change, c.obstacles(ctx, history, &change)
}

// baseBefore is the tip of the base branch before the merge, where the merge commit tells it, else the merge base.
func (c *Client) baseBefore(ctx context.Context, change pr.Change) (string, error) {
	what := fmt.Sprintf("read the merge commit of PR %d", c.cfg.Number)
	var pull struct {
		Commit string `json:"merge_commit_sha"`
	}
	if err := c.getJSON(ctx, fmt.Sprintf("/pulls/%d", c.cfg.Number), nil, &pull); err != nil {
		return "", failed(what, err)
	}
	if !validSHA(pull.Commit) {
		return change.MergeBase, nil
	}
	var commits []struct {
		SHA     string `json:"sha"`
		Parents []struct {
			SHA string `json:"sha"`
		} `json:"parents"`
	}
	query := url.Values{"sha": {pull.Commit}, "page": {"1"}, "limit": {"1"}, "stat": {"false"}, "verification": {"false"}, "files": {"false"}}
	switch err := c.getJSON(ctx, "/commits", query, &commits); {
	case status(err) == 404 || status(err) == 409: // the commit is gone: the branch was rewritten
		return change.MergeBase, nil
	case err != nil:
		return "", failed(what, err)
	case len(commits) != 1 || commits[0].SHA != pull.Commit:
		return change.MergeBase, nil
	}
	parents := commits[0].Parents
	if len(parents) == 2 && validSHA(parents[0].SHA) && parents[1].SHA == change.Head.SHA {
		return parents[0].SHA, nil
	}
	return change.MergeBase, nil
}
