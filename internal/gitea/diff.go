package gitea

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// errUnproven is a diff that does not belong to the commits of the PR.
var errUnproven = fmt.Errorf("%w: the diff does not belong to the commits", pr.ErrIncomplete)

// files reads and checks the changed files. What does not fit is read once more: an author who pushes back and forth
// can show another diff for a moment. A diff that still does not belong to the commits is pr.ErrSuperseded.
func (c *Client) files(ctx context.Context, mergeBase, head string) ([]pr.File, error) {
	files, err := c.readFiles(ctx, mergeBase, head)
	if errors.Is(err, pr.ErrIncomplete) {
		files, err = c.readFiles(ctx, mergeBase, head)
	}
	if errors.Is(err, errUnproven) {
		err = fmt.Errorf("%w: %w", pr.ErrSuperseded, err)
	}
	return files, err
}

// readFiles reads the diff, which is the authority, and checks it against the server's file list and against
// the trees of the two commits: the list can hide files, and neither it nor the diff belongs to a commit (product.md 6).
func (c *Client) readFiles(ctx context.Context, mergeBase, head string) ([]pr.File, error) {
	var files []pr.File
	var listed []pr.Listed
	var differs map[string]entryPair
	errs := make([]error, 3)
	var group errgroup.Group
	group.Go(safe(func() error { files, errs[0] = c.diff(ctx); return nil }))
	group.Go(safe(func() error { listed, errs[1] = c.list(ctx); return nil }))
	group.Go(safe(func() error { differs, errs[2] = c.compareCommits(ctx, mergeBase, head); return nil }))
	failed := group.Wait()
	if err := cmp.Or(firstError(errs), failed); err != nil {
		return files, err
	}
	if err := pr.CrossCheck(files, listed); err != nil {
		return files, fmt.Errorf("compare diff and file list of PR %d: %w", c.cfg.Number, err)
	}
	return files, matchTrees(files, differs)
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
