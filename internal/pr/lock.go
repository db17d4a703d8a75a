package pr

// Lock is what every reader of the repository may see of the protection of the base branch (gitea.md, finding 3).
// The zero value says that nothing could be seen.
type Lock struct {
	Known        bool
	Protected    bool
	Approvals    int  // required_approvals
	StatusChecks bool // enable_status_check
	MayMerge     bool // the owner of the token may merge into it
}

// Holds reports whether the branch keeps a change out by itself until somebody approves it and the checks succeed.
func (l Lock) Holds() bool { return l.Known && l.Protected && l.Approvals > 0 && l.StatusChecks }
