package gitea

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

const (
	parallelGrep = 8  // files that a search reads at a time
	grepChunk    = 16 // files whose texts a search holds at a time: 128 MiB at the worst
)

// Tree is the repository besides the change, at the head and at the tip of the base branch. Its methods may be called
// at the same time. Whatever path is asked for, requests name only files that the recursive tree of the commit lists,
// and a text is the one of the blob id that stands there.
type Tree struct {
	client  *Client
	commits map[pr.Side]string
	texts   *pr.Cache[pr.Text] // by blob

	// Sides has List and Files. Bytes of a name that are no UTF-8 are U+FFFD there, and such a file cannot be read.
	*pr.Sides
}

// Tree makes a reader for the commits of a change; it sends no request.
func (c *Client) Tree(change pr.Change) *Tree {
	commits := map[pr.Side]string{pr.AtHead: change.Head.SHA, pr.AtBase: change.Base.SHA}
	return &Tree{client: c, commits: commits, texts: pr.NewTextCache(), Sides: pr.NewSides(commits, c.inventory)}
}

// Read returns the text of a file; pr.Absent where the tree lists none, pr.NotFile for a folder, a symlink, a submodule,
// and for a file whose name is no UTF-8: the server does not tell such names (gitea.md, finding 17).
func (t *Tree) Read(ctx context.Context, side pr.Side, path string) (pr.Text, error) {
	v, err := t.At(ctx, side)
	if err != nil {
		return pr.Text{}, err
	}
	if text := v.Unread(path); text.State != pr.BeyondLimit {
		return text, nil
	}
	return t.read(ctx, t.commits[side], v.At(path))
}

// Grep searches in regular files, in the order of their paths; see pr.Query.Grep.
func (t *Tree) Grep(ctx context.Context, side pr.Side, q pr.Query) (pr.Matches, error) {
	v, err := t.At(ctx, side)
	if err != nil {
		return pr.Matches{}, err
	}
	return q.Grep(ctx, v, grepChunk, func(ctx context.Context, places []pr.Place) ([]pr.Text, error) {
		texts, errs := make([]pr.Text, len(places)), make([]error, len(places))
		var group errgroup.Group
		group.SetLimit(parallelGrep)
		for i, p := range places {
			group.Go(safe(func() error { texts[i], errs[i] = t.read(ctx, t.commits[side], p); return nil }))
		}
		failed := group.Wait()
		return texts, firstError(append(errs, failed))
	})
}

// inventory reads the recursive tree of a commit.
func (c *Client) inventory(ctx context.Context, side pr.Side, commit string) (*pr.Inventory, error) {
	where := fmt.Sprintf("read the files at %s %.10s", side, commit)
	if !validSHA(commit) {
		return nil, fmt.Errorf("%s: this is no id of a commit", where)
	}
	entries, err := c.treePages(ctx, commit, true, pr.MaxInventory)
	if errors.Is(err, errTooManyEntries) {
		err = pr.TooManyPaths()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	places := make([]pr.Place, len(entries))
	for i, e := range entries {
		if !validSHA(e.SHA) {
			return nil, fmt.Errorf("%s: %w: an entry has no id", where, pr.ErrIncomplete)
		}
		places[i] = pr.Place{Path: e.Path, Mode: e.mode(), ID: e.SHA}
		if strings.ContainsRune(e.Path, utf8.RuneError) { // it may stand for other bytes
			places[i].ID = ""
		}
	}
	v, err := pr.NewInventory(places)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	return v, nil
}

// read reads a regular file that the tree of a commit lists.
func (t *Tree) read(ctx context.Context, commit string, p pr.Place) (pr.Text, error) {
	return t.texts.Get(ctx, p.ID, func() (pr.Text, error) {
		data, err := t.client.content(ctx, commit, p.Path)
		var large *httpx.TooLargeError
		switch {
		case errors.As(err, &large):
			return pr.Text{State: pr.TooLarge}, nil
		case err == nil:
			err = checkID(data, p.ID)
		case errors.Is(err, errNoFile), status(err) == 404:
			err = fmt.Errorf("%w: the tree calls it a file: %w", pr.ErrIncomplete, httpx.Clean(err))
		}
		if err != nil {
			return pr.Text{}, failed(fmt.Sprintf("read %q at %.10s", p.Path, commit), err)
		}
		return pr.TextOf(data), nil
	})
}
