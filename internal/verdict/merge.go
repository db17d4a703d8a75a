package verdict

import "fmt"

// mayMerge reports whether a merge may be scheduled: with automerge, for a verdict that somebody can approve, onto an
// allowed base, and where nothing speaks against it.
func mayMerge(in Input, d Decision) bool {
	return in.Gate.Automerge && !d.Observe && d.Level < Red && !d.Has("base_not_allowed") && !d.Has("request_failed") &&
		unscheduled(in, d) == ""
}

// obstacles are the reasons that say that the merge would bring something else into the base than what was reviewed.
var obstacles = []struct{ code, text string }{
	{"several_merge_bases", "branch and base have several merge bases"},
	{"merge_drops_commits", "a merge style of the repository would drop commits of the branch"},
	{"merge_moves_files", "the merge would move files of the base"},
}

// unscheduled is why no merge is scheduled; "" where nothing speaks against it. The base must keep the change out until it is
// approved, the head must not have been retargeted, and the author must have write access: a schedule outlives a change of
// the base, so that somebody else could have the bot merge an unreviewed commit into a branch without protection. With
// several base branches the base must ask for the status that names it, because approvals belong to the head alone.
func unscheduled(in Input, d Decision) string {
	lock, base := in.Change.Lock, in.Change.Base.Ref
	switch {
	case in.Conflict:
		return "the change conflicts with the base branch, or the server still looks for conflicts; a human solves the conflict, " +
			"or starts the gate again if there is none"
	case !lock.Holds():
		return "the protection of the base branch does not require approvals and status checks"
	case !lock.MayMerge:
		return "the bot may not merge into the base branch"
	case d.Has("base_changed"):
		return "the base of the PR changed; a human merges it, or the next commit is scheduled"
	case d.Has("untrusted_author"):
		return "the head is no branch of the repository, and its author or a pusher is not in [gate] trusted_authors; a human merges it after the approval"
	case len(in.Gate.BaseBranches) > 1 && !lock.Requires(in.Gate.BaseStatus(base)):
		return fmt.Sprintf("[gate] base_branches lists several branches, and the protection of %s does not require the status %s "+
			"([gate] base_context); require it there", base, in.Gate.BaseStatus(base))
	}
	for _, o := range obstacles {
		if d.Has(o.code) {
			return o.text + "; the reason says what to do, or a human merges it after a look at the result"
		}
	}
	return ""
}
