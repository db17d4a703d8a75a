package gitrepo

import (
	"context"
	"fmt"
	"io"

	"werkrevisor/internal/pr"
)

// folders reads what the rules want to know besides the changed files, at the base commit and at the merge base.
func (r *Repo) folders(ctx context.Context, want pr.Want) (found pr.Folders, err error) {
	if len(want.Folders) == 0 {
		return found, nil
	}
	where := fmt.Sprintf("read folders of %s", r.Target())
	if found.Base, err = r.git.listing(ctx, r.span.baseTree, want.Folders); err != nil {
		return pr.Folders{}, fmt.Errorf("%s: %w", where, err)
	}
	found.MergeBase = found.Base
	if r.span.mergeTree != r.span.baseTree {
		if found.MergeBase, err = r.git.listing(ctx, r.span.mergeTree, want.Folders); err != nil {
			return pr.Folders{}, fmt.Errorf("%s: %w", where, err)
		}
	}
	names := want.Manifests(found.Base)
	texts, err := r.textsAt(ctx, names)
	if err != nil {
		return pr.Folders{}, err
	}
	found.Manifests = map[string]pr.Text{}
	for i, name := range names {
		found.Manifests[name] = texts[i].text
	}
	return found, nil
}

// listing lists folders of a tree and all above them, level by level, with one process for each. All trees are proven.
func (g *git) listing(ctx context.Context, root string, folders []string) (pr.Listing, error) {
	wanted := map[string]bool{}
	for _, folder := range folders {
		for _, above := range pr.Above(folder) {
			wanted[above] = true
		}
	}
	found := pr.Listing{}
	lists := map[string][]pr.Entry{"": nil}
	err := g.walk(ctx, root, func(folder, name string, e treeEntry) (bool, error) {
		lists[folder] = append(lists[folder], pr.Entry{Name: name, Mode: e.mode})
		below := pr.Under(folder, name)
		if e.mode == pr.ModeFolder && wanted[below] {
			lists[below] = nil
			return true, nil
		}
		return false, nil
	})
	if err != nil {
		return nil, err
	}
	for folder, list := range lists {
		found.Set(folder, list)
	}
	for folder := range wanted {
		if _, ok := found[folder]; !ok {
			found[folder] = nil // it is not there
		}
	}
	return found, nil
}

// walk shows what a tree has, level by level, with one process for each, and descends into the folders that visit wants.
// All trees are proven, each before what lies below it is read.
func (g *git) walk(ctx context.Context, root string, visit func(folder, name string, e treeEntry) (descend bool, err error)) error {
	for names, ids := []string{""}, []string{root}; len(ids) > 0; {
		var nextNames, nextIDs []string
		err := g.readObjects(ctx, "tree", ids, func(n int, size int64, content io.Reader) error {
			entries, err := g.readTree(size, content)
			if err != nil {
				return fmt.Errorf("tree %.10s: %w", ids[n], err)
			}
			for name, e := range entries {
				descend, err := visit(names[n], name, e)
				if err != nil {
					return err
				}
				if descend && e.mode == pr.ModeFolder {
					nextNames, nextIDs = append(nextNames, pr.Under(names[n], name)), append(nextIDs, e.id)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		names, ids = nextNames, nextIDs
	}
	return nil
}
