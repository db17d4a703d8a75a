package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// copyIndex copies the index of the checkout, and the shared part of a split one, into our GIT_DIR.
// Without an index nothing is tracked.
func (r *Repo) copyIndex() error {
	shared, err := filepath.Glob(filepath.Join(globEscape(r.checkout.gitDir), "sharedindex.*"))
	if err != nil {
		return fmt.Errorf("read the index of %s: %w", r.checkout.root, err)
	}
	for _, from := range append(shared, filepath.Join(r.checkout.gitDir, "index")) {
		err := copyFile(from, filepath.Join(r.git.dir, filepath.Base(from)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("read the index of %s: %w", r.checkout.root, err)
		}
	}
	return nil
}

// globEscape makes a path a pattern that matches only itself.
func globEscape(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// indexTree writes the index as a tree.
func (r *Repo) indexTree(ctx context.Context) (string, error) {
	if err := r.copyIndex(); err != nil {
		return "", err
	}
	unmerged, err := r.git.output(ctx, maxList, nil, "ls-files", "-z", "--unmerged")
	if err != nil {
		return "", fmt.Errorf("read the index of %s: %w", r.checkout.root, err)
	}
	if len(unmerged) > 0 {
		return "", fmt.Errorf("read the index of %s: it has conflicts of a merge; resolve them, or review worktree", r.checkout.root)
	}
	// The index may hold a list of trees that is forged.
	tree, err := r.git.word(ctx, "write-tree", "--missing-ok", "--ignore-cache-tree")
	if err != nil {
		return "", fmt.Errorf("read the index of %s: %w", r.checkout.root, err)
	}
	return tree, nil
}

// newIndex makes our index empty again.
func (r *Repo) newIndex() error {
	err := os.Remove(filepath.Join(r.git.dir, "index"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
