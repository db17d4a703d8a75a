package pr

import "slices"

// Lock is what every reader of the repository may see of the protection of the base branch (gitea.md, finding 3).
// The zero value says that nothing could be seen.
type Lock struct {
	Known        bool
	Protected    bool
	Approvals    int      // required_approvals
	StatusChecks bool     // enable_status_check
	MayMerge     bool     // the owner of the token may merge into it
	Contexts     []string // status_check_contexts: patterns of the statuses that must be a success
}

// Requires reports whether the branch asks for a status of exactly this context. A pattern is no such wish: it is met by
// the status of another branch, too.
func (l Lock) Requires(context string) bool {
	return l.Known && l.Protected && l.StatusChecks && slices.Contains(l.Contexts, context)
}

// Holds reports whether the branch keeps a change out by itself until somebody approves it and the checks succeed.
func (l Lock) Holds() bool { return l.Known && l.Protected && l.Approvals > 0 && l.StatusChecks }
