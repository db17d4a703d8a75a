package run_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// server is what runs of one head see of each other: comments, reviews, requests, the schedule and statuses.
type server struct {
	mu        sync.Mutex
	waiting   []waiting
	id        int64
	comments  []pr.Comment
	reviews   []pr.Review
	events    []pr.Event
	statuses  map[string]string
	rows      []pr.CommitStatus // as they came
	scheduled bool
	log       []string
}

// waiting is a call that has not got its turn yet.
type waiting struct {
	run   int
	begin chan struct{}
}

// rival is the server as one run sees it: each call waits for its turn.
type rival struct {
	*server
	run int
}

var theBot = pr.User{ID: 1, Login: "bot"}

func newServer() *server {
	return &server{id: 100, statuses: map[string]string{}, events: []pr.Event{{ID: 1, Type: pr.Pushed, Commits: []string{change().Head.SHA}},
		{ID: 2, Type: pr.TitleChanged, Old: "WIP: x", New: "x"}}}
}

// turn waits until the test lets the call happen.
func (r *rival) turn() {
	w := waiting{r.run, make(chan struct{})}
	r.mu.Lock()
	at := len(r.waiting)
	for at > 0 && r.waiting[at-1].run > r.run { // in an order that does not hang on the machine
		at--
	}
	r.waiting = slices.Insert(r.waiting, at, w)
	r.mu.Unlock()
	<-w.begin
}

// do is one call.
func (r *rival) do(format string, args ...any) func() {
	r.turn()
	r.mu.Lock()
	r.log = append(r.log, fmt.Sprintf("run %d: ", r.run)+fmt.Sprintf(format, args...))
	r.id++
	return r.mu.Unlock
}

// Blocked is no write: nobody blocks the bot here.
func (r *rival) Blocked(context.Context) bool { return false }

func (r *rival) Comment(_ context.Context, body string) (pr.Comment, error) {
	defer r.do("comment %.60q", body[50:])()
	c := pr.Comment{ID: r.id, User: theBot, Body: body, URL: fmt.Sprint(r.id)}
	r.comments = append(r.comments, c)
	return c, nil
}

func (r *rival) EditComment(_ context.Context, id int64, body string) (pr.Comment, error) {
	defer r.do("edit comment %d", id)()
	for i := range r.comments {
		if r.comments[i].ID == id {
			r.comments[i].Body = body
			return r.comments[i], nil
		}
	}
	return pr.Comment{}, pr.ErrGone
}

func (r *rival) DeleteComment(_ context.Context, id int64) error {
	defer r.do("delete comment %d", id)()
	r.comments = slices.DeleteFunc(slices.Clone(r.comments), func(c pr.Comment) bool { return c.ID == id })
	return nil
}

func (r *rival) Comments(context.Context) ([]pr.Comment, error) {
	defer r.do("list comments")()
	return slices.Clone(r.comments), nil
}

func (r *rival) StatusStands(context.Context, pr.CommitStatus) (bool, error) { return false, nil }

func (r *rival) Thread(context.Context, string) ([]pr.Review, []pr.Event, error) {
	defer r.do("read the thread")()
	return slices.Clone(r.reviews), slices.Clone(r.events), nil
}

func (r *rival) Review(_ context.Context, state, head, _ string) (pr.Review, error) {
	defer r.do("review %s", state)()
	for i := range r.reviews {
		if r.reviews[i].User == theBot {
			r.reviews[i].Dismissed, r.reviews[i].Official = true, false
		}
	}
	review := pr.Review{ID: r.id, User: theBot, State: state, CommitSHA: head, Official: true}
	r.reviews = append(r.reviews, review)
	return review, nil
}

func (r *rival) DeleteReview(_ context.Context, id int64) error {
	defer r.do("delete review %d", id)()
	r.reviews = slices.DeleteFunc(slices.Clone(r.reviews), func(v pr.Review) bool { return v.ID == id })
	return nil
}

func (r *rival) RequestReview(_ context.Context, login string) error {
	defer r.do("request %s", login)()
	if !slices.ContainsFunc(r.reviews, func(v pr.Review) bool { return v.User.Login == login }) {
		r.reviews = append(r.reviews, pr.Review{ID: r.id, User: pr.User{Login: login}, State: "REQUEST_REVIEW", Official: true})
		r.events = append(r.events, pr.Event{ID: r.id, Type: pr.ReviewRequested, User: theBot, Reviewer: pr.User{Login: login}})
	}
	return nil
}

func (r *rival) WithdrawRequest(_ context.Context, login string) error {
	defer r.do("withdraw %s", login)()
	r.reviews = slices.DeleteFunc(slices.Clone(r.reviews), func(v pr.Review) bool { return v.User.Login == login })
	r.events = append(r.events, pr.Event{ID: r.id, Type: pr.ReviewRequested, User: theBot, Reviewer: pr.User{Login: login}, Removed: true})
	return nil
}

func (r *rival) ScheduleMerge(context.Context, string, string) error {
	defer r.do("schedule")()
	if !r.scheduled {
		r.scheduled = true
		r.events = append(r.events, pr.Event{ID: r.id, Type: pr.MergeScheduled, User: theBot})
	}
	return nil
}

func (r *rival) CancelMerge(context.Context) error {
	defer r.do("cancel")()
	if r.scheduled {
		r.scheduled = false
		r.events = append(r.events, pr.Event{ID: r.id, Type: pr.MergeCancelled, User: theBot})
	}
	return nil
}

func (r *rival) RepositoryComments(context.Context, time.Time) (map[int][]pr.Comment, error) {
	return nil, nil
}

func (r *rival) NowOf(context.Context, int) (pr.Now, error) { return pr.Now{}, nil }

func (r *rival) RecentPulls(context.Context, int) ([]pr.Recent, error) { return nil, nil }

func (r *rival) Statuses(_ context.Context, _, name string) (list []pr.CommitStatus, _ error) {
	for _, s := range r.rows {
		if s.Context == name {
			list = append(list, s)
		}
	}
	return list, nil
}

func (r *rival) GateState(context.Context, string, string) (string, error) { return "", nil }

func (r *rival) Status(_ context.Context, s pr.CommitStatus) error {
	defer r.do("status %s %s", s.Context, s.State)()
	r.statuses[s.Context] = s.State
	r.rows = append(r.rows, s)
	return nil
}

// rivalSource reads the PR for one run.
type rivalSource struct {
	*rival
	level verdict.Level
}

func (s rivalSource) Change(context.Context) (pr.Change, error) {
	defer s.do("read")()
	c := changeFor(s.level)
	c.Thread = pr.Thread{Bot: theBot, Comments: slices.Clone(s.comments), Reviews: slices.Clone(s.reviews), Events: slices.Clone(s.events)}
	return c, nil
}

func (s rivalSource) Texts(_ context.Context, c pr.Change, _ pr.Want) (pr.Change, error) {
	return c, nil
}

func (s rivalSource) Now(context.Context) (pr.Now, error) { return change().Now(), nil }
