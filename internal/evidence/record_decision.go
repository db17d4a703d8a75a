package evidence

// Basis is everything that verdict.Decide got.
type Basis struct {
	Reasons       []Reason `json:"reasons,omitempty"`
	Proof         string   `json:"proof,omitempty"`
	Gate          Gate     `json:"gate"`
	ClassifierRed bool     `json:"classifier_red,omitempty"`
	Reused        bool     `json:"reused,omitempty"`
	Odd           []int64  `json:"odd_comments,omitempty"`
	Refused       []string `json:"refused_requests,omitempty"`
	Keep          bool     `json:"keep,omitempty"`
	Conflict      bool     `json:"conflict,omitempty"`
	Origin        string   `json:"origin,omitempty"`
	PR            int      `json:"pr,omitempty"`
	BaseRef       Raw      `json:"base_ref,omitempty"`
	Head          string   `json:"head,omitempty"`
	MergeStyle    string   `json:"merge_style,omitempty"`
	Author        User     `json:"author,omitzero"`
	Pushers       []User   `json:"pushers,omitempty"`
	Bot           User     `json:"bot,omitzero"`
	Lock          Lock     `json:"lock"`
	Comments      []Marker `json:"comments,omitempty"` // of the bot
	Reviews       []Vote   `json:"reviews,omitempty"`
	Events        []Event  `json:"events,omitempty"`
}

// Gate is [gate].
type Gate struct {
	YellowGate                  string   `json:"yellow_gate,omitempty"`
	HumanReviewers              []string `json:"human_reviewers,omitempty"`
	AssessmentContext           string   `json:"assessment_context,omitempty"`
	GateContext                 string   `json:"gate_context,omitempty"`
	BaseContext                 string   `json:"base_context,omitempty"`
	RequestReviewers            string   `json:"request_reviewers,omitempty"`
	Observe                     bool     `json:"observe,omitempty"`
	BaseBranches                []string `json:"base_branches,omitempty"`
	TrustedAuthors              []string `json:"trusted_authors,omitempty"`
	RequireWIPTransition        bool     `json:"require_wip_transition,omitempty"`
	WIPPrefixes                 []string `json:"wip_prefixes,omitempty"`
	Automerge                   bool     `json:"automerge,omitempty"`
	MergeStyle                  string   `json:"merge_style,omitempty"`
	MaxRedRounds                int      `json:"max_red_rounds,omitempty"`
	BotLogin                    string   `json:"bot_login,omitempty"`
	IgnoreApprovalsOfCommitters bool     `json:"ignore_approvals_of_committers,omitempty"`
}

// User is an account of the server.
type User struct {
	ID    int64  `json:"id,omitempty"`
	Login string `json:"login,omitempty"`
}

// Lock is what could be seen of the protection of the base branch.
type Lock struct {
	Known        bool     `json:"known"`
	Protected    bool     `json:"protected"`
	Approvals    int      `json:"approvals"`
	StatusChecks bool     `json:"status_checks"`
	MayMerge     bool     `json:"may_merge"`
	Contexts     []string `json:"contexts,omitempty"`
}

// Marker is a comment of the bot, without its text.
type Marker struct {
	ID     int64  `json:"id"`
	Head   string `json:"head"`
	Failed bool   `json:"failed,omitempty"`
}

// Vote is a review, without its text.
type Vote struct {
	ID        int64  `json:"id"`
	User      User   `json:"user,omitzero"`
	State     string `json:"state"`
	CommitSHA string `json:"commit,omitempty"`
	Official  bool   `json:"official,omitempty"`
	Stale     bool   `json:"stale,omitempty"`
	Dismissed bool   `json:"dismissed,omitempty"`
}

// Event is an entry of the timeline. Titles are there only with "source"; names of base branches always.
type Event struct {
	ID       int64  `json:"id,omitempty"`
	Type     string `json:"type"`
	User     User   `json:"user,omitzero"`
	Old      Raw    `json:"old,omitempty"`
	New      Raw    `json:"new,omitempty"`
	Reviewer User   `json:"reviewer,omitzero"`
	Removed  bool   `json:"removed,omitempty"`
}

// Decision is the verdict and what followed from it.
type Decision struct {
	Verdict    string   `json:"verdict"`
	Exit       int      `json:"exit"`
	WouldExit  int      `json:"would_exit"`
	Observe    bool     `json:"observe,omitempty"`
	ApprovedBy string   `json:"approved_by,omitempty"`
	Reasons    []Reason `json:"reasons,omitempty"` // worst first, caps applied
	Notes      []string `json:"notes,omitempty"`
	Status     Status   `json:"status"`
	Actions    []Action `json:"actions,omitempty"`
}

// Status is the informative commit status of the verdict.
type Status struct {
	Context     string `json:"context,omitempty"`
	State       string `json:"state"`
	Description string `json:"description"`
}

// Action is one write to the server. A dry run plans it only.
type Action struct {
	Kind      string `json:"kind"`
	CommentID int64  `json:"comment,omitempty"`
	ReviewID  int64  `json:"review,omitempty"`
	Login     string `json:"login,omitempty"`
	Style     string `json:"style,omitempty"`
	Unless    bool   `json:"unless_set,omitempty"`
}
