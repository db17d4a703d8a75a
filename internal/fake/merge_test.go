package fake_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
)

// recorded decodes an answer of a real server.
func recorded(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// message is the text of a recorded refusal.
func message(t *testing.T, name string) string {
	t.Helper()
	var answer struct{ Message string }
	recorded(t, name, &answer)
	return answer.Message
}

// flags shows what counts of the reviews of one account; those of a recording have the same form.
func flags(list []fake.Review, login string) []string {
	var rows []string
	for _, r := range list {
		if r.User == login {
			rows = append(rows, fmt.Sprintf("%s stale=%v official=%v dismissed=%v", r.State, r.Stale, r.Official, r.Dismissed))
		}
	}
	return rows
}

func recordedFlags(t *testing.T, name, login string) []string {
	t.Helper()
	var list []struct {
		User                       struct{ Login string }
		State                      string
		Stale, Official, Dismissed bool
	}
	recorded(t, name, &list)
	var reviews []fake.Review
	for _, r := range list {
		reviews = append(reviews, fake.Review{User: r.User.Login, State: r.State, Stale: r.Stale, Official: r.Official, Dismissed: r.Dismissed})
	}
	return flags(reviews, login)
}

// grown serves a PR whose head can move to "later" (one more file), to "other" (another content) and to "merged" (the base
// merged into it, as far as its files go), onto a protected base.
func grown(t *testing.T, rule fake.Protection) (*fake.Gitea, *fake.Pull) {
	t.Helper()
	g, p := server(t, fake.Commit{Branch: "main", Files: map[string]fake.File{"a": data("a\n"), "dir/b": data("b\n")}},
		fake.Commit{Branch: "feature", From: "main", Files: map[string]fake.File{"a": data("A\n")}},
		fake.Commit{Branch: "later", From: "feature", Files: map[string]fake.File{"c": data("c\n")}},
		fake.Commit{Branch: "other", From: "main", Files: map[string]fake.File{"a": data("other\n")}},
		fake.Commit{Branch: "next", From: "main", Files: map[string]fake.File{"n": data("n\n")}},
		fake.Commit{Branch: "updated", From: "next", Files: map[string]fake.File{"a": data("A\n")}},
		fake.Commit{Branch: "clash", From: "main", Files: map[string]fake.File{"a": data("clash\n")}})
	p.Repo().Protect("main", rule)
	return g, p
}

func push(t *testing.T, p *fake.Pull, rev string) {
	t.Helper()
	if err := p.Push("author", rev, true); err != nil {
		t.Fatal(err)
	}
}

// passes sets the gate's status of the head, as a CI server does.
func passes(p *fake.Pull) {
	p.Repo().SetStatus("author", fake.Status{SHA: p.HeadSHA(), Context: "ai-review/gate", State: "success"})
}

func wantMerged(t *testing.T, p *fake.Pull, want bool) {
	t.Helper()
	if m, ok := p.Merged(); ok != want {
		t.Errorf("merged %v: %+v; reviews %+v", ok, m, p.Reviews())
	}
}

func TestAPushDismissesApprovalsAsRecorded(t *testing.T) {
	g, p := grown(t, fake.Recommended("bot", "human"))
	p.Schedule("bot")
	p.Review("bot", "APPROVED", p.HeadSHA(), 0)
	old := p.HeadSHA()
	p.Review("human", "REQUEST_CHANGES", old, 0)
	push(t, p, "other")
	var events []struct{ Type string }
	recorded(t, "timeline-after-push", &events)
	if d := cmp.Diff(eventTypes(events), eventTypes(timeline(t, g))); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(recordedFlags(t, "review-list-after-push", "bot"), flags(p.Reviews(), "bot")); d != "" {
		t.Error(d)
	}
	if got := flags(p.Reviews(), "human"); got[0] != "REQUEST_CHANGES stale=true official=true dismissed=false" {
		t.Errorf("a rejection goes on (finding 4): %q", got)
	}
	late := p.Review("bot", "APPROVED", old, 0)
	var want fake.Review
	recorded(t, "review-approve-old-head-race", &struct{ Stale, Official, Dismissed *bool }{&want.Stale, &want.Official, &want.Dismissed})
	if late.Stale != want.Stale || late.Official != want.Official || late.Dismissed != want.Dismissed {
		t.Errorf("a late approval (finding 5): %+v, want %+v", late, want)
	}
	if p.Schedule("bot") == "" || p.Scheduled() != "bot" {
		t.Error("the schedule did not survive the push (finding 7)")
	}
}

func TestALateApprovalOfAnOldHeadMergesUnlessStaleOnesAreIgnored(t *testing.T) {
	for _, ignore := range []bool{false, true} {
		rule := fake.Recommended("bot")
		rule.IgnoreStale = ignore
		_, p := grown(t, rule)
		old := p.HeadSHA()
		p.Schedule("bot")
		push(t, p, "other")
		p.Review("bot", "APPROVED", old, 0)
		passes(p)
		wantMerged(t, p, !ignore)
		if text := p.Merge("human"); ignore && text != message(t, "m6-direct") {
			t.Errorf("the button says %q", text)
		}
	}
}

func TestAPushThatOnlyTakesFilesBackKeepsTheApproval(t *testing.T) {
	for rev, stays := range map[string]bool{"feature": true, "other": false, "main": true} {
		_, p := grown(t, fake.Recommended("bot"))
		push(t, p, "later")
		p.Review("bot", "APPROVED", p.HeadSHA(), 0)
		push(t, p, rev)
		want := fmt.Sprintf("APPROVED stale=%v official=true dismissed=%v", !stays, !stays)
		if got := flags(p.Reviews(), "bot"); got[0] != want {
			t.Errorf("%s: %q, want %q", rev, got, want)
		}
	}
}

func TestAnUpdateOfTheBranchKeepsTheApprovalAsRecorded(t *testing.T) {
	_, p := grown(t, fake.Recommended("bot"))
	p.Review("bot", "APPROVED", p.HeadSHA(), 0)
	passes(p)
	moveBase(t, p, "next")
	if text := p.Merge("human"); text != message(t, "merge-blocked-outdated-405") {
		t.Errorf("behind the base: %q", text)
	}
	push(t, p, "updated")
	if d := cmp.Diff(recordedFlags(t, "review-list-after-update-branch", "bot"), flags(p.Reviews(), "bot")); d != "" {
		t.Error(d)
	}
	passes(p)
	if text := p.Merge("human"); text != "" {
		t.Errorf("after the update: %q", text)
	}
}

// moveBase points the base of the PR at another branch's commit.
func moveBase(t *testing.T, p *fake.Pull, rev string) {
	t.Helper()
	if err := p.Repo().MoveBranch("main", rev); err != nil {
		t.Fatal(err)
	}
}

func TestARequestTakesTheWeightOfAnApprovalUntilItIsWithdrawn(t *testing.T) {
	_, p := grown(t, fake.Recommended("bot", "human"))
	p.Review("bot", "COMMENT", p.HeadSHA(), 0)
	p.Review("bot", "REQUEST_CHANGES", p.HeadSHA(), 0)
	p.Review("bot", "APPROVED", p.HeadSHA(), 0)
	if d := cmp.Diff(recordedFlags(t, "review-list-all", "bot"), flags(p.Reviews(), "bot")); d != "" {
		t.Errorf("approved: %s", d)
	}
	p.RequestReview("bot", "bot")
	if d := cmp.Diff(recordedFlags(t, "review-list-after-request", "bot"), flags(p.Reviews(), "bot")); d != "" {
		t.Errorf("asked: %s", d)
	}
	p.Withdraw("author", "bot")
	if d := cmp.Diff(recordedFlags(t, "review-list-final", "bot"), flags(p.Reviews(), "bot")); d != "" {
		t.Errorf("withdrawn: %s", d)
	}
}

func TestAChangeOfTheBaseDismissesNothingAndReplacesThePushEventsAsRecorded(t *testing.T) {
	g, p := grown(t, fake.Recommended("bot"))
	p.Schedule("bot")
	p.Review("bot", "APPROVED", p.HeadSHA(), 0)
	if err := p.Retarget("author", "next"); err != nil {
		t.Fatal(err)
	}
	if got := flags(p.Reviews(), "bot"); got[0] != "APPROVED stale=false official=true dismissed=false" || p.Scheduled() != "bot" {
		t.Errorf("reviews %q, scheduled by %q", got, p.Scheduled())
	}
	var want []struct{ Type string }
	recorded(t, "timeline-retarget", &want)
	if d := cmp.Diff(eventTypes(want), eventTypes(timeline(t, g))); d != "" {
		t.Error(d)
	}
}

func timeline(t *testing.T, g *fake.Gitea) (events []struct{ Type string }) {
	t.Helper()
	_, body, _ := call(t, g, "", "GET", "/issues/7/timeline", "")
	if err := json.Unmarshal([]byte(body), &events); err != nil {
		t.Fatal(err)
	}
	return events
}

// eventTypes are the types of a timeline without the reviews themselves.
func eventTypes(events []struct{ Type string }) (list []string) {
	for _, e := range events {
		if e.Type != "review" {
			list = append(list, e.Type)
		}
	}
	return list
}
