package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io"

	"werkrevisor/internal/pr"
)

const (
	grepChunk = 512      // files that one process reads for a search
	grepBytes = 32 << 20 // texts that a search holds at a time, but for the last one
)

// Tree is the repository besides the change: the tree that the diff leads to, and the one of the base commit.
// Its methods may be called at the same time, also while the Repo is used; Close ends them.
// All trees and blobs are proven by their ids.
type Tree struct {
	git    *git
	target string
	base   string             // commit
	texts  *pr.Cache[pr.Text] // by blob

	// Sides has List and Files; names are the raw bytes.
	*pr.Sides
}

// Tree makes a reader of the repository. Change must have been called before: it writes the tree of the index
// or of the files on disk.
func (r *Repo) Tree() *Tree {
	g, target := r.git, r.Target()
	trees := map[pr.Side]string{pr.AtHead: r.reviewed, pr.AtBase: r.span.baseTree}
	sides := pr.NewSides(trees, func(ctx context.Context, side pr.Side, root string) (*pr.Inventory, error) {
		v, err := g.inventory(ctx, root)
		if err != nil {
			return nil, fmt.Errorf("read the files at %s of %s: %w", side, target, err)
		}
		return v, nil
	})
	return &Tree{git: g, target: target, base: r.span.base.SHA, texts: pr.NewTextCache(), Sides: sides}
}

// Read returns the text of a file; pr.Absent where there is none, pr.NotFile for a folder, a symlink or a submodule.
func (t *Tree) Read(ctx context.Context, side pr.Side, path string) (pr.Text, error) {
	v, err := t.At(ctx, side)
	if err != nil {
		return pr.Text{}, err
	}
	if text := v.Unread(path); text.State != pr.BeyondLimit {
		return text, nil
	}
	id := v.At(path).ID
	return t.texts.Get(ctx, id, func() (text pr.Text, err error) {
		if err = t.git.readBlobs(ctx, []blob{{id, &text}}); err != nil {
			return pr.Text{}, fmt.Errorf("read %q at %s of %s: %w", path, side, t.target, err)
		}
		return text, nil
	})
}

// Grep searches in regular files, in the order of their paths; see pr.Query.Grep.
//
// It does not ask "git grep" which files to read: git would look for the literal in what stands under an id
// without a look at the id, so that a forged object could hide a match. It would save little, because it unpacks
// the same objects.
func (t *Tree) Grep(ctx context.Context, side pr.Side, q pr.Query) (pr.Matches, error) {
	v, err := t.At(ctx, side)
	if err != nil {
		return pr.Matches{}, err
	}
	m, err := q.Grep(ctx, v, grepChunk, t.readMany)
	if err != nil {
		return m, fmt.Errorf("search at %s of %s: %w", side, t.target, err)
	}
	return m, nil
}

var errEnough = errors.New("enough was read at once")

// readMany reads files with one process, as far as they are not kept. It stops before texts take too much memory.
func (t *Tree) readMany(ctx context.Context, places []pr.Place) ([]pr.Text, error) {
	texts := make([]pr.Text, len(places))
	var missing []int
	var ids []string
	for i, p := range places {
		var ok bool
		if texts[i], ok = t.texts.Kept(p.ID); !ok {
			missing, ids = append(missing, i), append(ids, p.ID)
		}
	}
	proven, held := 0, 0 // an object is proven when the next one begins
	err := t.git.readObjects(ctx, "blob", ids, func(n int, size int64, content io.Reader) error {
		if proven = n; n > 0 && held+int(min(size, pr.MaxFile)) > grepBytes {
			return errEnough
		}
		text, err := textOf(size, content)
		held += len(text.Body)
		texts[missing[n]] = text
		return err
	})
	switch {
	case err == nil:
		proven = len(ids)
	case errors.Is(err, errEnough):
		texts = texts[:missing[proven]]
	default:
		return nil, err
	}
	for n := range proven {
		t.texts.Keep(ids[n], texts[missing[n]])
	}
	return texts, nil
}

// inventory lists all that is below a tree. All trees are proven.
func (g *git) inventory(ctx context.Context, root string) (*pr.Inventory, error) {
	var places []pr.Place
	err := g.walk(ctx, root, func(folder, name string, e treeEntry) (bool, error) {
		if len(places) == pr.MaxInventory {
			return false, pr.TooManyPaths()
		}
		path := pr.Under(folder, name)
		places = append(places, pr.Place{Path: path, Mode: e.mode, ID: e.id})
		return len(path) <= pr.MaxPath, nil // a longer one is an error in the end; until then it must cost no time
	})
	if err != nil {
		return nil, err
	}
	return pr.NewInventory(places)
}
