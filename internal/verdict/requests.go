package verdict

import (
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// The values of [gate] request_reviewers.
const (
	One = "one"
	All = "all"
)

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

// AsksHumans reports whether the decision waits for one of the human reviewers.
func (d Decision) AsksHumans() bool {
	return !d.Observe && !d.Has("base_not_allowed") && wantsHuman(d.Basis.Gate, d)
}

// wantsHuman reports whether the decision asks the human reviewers.
func wantsHuman(gate config.Gate, d Decision) bool {
	if d.Level == Yellow || d.Level == Orange {
		return gate.YellowGate != Block && gate.YellowGate != "" && d.ApprovedBy == ""
	}
	return d.Level == Red && d.Has("red_escalated")
}

// asked are the human reviewers that must be asked: those who can approve and have no pending request. With
// request_reviewers = "one" it is one of them, by turns of the PR's number, and nobody who pushed as long as there is another
// one; one whom the server did not let be asked is
// passed over, and while somebody has a pending request, nobody else is asked.
func asked(in Input, d Decision) []string {
	if !wantsHuman(in.Gate, d) {
		return nil
	}
	can := MayApprove(in)
	if in.Gate.RequestReviewers == One {
		if len(can) == 0 || Waiting(in) {
			return nil
		}
		turn := in.Change.Number % len(can)
		can = pushersLast(slices.Concat(can[turn:], can[:turn]), in.Change)
	}
	var list []string
	for _, login := range can {
		if !pending(in.Change, login) && !slices.Contains(in.Refused, login) {
			list = append(list, login)
		}
	}
	if in.Gate.RequestReviewers == One && len(list) > 1 {
		list = list[:1]
	}
	return list
}

// pushersLast puts those who pushed to the PR behind the others: their approval counts unless the host says otherwise, but
// they know the change already.
func pushersLast(logins []string, c pr.Change) []string {
	pushed := func(login string) bool { return slices.ContainsFunc(c.Pushers, pr.User{Login: login}.Is) }
	var first, last []string
	for _, login := range logins {
		if pushed(login) {
			last = append(last, login)
		} else {
			first = append(first, login)
		}
	}
	return append(first, last...)
}

// Waiting reports whether somebody who can approve has a pending request.
func Waiting(in Input) bool {
	return slices.ContainsFunc(MayApprove(in), func(login string) bool { return pending(in.Change, login) })
}

// MayApprove are the human reviewers whose approval would count.
func MayApprove(in Input) []string {
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
