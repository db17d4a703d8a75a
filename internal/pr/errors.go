package pr

import "errors"

// The failures of reading a change that a verdict tells apart; sources wrap them with the place and the cause.
var (
	// ErrSuperseded: head, base branch, merge base or state changed while the change was read or reviewed.
	// Nothing is written for such a head.
	ErrSuperseded = errors.New("the pull request changed meanwhile")
	// ErrNotOpen: the PR is closed or merged; nothing is written.
	ErrNotOpen = errors.New("the pull request is not open")
	// ErrIncomplete: the answers of the server contradict each other, or the diff is cut or malformed.
	ErrIncomplete = errors.New("the change was not read completely")
)

// ErrGone: the comment that was to be edited is not there any more.
var ErrGone = errors.New("the comment is gone")

// ErrConflict: the server cannot schedule a merge, because the change conflicts with the base, or it still looks for that.
var ErrConflict = errors.New("the change conflicts with the base branch, or the server still looks for conflicts")

// ErrBlocked: the author of the pull request, or the owner of the repository, has blocked the account of the token.
var ErrBlocked = errors.New("the account is blocked")
