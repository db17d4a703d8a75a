// Package run is one review from the first read to the last write: read → secure → check → ask → decide → write.
//
// It knows neither Gitea nor git nor HTTP: sources and publishers come in as interfaces.
package run

import (
	"context"
	"time"

	"werkrevisor/internal/pr"
)

// Source is where a change comes from: a Gitea server or a local checkout.
type Source interface {
	// Change reads the PR, its diff, the thread and the base's repository config, at one head.
	// The texts of the files are still NotRead. It fails with an error that wraps pr.ErrSuperseded,
	// pr.ErrNotOpen or pr.ErrIncomplete where one of them is the cause;
	// the change is as far known as it could be read, so that a failure can be reported on the PR.
	Change(ctx context.Context) (pr.Change, error)
	// Texts returns a copy of the change with the texts of its files, the context files and the wanted folders.
	Texts(ctx context.Context, c pr.Change, want pr.Want) (pr.Change, error)
	// Now looks at the PR again.
	Now(ctx context.Context) (pr.Now, error)
}

// Publisher is where a result goes.
type Publisher interface {
	// Comment posts an issue comment.
	Comment(ctx context.Context, body string) (pr.Comment, error)
	// EditComment replaces the text of an own comment; the error for one that is gone wraps pr.ErrGone.
	EditComment(ctx context.Context, id int64, body string) (pr.Comment, error)
	// DeleteComment removes an own comment; one that is gone already is no error.
	DeleteComment(ctx context.Context, id int64) error
	// Blocked reports whether the server will take no comment, because the author of the PR or the owner of the repository
	// has blocked the bot. It changes nothing.
	Blocked(ctx context.Context) bool
	// Comments lists the bot's own comments on the PR, oldest first.
	Comments(ctx context.Context) ([]pr.Comment, error)
	// StatusStands reports whether the newest status of this context on the commit is this one already.
	StatusStands(ctx context.Context, s pr.CommitStatus) (bool, error)
	// Thread lists the reviews and pending requests of everybody, and the events of the timeline, oldest first; head is the
	// one that the timeline must name.
	Thread(ctx context.Context, head string) ([]pr.Review, []pr.Event, error)
	// Review submits a review of exactly this head. With an error the review may exist: its ID says so.
	Review(ctx context.Context, state, head, body string) (pr.Review, error)
	// DeleteReview removes an own review; one that is gone already is no error.
	DeleteReview(ctx context.Context, id int64) error
	// RequestReview asks one person; WithdrawRequest takes it back. What is so already is no error.
	RequestReview(ctx context.Context, login string) error
	WithdrawRequest(ctx context.Context, login string) error
	// ScheduleMerge asks the server to merge when approvals and checks are there; CancelMerge takes it back.
	// What is so already is no error.
	ScheduleMerge(ctx context.Context, head, style string) error
	CancelMerge(ctx context.Context) error
	// RepositoryComments lists the bot's comments on every PR that changed since a time, by number of the PR.
	RepositoryComments(ctx context.Context, since time.Time) (map[int][]pr.Comment, error)
	// NowOf looks at another PR of the repository.
	NowOf(ctx context.Context, number int) (pr.Now, error)
	// RecentPulls lists so many PRs of the repository, those that changed last.
	RecentPulls(ctx context.Context, most int) ([]pr.Recent, error)
	// Statuses lists the statuses of a context that the bot set on a commit, oldest first; none for an unknown commit.
	Statuses(ctx context.Context, sha, context string) ([]pr.CommitStatus, error)
	// GateState is the state of the newest status of a context on a commit; "" where there is none.
	GateState(ctx context.Context, sha, context string) (string, error)
	// Status sets a commit status.
	Status(ctx context.Context, s pr.CommitStatus) error
}
