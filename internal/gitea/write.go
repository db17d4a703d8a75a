package gitea

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	sdk "code.gitea.io/sdk/gitea"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// Comment posts an issue comment. The answer must be a comment of the token's owner with this text.
func (c *Client) Comment(ctx context.Context, body string) (pr.Comment, error) {
	what := fmt.Sprintf("write a comment on PR %d", c.cfg.Number)
	api, err := c.sdk(ctx)
	if err != nil {
		return pr.Comment{}, failed(what, err)
	}
	got, _, err := api.CreateIssueComment(c.cfg.Owner, c.cfg.Repo, int64(c.cfg.Number), sdk.CreateIssueCommentOption{Body: body})
	comment, err := written(what, body, got, err)
	if err == nil {
		c.learn(got.Poster)
	}
	return comment, err
}

// EditComment replaces the text of an own comment; one that is gone is pr.ErrGone.
func (c *Client) EditComment(ctx context.Context, id int64, body string) (pr.Comment, error) {
	what := fmt.Sprintf("edit comment %d", id)
	api, err := c.sdk(ctx)
	if err != nil {
		return pr.Comment{}, failed(what, err)
	}
	got, _, err := api.EditIssueComment(c.cfg.Owner, c.cfg.Repo, id, sdk.EditIssueCommentOption{Body: body})
	if status(err) == 404 {
		return pr.Comment{}, failed(what, fmt.Errorf("%w: %w", pr.ErrGone, httpx.Clean(err)))
	}
	return written(what, body, got, err)
}

// DeleteComment removes an own comment; one that is gone already is no error.
func (c *Client) DeleteComment(ctx context.Context, id int64) error {
	what := fmt.Sprintf("delete comment %d", id)
	api, err := c.sdk(ctx)
	if err != nil {
		return failed(what, err)
	}
	resp, err := api.DeleteIssueComment(c.cfg.Owner, c.cfg.Repo, id)
	switch {
	case status(err) == 404:
		return nil
	case err != nil:
		return failed(what, err)
	case resp == nil || resp.StatusCode != http.StatusNoContent:
		return fmt.Errorf("%s: the server's answer does not say that it is gone", what)
	}
	return nil
}

// Status sets a commit status and checks that the server took its state.
func (c *Client) Status(ctx context.Context, s pr.CommitStatus) error {
	what := fmt.Sprintf("set the status %s of commit %.10s", s.Context, s.SHA)
	if !validSHA(s.SHA) {
		return fmt.Errorf("%s: the commit id is not complete", what)
	}
	api, err := c.sdk(ctx)
	if err != nil {
		return failed(what, err)
	}
	got, _, err := api.CreateStatus(c.cfg.Owner, c.cfg.Repo, s.SHA, sdk.CreateStatusOption{
		State: sdk.StatusState(s.State), Context: s.Context, Description: s.Description, TargetURL: s.TargetURL,
	})
	if err != nil {
		return failed(what, err)
	}
	if string(got.State) != s.State || got.Context != s.Context {
		return fmt.Errorf("%s: the server answered with another state or context than was set", what)
	}
	c.learn(got.Creator)
	return nil
}

func written(what, body string, got *sdk.Comment, err error) (pr.Comment, error) {
	if err != nil {
		return pr.Comment{}, failed(what, err)
	}
	if got == nil || got.ID == 0 || got.Poster == nil {
		return pr.Comment{}, fmt.Errorf("%s: the server's answer is no comment", what)
	}
	if !sameText(got.Body, body) {
		return pr.Comment{}, fmt.Errorf("%s: the server stored another text", what)
	}
	return pr.Comment{ID: got.ID, User: user(got.Poster), Body: got.Body, URL: got.HTMLURL}, nil
}

// sameText compares texts as a server may store them: line ends and blanks at the ends are its own.
func sameText(a, b string) bool {
	plain := func(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }
	return plain(a) == plain(b)
}

// learn keeps the owner of the token, which only an own write tells where GET /user is out of scope (gitea.md 2.11).
func (c *Client) learn(u *sdk.User) {
	if u == nil || u.UserName == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bot = user(u)
}

func user(u *sdk.User) pr.User {
	if u == nil {
		return pr.User{}
	}
	return pr.User{ID: u.ID, Login: u.UserName}
}
