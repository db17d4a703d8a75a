package fake

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
)

// Schedule schedules the merge by the default style, as a user of the browser does. It returns the refusal of the
// server, or "".
func (p *Pull) Schedule(by string) string { return p.ScheduleBy(by, "") }

// ScheduleBy is Schedule with a merge style; "" is the default one.
func (p *Pull) ScheduleBy(by, style string) string {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	return p.schedule(p.repo.g.user(by), cmp.Or(style, p.repo.styles()[0]))
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
// Whether the repository allows the style shows only when the merge is tried.
func (p *Pull) schedule(u *account, style string) string {
	if text := p.refusal(u, false); text != "" {
		return text
	}
	if p.scheduled != nil {
		return alreadyScheduled
	}
	p.scheduled, p.style = u, style
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
		_ = p.merges(p.scheduled, p.style)
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
	return r.basePushed(branch)
}

func (r *Repo) basePushed(branch string) error {
	for _, number := range slices.Sorted(maps.Keys(r.pulls)) {
		p := r.pulls[number]
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
