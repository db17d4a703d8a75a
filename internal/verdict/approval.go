package verdict

import (
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// ApprovedBy is the login of a human who approved exactly this head, and whose approval counts (product.md 11);
// empty: nobody did.
//
// What counts: APPROVED for the full commit id, by a login of [gate] human_reviewers, not dismissed, official where the
// base branch is protected, no later request to or rejection by the same person, not by the author or the bot, and with
// [gate] ignore_approvals_of_committers not by somebody who pushed to the PR.
func ApprovedBy(c pr.Change, gate config.Gate) string {
	for i, review := range c.Thread.Reviews {
		if review.State != stateApproved || review.CommitSHA != c.Head.SHA || c.Head.SHA == "" || review.Dismissed {
			continue
		}
		official := review.Official || c.Lock.Known && !c.Lock.Protected
		if official && human(review.User, c, gate) && !takenBack(c.Thread.Reviews[i+1:], review.User) {
			return review.User.Login
		}
	}
	return ""
}

// foreign is somebody whose approval the server counts although it opens nothing here: one of another head, which a push
// that only takes files back does not touch, or one by somebody who is not listed, which outlives a change of the base
// (gitea.md, findings 12 and 13). With it the server would not wait for anybody. The bot's own ones are deleted first.
// A request takes the weight of an approval only until its author withdraws it, so a request that is pending changes nothing:
// what is not official now is looked at as well, if the person was asked since.
func foreign(c pr.Change) string {
	for i, r := range c.Thread.Reviews {
		if r.State != stateApproved || r.Dismissed || c.Thread.Bot.Is(r.User) || r.User.Login == "" {
			continue
		}
		asked := slices.ContainsFunc(c.Thread.Reviews[i+1:], func(later pr.Review) bool {
			return later.State == stateRequest && later.Official && later.User.Is(r.User)
		})
		if r.Official || asked {
			return r.User.Login
		}
	}
	return ""
}

// human reports whether the approvals of an account can count.
func human(u pr.User, c pr.Change, gate config.Gate) bool {
	if u.Login == "" || u.Is(c.Author) || u.Is(c.Thread.Bot) || gate.IgnoreApprovalsOfCommitters && slices.ContainsFunc(c.Pushers, u.Is) {
		return false
	}
	return slices.ContainsFunc(gate.HumanReviewers, func(login string) bool { return strings.EqualFold(login, u.Login) })
}

// takenBack reports whether the same person was asked again or rejected the change later.
func takenBack(later []pr.Review, u pr.User) bool {
	return slices.ContainsFunc(later, func(r pr.Review) bool {
		return r.User.Is(u) && !r.Dismissed && (r.State == stateRequest || r.State == stateRejected)
	})
}
