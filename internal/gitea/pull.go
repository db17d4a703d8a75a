package gitea

import (
	"context"
	"fmt"
	"strings"

	sdk "code.gitea.io/sdk/gitea"

	"werkrevisor/internal/pr"
)

// Now looks at the PR again.
func (c *Client) Now(ctx context.Context) (pr.Now, error) {
	change, err := c.pull(ctx)
	if err != nil {
		return pr.Now{}, err
	}
	return change.Now(), nil
}

// pull reads the PR itself.
func (c *Client) pull(ctx context.Context) (pr.Change, error) {
	what := fmt.Sprintf("read PR %d", c.cfg.Number)
	api, err := c.sdk(ctx)
	if err != nil {
		return c.unread(), failed(what, err)
	}
	got, _, err := api.GetPullRequest(c.cfg.Owner, c.cfg.Repo, int64(c.cfg.Number))
	if err != nil {
		return c.unread(), failed(what, err)
	}
	return c.mapPull(what, got)
}

// unread is a change of which only the place is known.
func (c *Client) unread() pr.Change {
	return pr.Change{Origin: pr.FromGitea, Owner: c.cfg.Owner, Repo: c.cfg.Repo, Number: c.cfg.Number}
}

func (c *Client) mapPull(what string, got *sdk.PullRequest) (pr.Change, error) {
	change := c.unread()
	if got.Index != int64(c.cfg.Number) || got.Base == nil || got.Head == nil || got.Poster == nil {
		return change, fmt.Errorf("%s: %w: the answer is not this pull request", what, pr.ErrIncomplete)
	}
	change.URL = got.HTMLURL
	change.Title, change.Body = got.Title, got.Body
	change.Author = user(got.Poster)
	change.Draft = got.Draft
	switch {
	case got.HasMerged:
		change.State = pr.Merged
	case got.State == sdk.StateOpen:
		change.State = pr.Open
	default:
		change.State = pr.Closed
	}
	change.Base = pr.Commit{Ref: got.Base.Ref, SHA: got.Base.Sha}
	change.Head = pr.Commit{Ref: got.Head.Ref, SHA: got.Head.Sha}
	change.MergeBase = got.MergeBase
	change.HeadInBase = headInBase(got)
	if repo := got.Base.Repository; repo != nil {
		change.DefaultBranch, change.MergeStyle = repo.DefaultBranch, string(repo.DefaultMergeStyle)
		change.MergeStyles = allowedStyles(repo.AllowMerge, repo.AllowRebase, repo.AllowRebaseMerge, repo.AllowSquash, repo.AllowFastForwardOnlyMerge)
		// Names of owners and repositories are case-insensitive; the state in the comments needs one spelling.
		if owner, name, ok := strings.Cut(repo.FullName, "/"); ok && strings.EqualFold(owner, change.Owner) && strings.EqualFold(name, change.Repo) {
			change.Owner, change.Repo = owner, name
		}
	}
	if change.State != pr.Open {
		return change, nil // nothing more is read of it
	}
	if !validSHA(change.Base.SHA) || !validSHA(change.Head.SHA) || !validSHA(change.MergeBase) || change.Base.Ref == "" {
		return change, fmt.Errorf("%s: %w: a commit id of base, head or merge base is missing", what, pr.ErrIncomplete)
	}
	return change, nil
}

// headInBase reports whether the head is a branch of the base repository. A head that was pushed to refs/for has the
// repository's id, too, but neither a branch nor a label; the branch of a merged PR may be gone and leaves its label.
func headInBase(got *sdk.PullRequest) bool {
	if got.Head.RepoID <= 0 || got.Head.RepoID != got.Base.RepoID || got.Head.Ref == "" {
		return false
	}
	return !strings.HasPrefix(got.Head.Ref, "refs/") || got.HasMerged && got.Head.Name != ""
}

// allowedStyles are the names of the merge styles that a repository allows; nil where the server tells none.
func allowedStyles(merge, rebase, rebaseMerge, squash, fastForward bool) []string {
	var list []string
	for _, style := range []struct {
		name    string
		allowed bool
	}{{"merge", merge}, {"rebase", rebase}, {"rebase-merge", rebaseMerge}, {"squash", squash}, {"fast-forward-only", fastForward}} {
		if style.allowed {
			list = append(list, style.name)
		}
	}
	return list
}
