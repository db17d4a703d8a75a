package gitea

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// RepositoryComments lists the bot's comments on every PR of the repository that changed since a time, by number of the PR.
func (c *Client) RepositoryComments(ctx context.Context, since time.Time) (map[int][]pr.Comment, error) {
	what := fmt.Sprintf("read the comments of %s/%s", c.cfg.Owner, c.cfg.Repo)
	bot, err := c.whoami(ctx)
	if err != nil {
		return nil, failed(what, err)
	}
	since = since.UTC()
	own := map[int][]pr.Comment{}
	seen := map[int64]bool{} // a server that ignores the page sends the same ones again
	for first, last := 1, 2; ; first, last = last+1, last+parallel {
		if last > maxPages {
			return nil, fmt.Errorf("%s: %w: the list has more than %d pages", what, pr.ErrIncomplete, maxPages)
		}
		pages, err := fetchPages(ctx, first, last, func(ctx context.Context, n int) (page[repoComment], error) { return c.repoComments(ctx, since, n, bot) })
		if err != nil {
			return nil, failed(what, err)
		}
		more := true
		for _, p := range pages {
			fresh := false
			for _, e := range p.items {
				if seen[e.id] {
					continue
				}
				seen[e.id], fresh = true, true
				if e.number > 0 {
					own[e.number] = append(own[e.number], e.Comment)
				}
			}
			more = fresh
		}
		if !more {
			return own, nil
		}
	}
}

// repoComment is a comment of any PR; number is 0 for one that is not the bot's.
type repoComment struct {
	pr.Comment
	id     int64
	number int
}

// repoComments reads one page of the repository's comments.
func (c *Client) repoComments(ctx context.Context, since time.Time, n int, bot pr.User) (p page[repoComment], err error) {
	query := url.Values{"since": {since.Format(time.RFC3339)}, "page": {strconv.Itoa(n)}, "limit": {strconv.Itoa(pageSize)}}
	resp, err := c.get(httpx.WithLimit(ctx, httpx.Unlimited), "/issues/comments", query)
	if err != nil {
		return p, err
	}
	defer resp.Body.Close()
	type comment struct {
		ID   int64    `json:"id"`
		User *account `json:"user"`
		Body string   `json:"body"`
		Pull string   `json:"pull_request_url"`
	}
	p.size, err = decodeList(resp.Body, maxComment, func(e *comment) {
		if e == nil {
			return
		}
		found := repoComment{id: e.ID}
		if number, err := strconv.Atoi(path.Base(strings.TrimSuffix(e.Pull, "/"))); err == nil && number > 0 && same(bot, e.User.user()) {
			found.number, found.Comment = number, pr.Comment{ID: e.ID, User: e.User.user(), Body: e.Body}
		}
		p.items = append(p.items, found)
	})
	return p, err
}

// NowOf looks at another PR of the repository.
func (c *Client) NowOf(ctx context.Context, number int) (pr.Now, error) {
	what := fmt.Sprintf("read PR %d", number)
	api, err := c.sdk(ctx)
	if err != nil {
		return pr.Now{}, failed(what, err)
	}
	got, _, err := api.GetPullRequest(c.cfg.Owner, c.cfg.Repo, int64(number))
	if err != nil {
		return pr.Now{}, failed(what, err)
	}
	other := &Client{cfg: c.cfg}
	other.cfg.Number = number
	change, err := other.mapPull(what, got)
	return change.Now(), err
}

// GateState is the state of the newest status of a context on a commit; "" where there is none, or no such commit.
func (c *Client) GateState(ctx context.Context, sha, name string) (string, error) {
	newest, err := c.newestStatus(ctx, sha, name)
	if status(err) == 404 {
		return "", nil
	}
	return newest.Status, err
}

// RecentPulls lists so many PRs of the repository, those that changed last.
func (c *Client) RecentPulls(ctx context.Context, most int) ([]pr.Recent, error) {
	query := url.Values{"state": {"all"}, "sort": {"recentupdate"}, "limit": {strconv.Itoa(most)}, "page": {"1"}}
	resp, err := c.get(httpx.WithLimit(ctx, httpx.Unlimited), "/pulls", query)
	if err != nil {
		return nil, failed("list the pull requests", err)
	}
	defer resp.Body.Close()
	type entry struct {
		Number int      `json:"number"`
		User   *account `json:"user"`
		Merged bool     `json:"merged"`
		Head   *struct {
			SHA string `json:"sha"`
		} `json:"head"`
	}
	var list []pr.Recent
	_, err = decodeList(resp.Body, maxComment, func(e *entry) {
		if e != nil && e.Number > 0 && e.Head != nil && len(list) < most {
			list = append(list, pr.Recent{Number: e.Number, Head: e.Head.SHA, Author: e.User.user(), Merged: e.Merged})
		}
	})
	if err != nil {
		return nil, failed("list the pull requests", err)
	}
	return list, nil
}
