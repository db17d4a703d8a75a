package gitea

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"werkrevisor/internal/pr"
)

// lock reads what the branch says about its protection. A branch that cannot be read gives the zero value:
// whatever needs a lock then does without it, which is the stricter way.
func (c *Client) lock(ctx context.Context, branch string) pr.Lock {
	api, err := c.sdk(ctx)
	if err != nil || branch == "" {
		return pr.Lock{}
	}
	got, _, err := api.GetRepoBranch(c.cfg.Owner, c.cfg.Repo, branch)
	if err != nil || got == nil || got.Name != branch {
		return pr.Lock{}
	}
	return pr.Lock{Known: true, Protected: got.Protected, Approvals: int(got.RequiredApprovals),
		StatusChecks: got.EnableStatusCheck, MayMerge: got.UserCanMerge, Contexts: got.StatusCheckContexts}
}

// commitStatus is an entry of GET /commits/{sha}/statuses; the request says "state" and the answer "status".
type commitStatus struct {
	ID          int64    `json:"id"`
	Status      string   `json:"status"`
	Context     string   `json:"context"`
	Description string   `json:"description"`
	TargetURL   string   `json:"target_url"`
	Creator     *account `json:"creator"`
}

// newestStatus is the status of a context that counts on a commit: the list is not in the order of time, and the largest
// id counts (gitea.md 2.5). It is zero where there is none.
func (c *Client) newestStatus(ctx context.Context, sha, name string) (newest commitStatus, err error) {
	all, err := c.statuses(ctx, sha, name)
	for _, s := range all {
		if s.ID > newest.ID {
			newest = s
		}
	}
	return newest, err
}

// statuses are those of a context on a commit, in the order of the server.
func (c *Client) statuses(ctx context.Context, sha, name string) ([]commitStatus, error) {
	path := fmt.Sprintf("/commits/%s/statuses", sha)
	all, _, err := readPages(ctx, func(ctx context.Context, n int) (page[commitStatus], error) {
		return getPage(ctx, c, path, n, func(s *commitStatus) (commitStatus, bool) { return *s, s.Context == name })
	})
	if err != nil {
		return nil, failed(fmt.Sprintf("read the statuses of commit %.10s", sha), err)
	}
	return all, nil
}

// Statuses lists the statuses of a context that the bot set on a commit, oldest first. The list of a commit that is not
// there any more is empty. Everybody who may write can set a status, and the server tells who did.
func (c *Client) Statuses(ctx context.Context, sha, name string) ([]pr.CommitStatus, error) {
	bot, err := c.whoami(ctx)
	if err != nil || !validSHA(sha) {
		return nil, err
	}
	all, err := c.statuses(ctx, sha, name)
	if status(err) == 404 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b commitStatus) int { return cmp.Compare(a.ID, b.ID) })
	var own []pr.CommitStatus
	for _, s := range all {
		if same(bot, s.Creator.user()) {
			own = append(own, pr.CommitStatus{SHA: sha, Context: s.Context, State: s.Status, Description: s.Description, TargetURL: s.TargetURL})
		}
	}
	return own, nil
}

// StatusStands reports whether the newest status of the context on the commit is this one already.
func (c *Client) StatusStands(ctx context.Context, want pr.CommitStatus) (bool, error) {
	newest, err := c.newestStatus(ctx, want.SHA, want.Context)
	return err == nil && newest.ID > 0 && newest.Status == want.State && newest.Description == want.Description &&
		(want.TargetURL == "" || newest.TargetURL == want.TargetURL), err
}
