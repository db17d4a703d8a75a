package doctor

import (
	"slices"
	"strings"

	"werkrevisor/internal/pr"
)

var mergeChecks = []Check{
	{"merge-style", "whether the allowed styles hold changes back", mergeStyle},
	{"readiness", "the WIP prefixes of `require_wip_transition`", readiness},
	{"automerge", "what a scheduled merge needs", automerge},
}

// mergeStyle: styles that rebase apply the commits of a branch one by one and leave merge commits out, so that more
// changes cannot be shown to give what was reviewed. They are held back, which is safe and costs a human's look.
func mergeStyle(f Facts) []Result {
	if !f.reachable() {
		return nil
	}
	var rebase []string
	for _, style := range f.Server.MergeStyles {
		if pr.Rebases(style) {
			rebase = append(rebase, style)
		}
	}
	switch {
	case len(f.Server.MergeStyles) == 0:
		return warn("the server tells no merge styles, so that changes count as if all were allowed; look at the settings of the repository")
	case len(rebase) == 0:
		return pass("no style rebases: %s", strings.Join(f.Server.MergeStyles, ", "))
	}
	return warn("%s: a branch with merge commits, or with several commits behind its base, is YELLOW more often (merge_drops_commits); "+
		"recommended: allow no style that rebases, with werkrevisor branch-protection … --merge-styles merge,squash,fast-forward-only",
		strings.Join(rebase, " and "))
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
