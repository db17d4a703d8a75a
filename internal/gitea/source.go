package gitea

import (
	"context"
	"errors"

	"werkrevisor/internal/pr"
)

// Change reads the pull request at one head: PR, diff, file list, thread and the base's repository config.
// On an error the change holds what is known by then.
func (c *Client) Change(ctx context.Context) (pr.Change, error) {
	return pr.Change{}, errors.New("not built yet")
}

// Texts returns a copy of the change with the texts of its files and the context files.
func (c *Client) Texts(ctx context.Context, change pr.Change, want pr.Want) (pr.Change, error) {
	return change, errors.New("not built yet")
}

// Now looks at the PR again.
func (c *Client) Now(ctx context.Context) (pr.Now, error) {
	return pr.Now{}, errors.New("not built yet")
}

// Comments lists the bot's own comments on the PR, oldest first.
func (c *Client) Comments(ctx context.Context) ([]pr.Comment, error) {
	return nil, errors.New("not built yet")
}
