package gitea

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// files reads diff and file list and checks them against each other; the diff is the authority (product.md 6).
func (c *Client) files(ctx context.Context) ([]pr.File, error) {
	var parsed []pr.File
	var listed []pr.Listed
	var diffErr, listErr error
	var group errgroup.Group
	group.Go(func() error { parsed, diffErr = c.diff(ctx); return nil })
	group.Go(func() error { listed, listErr = c.list(ctx); return nil })
	_ = group.Wait()
	if err := errors.Join(diffErr, listErr); err != nil {
		if diffErr != nil {
			err = diffErr
		}
		return parsed, err
	}
	if err := pr.CrossCheck(parsed, listed); err != nil {
		return parsed, fmt.Errorf("compare diff and file list of PR %d: %w", c.cfg.Number, err)
	}
	return parsed, nil
}

func (c *Client) diff(ctx context.Context) ([]pr.File, error) {
	what := fmt.Sprintf("read the diff of PR %d", c.cfg.Number)
	data, _, err := c.getBytes(httpx.WithLimit(ctx, pr.MaxDiff), fmt.Sprintf("/pulls/%d.diff", c.cfg.Number), nil)
	var large *httpx.TooLargeError
	if errors.As(err, &large) {
		return nil, fmt.Errorf("%s: %w: %w", what, pr.ErrIncomplete, large)
	}
	if err != nil {
		return nil, failed(what, err)
	}
	files, err := pr.ParseDiff(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return files, nil
}

// listedFile is an entry of GET /pulls/{n}/files.
type listedFile struct {
	Filename  string `json:"filename"`
	Previous  string `json:"previous_filename"`
	Status    string `json:"status"`
	Additions int    `json:"additions"`
	Deletions int    `json:"deletions"`
}

func (c *Client) list(ctx context.Context) ([]pr.Listed, error) {
	path := fmt.Sprintf("/pulls/%d/files", c.cfg.Number)
	listed, _, err := readPages(ctx, func(ctx context.Context, n int) (page[pr.Listed], error) {
		return getPage(ctx, c, path, n, func(f *listedFile) (pr.Listed, bool) {
			return pr.Listed{Path: f.Filename, OldPath: f.Previous, Status: f.Status, Added: f.Additions, Deleted: f.Deletions}, true
		})
	})
	if err != nil {
		return nil, failed(fmt.Sprintf("read files of PR %d", c.cfg.Number), err)
	}
	return listed, nil
}
