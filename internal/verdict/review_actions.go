package verdict

import (
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// The values of [gate] yellow_gate.
const (
	Block    = "block"
	Pass     = "pass_with_review_request"
	Approval = "approval"
)

// The states of a review (gitea.md 2.6).
const (
	stateApproved = "APPROVED"
	stateRejected = "REQUEST_CHANGES"
	stateRequest  = "REQUEST_REVIEW"
)

// before plans what must be undone before anything is written (product.md 11): the bot's approvals of other heads,
// because approvals outlive their heads, an approval of this head that is not GREEN any more, and a scheduled merge that
// was meant for another head or must not happen.
func before(in Input, d Decision) []Action {
	c := in.Change
	var list []Action
	for _, r := range c.Thread.Reviews {
		if r.State != stateApproved || !c.Thread.Bot.Is(r.User) {
			continue
		}
		if r.CommitSHA != c.Head.SHA || d.Level != Green && d.Level != Error {
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

// mayMerge reports whether a merge may be scheduled: with automerge, for a verdict that somebody can approve, onto an
// allowed base that keeps the change out until then, and not for a head that was retargeted. The author must have write
// access: a schedule outlives a change of the base, so that somebody else could have the bot merge an unreviewed commit
// into a branch without protection.
func mayMerge(in Input, d Decision) bool {
	return in.Gate.Automerge && !in.Conflict && !d.Observe && d.Level < Red && !d.Has("base_not_allowed") && !d.Has("base_changed") && !d.Has("untrusted_author") &&
		in.Change.Lock.Holds() && in.Change.Lock.MayMerge
}

// after plans the reviews, the requests and the merge that follow comment and status, in this order.
func after(in Input, d Decision) []Action {
	if d.Observe || d.Level == Error || d.Has("base_not_allowed") {
		return nil
	}
	var list []Action
	if d.Level != Red {
		list = append(list, ownReviews(in.Change, stateRejected, "")...)
	}
	mode := in.Gate.YellowGate
	approve := d.Level == Green && mode == Approval && !approved(in.Change)
	if approve || outlives(mode, d.Level) {
		list = append(list, Action{Kind: FailOtherHeads})
	}
	switch {
	case d.Level == Green && mode == Approval:
		if approve {
			list = append(list, Action{Kind: Approve})
		}
		for _, login := range ownRequests(in.Change) {
			list = append(list, Action{Kind: WithdrawRequest, Login: login})
		}
	case d.Level == Red && mode == Approval && len(ownReviews(in.Change, stateRejected, in.Change.Head.SHA)) == 0:
		list = append(list, Action{Kind: RequestChanges})
	}
	for _, login := range asked(in, d) {
		list = append(list, Action{Kind: RequestReview, Login: login})
	}
	if bot := in.Change.Thread.Bot.Login; pending(in.Change, bot) && !answers(list) {
		list = append(list, Action{Kind: WithdrawRequest, Login: bot}) // the comment is the answer: a request would block the merge for ever
	}
	if merge, ok := schedule(in, d, slices.ContainsFunc(list, func(a Action) bool { return a.Kind != FailOtherHeads })); ok {
		list = append(list, merge...)
	}
	return list
}

// outlives reports whether an approval of this head by a human could carry another head into the base: one that passed its
// gate without an approval, because the server waits for it. A push that only takes files back keeps the approval
// (gitea.md, finding 12). In mode block no head passes without an approval of its own, and in approval mode the bot's
// REQUEST_CHANGES on a RED head keeps the older ones out too.
func outlives(mode string, level Level) bool {
	return mode == Pass || mode == Approval && (level == Yellow || level == Orange)
}

// answers reports whether a review is planned: it answers a request to the bot.
func answers(list []Action) bool {
	return slices.ContainsFunc(list, func(a Action) bool { return a.Kind == Approve || a.Kind == RequestChanges })
}

// ownReviews are the bot's reviews in a state, to be deleted; with a head only those of that head, also dismissed ones:
// what a person dismissed is not repeated.
func ownReviews(c pr.Change, state, head string) []Action {
	var list []Action
	for _, r := range c.Thread.Reviews {
		if r.State == state && c.Thread.Bot.Is(r.User) && (head == "" || r.CommitSHA == head) {
			list = append(list, Action{Kind: DeleteReview, ReviewID: r.ID})
		}
	}
	return list
}

// approved reports whether the bot's decision on this head stands: it approved the head, and nobody asked it again.
// An approval that a person dismissed is not renewed either (product.md 11).
func approved(c pr.Change) bool {
	for i, r := range c.Thread.Reviews {
		if r.State != stateApproved || !c.Thread.Bot.Is(r.User) || r.CommitSHA != c.Head.SHA {
			continue
		}
		again := slices.ContainsFunc(c.Thread.Reviews[i+1:], func(later pr.Review) bool {
			return later.State == stateRequest && c.Thread.Bot.Is(later.User)
		})
		if r.Dismissed || r.Official && !again {
			return true
		}
	}
	return false
}

// ownRequests are the people whose pending request the bot made itself: their last event in the timeline names it.
func ownRequests(c pr.Change) []string {
	requester := map[string]pr.User{}
	for _, e := range c.Thread.Events {
		if e.Type != pr.ReviewRequested {
			continue
		}
		login := strings.ToLower(e.Reviewer.Login)
		if e.Removed {
			delete(requester, login)
		} else {
			requester[login] = e.User
		}
	}
	var list []string
	for _, r := range c.Thread.Reviews {
		if by, ok := requester[strings.ToLower(r.User.Login)]; r.State == stateRequest && ok && c.Thread.Bot.Is(by) {
			list = append(list, r.User.Login)
		}
	}
	return list
}

// wantsHuman reports whether the decision asks the human reviewers.
func wantsHuman(gate config.Gate, d Decision) bool {
	if d.Level == Yellow || d.Level == Orange {
		return gate.YellowGate != Block && gate.YellowGate != "" && d.ApprovedBy == ""
	}
	return d.Level == Red && d.Has("red_escalated")
}

// asked are the human reviewers that must be asked: those who can approve and have no pending request.
func asked(in Input, d Decision) []string {
	if !wantsHuman(in.Gate, d) {
		return nil
	}
	var list []string
	for _, login := range askable(in) {
		if !pending(in.Change, login) {
			list = append(list, login)
		}
	}
	return list
}

// askable are the human reviewers whose approval would count.
func askable(in Input) []string {
	var list []string
	for _, login := range in.Gate.HumanReviewers {
		if human(pr.User{Login: login}, in.Change, in.Gate) {
			list = append(list, login)
		}
	}
	return list
}

func pending(c pr.Change, login string) bool {
	return slices.ContainsFunc(c.Thread.Reviews, func(r pr.Review) bool { return r.State == stateRequest && strings.EqualFold(r.User.Login, login) })
}

// schedule plans the merge: only where the base keeps the change out until somebody approves it and the checks succeed
// (product.md 11). A schedule of this head stays, unless something was undone that it would not notice.
func schedule(in Input, d Decision, changed bool) ([]Action, bool) {
	if !mayMerge(in, d) {
		return nil, false
	}
	merge := Action{Kind: ScheduleMerge, Style: in.Gate.MergeStyle}
	if merge.Style == "" {
		merge.Style = in.Change.MergeStyle
	}
	scheduled, forHead := ownSchedule(in.Change)
	switch {
	case !scheduled || !forHead: // before has cancelled an older one
		return []Action{merge}, true
	case changed:
		return []Action{{Kind: CancelMerge}, merge}, true
	}
	return nil, false
}

// ownSchedule reports whether the bot scheduled the merge, and whether it did so for this head.
func ownSchedule(c pr.Change) (scheduled, forHead bool) {
	for _, e := range c.Thread.Events {
		switch e.Type {
		case pr.MergeScheduled:
			scheduled, forHead = c.Thread.Bot.Is(e.User), true
		case pr.MergeCancelled:
			scheduled, forHead = false, false
		case pr.Pushed:
			forHead = false
		}
	}
	return scheduled, scheduled && forHead
}
