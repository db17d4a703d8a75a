package fake

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Merge is what was merged, and how the PR stood in that moment.
type Merge struct {
	By, Head, Base string
	Commit         string // the merge commit, where the test made one (MergedAs)
	Reviews        []Review
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
	p.merges(p.repo.g.user(by))
	p.merge.Commit, p.updated = commit, at
}

// Merge presses the button. It returns the refusal of the server, or "" where the PR was merged.
func (p *Pull) Merge(by string) string {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	u := p.repo.g.user(by)
	if text := p.refusal(u, true); text != "" {
		return text
	}
	p.merges(u)
	return ""
}

// Schedule schedules the merge as a user of the browser does. It returns the refusal of the server, or "".
func (p *Pull) Schedule(by string) string {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	return p.schedule(p.repo.g.user(by))
}

// Unschedule cancels a scheduled merge, if there is one.
func (p *Pull) Unschedule(by string) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	p.unschedule(p.repo.g.user(by))
}

const alreadyScheduled = "pull request is already scheduled to auto merge when checks succeed"

// schedule keeps the wish for ever: a push, a new base or a close does not take it back (finding 7).
// Scheduling itself is the first trigger, so that on an unprotected base the PR merges at once.
func (p *Pull) schedule(u *account) string {
	if text := p.refusal(u, false); text != "" {
		return text
	}
	if p.scheduled != nil {
		return alreadyScheduled
	}
	p.scheduled = u
	p.add(event{Type: "pull_scheduled_merge", user: u})
	p.trigger()
	return ""
}

func (p *Pull) unschedule(u *account) bool {
	if p.scheduled == nil {
		return false
	}
	p.scheduled = nil
	p.add(event{Type: "pull_cancel_scheduled_merge", user: u})
	return true
}

// trigger merges a scheduled PR if nothing keeps it out, as the user who scheduled it (gitea.md 2.8). It is called where
// the real server looks: a success status on the head, an approval of the head, a dismissed review, scheduling itself,
// and the end of the conflict check after a push. The deletion of a review and a withdrawn request are no triggers.
func (p *Pull) trigger() {
	if p.scheduled != nil && p.state == "open" && p.refusal(p.scheduled, true) == "" {
		p.merges(p.scheduled)
	}
}

// refusal is the text of a 405, or "" if the user may merge; with protected false the rules of the base are left out.
func (p *Pull) refusal(u *account, protected bool) string {
	switch {
	case p.merged:
		return "The PR is already merged"
	case p.state != "open":
		return "not found" // 404
	case u == nil || !u.Write:
		return "User not allowed to merge PR"
	case p.draft():
		return "Work in progress PRs cannot be merged"
	case p.conflicts():
		return "Please try again later"
	case protected:
		return p.blocked()
	}
	return ""
}

// merges records the merge; the branches stay as they are.
func (p *Pull) merges(u *account) {
	p.merge = Merge{By: u.Login, Head: p.headSHA, Base: p.baseRef}
	for _, r := range p.reviews {
		p.merge.Reviews = append(p.merge.Reviews, r.Review)
	}
	p.state, p.merged, p.scheduled, p.updated = "closed", true, nil, p.repo.g.now()
	p.add(event{Type: "merge_pull", user: u})
}

// conflicts reports whether head and base cannot be merged by themselves.
func (p *Pull) conflicts() bool {
	ctx := context.Background()
	base, err := p.repo.git.tip(ctx, p.baseRef)
	if err != nil {
		return true
	}
	_, err = p.repo.about(ctx, "merge-tree", "--write-tree", base, p.headSHA)
	return err != nil
}

// Outdated reports whether the base has commits that the head lacks.
func (p *Pull) Outdated() bool {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	return p.outdated()
}

// outdated reports whether the base has commits that the head lacks.
func (p *Pull) outdated() bool {
	ctx := context.Background()
	base, err := p.repo.git.tip(ctx, p.baseRef)
	if err != nil {
		return true
	}
	count, err := p.repo.about(ctx, "rev-list", "--count", p.headSHA+".."+base)
	return err != nil || count != "0"
}

// contentChanged is how the real server decides that reviews become stale: it asks for the files in which the new head
// differs from both the old one and the merge base. A push that only takes files back changes nothing (finding 12).
func (p *Pull) contentChanged(old, now string) bool {
	out, err := p.repo.about(context.Background(), "diff", "--name-only", now, old, p.mergeBase)
	return err != nil || out != ""
}

// pushed marks the reviews after a push, and looks at the scheduled merge when the conflict check ends.
func (p *Pull) pushed(by *account, old string) {
	if p.contentChanged(old, p.headSHA) {
		for _, r := range p.reviews {
			r.Stale = true
		}
		if rule, _ := p.repo.protection(p.baseRef); rule.DismissStale {
			p.dismiss(by, func(r *review) bool { return r.State == "APPROVED" })
		}
	}
	for _, r := range p.reviews {
		if r.SHA == p.headSHA {
			r.Stale = false
		}
	}
	p.trigger()
}

// dismiss takes the weight of reviews; "official" stays as it was.
func (p *Pull) dismiss(by *account, which func(*review) bool) {
	any := false
	for _, r := range slices.Clone(p.reviews) {
		if !r.Dismissed && which(r) {
			r.Dismissed, any = true, true
			p.add(event{Type: "dismiss_review", user: by, ReviewID: r.ID})
		}
	}
	if any {
		p.trigger()
	}
}

// BasePushed tells the server that a branch moved: PRs onto it are checked for conflicts again.
func (r *Repo) BasePushed(branch string) error {
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	for _, p := range r.pulls {
		if p.baseRef != branch || p.state != "open" {
			continue
		}
		if err := p.moveTo(p.headSHA); err != nil {
			return err
		}
		p.trigger()
	}
	return nil
}

// commitsOf lists the commits of the PR, oldest first.
func (p *Pull) commitsOf() []string {
	out, err := p.repo.about(context.Background(), "rev-list", "--reverse", p.mergeBase+".."+p.headSHA)
	if err != nil || out == "" {
		return []string{p.headSHA}
	}
	return strings.Split(out, "\n")
}

// MoveBranch points a branch at another revision, as a push to it does.
func (r *Repo) MoveBranch(branch, rev string) error {
	if _, err := r.git.line(context.Background(), "branch", "-f", branch, rev); err != nil {
		return err
	}
	return r.BasePushed(branch)
}
