package pr

import (
	"context"
	"strings"
	"unicode/utf8"
)

// picks reports whether the change may be merged by applying its commits one by one, so that the sum of them may be another
// one than the diff. A line of commits on the tip stays as it is, and a single commit is the diff itself.
func (h *History) picks() bool {
	if !h.change.MayRebase() || len(h.branch) == 0 {
		return false
	}
	line := h.merges() == ""
	return !(line && (h.current || len(h.branch) == 1))
}

// drops looks for a commit that would be left out, or applied to another text than it was made for.
//
// A rebase leaves merge commits out, and commits that the base branch has already or that change nothing any more. It gives
// the tip with the diff if every other commit finds the files that it touches as they were when it was made. That is so if
//
//   - the branch is one line, into which only commits of the base branch were merged,
//   - no merge commit touches a file that another commit of the branch touches, so that these files change by those only,
//   - these files are on the tip as they were where the branch began,
//   - no commit of the base branch since the merge base touched one of them, which might be the same as one of the branch,
//   - the diff has no other files.
func (h *History) drops(ctx context.Context, files []File) error {
	line, begin := h.line()
	if len(line) < len(h.branch) {
		h.add(DropsCommits, h.merges(), "", "the branch is not one line: this merge commit joins commits of the branch that the base branch does not have")
		return nil
	}
	touched := h.touched()
	own := make(map[string]bool, len(touched))
	for _, p := range touched {
		own[p] = true
	}
	for _, r := range line {
		if !r.Merges() {
			continue
		}
		path, err := h.differ(ctx, r.Parents[0], r.ID, touched)
		if err != nil {
			return err
		}
		if path != "" {
			h.add(DropsCommits, r.ID, path, "a rebase leaves this merge commit out, and it changes a file that another commit of the branch changes, too")
			return nil
		}
	}
	for _, f := range files {
		for _, p := range f.Paths() {
			if p = h.reader.Spell(p); !own[p] && (f.Status != Copied || p != h.reader.Spell(f.OldPath)) {
				h.add(DropsCommits, h.merges(), p, "a rebase leaves this merge commit out, and only a merge commit changes this file")
				return nil
			}
		}
	}
	if done, err := h.onBase(ctx, own); done || err != nil {
		return err
	}
	return h.asBegun(ctx, begin, touched)
}

// line is the branch along the first parents, newest first, and the commit that it began at.
func (h *History) line() (line []Revision, begin string) {
	byID := make(map[string]Revision, len(h.branch))
	for _, r := range h.branch {
		byID[r.ID] = r
	}
	for id := h.change.Head.SHA; ; {
		r, ok := byID[id]
		if !ok || len(line) > len(h.branch) {
			return line, id
		}
		line = append(line, r)
		if len(r.Parents) == 0 {
			return line, ""
		}
		id = r.Parents[0]
	}
}

// onBase looks for a file of the branch that a commit of the base branch touched since the merge base, and for folders that
// a commit of the branch moves while the base branch fills them.
func (h *History) onBase(ctx context.Context, own map[string]bool) (done bool, err error) {
	if h.current {
		return false, nil
	}
	if err := h.listBase(ctx); err != nil {
		return true, err
	}
	if h.baseErr != nil {
		h.add(DropsCommits, "", "", "the commits of the base branch since the merge base cannot be looked at: "+shortfall(h.baseErr))
		return true, nil
	}
	for _, r := range h.base {
		if r.Hidden {
			h.add(DropsCommits, r.ID, "", "the branch has several commits, and the server does not name the files of this commit of the base branch")
			return true, nil
		}
		for _, t := range r.Touched {
			if own[t.Path] {
				h.add(DropsCommits, r.ID, t.Path, "the branch has several commits, and this commit of the base branch touches a file that one of them touches, too")
				return true, nil
			}
		}
	}
	for _, r := range h.branch {
		var left []string
		for _, t := range r.Touched {
			if t.Removed && !r.Merges() {
				left = append(left, t.Path)
			}
		}
		var filled []string
		moved := movesOf(r)
		for _, f := range foldersOf(left...) {
			if moved.from(f) && h.onTip.first[f].path != "" {
				filled = append(filled, f)
			}
		}
		if len(filled) == 0 {
			continue
		}
		known := len(h.found)
		if err := h.filledFolders(ctx, r.ID, filled, r.ID); err != nil || len(h.found) > known {
			return true, err
		}
	}
	return false, nil
}

// asBegun compares the files of the branch on the tip with those where the branch began.
func (h *History) asBegun(ctx context.Context, begin string, paths []string) error {
	if begin == "" {
		h.add(DropsCommits, h.branch[len(h.branch)-1].ID, "", "the branch begins with a commit that has no parent")
		return nil
	}
	path, err := h.differ(ctx, begin, h.change.Base.SHA, paths)
	if err == nil && path != "" {
		h.add(DropsCommits, h.merges(), path, "a rebase applies the commits of the branch to another text of this file than they were made for")
	}
	return err
}

// differ is the first path at which two commits have something else, or "".
func (h *History) differ(ctx context.Context, one, other string, paths []string) (string, error) {
	a, err := h.at(ctx, one, paths)
	if err != nil {
		return "", err
	}
	b, err := h.at(ctx, other, paths)
	if err != nil {
		return "", err
	}
	for _, p := range paths {
		if odd(p) || a[p].ID != b[p].ID || a[p].Mode != b[p].Mode {
			return p, nil
		}
	}
	return "", nil
}

// odd reports whether a name may stand for several ones: bytes that are no UTF-8 are all spelled alike.
func odd(name string) bool { return strings.ContainsRune(name, utf8.RuneError) }
