package run_test

import (
	"context"
	"strings"
	"time"

	"werkrevisor/internal/pr"
)

// publisher records the writes, and fails at those that are named.
type publisher struct {
	log      []string
	fail     map[string]error
	before   map[string]func()
	comments []pr.Comment
	reviews  []pr.Review
	events   []pr.Event
	bodies   []string
	lines    []string // of the log of the run
	hang     string   // a write that does not end before its context
	base     []string // states of the status of the base, which the log leaves out
}

func (p *publisher) do(what string) error {
	p.log = append(p.log, what)
	if before := p.before[what]; before != nil {
		before()
	}
	return p.fail[what]
}

func (p *publisher) Comment(_ context.Context, body string) (pr.Comment, error) {
	p.bodies = append(p.bodies, body)
	return pr.Comment{ID: 5, URL: "url", Body: body}, p.do("comment")
}

func (p *publisher) EditComment(_ context.Context, id int64, body string) (pr.Comment, error) {
	p.bodies = append(p.bodies, body)
	return pr.Comment{ID: id, URL: "url", Body: body}, p.do("edit")
}

func (p *publisher) DeleteComment(context.Context, int64) error { return p.do("delete") }

func (p *publisher) Comments(context.Context) ([]pr.Comment, error) {
	return p.comments, p.fail["list"]
}

func (p *publisher) Thread(context.Context, string) ([]pr.Review, []pr.Event, error) {
	return p.reviews, p.events, p.fail["reviews"]
}

func (p *publisher) Blocked(context.Context) bool { return p.fail["blocked"] != nil }

func (p *publisher) Review(_ context.Context, state, head, _ string) (pr.Review, error) {
	return pr.Review{ID: 9, State: state, CommitSHA: head, Official: true}, p.do("review " + state)
}

func (p *publisher) DeleteReview(context.Context, int64) error { return p.do("delete review") }

func (p *publisher) RequestReview(_ context.Context, login string) error {
	return p.do("request " + login)
}

func (p *publisher) WithdrawRequest(_ context.Context, login string) error {
	return p.do("withdraw " + login)
}

func (p *publisher) ScheduleMerge(context.Context, string, string) error { return p.do("schedule") }

func (p *publisher) CancelMerge(ctx context.Context) error {
	if p.hang == "cancel" {
		defer func() { <-ctx.Done() }()
	}
	return p.do("cancel")
}

func (p *publisher) RepositoryComments(context.Context, time.Time) (map[int][]pr.Comment, error) {
	return nil, p.fail["repository"]
}

func (p *publisher) NowOf(context.Context, int) (pr.Now, error) { return pr.Now{}, p.fail["other"] }

func (p *publisher) RecentPulls(context.Context, int) ([]pr.Recent, error) {
	return nil, p.fail["recent"]
}

func (p *publisher) Statuses(context.Context, string, string) ([]pr.CommitStatus, error) {
	return nil, p.fail["statuses"]
}

func (p *publisher) GateState(context.Context, string, string) (string, error) {
	return "", p.fail["gate"]
}

func (p *publisher) StatusStands(context.Context, pr.CommitStatus) (bool, error) {
	return false, p.fail["stands"]
}

func (p *publisher) Status(_ context.Context, s pr.CommitStatus) error {
	if strings.HasPrefix(s.Context, "ai-review/base/") {
		p.base = append(p.base, s.State)
		return p.fail["base "+s.State]
	}
	return p.do("status " + s.State)
}
