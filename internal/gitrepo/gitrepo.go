// Package gitrepo reads a change from a local checkout (product.md 2, local mode).
//
// A checkout may be hostile: its config can name programs that git would run. So git runs in a GIT_DIR of ours
// that borrows the objects of the checkout, with an environment of ours, and never sees the checkout's config
// or its files. Files on disk are read by this package.
package gitrepo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"werkrevisor/internal/pr"
)

// Repo is one range of a checkout. Its methods are those of run.Source, and are not meant for concurrent use.
type Repo struct {
	checkout checkout
	git      *git
	span     span
	ids      map[string]rawEntry // blob ids of the changed files, by path; set by Change
	reviewed string              // the tree that the diff leads to; set by Change
	single   bool                // the head is one commit on the base, so that every style merges it as it is
}

// Open finds the checkout, or the bare repository, that dir lies in, and the commits that spec names (product.md 2):
//
//	""               merge base with the default branch … HEAD
//	"A..B", "A...B"  what a PR of B onto A would be: merge base … B
//	"A"              the same with HEAD for B
//	"staged"         HEAD against the index
//	"worktree"       HEAD against the files on disk, with untracked files that are not ignored
//
// The default branch is origin/HEAD, else main, else master. Refs are read once: later commits do not change a Repo.
// The caller must Close it.
func Open(ctx context.Context, dir, spec string) (r *Repo, err error) {
	r, err = openCheckout(ctx, dir)
	if err != nil {
		return nil, err
	}
	opened, home := false, r.git.home
	defer func() { // also after a panic
		if !opened {
			err = errors.Join(err, os.RemoveAll(home))
		}
	}()
	if r.checkout.bare && (spec == "staged" || spec == "worktree") {
		return nil, fmt.Errorf("review %s: %s is a bare repository, which has no index and no files; name a range, e.g. --local A..B", spec, r.checkout.root)
	}
	if r.span, err = readSpan(ctx, r.git, spec); err != nil {
		return nil, err
	}
	opened = true
	return r, nil
}

// openCheckout finds the checkout and makes the GIT_DIR of ours that reads its objects.
func openCheckout(ctx context.Context, dir string) (r *Repo, err error) {
	bin, err := findGit()
	if err != nil {
		return nil, err
	}
	c, err := findCheckout(dir)
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "werkrevisor-")
	if err != nil {
		return nil, fmt.Errorf("make a temporary folder for git: %w", err)
	}
	r = &Repo{checkout: c}
	opened := false
	defer func() { // also after a panic
		if !opened {
			err = errors.Join(err, os.RemoveAll(home))
		}
	}()
	if r.git, err = newShadow(c, bin, home); err != nil {
		return nil, err
	}
	if err := r.git.version(ctx); err != nil {
		return nil, err
	}
	if err := r.git.border(ctx, c); err != nil {
		return nil, err
	}
	opened = true
	return r, nil
}

// Close removes the temporary files.
func (r *Repo) Close() error { return os.RemoveAll(r.git.home) }

// Target says what is reviewed, for people: folder, range and commits.
func (r *Repo) Target() string {
	s := r.span
	head := s.head.Ref
	if s.head.SHA != "" {
		head = fmt.Sprintf("%s (%.10s)", pr.Visible(head), s.head.SHA)
	}
	return fmt.Sprintf("%s, %s (%.10s) to %s", pr.Visible(r.name()), pr.Visible(s.base.Ref), s.mergeBase, head)
}

// name is the name of the checkout's folder.
func (r *Repo) name() string { return r.checkout.name() }

func (c checkout) name() string {
	name := filepath.Base(c.root)
	if c.bare {
		return cmp.Or(strings.TrimSuffix(name, ".git"), name)
	}
	return name
}

// Now is the state that was opened: commits do not change, and a review is one of the named commits.
func (r *Repo) Now(context.Context) (pr.Now, error) {
	s := r.span
	return pr.Now{Head: s.head.SHA, BaseRef: s.base.Ref, MergeBase: s.mergeBase, State: pr.Open}, nil
}
