package cli_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

// forgetful is a world with PR 7, on which the first run found something, and commits that follow.
func forgetful(t *testing.T, answers ...fake.ModelAnswer) *world {
	t.Helper()
	text := code("return 1 / x")["src/a.go"]
	file := func(name, text string) map[string]fake.File { return map[string]fake.File{name: {Data: text}} }
	list := append(commits(nil, codeChange),
		fake.Commit{Branch: "amended", From: "main", Files: file("src/a.go", strings.Replace(text, "package a\n", "package a\n\n// A divides.", 1))},
		fake.Commit{Branch: "renamed", From: "main", Files: file("src/c.go", text)},
		fake.Commit{Branch: "more", From: "topic", Files: file("docs/b.md", "# B\n")},
		fake.Commit{Branch: "cured", From: "topic", Files: file("src/a.go", code("return x")["src/a.go"])},
		fake.Commit{Branch: "release", From: "main"})
	w := newWorld(t, list, append([]fake.ModelAnswer{risky}, answers...)...)
	w.gitea.StartAt(time.Now().Add(-time.Hour))
	if r := w.run(); r.exit != 15 || r.codes() != "high_finding" {
		t.Fatalf("exit %d, codes %s\n%s", r.exit, r.codes(), r.stderr)
	}
	return w
}

// wipe deletes all comments of the bot.
func (w *world) wipe() {
	for _, c := range w.pull.Comments() {
		w.pull.DeleteComment(c.ID)
	}
}

// TestNoWayOfWipingMemoryHelps: whatever an author does to the result on PR 7, a commit with the cited line is not GREEN.
func TestNoWayOfWipingMemoryHelps(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(w *world)
		want string
	}{
		{"deletes the comment", func(w *world) { w.wipe() }, "earlier_result_missing"},
		{"edits the comment", func(w *world) {
			c := w.pull.Comments()[0]
			w.pull.EditComment(c.ID, strings.Replace(c.Body, "ORANGE", "GREEN", 1))
		}, "earlier_result_missing"},
		{"empties the comment", func(w *world) { w.pull.EditComment(w.pull.Comments()[0].ID, "thanks") }, "earlier_result_missing"},
		{"deletes it and pushes", func(w *world) { w.wipe(); w.pushTo("more", false) }, "earlier_result_missing"},
		{"deletes it and amends", func(w *world) { w.wipe(); w.pushTo("amended", true) }, "earlier_result_missing"},
		{"edits it and renames the file", func(w *world) {
			w.pull.EditComment(w.pull.Comments()[0].ID, "thanks")
			w.pushTo("renamed", true)
		}, "earlier_result_missing"},
		{"opens a second PR", func(w *world) { w.second("topic") }, "high_finding earlier_finding"},
		{"deletes it and opens a second PR", func(w *world) { w.wipe(); w.second("topic") }, "earlier_result_missing"},
		{"deletes it and opens a second PR with another commit", func(w *world) { w.wipe(); w.second("amended") }, "earlier_result_missing"},
		{"deletes it, closes, and opens a second PR with another name of the file", func(w *world) {
			w.wipe()
			w.pull.SetState("author", "closed")
			w.second("renamed")
		}, "earlier_result_missing"},
		{"closes and reopens", func(w *world) { w.pull.SetState("author", "closed"); w.pull.SetState("author", "open"); w.wipe() }, "earlier_result_missing"},
		{"deletes it, retargets there and back, and amends", func(w *world) {
			w.wipe()
			w.retarget("release", "main")
			w.pushTo("more", false)
		}, "earlier_result_missing"},
		{"deletes it and sets a GREEN status", func(w *world) {
			w.wipe()
			w.pull.Repo().SetStatus("author", fake.Status{SHA: w.pull.HeadSHA(), State: "success", Context: "ai-review/assessment", Description: "no relevant issue found"})
		}, "earlier_result_missing"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := forgetful(t, safe)
			tc.do(w)
			r := w.run()
			if r.exit == 0 || !strings.Contains(r.codes(), tc.want) {
				t.Errorf("exit %d, codes %s\n%s", r.exit, r.codes(), r.stderr)
			}
			if strings.Contains(tc.want, "missing") && !strings.Contains(r.stderr, "ORANGE on ") {
				t.Errorf("it does not say what is missing:\n%s", r.stderr)
			}
		})
	}
}

func (w *world) retarget(branches ...string) {
	w.t.Helper()
	for _, b := range branches {
		if err := w.pull.Retarget("author", b); err != nil {
			w.t.Fatal(err)
		}
	}
}

// TestAMissingResultStaysMissing: neither a rerun, nor --force, nor a push, nor deleting the next comment as well helps.
func TestAMissingResultStaysMissing(t *testing.T) {
	w := forgetful(t, safe, safe, safe, safe, safe)
	check := func(what string, args ...string) {
		t.Helper()
		if r := w.run(args...); r.exit != 10 || !strings.Contains(r.codes(), "earlier_result_missing") {
			t.Errorf("%s: exit %d, codes %s\n%s", what, r.exit, r.codes(), r.stderr)
		}
	}
	w.wipe()
	check("deleted")
	check("a rerun")
	check("--force", "--force")
	w.wipe()
	check("deleted again")
	w.pushTo("more", false)
	check("pushed")
	w.pushTo("amended", true)
	check("amended")
}

// TestAnOlderCommentOfTheSameHeadIsNoResult: a writer keeps the text of a better result and puts it back.
func TestAnOlderCommentOfTheSameHeadIsNoResult(t *testing.T) {
	w := newWorld(t, commits(nil, codeChange), safe, risky, safe)
	if r := w.run(); r.exit != 0 {
		t.Fatal(r.exit, r.stderr)
	}
	old := w.pull.Comments()[0]
	if r := w.run("--force"); r.exit != 15 {
		t.Fatal(r.exit, r.stderr)
	}
	w.pull.EditComment(old.ID, old.Body)
	if r := w.run(); r.exit != 10 || r.codes() != "earlier_result_missing" {
		t.Errorf("exit %d, codes %s\n%s", r.exit, r.codes(), r.stderr)
	}
}

// TestADeletedCommentDoesNotGiveMoneyBack: a missing result counts with what a review may cost.
func TestADeletedCommentDoesNotGiveMoneyBack(t *testing.T) {
	w := forgetful(t, safe)
	t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), "[budget]\n", "[budget]\nmax_usd_per_pr = 1.5\n", 1))
	w.wipe()
	if r := w.run(); !strings.Contains(r.codes(), "earlier_result_missing") || r.usage.Calls != 1 {
		t.Errorf("once: exit %d, codes %s\n%s", r.exit, r.codes(), r.stderr)
	}
	w.wipe()
	if r := w.run(); r.exit != 30 || !strings.Contains(r.codes(), "budget") || !strings.Contains(r.stderr, "whose comments are gone") {
		t.Errorf("twice: exit %d, codes %s\n%s", r.exit, r.codes(), r.stderr)
	}
}

// TestAHumanOpensAGateWithAMissingResult: an approval of exactly this head counts, as for every YELLOW.
func TestAHumanOpensAGateWithAMissingResult(t *testing.T) {
	w := forgetful(t, safe)
	reviewers(t, w)
	w.wipe()
	if r := w.run(); r.exit != 10 {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	w.pull.Review("ann", "APPROVED", w.pull.HeadSHA(), 0)
	if r := w.run(); r.exit != 0 {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
}

// TestOrdinaryLifeMissesNothing: whatever people and operators do all day, no result is missing.
func TestOrdinaryLifeMissesNothing(t *testing.T) {
	key := strings.Repeat("k", 40)
	for _, tc := range []struct {
		name string
		do   func(w *world)
		note bool
	}{
		{"a rerun", func(*world) {}, false},
		{"a push", func(w *world) { w.pushTo("cured", false) }, false},
		{"a rebase", func(w *world) { w.pushTo("amended", true) }, false},
		{"a retarget there and back", func(w *world) { w.retarget("release", "main") }, false},
		{"a rotated key", func(w *world) { w.t.Setenv("WERKREVISOR_STATE_KEY", key) }, true},
		{"an exchanged key", func(w *world) {
			w.t.Setenv("WERKREVISOR_STATE_KEY_OLD", os.Getenv("GITEA_BOT_TOKEN"))
			w.t.Setenv("WERKREVISOR_STATE_KEY", key)
		}, false},
		{"another bot", func(w *world) {
			w.gitea.AddUser("bot2", true)
			w.t.Setenv("GITEA_BOT_TOKEN", w.gitea.Token("bot2"))
			w.t.Setenv("WERKREVISOR_STATE_KEY", key)
			w.t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), `bot_login = "bot"`, `bot_login = "bot2"`, 1))
		}, false},
		{"200 other PRs with comments", func(w *world) {
			for i := range 200 {
				p, err := w.pull.Repo().AddPull(fake.NewPull{Number: 100 + i, Title: "x", Author: "author", Base: "main", Head: "cured"})
				if err != nil {
					w.t.Fatal(err)
				}
				p.Comment("ann", "hello")
			}
		}, false},
		{"a person's own status", func(w *world) {
			w.pull.Repo().SetStatus("author", fake.Status{SHA: w.pull.HeadSHA(), State: "failure", Context: "ai-review/assessment", Description: "a · 0123456789ab"})
		}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := forgetful(t)
			w.gitea.AddUser("ann", true)
			w.model.Always("chat", 0, risky)
			tc.do(w)
			for i := range 3 {
				args := []string{}
				if i == 1 {
					args = append(args, "--force")
				}
				r := w.run(args...)
				if strings.Contains(r.codes(), "missing") || r.exit == 30 {
					t.Errorf("run %d: exit %d, codes %s\n%s", i, r.exit, r.codes(), r.stderr)
				}
				if noted := strings.Contains(fmt.Sprint(w.pull.Comments()), "another state key"); i == 0 && noted != tc.note {
					t.Errorf("a note: %v", noted)
				}
			}
		})
	}
}
