package doctor

import (
	"slices"
	"strings"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/protection"
	"werkrevisor/internal/rules"
)

var pullChecks = []Check{
	{"pr", "the PR can be read and is open (`--pr`)", pullOpen},
	{"pr-base", "its base is one that the gate lets in", ofPull(pullBase)},
	{"pr-ready", "it is marked as finished", ofPull(pullReady)},
	{"pr-author", "the bot did not open it", ofPull(pullAuthor)},
	{"pr-reviewers", "somebody else can approve it", ofPull(pullReviewers)},
}

// ofPull makes a check of the PR, where it could be read, with a valid configuration; elsewhere it has no result.
func ofPull(check func(Facts, pr.Change) []Result) func(Facts) []Result {
	return func(f Facts) []Result {
		if f.PR == nil || f.PR.Problem != "" || f.Config.Value == nil {
			return nil
		}
		return check(f, f.PR.Change)
	}
}

func pullOpen(f Facts) []Result {
	switch {
	case f.PR == nil:
		return nil
	case f.PR.Problem != "":
		return fail("%s", f.PR.Problem)
	case f.PR.Change.State != pr.Open:
		return fail("PR %d is %s, so a run ends with exit 30 and writes nothing", f.PR.Change.Number, f.PR.Change.State)
	}
	return pass("PR %d is open, head %.10s", f.PR.Change.Number, f.PR.Change.Head.SHA)
}

func pullBase(f Facts, c pr.Change) []Result {
	allowed := f.Config.Value.Gate.BaseBranches
	if len(allowed) == 0 {
		allowed = []string{c.DefaultBranch}
	}
	if !slices.Contains(allowed, c.Base.Ref) {
		return fail("the base is %s, and the gate lets into %s only; retarget the PR, or add it to [gate] base_branches", c.Base.Ref, strings.Join(allowed, ", "))
	}
	return pass("%s", c.Base.Ref)
}

func pullReady(f Facts, c pr.Change) []Result {
	gate := f.Config.Value.Gate
	switch {
	case c.Draft && gate.RequireWIPTransition:
		return fail("it is a draft; take the WIP prefix off its title when it is finished")
	case c.Draft:
		return warn("it is a draft, for which the host starts no build; take the WIP prefix off its title")
	case gate.RequireWIPTransition && !rules.MarkedReady(c.Thread.Events, gate.WIPPrefixes):
		return fail("nobody marked it as finished: its title must lose a prefix (%s); add one and take it off", strings.Join(gate.WIPPrefixes, ", "))
	}
	return pass("yes")
}

func pullAuthor(f Facts, c pr.Change) []Result {
	if f.bot().Is(pr.User{Login: c.Author.Login}) {
		return fail("the bot %s opened it and can neither approve nor reject it; let a human open it", c.Author.Login)
	}
	return pass("%s", c.Author.Login)
}

func pullReviewers(f Facts, c pr.Change) []Result {
	gate := f.Config.Value.Gate
	var can []string
	for _, login := range gate.HumanReviewers {
		if has(f.Server.Assignees, login) && !strings.EqualFold(login, c.Author.Login) {
			can = append(can, login)
		}
	}
	switch {
	case len(can) > 0:
		return pass("%s", strings.Join(can, ", "))
	case gate.YellowGate == protection.Block && len(gate.HumanReviewers) == 0:
		return nil
	}
	return fail("nobody of [gate] human_reviewers can approve it: they lack write access, or wrote it; add another person")
}
