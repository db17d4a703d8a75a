package doctor

import (
	"cmp"
	"slices"
	"strings"
)

var serverChecks = []Check{
	{"server", "name, network, TLS and token", server},
	{"bot-scopes", "the scopes of the token, as far as the server tells", scopes},
	{"bot-login", "who the bot is", botLogin},
	{"bot-access", "whether the bot can read and write", access},
	{"human-reviewers", "whether the reviewers' approvals count", reviewers},
}

func server(f Facts) []Result {
	switch {
	case f.Server.Page == "":
		return nil
	case f.Server.Problem != "":
		return fail("%s; check the address, the network and GITEA_BOT_TOKEN; nothing on the server was checked", f.Server.Problem)
	}
	return pass("%s answers", f.Server.Page)
}

func scopes(f Facts) []Result {
	switch have := f.Server.Scopes; {
	case !f.reachable():
		return nil
	case have == nil && f.Server.Login != "":
		return pass("read:user is there; the others show only when they are used: write:repository, write:issue")
	case have == nil:
		return warn("the server does not tell the scopes; the token needs write:repository and write:issue")
	default:
		var missing []string
		for _, scope := range []string{"write:repository", "write:issue"} {
			if !slices.Contains(have, scope) && !slices.Contains(have, "all") {
				missing = append(missing, scope)
			}
		}
		if len(missing) > 0 {
			return fail("the token lacks %s; make a new one", strings.Join(missing, " and "))
		}
		return pass("%s", strings.Join(have, ", "))
	}
}

func botLogin(f Facts) []Result {
	if !f.reachable() || f.Config.Value == nil {
		return nil
	}
	set, told := f.Config.Value.Gate.BotLogin, f.Server.Login
	switch {
	case set == "" && told == "":
		return fail("the token has no scope read:user, so the bot does not know its name; add the scope, or set [gate] bot_login")
	case told == "":
		return pass("%s, as [gate] bot_login says; the token has no scope read:user to check it", set)
	case set != "" && !strings.EqualFold(set, told):
		return fail("the token belongs to %s, and [gate] bot_login = %s; correct it", told, set)
	}
	return pass("%s", told)
}

func access(f Facts) []Result {
	bot := f.bot()
	switch {
	case f.Server.Page == "" || f.Server.Problem != "":
		return nil
	case f.Server.Access != "":
		return fail("%s; make the bot a collaborator with write access, and check owner and name", f.Server.Access)
	case f.Server.Comments != "":
		return fail("%s; the token needs the scope write:issue", f.Server.Comments)
	case f.Server.Archived:
		return fail("the repository is archived, so nothing can be written; unarchive it")
	case !f.Server.MayWrite:
		return fail("the bot cannot write to the repository; make it a collaborator with write access")
	}
	return pass("%s can read and write", cmp.Or(bot.Login, "the bot"))
}

// reviewers needs write access of them: the server drops others from the list of approvers, and their approval
// is not official.
func reviewers(f Facts) []Result {
	if !f.reachable() || f.Config.Value == nil {
		return nil
	}
	gate := f.Config.Value.Gate
	var without []string
	for _, login := range gate.HumanReviewers {
		switch {
		case !has(f.Server.Assignees, login):
			without = append(without, login)
		case f.bot().Login != "" && strings.EqualFold(login, f.bot().Login):
			return fail("[gate] human_reviewers lists the bot %s; list people", login)
		}
	}
	switch {
	case len(gate.HumanReviewers) == 0:
		return pass("none are set, which the mode %s allows; no approval unlocks then", gate.YellowGate)
	case len(without) == len(gate.HumanReviewers):
		return fail("none of them can write to the repository, so no approval counts: %s; give them access", strings.Join(without, ", "))
	case len(without) > 0:
		return warn("without write access, so that their approval does not count: %s; give them access", strings.Join(without, ", "))
	}
	return pass("%s may be assigned; on a repository of an organisation look whether their team may write, too", strings.Join(gate.HumanReviewers, ", "))
}

// has looks for a login without regard to case.
func has(logins []string, login string) bool {
	return slices.ContainsFunc(logins, func(s string) bool { return strings.EqualFold(s, login) })
}
