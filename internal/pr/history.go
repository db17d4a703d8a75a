package pr

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// History finds out whether merging a change gives the tip of its base branch with exactly the diff: by each style that the
// repository allows. What cannot be shown is an Obstacle.
//
// The diff leads from one merge base to the head. Merging and squashing give the tip with that diff if there is no other
// merge base, and if no file or folder moved on one side that the other side touches. Styles that rebase apply the commits
// one by one and leave merge commits out; history_rebase.go has what they need besides.
type History struct {
	reader  Revisions
	change  Change
	current bool // the merge base is the tip of the base branch
	skipped bool // nothing can stand in the way, or nothing more can be found out
	found   []Obstacle

	branch  []Revision // from the merge base to the head
	base    []Revision // from the merge base to the tip of the base branch, where it was needed
	baseErr error      // why base could not be listed
	onTip   moves      // what base may have moved
	listed  bool       // base was asked for
}

// ReadHistory reads the commits of a change that is known by its ids; it needs no diff. Obstacles completes it.
func ReadHistory(ctx context.Context, reader Revisions, c Change) (*History, error) {
	h := &History{reader: reader, change: c, current: c.MergeBase == c.Base.SHA}
	if c.Head.SHA == c.MergeBase || h.current && !c.MayRebase() {
		h.skipped = true // no commit at all, or a merge that gives the head itself
		return h, nil
	}
	branch, err := reader.Since(ctx, c.MergeBase, c.Base.SHA, c.Head.SHA)
	if err == nil {
		err = bounded(branch)
	}
	if why := shortfall(err); why != "" {
		h.giveUp(why)
		return h, nil
	}
	if err == nil {
		err = connected(branch, c.MergeBase, c.Head.SHA)
	}
	if err != nil {
		return nil, err
	}
	h.branch = inOrder(branch)
	return h, h.readMore(ctx)
}

// giveUp says that the commits of the branch cannot be looked at.
func (h *History) giveUp(why string) {
	h.skipped = true
	if !h.current {
		h.add(SeveralBases, "", "", "the commits of the branch cannot be looked at: "+why)
	}
	if h.change.MayRebase() {
		h.add(DropsCommits, "", "", "the commits of the branch cannot be looked at: "+why)
	}
}

// readAhead is how many commits are looked at side by side.
const readAhead = 8

// readMore reads side by side what is needed besides the list of the branch.
func (h *History) readMore(ctx context.Context) error {
	touched, completed := h.touched(), h.branch
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(readAhead)
	if !h.current && (h.merges() != "" || h.alone() || h.picks()) {
		group.Go(func() error { return h.listBase(ctx) })
	}
	var ahead []string // commits whose files are likely to be asked for: a reader keeps what it read
	if !h.current {
		ahead = append(ahead, h.change.Base.SHA)
	}
	if h.picks() {
		group.Go(func() (err error) { completed, err = h.reader.Complete(ctx, h.branch); return err })
		_, begin := h.line()
		ahead = append(ahead, begin)
		for _, r := range h.branch {
			if r.Merges() {
				ahead = append(ahead, r.ID, r.Parents[0])
			}
		}
	}
	for _, commit := range ahead {
		group.Go(func() error { _, err := h.at(ctx, commit, touched); return err })
	}
	err := group.Wait()
	if err == nil {
		err = bounded(completed)
	}
	if why := shortfall(err); why != "" {
		h.giveUp(why)
		return nil
	}
	h.branch = inOrder(completed)
	return err
}

// shortfall is why no list can be had, in words; "": there is one, or the reading failed.
func shortfall(err error) string {
	switch {
	case errors.Is(err, ErrManyRevisions):
		return ErrManyRevisions.Error()
	case errors.Is(err, ErrNoRevisions):
		return ErrNoRevisions.Error()
	}
	return ""
}

// listBase lists the commits of the base branch since the merge base, once.
func (h *History) listBase(ctx context.Context) error {
	if h.listed || h.current {
		return nil
	}
	h.listed = true
	list, err := h.reader.Since(ctx, h.change.MergeBase, h.change.MergeBase, h.change.Base.SHA)
	if err == nil {
		err = bounded(list)
	}
	if shortfall(err) != "" {
		h.baseErr = err
		return nil
	}
	if err == nil {
		err = connected(list, h.change.MergeBase, h.change.Base.SHA)
	}
	h.base = inOrder(list)
	h.onTip = movesOf(h.base...)
	return err
}

// inOrder sorts the files of each revision: git and a server have orders of their own, and one of the files is named.
func inOrder(list []Revision) []Revision {
	for _, r := range list {
		slices.SortFunc(r.Touched, func(a, b Touch) int { return strings.Compare(a.Path, b.Path) })
	}
	return list
}

// Obstacles says what stands in the way of the merge, given the files of the diff.
func (h *History) Obstacles(ctx context.Context, files []File) ([]Obstacle, error) {
	if h.skipped {
		return h.found, nil
	}
	if commit := h.merges(); commit != "" && !h.current {
		if h.severalBases(commit) {
			return h.found, nil // whatever else is asked for is about the one merge base
		}
	}
	if !h.current {
		if err := h.moves(ctx, files); err != nil {
			return nil, err
		}
		if err := h.drivers(ctx, files); err != nil {
			return nil, err
		}
	}
	if h.alone() {
		if err := h.dropped(ctx); err != nil {
			return nil, err
		}
	}
	if h.picks() {
		if err := h.drops(ctx, files); err != nil {
			return nil, err
		}
	}
	return h.found, nil
}

func (h *History) add(kind ObstacleKind, commit, path, why string) {
	h.found = append(h.found, Obstacle{Kind: kind, Commit: commit, Path: path, Why: why})
}

// merges is the newest merge commit of the branch, or "". Without one the branch is a line, which has one merge base.
func (h *History) merges() string {
	for _, r := range h.branch {
		if r.Merges() {
			return r.ID
		}
	}
	return ""
}

// severalBases looks for a commit of the branch that the base branch has, too. One that is not below the merge base is
// below another one.
func (h *History) severalBases(merge string) bool {
	if h.baseErr != nil {
		h.add(SeveralBases, merge, "", "the commits of the base branch since the merge base cannot be looked at: "+shortfall(h.baseErr))
		return true
	}
	has := make(map[string]bool, len(h.base))
	for _, r := range h.base {
		has[r.ID] = true
	}
	for _, r := range h.branch {
		if has[r.ID] {
			h.add(SeveralBases, r.ID, "", "the base branch has this commit of the branch already, and the diff does not start there")
			return true
		}
	}
	return false
}

// touched are the files that the commits of the branch touch, merge commits left out.
func (h *History) touched() []string {
	var list []string
	seen := map[string]bool{}
	for _, r := range h.branch {
		if r.Merges() {
			continue
		}
		for _, t := range r.Touched {
			if !seen[t.Path] {
				seen[t.Path] = true
				list = append(list, t.Path)
			}
		}
	}
	return list
}

// foldersOf are the folders that lie above paths, the root left out.
func foldersOf(paths ...string) []string {
	var list []string
	seen := map[string]bool{}
	for _, p := range paths {
		for f := path.Dir(p); f != "." && f != "/" && !seen[f]; f = path.Dir(f) {
			seen[f] = true
			list = append(list, f)
		}
	}
	return list
}

// at reads what a commit has at paths.
func (h *History) at(ctx context.Context, commit string, paths []string) (map[string]Place, error) {
	if len(paths) == 0 || commit == "" {
		return nil, nil
	}
	found, err := h.reader.Entries(ctx, commit, paths)
	if err != nil {
		return nil, fmt.Errorf("read the files of %.10s: %w", commit, err)
	}
	return found, nil
}
