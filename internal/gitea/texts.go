package gitea

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
)

const (
	parallelTexts = 32        // texts that are read at a time: one round for a PR of 30 files (product.md 13)
	maxAllTexts   = 256 << 20 // bytes of all texts that are kept; files beyond are pr.BeyondLimit
)

// Texts returns a copy of the change with the texts of its files, by commit, the context files and the folders
// that are wanted, which are read at the same time.
func (c *Client) Texts(ctx context.Context, change pr.Change, want pr.Want) (pr.Change, error) {
	var folders pr.Folders
	var errs [2]error
	var group errgroup.Group
	group.Go(safe(func() error { folders, errs[1] = c.folders(ctx, change, want); return nil }))
	with, err := c.texts(ctx, change, want)
	errs[0] = err
	failed := group.Wait()
	with.Folders = folders
	return with, firstError(append(errs[:], failed))
}

// texts reads the texts of the changed files and the context files.
//
// Old text and hunks must give the new text, byte for byte: diff and file list belong to no commit,
// and an author who pushes back and forth can show another diff. On a difference the diff is read once more,
// then the head counts as superseded (product.md 6, "Pinned proof").
func (c *Client) texts(ctx context.Context, change pr.Change, want pr.Want) (pr.Change, error) {
	change.Files = slices.Clone(change.Files)
	err := c.readTexts(ctx, &change, want)
	if !errors.Is(err, pr.ErrIncomplete) {
		return change, err
	}
	if err := c.unchanged(ctx, change); err != nil {
		return change, err
	}
	files, again := c.files(ctx, change.MergeBase, change.Head.SHA)
	if again != nil {
		return change, again
	}
	change.Files = files
	if err := c.readTexts(ctx, &change, want); errors.Is(err, pr.ErrIncomplete) {
		return change, fmt.Errorf("%w: %w", pr.ErrSuperseded, err)
	} else if err != nil {
		return change, err
	}
	return change, c.unchanged(ctx, change)
}

// readTexts fills the texts of change.Files, which it owns, and of the context files, and proves the diff.
func (c *Client) readTexts(ctx context.Context, change *pr.Change, want pr.Want) error {
	change.Context = make([]pr.ContextFile, len(want.Context))
	errs := make([]error, 2*len(change.Files)+len(want.Context))
	var kept atomic.Int64
	var group errgroup.Group
	group.SetLimit(parallelTexts)
	// A failure does not stop the others: the first one in the order of the diff is reported, whichever came first.
	side := func(i int, text *pr.Text, mode pr.Mode, commit, name string) {
		group.Go(safe(func() error {
			*text, errs[i] = c.side(ctx, mode, commit, name, &kept)
			return nil
		}))
	}
	others := 0
	for i := range change.Files {
		f := &change.Files[i]
		if want.Always == nil || !slices.ContainsFunc(f.Paths(), want.Always) {
			if others++; others > pr.MaxTexts {
				f.Old, f.New = pr.Unread(f.OldMode), pr.Unread(f.NewMode)
				continue
			}
		}
		side(2*i, &f.Old, f.OldMode, change.MergeBase, f.OldPath)
		side(2*i+1, &f.New, f.NewMode, change.Head.SHA, f.Path)
	}
	for i, name := range want.Context {
		f := &change.Context[i]
		f.Path = name
		group.Go(safe(func() error {
			errs[2*len(change.Files)+i] = c.contextText(ctx, change.Base.SHA, f)
			return nil
		}))
	}
	failed := group.Wait()
	if err := cmp.Or(firstError(errs), failed); err != nil {
		return err
	}
	for _, f := range change.Files {
		if err := prove(f); err != nil {
			return err
		}
	}
	pr.SetAside(change.Files)
	return nil
}

// side reads one version of a file; kept counts the bytes of all of them.
func (c *Client) side(ctx context.Context, mode pr.Mode, commit, name string, kept *atomic.Int64) (pr.Text, error) {
	if text := pr.Unread(mode); text.State != pr.BeyondLimit || kept.Load() > maxAllTexts {
		return text, nil
	}
	text, err := c.text(ctx, commit, name, false)
	kept.Add(int64(len(text.Body)))
	return text, err
}

// contextText reads a file of [review] repo_context_files at the base commit.
func (c *Client) contextText(ctx context.Context, base string, f *pr.ContextFile) error {
	if path.Clean("/"+f.Path) != "/"+f.Path || f.Path == "" {
		return fmt.Errorf("[review] repo_context_files: %q is no path from the root of the repository", f.Path)
	}
	var err error
	f.Text, err = c.text(ctx, base, f.Path, true)
	return err
}
