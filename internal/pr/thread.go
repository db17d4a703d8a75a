package pr

// Thread is what the server recorded about the PR besides its content.
//
// It holds only what a decision needs: what other people wrote is discarded while it is read.
type Thread struct {
	Bot      User      // the owner of the bot's token; zero in local mode and where nobody told
	Comments []Comment // those of the bot, oldest first
	Reviews  []Review  // of everybody, oldest first; without their texts
	Events   []Event   // of the timeline, oldest first; types that no decision needs are left out
}

// Comment is an issue comment of the bot.
type Comment struct {
	ID   int64
	User User
	Body string
	URL  string
}

// Review is an entry of the review list.
// A pending request of a person is an entry with the state REQUEST_REVIEW (gitea.md, finding 2).
type Review struct {
	ID        int64
	User      User // zero for a team
	State     string
	CommitSHA string
	Official  bool
	Stale     bool
	Dismissed bool
}

// Event is one entry of the timeline.
type Event struct {
	ID   int64
	Type EventType
	User User
	// Old and New are the titles of a TitleChanged and the base branches of a BaseChanged event.
	Old, New string
	// Reviewer is whom a ReviewRequested event names; Removed says that the request was withdrawn.
	Reviewer User
	Removed  bool
	// Commits are the commit ids of a Pushed event, Forced whether it was a force-push.
	Commits []string
	Forced  bool
}

// EventType is the type of a timeline entry, as the server names it.
type EventType string

// The event types that decisions need.
const (
	TitleChanged    EventType = "change_title"
	BaseChanged     EventType = "change_target_branch"
	ReviewRequested EventType = "review_request"
	Pushed          EventType = "pull_push"
	MergeScheduled  EventType = "pull_scheduled_merge"
	MergeCancelled  EventType = "pull_cancel_scheduled_merge"
)

// CommitStatus is a status to set on a commit; State is one of pending, success, error, failure and warning.
type CommitStatus struct{ SHA, Context, State, Description, TargetURL string }
