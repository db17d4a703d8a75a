package gitea

import (
	"context"
	"fmt"
	"path"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
)

// maxTreesKept is the number of entries of trees that are kept: the folders of a change are read to prove its diff,
// and once more by the rules.
const maxTreesKept = 200_000

// treeCache holds trees by the id that they were read by. What an id names never changes. The zero value is empty.
type treeCache struct {
	mu      sync.Mutex
	entries int
	trees   map[string][]treeEntry
}

func (t *treeCache) get(sha string) ([]treeEntry, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	entries, ok := t.trees[sha]
	return entries, ok
}

func (t *treeCache) put(sha string, entries []treeEntry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.trees[sha]; ok || t.entries+len(entries)+1 > maxTreesKept {
		return
	}
	if t.trees == nil {
		t.trees = map[string][]treeEntry{}
	}
	t.trees[sha] = entries
	t.entries += len(entries) + 1
}

// folders reads what the rules want to know besides the changed files. Trees that proved the diff are not read again,
// so this costs few rounds or none.
func (c *Client) folders(ctx context.Context, change pr.Change, want pr.Want) (found pr.Folders, err error) {
	if len(want.Folders) == 0 {
		return found, nil
	}
	var group errgroup.Group
	var errs [2]error
	group.Go(safe(func() error { found.Base, errs[0] = c.listing(ctx, change.Base.SHA, want.Folders); return nil }))
	if change.MergeBase != change.Base.SHA {
		group.Go(safe(func() error { found.MergeBase, errs[1] = c.listing(ctx, change.MergeBase, want.Folders); return nil }))
	}
	failed := group.Wait()
	if err := firstError(append(errs[:], failed)); err != nil {
		return pr.Folders{}, err
	}
	if change.MergeBase == change.Base.SHA {
		found.MergeBase = found.Base
	}
	found.Manifests, err = c.manifests(ctx, change.Base.SHA, want.Manifests(found.Base), found.Base)
	if err != nil {
		return pr.Folders{}, err
	}
	return found, nil
}

// listing reads folders of a commit and all above them, one level after the other.
func (c *Client) listing(ctx context.Context, commit string, folders []string) (pr.Listing, error) {
	wanted := map[string]bool{}
	for _, folder := range folders {
		for _, above := range pr.Above(folder) {
			wanted[above] = true
		}
	}
	found := pr.Listing{}
	type place struct{ folder, sha string }
	for level := []place{{"", commit}}; len(level) > 0; {
		entries := make([][]treeEntry, len(level))
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(parallelTexts)
		for i, at := range level {
			group.Go(safe(func() (err error) {
				entries[i], err = c.tree(ctx, at.sha)
				return err
			}))
		}
		if err := group.Wait(); err != nil {
			return nil, fmt.Errorf("read folders at %.10s: %w", commit, err)
		}
		var below []place
		for i, at := range level {
			list := make([]pr.Entry, 0, len(entries[i]))
			for _, e := range entries[i] {
				if e.Path == "" || strings.Contains(e.Path, "/") {
					return nil, fmt.Errorf("read folders at %.10s: %w: an entry of a folder has no name", commit, pr.ErrIncomplete)
				}
				list = append(list, pr.Entry{Name: e.Path, Mode: e.mode()})
				if folder := pr.Under(at.folder, e.Path); e.mode() == pr.ModeFolder && wanted[folder] {
					below = append(below, place{folder, e.SHA})
				}
			}
			found.Set(at.folder, list)
		}
		level = below
	}
	for folder := range wanted {
		if _, ok := found[folder]; !ok {
			found[folder] = nil // it is not there
		}
	}
	return found, nil
}

// manifests reads files of the base commit that its listing names.
func (c *Client) manifests(ctx context.Context, base string, names []string, at pr.Listing) (map[string]pr.Text, error) {
	texts, errs := make([]pr.Text, len(names)), make([]error, len(names))
	var group errgroup.Group
	for i, name := range names {
		mode := at.Mode(pr.Folder(name), path.Base(name))
		if texts[i] = pr.Unread(mode); texts[i].State != pr.BeyondLimit {
			continue
		}
		group.Go(safe(func() error { texts[i], errs[i] = c.text(ctx, base, name, false); return nil }))
	}
	failed := group.Wait()
	if err := firstError(append(errs, failed)); err != nil {
		return nil, err
	}
	found := map[string]pr.Text{}
	for i, name := range names {
		found[name] = texts[i]
	}
	return found, nil
}
