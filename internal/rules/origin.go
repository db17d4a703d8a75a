package rules

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// origin gives YELLOW to a change by somebody without write access, and to a PR onto a base branch that the
// host does not list (product.md 7 and 5). In local mode there is no origin to judge.
func origin(c pr.Change, cfg config.Config) Outcome {
	var out Outcome
	if c.Origin.Local() {
		return out
	}
	var strangers []string
	pushers := c.Pushers
	if len(pushers) == 0 {
		pushers = []pr.User{{}} // every PR was pushed by somebody: a timeline without a push hides who
	}
	for _, u := range append([]pr.User{c.Author}, pushers...) {
		if !trusted(u.Login, c.Writers) && !trusted(u.Login, cfg.Gate.TrustedAuthors) && !trusted(name(u), strangers) {
			strangers = append(strangers, name(u))
		}
	}
	bases := BaseBranches(c, cfg)
	out.Inputs = []Input{
		{"authors without write access", strings.Join(strangers, " "), "[gate] trusted_authors", strings.Join(cfg.Gate.TrustedAuthors, " ")},
		{"base branch", c.Base.Ref, "[gate] base_branches", strings.Join(bases, " ")},
	}
	if len(strangers) > 0 {
		out.add(verdict.Yellow, "untrusted_author", fmt.Sprintf(
			"the change comes from %s without write access to the repository, so a human looks at it: %s "+
				"(the operator can list trusted logins in [gate] trusted_authors)", verdict.Count(len(strangers), "account"), verdict.Examples(strangers)))
	}
	if c.Base.Ref == "" || !slices.Contains(bases, c.Base.Ref) {
		out.add(verdict.Yellow, "base_not_allowed", fmt.Sprintf(
			"the PR goes onto %s, but the gate holds only for [gate] base_branches = %s; change the base of the PR, "+
				"or the operator adds the branch", c.Base.Ref, strings.Join(bases, ", ")))
	}
	return out
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
