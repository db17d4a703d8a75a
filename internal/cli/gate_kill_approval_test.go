package cli_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"werkrevisor/internal/fake"
)

// movedOn is an aside in approval mode with automerge, whose bot approved and scheduled a head that is not there any more.
// The server keeps both: nothing but the next run takes them back.
func movedOn(repo, output string) (*aside, error) {
	a, err := newAside(repo, output)
	if err != nil {
		return nil, err
	}
	a.gitea.AddUser("ann", true)
	a.gitea.AddUser("bob", true)
	a.pull.Repo().Protect("main", fake.Protection{RequiredApprovals: 1, StatusChecks: true, Contexts: []string{"ai-review/gate"},
		Whitelist: []string{"bot", "ann", "bob"}})
	a.pull.SetTitle("author", "WIP: Fix the gate")
	a.pull.SetTitle("author", "Fix the gate")
	a.call.Env["WERKREVISOR_CONFIG_TOML"] = strings.Replace(a.call.Env["WERKREVISOR_CONFIG_TOML"], `yellow_gate = "block"`,
		"yellow_gate = \"approval\"\nhuman_reviewers = [\"ann\", \"bob\"]\n"+automerge, 1)
	a.model.Always("chat", 0, safe)
	if r := a.run(); r.exit != 0 || a.pull.Scheduled() != "bot" {
		return a, fmt.Errorf("the first head: exit %d, scheduled by %q\n%s", r.exit, a.pull.Scheduled(), r.stderr)
	}
	if err := a.heal(); err != nil {
		return a, err
	}
	err = a.pull.Push("author", "next", false)
	a.call.Env["WERKATOR_PR_HEAD_SHA"] = a.pull.HeadSHA()
	return a, err
}

// leftBehind is what a run in approval mode leaves, in words.
func (a *aside) leftBehind(exit int) string {
	text := a.left(exit)
	for _, r := range a.pull.Reviews() {
		text += fmt.Sprintf(", %s %s %v", r.User, r.State, r.SHA == a.pull.HeadSHA())
	}
	return text + ", scheduled by " + a.pull.Scheduled()
}

// ofOlderHeads is what the bot left for a head that is gone; before is the number of writes before the run.
func (a *aside) ofOlderHeads(before int) string {
	for _, r := range a.pull.Reviews() {
		if r.User == "bot" && r.State == "APPROVED" && r.SHA != a.pull.HeadSHA() {
			return "an approval of an older head survived"
		}
	}
	for _, r := range a.gitea.Writes()[before:] {
		if fake.Matches("POST", "/pulls/7/merge", r) {
			return ""
		}
	}
	if a.pull.Scheduled() != "" {
		return "a schedule for an older head survived"
	}
	return ""
}

// TestAfterASignalNothingOfAnOlderHeadSurvives ends a run in approval mode with automerge at every request: as soon as the PR
// is secured, neither approval nor schedule of the older head is left, and a rerun leaves what an undisturbed run leaves.
func TestAfterASignalNothingOfAnOlderHeadSurvives(t *testing.T) {
	repo, output := t.TempDir(), t.TempDir()
	if _, err := fake.InitRepo(repo, heads(code("return x"), code("return 1 / x"))...); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	limit := make(chan struct{}, 3)
	for name, answer := range map[string]fake.ModelAnswer{"GREEN": safe, "ORANGE": risky} {
		a, err := movedOn(repo, filepath.Join(output, "undisturbed "+name))
		if err != nil {
			t.Fatal(err)
		}
		defer a.close()
		before, writes := len(a.gitea.Requests()), len(a.gitea.Writes())
		a.model.Always("chat", 0, answer)
		r := a.run()
		want := a.leftBehind(r.exit)
		requests := a.gitea.Requests()[before:]
		secured := 0 // the number of requests until the PR is secured
		for i, request := range requests {
			if request.Method == "DELETE" {
				secured = i + 1
			}
			if request.Method == "POST" {
				break
			}
		}
		if r.exit != 0 || a.ofOlderHeads(writes) != "" || secured == 0 {
			t.Fatalf("%s: exit %d, %s\n%s", name, r.exit, a.ofOlderHeads(writes), r.stderr)
		}
		for n := range requests {
			for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
				group.Go(func() {
					limit <- struct{}{}
					defer func() { <-limit }()
					problem := ""
					for try := range 3 { // the time of the process's end hangs on the machine too
						place := filepath.Join(output, fmt.Sprintf("%s %v %d %d", name, signal, n, try))
						if problem = endedAt(repo, place, answer, n, n >= secured, signal, want); problem == "" {
							return
						}
					}
					t.Errorf("%s, %v at request %d %s %s: %s", name, signal, n, requests[n].Method, requests[n].Path, problem)
				})
			}
		}
	}
	group.Wait()
}

func endedAt(repo, output string, answer fake.ModelAnswer, n int, secured bool, signal syscall.Signal, want string) string {
	a, err := movedOn(repo, output)
	if a != nil {
		defer a.close()
	}
	if err != nil {
		return err.Error()
	}
	writes := len(a.gitea.Writes())
	return a.interrupt(answer, atRequest(n), signal, want, a.leftBehind, func() string {
		if !secured {
			return ""
		}
		return a.ofOlderHeads(writes)
	})
}
