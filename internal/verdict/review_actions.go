package verdict

import (
	"slices"

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
	if approve {
		list = append(list, Action{Kind: Approve})
	}
	if answered(mode, d) {
		for _, login := range ownRequests(in.Change) {
			list = append(list, Action{Kind: WithdrawRequest, Login: login})
		}
	}
	if d.Level == Red && mode == Approval && len(ownReviews(in.Change, stateRejected, in.Change.Head.SHA)) == 0 {
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

// answered reports whether nobody needs to review the head any more, so that a request of the bot would only hold it: it is
// GREEN, or a human approved exactly this head.
func answered(mode string, d Decision) bool {
	return (mode == Approval || mode == Pass) && (d.Level == Green || d.ApprovedBy != "")
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
// An approval that a person dismissed is not renewed without such a request.
func approved(c pr.Change) bool {
	for i, r := range c.Thread.Reviews {
		if r.State != stateApproved || !c.Thread.Bot.Is(r.User) || r.CommitSHA != c.Head.SHA {
			continue
		}
		again := slices.ContainsFunc(c.Thread.Reviews[i+1:], func(later pr.Review) bool {
			return later.State == stateRequest && c.Thread.Bot.Is(later.User)
		})
		counts := r.Official || c.Lock.Known && !c.Lock.Protected
		if !again && (r.Dismissed || counts) {
			return true
		}
	}
	return false
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
	by, _ := scheduledBy(in.Change)
	scheduled, forHead := ownSchedule(in.Change)
	switch {
	case by.Login != "" && !scheduled:
		return nil, false // a PR has one schedule, and that of a person is theirs
	case !scheduled || !forHead: // before has cancelled an older one
		return []Action{merge}, true
	case changed:
		return []Action{{Kind: CancelMerge}, merge}, true
	}
	return nil, false
}
