package doctor

import (
	"slices"
	"strings"
)

var mergeChecks = []Check{
	{"merge-style", "whether merges bring commits into the base that nobody reviewed", mergeStyle},
	{"readiness", "the WIP prefixes of `require_wip_transition`", readiness},
	{"automerge", "what a scheduled merge needs", automerge},
}

// mergeStyle: the gate reviews the difference of a PR, not each commit of it. All styles but squash bring every commit
// into the base, also those that a later one of the same PR took back.
func mergeStyle(f Facts) []Result {
	if !f.reachable() {
		return nil
	}
	var others []string
	for _, style := range f.Server.MergeStyles {
		if style != "squash" {
			others = append(others, style)
		}
	}
	if len(others) == 0 && len(f.Server.MergeStyles) > 0 {
		return pass("only squash: what comes into the base is what was reviewed")
	}
	return warn("the default is %q and these bring every commit of a PR into the base, though only their sum was reviewed: %s; "+
		"allow only squash, or never build or deploy a commit between two merges", f.Server.MergeStyle, strings.Join(others, ", "))
}

func readiness(f Facts) []Result {
	switch {
	case f.Config.Value == nil:
		return nil
	case !f.Config.Value.Gate.RequireWIPTransition:
		return pass("off")
	case len(f.Config.Value.Gate.WIPPrefixes) == 0:
		return fail("[gate] wip_prefixes is empty, so no PR ever becomes ready; list the prefixes of the server")
	}
	return pass("the prefixes %s must be those of the server (WORK_IN_PROGRESS_PREFIXES), which does not tell them",
		strings.Join(f.Config.Value.Gate.WIPPrefixes, " "))
}

func automerge(f Facts) (list []Result) {
	if f.Config.Value == nil {
		return nil
	}
	gate := f.Config.Value.Gate
	if !gate.Automerge {
		return pass("off")
	}
	if !f.reachable() {
		return nil
	}
	style := gate.MergeStyle
	if style == "" {
		style = f.Server.MergeStyle
	}
	if !slices.Contains(f.Server.MergeStyles, style) {
		list = append(list, fail("the repository does not allow the merge style %q, and a schedule with it fails in silence; allow it, or set [gate] merge_style", style)...)
	}
	for _, b := range f.Server.Branches {
		switch {
		case !b.Found:
		case b.RequiredApprovals < 1 || !b.StatusCheck:
			list = append(list, fail("%s requires no approval or no status, so no merge is scheduled; protect it", b.Name)...)
		case !b.MayMerge:
			list = append(list, fail("%s: the bot may not merge; put it on the list of who may (merge_whitelist_usernames)", b.Name)...)
		}
	}
	if len(list) == 0 {
		return pass("possible, with the style %s", style)
	}
	return list
}
