package fake_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
)

func TestAssigneesOfAnOrganisationNeedNoWriteAccess(t *testing.T) {
	g, _ := simple(t)
	g.AddTeamReader("reader")
	g.AddUser("outsider", false)
	_, body, _ := call(t, g, g.Token("bot"), "GET", "/assignees", "")
	for login, want := range map[string]bool{"reader": true, "human": true, "outsider": false} {
		if strings.Contains(body, `"login":"`+login+`"`) != want {
			t.Errorf("%s: %s", login, body)
		}
	}
	if status, _, _ := call(t, g, g.Token("reader"), "POST", "/statuses/main", `{"state":"success"}`); status != 403 {
		t.Errorf("a reader sets a status: %d", status)
	}
}

// TestWhereTheHeadIs: a head of somebody without write access is in a fork, also if the access goes or comes later.
func TestWhereTheHeadIs(t *testing.T) {
	g, p := simple(t)
	agit, err := p.Repo().AddPull(fake.NewPull{Title: "t", Author: "outsider", Base: "main", Head: "later", AGit: true})
	if err != nil || agit.Number != 2 {
		t.Fatal(err, agit)
	}
	place := func(number string) (id int, ref string) {
		_, body, _ := call(t, g, "", "GET", "/pulls/"+number, "")
		var answer struct {
			Head struct {
				Ref  string
				Repo int `json:"repo_id"`
			}
		}
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatal(err)
		}
		return answer.Head.Repo, answer.Head.Ref
	}
	if id, ref := place("2"); id != 1 || ref != "refs/pull/2/head" {
		t.Errorf("AGit: %d %s", id, ref)
	}
	for _, writes := range []bool{true, false, true} {
		g.AddUser("author", writes)
		if id, ref := place("7"); ref != "feature" || (id == 1) != writes {
			t.Errorf("write access %v: %d %s", writes, id, ref)
		}
	}
}

func TestABlockedAccountCannotWriteToThePullRequest(t *testing.T) {
	g, p := simple(t)
	g.AddUser("second", true)
	g.AddAdmin("admin")
	own := p.Comment("bot", "before")
	g.Block("author", "bot", true)
	g.Block("author", "admin", true)
	g.Block("second", "human", true)
	type try struct{ method, path, body string }
	tries := []try{{"POST", "/issues/7/comments", `{"body":"x"}`}, {"POST", "/pulls/7/reviews", `{"event":"COMMENT","body":"x"}`},
		{"PATCH", "/issues/comments/" + jsonOf(t, own.ID), `{"body":"y"}`}}
	for _, tc := range tries {
		for login, blocked := range map[string]bool{"bot": true, "admin": false, "human": false} {
			status, body, _ := call(t, g, g.Token(login), tc.method, tc.path, tc.body)
			if (status == 403 && strings.Contains(body, `"message":"user is blocked"`)) != blocked || !blocked && status >= 300 {
				t.Errorf("%s %s of %s: %d %s", tc.method, tc.path, login, status, body)
			}
		}
	}
	g.Block("author", "bot", false)
	if status, body, _ := call(t, g, g.Token("bot"), "POST", "/issues/7/comments", `{"body":"x"}`); status != 201 {
		t.Errorf("unblocked: %d %s", status, body)
	}
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestWhatCountsAfterAChangeOfTheBase(t *testing.T) {
	for _, newServer := range []bool{false, true} {
		g, p := grown(t, fake.Recommended("human"))
		g.OfficialByBase(newServer)
		if err := p.Retarget("author", "next"); err != nil {
			t.Fatal(err)
		}
		p.Review("bot", "APPROVED", p.HeadSHA(), 0) // counts on "next", which has no whitelist
		p.Review("human", "REQUEST_CHANGES", p.HeadSHA(), 0)
		p.Review("human", "APPROVED", p.HeadSHA(), 0)
		if err := p.Retarget("author", "main"); err != nil {
			t.Fatal(err)
		}
		want := []string{fmt.Sprintf("APPROVED stale=false official=%v dismissed=false", !newServer)}
		if d := cmp.Diff(want, flags(p.Reviews(), "bot")); d != "" {
			t.Errorf("a new server %v: %s", newServer, d)
		}
		rows := []string{"REQUEST_CHANGES stale=false official=false dismissed=true", "APPROVED stale=false official=true dismissed=false"}
		if d := cmp.Diff(rows, flags(p.Reviews(), "human")); d != "" {
			t.Errorf("a new server %v: %s", newServer, d)
		}
	}
}

// TestOnePendingRequestHoldsTheMergeAlthoughAnotherReviewerApproved is the deadlock of two human reviewers.
func TestOnePendingRequestHoldsTheMergeAlthoughAnotherReviewerApproved(t *testing.T) {
	for _, blocks := range []bool{true, false} {
		rule := fake.Recommended("bot", "human", "second")
		rule.BlockOnRequests = blocks
		g, p := grown(t, rule)
		g.AddUser("second", true)
		p.RequestReview("bot", "human")
		p.RequestReview("bot", "second")
		passes(p)
		p.Review("human", "APPROVED", p.HeadSHA(), 0)
		want := map[bool]string{true: "There are official review requests", false: ""}[blocks]
		if text := p.Merge("human"); text != want {
			t.Errorf("blocks %v: %q", blocks, text)
		}
		if !blocks {
			continue
		}
		p.Withdraw("bot", "second")
		if text := p.Merge("human"); text != "" {
			t.Errorf("withdrawn: %q", text)
		}
	}
}

func TestARequiredContextIsAPattern(t *testing.T) {
	for pattern, want := range map[string]bool{
		"ai-review/gate": true, "ai-review/*": true, "*": true, "a*/main": true, "ai-review/base/*": true,
		"ai-review/base/release/?.0": true, "ai-review": false, "ai-review/gat": false, "?": false,
	} {
		_, p := grown(t, fake.Protection{StatusChecks: true, Contexts: []string{pattern}})
		for _, name := range []string{"ai-review/gate", "ai-review/base/main", "ai-review/base/release/1.0"} {
			p.Repo().SetStatus("bot", fake.Status{SHA: p.HeadSHA(), Context: name, State: "success"})
		}
		if text := p.Merge("human"); (text == "") != want {
			t.Errorf("%s: %q", pattern, text)
		}
	}
	_, p := grown(t, fake.Protection{StatusChecks: true, Contexts: []string{"ai-review/*"}})
	passes(p)
	p.Repo().SetStatus("bot", fake.Status{SHA: p.HeadSHA(), Context: "ai-review/base/main", State: "failure"})
	if text := p.Merge("human"); text != "Not all required status checks successful" {
		t.Errorf("one context that fits failed: %q", text)
	}
}
