package rules

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// origin gives YELLOW to a change by somebody who needed no write access, to a PR onto a base branch that the host does not
// list, and to a head that was retargeted (product.md 7 and 5). In local mode there is no origin to judge.
func origin(c pr.Change, cfg config.Config) Outcome {
	var out Outcome
	if c.Origin.Local() {
		return out
	}
	strangers := strangersOf(c, cfg)
	bases := BaseBranches(c, cfg)
	out.Inputs = []Input{
		{"strangers who pushed or opened it", strings.Join(strangers, " "), "[gate] trusted_authors", strings.Join(cfg.Gate.TrustedAuthors, " ")},
		{"base branch", c.Base.Ref, "[gate] base_branches", strings.Join(bases, " ")},
	}
	if len(strangers) > 0 {
		out.add(verdict.Yellow, "untrusted_author", fmt.Sprintf(
			"the change comes from %s whose head is no branch of this repository, so nobody needed write access to push it and a human looks at it: %s "+
				"(the operator can list trusted logins in [gate] trusted_authors)", verdict.Count(len(strangers), "account"), verdict.Examples(strangers)))
	}
	if c.Base.Ref == "" || !slices.Contains(bases, c.Base.Ref) {
		out.add(verdict.Yellow, "base_not_allowed", fmt.Sprintf(
			"the PR goes onto %s, but the gate holds only for [gate] base_branches = %s; change the base of the PR, "+
				"or the operator adds the branch", c.Base.Ref, strings.Join(bases, ", ")))
	}
	if from := retargeted(c.Thread.Events); from != "" {
		out.add(verdict.Yellow, "base_changed", BaseChangedText(from))
	}
	return out
}

// strangersOf are the author and the pushers of a head that accounts without write access can push, as far as nobody lists
// them. A branch of the base repository needs no list: the server let them push it.
func strangersOf(c pr.Change, cfg config.Config) []string {
	if c.HeadInBase {
		return nil
	}
	pushers := c.Pushers
	if len(pushers) == 0 {
		pushers = []pr.User{{}} // every PR was pushed by somebody: a timeline without a push hides who
	}
	var strangers []string
	for _, u := range append([]pr.User{c.Author}, pushers...) {
		if !trusted(u.Login, cfg.Gate.TrustedAuthors) && !trusted(name(u), strangers) {
			strangers = append(strangers, name(u))
		}
	}
	return strangers
}

// BaseChangedText says what a new base does to a head that was there before.
func BaseChangedText(from string) string {
	return fmt.Sprintf("the base of the PR was %s when this commit was pushed; approvals outlive such a change, so a human looks at it again; "+
		"a new commit is reviewed as usual", from)
}

// retargeted is the base that the PR had when its head was pushed, if it has another one since (gitea.md, finding 13).
//
// A change of the base makes the server remove the push events and write one of its own, with all commits of the PR.
// So the first push behind the last change is no push, unless one before it is still there (another version of the server).
func retargeted(events []pr.Event) (from string) {
	kept, own := false, false
	for _, e := range events {
		switch {
		case e.Type == pr.Pushed && own:
			own = false
		case e.Type == pr.Pushed:
			from, kept = "", true
		case e.Type == pr.BaseChanged:
			own = !kept
			if from == "" {
				from = e.Old
			}
		}
	}
	return from
}

// BaseBranches are the branches that the gate holds for: [gate] base_branches, else the default branch.
func BaseBranches(c pr.Change, cfg config.Config) []string {
	if len(cfg.Gate.BaseBranches) > 0 {
		return cfg.Gate.BaseBranches
	}
	return []string{c.DefaultBranch}
}

// trusted compares logins as the server does, without case. An account without a name is never trusted.
func trusted(login string, list []string) bool {
	return login != "" && slices.ContainsFunc(list, func(l string) bool { return strings.EqualFold(l, login) })
}

func name(u pr.User) string {
	if u.Login == "" {
		return "an unknown account"
	}
	return u.Login
}
