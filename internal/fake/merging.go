package fake

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"
)

// Merge is what was merged, and how the PR stood in that moment.
type Merge struct {
	By, Head, Base string
	Style          string // empty: the test made the merge itself (MergedAs)
	// Commit is the new tip of the base branch, or the commit that a test made, and Tree is its tree.
	Commit, Tree string
	Reviews      []Review
}

// Merged tells how the PR was merged; ok is false where it was not.
func (p *Pull) Merged() (m Merge, ok bool) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	return p.merge, p.merged
}

// MergedAs records that the PR was merged at a time with this commit, which a test made on the base branch.
func (p *Pull) MergedAs(by, commit string, at time.Time) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	p.wasMerged(p.repo.g.user(by), "", commit)
	p.updated = at
}

// Merge presses the button with the default style. It returns the refusal of the server, or "" where the PR was merged.
func (p *Pull) Merge(by string) string { return p.MergeBy(by, "") }

// MergeBy is Merge with a style; "" is the default one.
func (p *Pull) MergeBy(by, style string) string {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	if style == "" {
		style = p.repo.styles()[0]
	}
	u := p.repo.g.user(by)
	if text := p.refusal(u, true); text != "" {
		return text
	}
	if err := p.merges(u, style); err != nil {
		return err.Error()
	}
	return ""
}

// refused is a merge that the server tried and gave up.
type refused struct {
	status int
	text   string
}

func (r refused) Error() string { return r.text }

// merges makes the merge with git and moves the base branch. A schedule ends before the merge is tried, and leaves no
// event: so a scheduled merge by a style that is not allowed, or one that conflicts, does nothing for ever.
func (p *Pull) merges(u *account, style string) error {
	p.scheduled = nil
	if !slices.Contains(p.repo.styles(), style) {
		return refused{http.StatusMethodNotAllowed, style + " is not allowed an allowed merge style for this repository"}
	}
	ctx := context.Background()
	base, err := p.repo.git.tip(ctx, p.baseRef)
	if err != nil {
		return err
	}
	commit, err := MergeCommit(ctx, string(p.repo.git), base, p.headSHA, style)
	switch {
	case errors.Is(err, errDiverging):
		return refused{http.StatusInternalServerError, "Merge DivergingFastForwardOnly"}
	case IsConflict(err):
		return refused{http.StatusConflict, "Merge Conflict"}
	case err != nil:
		return refused{http.StatusInternalServerError, err.Error()}
	}
	if _, err := p.repo.git.line(ctx, "update-ref", "refs/heads/"+p.baseRef, commit, base); err != nil {
		return refused{http.StatusConflict, "Merge push out of date"}
	}
	p.wasMerged(u, style, commit)
	return p.repo.basePushed(p.baseRef)
}

// wasMerged records a merge.
func (p *Pull) wasMerged(u *account, style, commit string) {
	p.merge = Merge{By: u.Login, Head: p.headSHA, Base: p.baseRef, Style: style, Commit: commit}
	if commit != "" {
		p.merge.Tree, _ = p.repo.about(context.Background(), "rev-parse", "-q", "--verify", commit+"^{tree}")
	}
	for _, r := range p.reviews {
		p.merge.Reviews = append(p.merge.Reviews, r.Review)
	}
	p.state, p.merged, p.scheduled, p.updated = "closed", true, nil, p.repo.g.now()
	p.add(event{Type: "merge_pull", user: u})
}
