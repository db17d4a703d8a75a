package verdict

import (
	"slices"

	"werkrevisor/internal/pr"
)

// Secure plans what makes a PR safe before anybody is asked about its head: the bot's approvals of other heads go, because
// approvals outlive their heads, and so does a merge that the bot scheduled for another head.
func Secure(c pr.Change) []Action {
	if c.Thread.Bot.Login == "" || c.Head.SHA == "" || c.Origin != pr.FromGitea {
		return nil
	}
	var list []Action
	for _, r := range c.Thread.Reviews {
		if r.State == stateApproved && c.Thread.Bot.Is(r.User) && r.CommitSHA != c.Head.SHA {
			list = append(list, Action{Kind: DeleteReview, ReviewID: r.ID})
		}
	}
	if scheduled, forHead := ownSchedule(c); scheduled && !forHead {
		list = append(list, Action{Kind: CancelMerge})
	}
	return list
}

// Secured is the thread after actions of Secure, so that no later plan repeats them.
func Secured(t pr.Thread, done []Action) pr.Thread {
	t.Reviews = slices.DeleteFunc(slices.Clone(t.Reviews), func(r pr.Review) bool {
		return slices.ContainsFunc(done, func(a Action) bool { return a.Kind == DeleteReview && a.ReviewID == r.ID })
	})
	if slices.ContainsFunc(done, func(a Action) bool { return a.Kind == CancelMerge }) {
		t.Events = append(slices.Clone(t.Events), pr.Event{Type: pr.MergeCancelled, User: t.Bot})
	}
	return t
}

// before plans what must be undone before anything is written: what Secure plans, an approval of this head that is not
// GREEN any more, all but one review of this head, and a scheduled merge that must not happen.
func before(in Input, d Decision) []Action {
	c := in.Change
	var list []Action
	for i, r := range c.Thread.Reviews {
		if !c.Thread.Bot.Is(r.User) {
			continue
		}
		worse := r.State == stateApproved && (r.CommitSHA != c.Head.SHA || d.Level != Green && d.Level != Error)
		if worse || repeated(c, i) {
			list = append(list, Action{Kind: DeleteReview, ReviewID: r.ID})
		}
	}
	scheduled, forHead := ownSchedule(c)
	// A run that failed to read the timeline cannot tell: with automerge the bot takes its schedule back in any case.
	unknown := d.Level == Error && in.Gate.Automerge && len(c.Thread.Events) == 0
	if unknown || scheduled && !(forHead && mayMerge(in, d)) {
		list = append(list, Action{Kind: CancelMerge})
	}
	return list
}

// repeated reports whether two runs of one head wrote the same review, and a later one of them stands.
func repeated(c pr.Change, i int) bool {
	r := c.Thread.Reviews[i]
	if r.State != stateApproved && r.State != stateRejected || r.CommitSHA != c.Head.SHA {
		return false
	}
	return slices.ContainsFunc(c.Thread.Reviews[i+1:], func(later pr.Review) bool {
		return later.State == r.State && later.CommitSHA == r.CommitSHA && !later.Dismissed && c.Thread.Bot.Is(later.User)
	})
}

// ownSchedule reports whether the bot scheduled the merge, and whether it did so for this head.
func ownSchedule(c pr.Change) (scheduled, forHead bool) {
	by, forHead := scheduledBy(c)
	scheduled = by.Login != "" && c.Thread.Bot.Is(by)
	return scheduled, scheduled && forHead
}

// scheduledBy is who scheduled the merge, if that stands, and whether the head has not moved since.
func scheduledBy(c pr.Change) (by pr.User, forHead bool) {
	for _, e := range c.Thread.Events {
		switch e.Type {
		case pr.MergeScheduled:
			by, forHead = e.User, true
		case pr.MergeCancelled:
			by, forHead = pr.User{}, false
		case pr.Pushed:
			forHead = false
		}
	}
	return by, forHead
}
