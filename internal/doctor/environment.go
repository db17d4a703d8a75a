package doctor

import "strings"

var environmentChecks = []Check{
	{"environment", "the variables that a run needs", environment},
	{"https", "the address of the server", https},
	{"state-key", "`WERKREVISOR_STATE_KEY` and `WERKREVISOR_STATE_KEY_OLD`, if they are set", stateKey},
	{"admin-token", "`GITEA_ADMIN_TOKEN` is not in the environment of a build", adminToken},
}

func environment(f Facts) []Result {
	switch {
	case len(f.Env.Missing) > 0:
		return fail("not set: %s; Werkator sets WERKATOR_…, the others are secrets of the machine config "+
			"(by hand, name the repository with --repo or --pr)", strings.Join(f.Env.Missing, ", "))
	case len(f.Env.Half) > 0:
		return fail("only %s of the variables of a PR is set; Werkator sets number and head together", strings.Join(f.Env.Half, ", "))
	case !f.Env.InBuild:
		return pass("complete but for the PR, which Werkator names in each build; run this as a build, too, to check what the gate sees")
	}
	return pass("complete")
}

func https(f Facts) []Result {
	switch {
	case f.Env.URL != "":
		return fail("%s; correct WERKATOR_GITEA_BASE_URL", f.Env.URL)
	case f.Server.Page == "":
		return nil
	case strings.HasPrefix(f.Server.Page, "http://"):
		return pass("plain http to this machine itself")
	}
	return pass("https")
}

func stateKey(f Facts) []Result {
	if f.Env.StateKey != "" {
		return fail("WERKREVISOR_STATE_KEY: %s", f.Env.StateKey)
	}
	switch {
	case f.Env.OldKey != "":
		return fail("WERKREVISOR_STATE_KEY_OLD: %s", f.Env.OldKey)
	case f.Env.HasOldKey:
		return warn("WERKREVISOR_STATE_KEY_OLD is set; take it out when the exchange of the key is over")
	}
	return nil
}

// adminToken: a gate run needs no such rights, and what stands in a machine config stays there.
func adminToken(f Facts) []Result {
	if f.Env.InBuild && f.Server.Admin {
		return warn("GITEA_ADMIN_TOKEN is set in a build, which needs no such rights; take it out of the machine config and use it by hand")
	}
	return nil
}
