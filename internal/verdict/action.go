package verdict

import (
	"slices"

	"werkrevisor/internal/pr"
)

// ActionKind names one write to the server.
type ActionKind string

// The writes of block mode (product.md 11), in the order in which they are made.
const (
	PostComment ActionKind = "post comment"
	EditComment ActionKind = "edit comment"
	SetStatus   ActionKind = "set status"
)

// Action is one write to the server, as data. The text of a comment is rendered by package report.
type Action struct {
	Kind      ActionKind
	CommentID int64           // EditComment
	Status    pr.CommitStatus // SetStatus
}

// actions plans the writes: the comment first, then the status.
// A head that already has a comment of the bot keeps it: the comment is edited in place (product.md 1, promise 7).
func actions(in Input, d Decision) []Action {
	if in.Change.Origin != pr.FromGitea || in.Change.Head.SHA == "" || d.silent() {
		return nil
	}
	status := Action{Kind: SetStatus, Status: Assessment(in.Change, in.Gate, d.Level)}
	if in.Change.Thread.Bot.Login == "" {
		return []Action{status} // nobody can tell which comments are the bot's own, so a rerun would repeat it
	}
	comment := Action{Kind: PostComment}
	if id, ok := ownComment(in.Change, d.Level == Error); ok {
		comment = Action{Kind: EditComment, CommentID: id}
	}
	return []Action{comment, status}
}

// silent reports whether the run must not write anything.
func (d Decision) silent() bool {
	return slices.ContainsFunc(d.Reasons, func(r Reason) bool { return slices.Contains(Silent, r.Code) })
}

// ownComment finds the bot's comment of this kind for the head of the change.
func ownComment(c pr.Change, failed bool) (id int64, ok bool) {
	for _, comment := range c.Thread.Comments {
		m, found := ParseMarker(comment.Body)
		if found && m.Head == c.Head.SHA && m.Failed == failed {
			return comment.ID, true
		}
	}
	return 0, false
}
