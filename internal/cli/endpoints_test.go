package cli_test

import (
	"cmp"
	"fmt"
	"time"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
)

// endpoint is an operation that a gate run uses, and what becomes of the run when it fails.
type endpoint struct {
	name         string
	method, path string // MODEL and KEY are those of the model's endpoint
	after        int    // so many requests are served well
	text         bool   // the answer is no JSON
	limit        int    // bytes of an answer beyond which it is oversize
	before       func(a *aside) error
	reused       bool // an earlier run has set the status already
	usual        expected
	odd          map[string]expected // by the name of the fault
}

// resultAndError leaves a result and an error comment of this head, and the status of the error.
func resultAndError(a *aside) error {
	if r := a.run(); r.exit != 0 {
		return fmt.Errorf("the run before: %s", r.stderr)
	}
	a.gitea.Inject(fake.Fault{Method: "GET", Path: "/pulls/7/files", Status: 500})
	if r := a.run(); r.exit != 30 {
		return fmt.Errorf("the failing run before: %s", r.stderr)
	}
	return a.heal()
}

// onlyResult leaves the result of a complete run.
func onlyResult(a *aside) error {
	if r := a.run(); r.exit != 0 {
		return fmt.Errorf("the run before: %s", r.stderr)
	}
	return nil
}

// oneComment is a comment of a person from today.
func oneComment(a *aside) error {
	a.gitea.StartAt(time.Now().Add(-time.Hour))
	a.pull.Comment("author", "please look")
	return nil
}

// oddResult leaves a result of this head whose state does not fit it, so that a run edits it.
func oddResult(a *aside) error {
	a.pull.Comment("bot", "<!-- werkrevisor:"+a.pull.HeadSHA()+" -->\n## werkrevisor: RED\n")
	return nil
}

const (
	green      expected = "0"
	readFailed expected = "30 read_failed"
	writeFault expected = "30 write_failed"
	incomplete expected = "30 incomplete_change"
	superseded expected = "30 superseded"
	timedOut   expected = "30 timed_out"
	modelError expected = "30 model_error"
	modelTime  expected = "30 model_timeout"
)

// The results that differ from the usual one of an endpoint, by fault. Those that are green, each with its reason:
var (
	// What is read as a stream has no size limit, because what others write must not stop the gate (product.md 6).
	ofStream = map[string]expected{"oversize body": green}
	// A token without the scope read:user may not ask who it is; then [gate] bot_login tells (product.md 5).
	ofUser = map[string]expected{"403": green}
	// A branch that cannot be read shows no lock, which only makes YELLOW and ORANGE stricter (product.md 11).
	// It is not asked when the server is down or the time is over: then something else fails.
	ofBranch = map[string]expected{"refused connection": readFailed, slowDrip: timedOut}
	// A comment that is gone need not be deleted, and instead of an edit it is posted anew.
	ofGone = map[string]expected{"404": green}
	// The look at the key after the call is for the usage line only.
	ofKeyAfter = map[string]expected{slowDrip: green}

	// An answer that is another object than the PR is no complete change.
	ofPull = map[string]expected{"200 with an error": incomplete}
	// The diff is checked as a text.
	ofDiff = spoiled(incomplete, "oversize body")
	// A text that is not its blob is read again, with the diff; then the head counts as superseded (product.md 6).
	// One that is too large is a reason of its own.
	ofText = with1(spoiled(superseded, "404"), "oversize body", "10 unreviewable_change no_model_review")
	// The repository config is in the tree, so that it must be there.
	ofConfig   = with1(spoiled(incomplete, "404"), "oversize body", "30 config_invalid")
	ofContents = map[string]expected{"404": incomplete, "200 with an error": incomplete, "oversize body": "30 config_invalid"}
	ofModel    = map[string]expected{"time-out": modelTime, slowDrip: modelTime}
)

const slowDrip = "slow drip"

// spoiled are the faults that leave an answer with another text.
func spoiled(e expected, more ...string) map[string]expected {
	m := map[string]expected{}
	for _, name := range append(more, "empty body", "truncated JSON", "wrong type", "wrong charset", "200 with an error") {
		m[name] = e
	}
	return m
}

func with1(m map[string]expected, name string, e expected) map[string]expected {
	m[name] = e
	return m
}

// ofCommits: a list that nobody can have, or that is too long, is no failure: a human looks.
var ofCommits = map[string]expected{"404": "10 merge_drops_commits", "oversize body": "10 merge_drops_commits"}

// want is what the fault makes of the run.
func (e endpoint) want(f fault) expected {
	usual := e.usual
	if f.name == slowDrip {
		usual = timedOut // each byte comes in time, and the whole never
	}
	return cmp.Or(e.odd[f.name], usual)
}

// endpoints are the operations with the result of every fault of each.
var endpoints = []endpoint{
	{name: "who am I", method: "GET", path: "/user", usual: readFailed, odd: ofUser},
	{name: "PR", method: "GET", path: "/pulls/7", usual: readFailed, odd: ofPull},
	{name: "PR before the first write", method: "GET", path: "/pulls/7", after: 2, usual: readFailed, odd: ofPull},
	{name: "diff", method: "GET", path: "/pulls/7.diff", text: true, limit: pr.MaxDiff + 1, usual: readFailed, odd: ofDiff},
	{name: "file list", method: "GET", path: "/pulls/7/files", usual: readFailed, odd: ofStream},
	{name: "reviews", method: "GET", path: "/pulls/7/reviews", usual: readFailed, odd: ofStream},
	{name: "timeline", method: "GET", path: "/issues/7/timeline", usual: readFailed, odd: ofStream},
	{name: "comments", method: "GET", path: "/issues/7/comments", usual: readFailed, odd: ofStream},
	{name: "comments before the first write", method: "GET", path: "/issues/7/comments", after: 1, usual: readFailed, odd: ofStream},
	{name: "comments after the first write", method: "GET", path: "/issues/7/comments", after: 2, usual: readFailed, odd: ofStream},
	{name: "base branch", method: "GET", path: "/branches/main", usual: green, odd: ofBranch},
	{name: "texts", method: "GET", path: "/raw/docs/…", text: true, usual: readFailed, odd: ofText},
	{name: "repository config", method: "GET", path: "/raw/.werkrevisor.toml", text: true, usual: readFailed, odd: ofConfig},
	{name: "contents", method: "GET", path: "/contents/…", usual: readFailed, odd: ofContents},
	{name: "trees", method: "GET", path: "/git/trees/*", usual: readFailed},
	{name: "commits", method: "GET", path: "/compare/…", limit: 32<<20 + 1, usual: readFailed, odd: ofCommits},
	{name: "comments of the repository", method: "GET", path: "/issues/comments", before: oneComment, usual: readFailed, odd: ofStream},
	{name: "pull requests that changed last", method: "GET", path: "/pulls", usual: readFailed, odd: ofStream},
	{name: "statuses of earlier results", method: "GET", path: "/commits/*/statuses", before: onlyResult, reused: true, usual: readFailed, odd: ofStream},
	{name: "statuses before they are set", method: "GET", path: "/commits/*/statuses", after: 2, before: onlyResult, reused: true, usual: readFailed, odd: ofStream},
	{name: "new comment", method: "POST", path: "/issues/7/comments", usual: writeFault},
	{name: "edited comment", method: "PATCH", path: "/issues/comments/*", before: oddResult, usual: writeFault, odd: ofGone},
	{name: "deleted comment", method: "DELETE", path: "/issues/comments/*", before: resultAndError, usual: writeFault, odd: ofGone},
	{name: "new status", method: "POST", path: "/statuses/…", usual: writeFault},
	{name: "model", method: "MODEL", usual: modelError, odd: ofModel},
	{name: "key before the call", method: "KEY", usual: modelError, odd: ofModel},
	{name: "key after the call", method: "KEY", after: 1, usual: green, odd: ofKeyAfter},
}
