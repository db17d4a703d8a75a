package cli_test

import (
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// TestOfTwoRunsOfOneHeadTheWorseResultStays lets a second run of the same head begin and end inside of the first one,
// at every place where the first one talks to a server.
func TestOfTwoRunsOfOneHeadTheWorseResultStays(t *testing.T) {
	places := map[string]fake.Fault{
		"before the first reads":     {Method: "GET", Path: "/pulls/7"},
		"before the model answers":   {},
		"before the last look":       {Method: "GET", Path: "/issues/7/comments", After: 1},
		"before the comment":         {Method: "POST", Path: "/issues/7/comments"},
		"before the second look":     {Method: "GET", Path: "/issues/7/comments", After: 2},
		"before the status":          {Method: "POST", Path: "/statuses/…"},
		"before the look at the end": {Method: "GET", Path: "/issues/7/comments", After: 3},
	}
	for place, fault := range places {
		for _, tc := range []struct {
			name         string
			first, other fake.ModelAnswer
			want         int
		}{
			{"both safe", safe, safe, 0},
			{"the other one risky", safe, risky, 15},
			{"the first one risky", risky, safe, 15},
			{"both risky", risky, risky, 15},
		} {
			t.Run(place+", "+tc.name, func(t *testing.T) {
				w := newWorld(t, commits(nil, codeChange))
				var inner result
				begin := func() { inner = w.run() }
				switch place {
				case "before the first reads":
					w.model.Script(tc.other, tc.first) // the second run asks first
				case "before the model answers":
					tc.first.Before = begin
					w.model.Script(tc.first, tc.other)
				default:
					w.model.Script(tc.first, tc.other)
				}
				if fault.Path != "" {
					fault := fault
					fault.Times, fault.Before = 1, begin
					w.gitea.Inject(fault)
				}
				outer := w.run()
				w.model.Script()
				comments := w.pull.Comments()
				statuses := w.pull.Repo().Statuses(w.pull.HeadSHA())
				if len(comments) != 1 || len(statuses) == 0 {
					t.Fatalf("%d comments, %d statuses; inner exit %d, outer exit %d\n%s\n%s", len(comments), len(statuses), inner.exit, outer.exit, inner.stderr, outer.stderr)
				}
				last := statuses[len(statuses)-1]
				want, state := "GREEN", "success"
				if worst := max(inner.exit, outer.exit); worst == 15 {
					want, state = "ORANGE", "warning"
				}
				if !strings.Contains(comments[0].Body, "## werkrevisor: "+want) || last.State != state {
					t.Errorf("comment says %.300s, status %s; inner %d, outer %d", comments[0].Body, last.State, inner.exit, outer.exit)
				}
				// The run that ends last knows both results, unless the other one took over the comment that stood already.
				if len(w.model.Calls()) == 2 && outer.exit != tc.want {
					t.Errorf("inner exit %d, outer exit %d, want %d\n%s", inner.exit, outer.exit, tc.want, outer.stderr)
				}
				rerun := w.run()
				if rerun.exit != outer.exit || !rerun.usage.Reused {
					t.Errorf("the rerun: exit %d instead of %d, reused %v", rerun.exit, outer.exit, rerun.usage.Reused)
				}
			})
		}
	}
}

// TestOfTwoRunsInApprovalModeNoApprovalStandsBesideAWorseVerdict lets a second run begin and end at every write of the first
// one, and at its reads between them. Package run plays finer orders.
func TestOfTwoRunsInApprovalModeNoApprovalStandsBesideAWorseVerdict(t *testing.T) {
	for place, fault := range map[string]fake.Fault{
		"before the model answers": {},
		"before the comment":       {Method: "POST", Path: "/issues/7/comments"},
		"before the statuses":      {Method: "POST", Path: "/statuses/…"},
		"before the second status": {Method: "POST", Path: "/statuses/…", After: 1},
		"before the reviews":       {Method: "GET", Path: "/pulls/7/reviews", After: 2},
		"before the other heads":   {Method: "GET", Path: "/issues/comments", After: 2},
		"before the review":        {Method: "POST", Path: "/pulls/7/reviews"},
		"before the schedule":      {Method: "POST", Path: "/pulls/7/merge"},
		"before the last look":     {Method: "GET", Path: "/pulls/7/reviews", After: 4},
	} {
		for _, tc := range []struct {
			name         string
			first, other fake.ModelAnswer
		}{
			{"both safe", safe, safe}, {"the other one risky", safe, risky}, {"the first one risky", risky, safe},
			{"the other one fails", safe, fake.ModelAnswer{Finish: "length"}},
		} {
			if fault.Path == "/pulls/7/reviews" && fault.Method == "POST" && tc.name == "the first one risky" {
				continue // it writes none
			}
			t.Run(place+", "+tc.name, func(t *testing.T) {
				w := newGate(t, "approval", automerge, commits(nil, codeChange))
				w.finished()
				var inner result
				begin := func() { inner = w.run("--force") }
				if fault.Path == "" {
					tc.first.Before = begin
				} else {
					fault := fault
					fault.Times, fault.Before = 1, begin
					w.gitea.Inject(fault)
				}
				w.model.Script(tc.first, tc.other)
				outer := w.run()
				risk := strings.HasPrefix(outer.usage.Verdict, "ORANGE") || inner.usage.Verdict == "ORANGE"
				want, verdict := "bot APPROVED", "GREEN"
				if risk {
					want, verdict = "bob REQUEST_REVIEW", "ORANGE"
				}
				body := ""
				for _, c := range w.pull.Comments() {
					body += c.Body
				}
				scheduled := w.pull.Scheduled() == "bot" || inner.exit == 30 // an ERROR takes the schedule back, and a rerun makes it again
				if w.reviews() != want || !scheduled || !strings.Contains(body, "## werkrevisor: "+verdict) || outer.usage.Verdict != verdict {
					t.Errorf("reviews %q, scheduled by %q; inner %s %d, outer %s %d %s\n%s", w.reviews(), w.pull.Scheduled(),
						inner.usage.Verdict, inner.exit, outer.usage.Verdict, outer.exit, outer.codes(), outer.stderr)
				}
			})
		}
	}
}
