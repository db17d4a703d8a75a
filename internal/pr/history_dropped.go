package pr

import (
	"context"
	"maps"
)

// alone reports whether the branch is one commit that a style that rebases writes anew. It is the diff itself, but a rebase
// leaves it out if the base branch has had the same patch, even one that was taken back since.
func (h *History) alone() bool {
	return h.change.MayRebase() && !h.current && len(h.branch) == 1 && h.merges() == ""
}

// dropped looks for a commit of the base branch that may be the same patch as the only one of the branch: it touches the
// same files, and what it made of them is not on the tip any more.
func (h *History) dropped(ctx context.Context) error {
	if err := h.listBase(ctx); err != nil {
		return err
	}
	own := h.branch[0]
	if h.baseErr != nil {
		h.add(DropsCommits, "", "", "the base branch may have had the commit of the branch, and its commits since the merge base "+
			"cannot be looked at: "+shortfall(h.baseErr))
		return nil
	}
	for _, r := range h.base {
		if r.Merges() || r.Hidden != own.Hidden || !maps.Equal(r.files(), own.files()) {
			continue
		}
		path, err := "", error(nil)
		if !r.Hidden {
			path, err = h.differ(ctx, r.ID, h.change.Base.SHA, h.touched())
		}
		if err != nil {
			return err
		}
		if path != "" || r.Hidden {
			h.add(DropsCommits, r.ID, path, "this commit of the base branch touches the same files as the only commit of the branch, and was changed or taken "+
				"back since; if both are one patch, a rebase leaves the commit out")
			return nil
		}
	}
	return nil
}

// files are the files that the revision touches.
func (r Revision) files() map[Touch]bool {
	set := make(map[Touch]bool, len(r.Touched))
	for _, t := range r.Touched {
		set[t] = true
	}
	return set
}
