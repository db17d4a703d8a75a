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
