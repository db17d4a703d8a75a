package fake_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// TestWhatWakesAScheduledMerge holds the triggers of gitea.md 2.8: everything else is there already.
func TestWhatWakesAScheduledMerge(t *testing.T) {
	for _, tc := range []struct {
		name string
		hold func(g *fake.Gitea, p *fake.Pull) // keeps the PR out
		act  func(g *fake.Gitea, p *fake.Pull)
		want bool
	}{
		{"a success on the head", func(*fake.Gitea, *fake.Pull) {}, func(_ *fake.Gitea, p *fake.Pull) { passes(p) }, true},
		{"a failure on the head", func(*fake.Gitea, *fake.Pull) {}, func(_ *fake.Gitea, p *fake.Pull) {
			p.Repo().SetStatus("author", fake.Status{SHA: p.HeadSHA(), Context: "ai-review/gate", State: "warning"})
		}, false},
		{"a rejection that its author takes away", reject, func(g *fake.Gitea, p *fake.Pull) {
			for _, r := range p.Reviews() {
				if r.User == "human" {
					call(t, g, g.Token("human"), "DELETE", fmt.Sprintf("/pulls/7/reviews/%d", r.ID), "")
				}
			}
		}, false},
		{"a rejection that is dismissed", reject, func(_ *fake.Gitea, p *fake.Pull) { p.Dismiss("human") }, true},
		{"a rejection that becomes an approval", reject, func(_ *fake.Gitea, p *fake.Pull) { p.Review("human", "APPROVED", p.HeadSHA(), 0) }, true},
		{"a rejection, and an approval of another head", reject, func(_ *fake.Gitea, p *fake.Pull) {
			other, _ := p.Repo().Head("later")
			p.Review("human", "APPROVED", other, 0)
		}, false},
		{"a request that is withdrawn", ask, func(_ *fake.Gitea, p *fake.Pull) { p.Withdraw("author", "human") }, false},
		{"a request that is withdrawn, and a new schedule", ask, func(_ *fake.Gitea, p *fake.Pull) {
			p.Withdraw("author", "human")
			p.Unschedule("bot")
			p.Schedule("bot")
		}, true},
		{"the bot lost its rights", ask, func(g *fake.Gitea, p *fake.Pull) { g.AddUser("bot", false); p.Withdraw("author", "human"); passes(p) }, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g, p := grown(t, fake.Recommended("bot", "human"))
			if tc.name != "a success on the head" && tc.name != "a failure on the head" {
				passes(p)
			}
			tc.hold(g, p)
			p.Review("bot", "APPROVED", p.HeadSHA(), 0)
			p.Schedule("bot")
			wantMerged(t, p, false)
			tc.act(g, p)
			wantMerged(t, p, tc.want)
		})
	}
}

func reject(_ *fake.Gitea, p *fake.Pull) { p.Review("human", "REQUEST_CHANGES", p.HeadSHA(), 0) }
func ask(_ *fake.Gitea, p *fake.Pull)    { p.RequestReview("author", "human") }

func TestRefusalsOfAMergeAreThoseOfTheRealServer(t *testing.T) {
	direct, schedule := `{"Do":"merge"}`, `{"Do":"merge","merge_when_checks_succeed":true}`
	for _, tc := range []struct {
		recorded, user, body string
		status               int
		act                  func(g *fake.Gitea, p *fake.Pull)
	}{
		{"merge-direct-blocked-405", "bot", direct, 405, func(_ *fake.Gitea, p *fake.Pull) { passes(p) }},
		{"merge-blocked-by-old-red-405", "bot", direct, 405, func(g *fake.Gitea, p *fake.Pull) {
			passes(p)
			ask(g, p)
			reject(g, p)
			p.Review("bot", "APPROVED", p.HeadSHA(), 0)
		}},
		{"merge-direct-wrong-head", "bot", `{"Do":"merge","head_commit_id":"deadbeefdeadbeefdeadbeefdeadbeefdeadbeef"}`, 409,
			func(_ *fake.Gitea, p *fake.Pull) { passes(p); p.Review("bot", "APPROVED", p.HeadSHA(), 0) }},
		{"merge-wip-scheduled", "bot", schedule, 405, func(_ *fake.Gitea, p *fake.Pull) { p.SetTitle("author", "WIP: x") }},
		{"merge-schedule-outsider", "outsider", schedule, 405, func(*fake.Gitea, *fake.Pull) {}},
		{"merge-schedule-merged-405", "bot", schedule, 405, func(_ *fake.Gitea, p *fake.Pull) { p.SetState("human", "merged") }},
		{"merge-schedule-conflict-405", "bot", schedule, 405, func(_ *fake.Gitea, p *fake.Pull) { moveBase(t, p, "clash") }},
		{"merge-schedule-again-409", "bot", schedule, 409, func(_ *fake.Gitea, p *fake.Pull) { p.Schedule("human") }},
	} {
		g, p := grown(t, fake.Recommended("bot", "human"))
		g.AddUser("outsider", false)
		tc.act(g, p)
		status, body, _ := call(t, g, g.Token(tc.user), "POST", "/pulls/7/merge", tc.body)
		var answer struct{ Message string }
		_ = json.Unmarshal([]byte(body), &answer)
		want, _, _ := strings.Cut(message(t, tc.recorded), " [pull_id")
		if got, _, _ := strings.Cut(answer.Message, " [pull_id"); status != tc.status || got != want {
			t.Errorf("%s: %d %q, want %q", tc.recorded, status, answer.Message, want)
		}
	}
}

func TestWithoutProtectionAScheduleMergesAtOnce(t *testing.T) {
	_, p := simple(t)
	if text := p.Schedule("bot"); text != "" {
		t.Error(text)
	}
	wantMerged(t, p, true)
}
