package fake

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// What keeps git from making a merge.
var (
	errConflict  = errors.New("conflict")
	errDiverging = errors.New("not a fast-forward")
)

// MergeCommit makes the commit that a merge of head into base by this style gives, and moves no branch. It works as the
// server does: in a work tree of its own, with git merge and git rebase. Options are those of git -c, e.g.
// "merge.directoryRenames=true". The error tells whether it is a conflict; see IsConflict.
func MergeCommit(ctx context.Context, dir, base, head, style string, options ...string) (string, error) {
	d := gitDir(dir)
	if style == "fast-forward-only" {
		if _, err := d.line(ctx, "merge-base", "--is-ancestor", base, head); err != nil {
			return "", errDiverging
		}
		return d.line(ctx, "rev-parse", head)
	}
	folder, err := os.MkdirTemp("", "fake-merge-")
	if err != nil {
		return "", err
	}
	defer func() {
		_ = os.RemoveAll(folder)
		_, _ = d.line(context.Background(), "worktree", "prune")
	}()
	start := base
	if style == "rebase" || style == "rebase-merge" {
		start = head
	}
	work := gitDir(filepath.Join(folder, filepath.Base(folder))) // the name stands in the repository: no other merge has it
	if _, err := d.line(ctx, "worktree", "add", "-q", "--detach", string(work), start); err != nil {
		return "", err
	}
	return work.merge(ctx, base, head, style, options)
}

// IsConflict reports whether a merge was not made because of its content, and not because git failed.
func IsConflict(err error) bool { return errors.Is(err, errConflict) || errors.Is(err, errDiverging) }

// merge makes the merge in a work tree that is at the base, or at the head for a style that rebases.
func (d gitDir) merge(ctx context.Context, base, head, style string, options []string) (string, error) {
	var set []string
	for _, o := range options {
		set = append(set, "-c", o)
	}
	git := func(args ...string) error {
		_, err := d.run(ctx, nil, append(set[:len(set):len(set)], args...)...)
		if err != nil && d.stopped(ctx) {
			return fmt.Errorf("%w: %w", errConflict, err)
		}
		return err
	}
	var err error
	switch style {
	case "merge":
		err = git("merge", "-q", "--no-ff", "-m", "Merge pull request", head)
	case "squash":
		if err = git("merge", "-q", "--squash", head); err == nil {
			err = git("commit", "-q", "--allow-empty", "-m", "Squash")
		}
	case "rebase", "rebase-merge":
		if err = git("rebase", "-q", base); err != nil || style == "rebase" {
			break
		}
		var tip string
		if tip, err = d.line(ctx, "rev-parse", "HEAD"); err != nil {
			break
		}
		if err = git("checkout", "-q", "--detach", base); err == nil {
			err = git("merge", "-q", "--no-ff", "-m", "Merge pull request", tip)
		}
	default:
		err = fmt.Errorf("no such merge style: %s", style)
	}
	if err != nil {
		return "", err
	}
	return d.line(ctx, "rev-parse", "HEAD")
}

// stopped reports whether a command stopped because of a conflict.
func (d gitDir) stopped(ctx context.Context) bool {
	out, err := d.line(ctx, "ls-files", "-u")
	return err == nil && out != ""
}
