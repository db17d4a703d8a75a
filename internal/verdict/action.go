package verdict

import (
	"slices"

	"werkrevisor/internal/pr"
)

// ActionKind names one write to the server.
type ActionKind string

// The writes (product.md 11), in the order in which they are made.
const (
	DeleteReview    ActionKind = "delete the bot's review"
	CancelMerge     ActionKind = "cancel the scheduled merge"
	DeleteComment   ActionKind = "delete comment"
	PostComment     ActionKind = "post comment"
	EditComment     ActionKind = "edit comment"
	SetBaseStatus   ActionKind = "set the status of the base"
	SetStatus       ActionKind = "set status"
	FailOtherHeads  ActionKind = "fail the gate status of other heads that could come back"
	Approve         ActionKind = "approve"
	RequestChanges  ActionKind = "request changes"
	WithdrawRequest ActionKind = "withdraw the bot's review request to"
	RequestReview   ActionKind = "request a review of"
	ScheduleMerge   ActionKind = "schedule the merge"
)

// Action is one write to the server, as data. The text of a comment is rendered by package report.
type Action struct {
	Kind      ActionKind
	CommentID int64           // EditComment, DeleteComment
	Status    pr.CommitStatus // SetStatus, SetBaseStatus
	Unless    bool            // SetStatus, SetBaseStatus: only if it does not stand already
	ReviewID  int64           // DeleteReview
	Login     string          // WithdrawRequest, RequestReview
	Style     string          // ScheduleMerge
}

// actions plans the writes: what must be undone first, the comment, the status, and what follows from the verdict.
//
// A head that already has a comment of the bot keeps it: the comment is edited in place (product.md 1, promise 7).
// The comment of a failed run is another one: a result is posted, and that comment deleted, because several runs that
// edit one comment at once would overwrite each other. A failed run leaves the comment of a completed review alone if
// that review can still be taken over, so that the rerun costs nothing.
func actions(in Input, d Decision) []Action {
	list := results(in, d)
	if len(list) == 0 || in.Change.Thread.Bot.Login == "" {
		return list
	}
	return slices.Concat(before(in, d), list, after(in, d))
}

// results plans comment and statuses.
func results(in Input, d Decision) []Action {
	if in.Change.Origin != pr.FromGitea || in.Change.Head.SHA == "" || d.silent() {
		return nil
	}
	statuses := []Action{{Kind: SetStatus, Status: Assessment(in.Change, in.Gate, d.Level)}}
	if base := BaseStatus(in.Change, in.Gate, d); base.Context != "" {
		statuses = slices.Insert(statuses, 0, Action{Kind: SetBaseStatus, Status: base})
	}
	if in.Change.Thread.Bot.Login == "" {
		return statuses // nobody can tell which comments are the bot's own, so a rerun would repeat it
	}
	result, failure := ownComment(in.Change, false), ownComment(in.Change, true)
	var list []Action
	edited := int64(0)
	switch {
	case in.Reused:
		for i := range statuses {
			statuses[i].Unless = true
		}
	case d.Level == Error && failure != 0:
		list, edited = []Action{{Kind: EditComment, CommentID: failure}}, failure
	case result != 0 && !(d.Level == Error && in.Keep):
		list, edited = []Action{{Kind: EditComment, CommentID: result}}, result
	default:
		list = []Action{{Kind: PostComment}}
	}
	if d.Level != Error {
		for _, id := range append(slices.Clone(in.Odd), failure) {
			if id != 0 && id != edited {
				list = append(list, Action{Kind: DeleteComment, CommentID: id})
			}
		}
	}
	return append(list, statuses...)
}

// silent reports whether the run must not write anything.
func (d Decision) silent() bool {
	return slices.ContainsFunc(d.Reasons, func(r Reason) bool { return slices.Contains(Silent, r.Code) })
}

// ownComment finds the bot's first comment of this kind for the head of the change; 0: there is none.
func ownComment(c pr.Change, failed bool) int64 {
	for _, comment := range c.Thread.Comments {
		m, found := ParseMarker(comment.Body)
		if found && m.Head == c.Head.SHA && m.Failed == failed {
			return comment.ID
		}
	}
	return 0
}
