package gitea

import (
	"context"
	"fmt"

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
		StatusChecks: got.EnableStatusCheck, MayMerge: got.UserCanMerge}
}

// StatusStands reports whether the newest status of the context on the commit is this one already.
// The list is not in the order of time: the largest id counts (gitea.md 2.5).
func (c *Client) StatusStands(ctx context.Context, want pr.CommitStatus) (bool, error) {
	type status struct {
		ID          int64  `json:"id"`
		Status      string `json:"status"`
		Context     string `json:"context"`
		Description string `json:"description"`
		TargetURL   string `json:"target_url"`
	}
	path := fmt.Sprintf("/commits/%s/statuses", want.SHA)
	all, _, err := readPages(ctx, func(ctx context.Context, n int) (page[status], error) {
		return getPage(ctx, c, path, n, func(s *status) (status, bool) { return *s, s.Context == want.Context })
	})
	if err != nil {
		return false, failed(fmt.Sprintf("read the statuses of commit %.10s", want.SHA), err)
	}
	var newest status
	for _, s := range all {
		if s.ID > newest.ID {
			newest = s
		}
	}
	return newest.ID > 0 && newest.Status == want.State && newest.Description == want.Description &&
		(want.TargetURL == "" || newest.TargetURL == want.TargetURL), nil
}
