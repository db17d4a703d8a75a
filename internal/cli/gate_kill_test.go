package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

// moment is a place in a run at which a signal comes.
type moment struct {
	name   string
	before func(a *aside) error // what happened on the server earlier
	// hold makes the run stop there: it calls reached, and answers nothing before gone is closed.
	hold func(a *aside, reached func(), gone <-chan struct{})
}

// atRequest is before the server works on request n of a run, from 0.
func atRequest(n int) moment {
	return moment{name: fmt.Sprintf("at request %d", n), hold: func(a *aside, reached func(), gone <-chan struct{}) {
		a.gitea.Inject(fake.Fault{Path: "…", After: n, Times: 1, Before: reached, Wait: gone})
	}}
}

// afterWrite is when the server has done a write, and the run does not know it yet.
func afterWrite(method, path string, before func(a *aside) error) moment {
	return moment{name: "after " + method + " " + path, before: before, hold: func(a *aside, reached func(), gone <-chan struct{}) {
		a.gitea.Inject(fake.Fault{Method: method, Path: path, Times: 1, Edit: func(s string) string { reached(); <-gone; return s }})
	}}
}

// atModel is while the model's endpoint works.
func atModel(place string, after int) moment {
	return moment{name: fmt.Sprintf("at %s %d of the model", place, after), hold: func(a *aside, reached func(), gone <-chan struct{}) {
		a.model.Always(place, after, fake.ModelAnswer{Before: reached, Wait: gone})
	}}
}

// TestAfterASignalAtAnyMomentOneRerunLeavesWhatOneRunLeaves is operators.md, "Proof" 5.
func TestAfterASignalAtAnyMomentOneRerunLeavesWhatOneRunLeaves(t *testing.T) {
	repo, output := t.TempDir(), t.TempDir()
	if _, err := fake.InitRepo(repo, commits(nil, codeChange)...); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	limit := make(chan struct{}, 3)
	var counts []string
	for _, answer := range []fake.ModelAnswer{safe, risky} {
		a, err := newAside(repo, filepath.Join(output, "undisturbed", answer.Text[len(answer.Text)-10:]))
		if err != nil {
			t.Fatal(err)
		}
		defer a.close()
		a.model.Always("chat", 0, answer)
		exit := a.run().exit
		want := a.left(exit)
		moments := []moment{atModel("key", 0), atModel("chat", 0), atModel("key", 1),
			afterWrite("POST", "/issues/7/comments", nil), afterWrite("POST", "/statuses/…", nil),
			afterWrite("PATCH", "/issues/comments/*", oddResult)}
		if exit == 0 {
			moments = append(moments, afterWrite("DELETE", "/issues/comments/*", resultAndError))
		}
		for n := range len(a.gitea.Requests()) {
			moments = append(moments, atRequest(n))
		}
		counts = append(counts, fmt.Sprintf("| exit %d | %d | %d |", exit, len(moments), 2*len(moments)))
		for _, m := range moments {
			for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
				group.Go(func() {
					limit <- struct{}{}
					defer func() { <-limit }()
					name := fmt.Sprintf("%v %s, exit %d", signal, m.name, exit)
					problem := ""
					for try := range 3 { // the time of the process's end hangs on the machine too
						if problem = interrupt(repo, filepath.Join(output, fmt.Sprintf("%x-%d", name, try)), answer, m, signal, want); problem == "" {
							return
						}
					}
					t.Errorf("%s: %s", name, problem)
				})
			}
		}
	}
	group.Wait()
	proofSection(t, "interruption", "| Undisturbed run | Moments | Runs that got SIGKILL or SIGTERM |\n|---|---|---|\n"+strings.Join(counts, "\n"))
}

// left is what a run leaves, in words.
func (a *aside) left(exit int) string {
	results, failures := a.comments()
	text := fmt.Sprintf("exit %d, %d errors, status %s", exit, len(failures), a.status())
	for _, c := range results {
		_, rest, _ := strings.Cut(c.Body, "## werkrevisor: ")
		heading, _, _ := strings.Cut(rest, "\n")
		text += ", result " + heading
	}
	return text
}

func interrupt(repo, output string, answer fake.ModelAnswer, m moment, signal syscall.Signal, want string) (problem string) {
	a, err := newAside(repo, output)
	if err != nil {
		return err.Error()
	}
	defer a.close()
	if m.before != nil {
		if err := m.before(a); err != nil {
			return err.Error()
		}
	}
	return a.interrupt(answer, m, signal, want, a.left, func() string { return "" })
}

// interrupt starts a run, ends it with a signal at a moment, and runs it again; then it must leave what an undisturbed run
// leaves. between looks at what the ended run left.
func (a *aside) interrupt(answer fake.ModelAnswer, m moment, signal syscall.Signal, want string, left func(int) string,
	between func() string) (problem string) {
	a.model.Always("chat", 0, answer)
	cmd, stdout, stderr := a.program()
	reached, gone := make(chan struct{}), make(chan struct{})
	m.hold(a, sync.OnceFunc(func() { close(reached) }), gone)
	if err := cmd.Start(); err != nil {
		return err.Error()
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	select {
	case <-reached:
	case <-ended:
		close(gone)
		return "the run ended before that moment:\n" + stderr.String()
	}
	start := time.Now()
	_ = cmd.Process.Signal(signal)
	<-ended
	took := time.Since(start)
	if problem = between(); problem != "" {
		close(gone)
		return problem
	}
	close(gone)
	if signal == syscall.SIGTERM {
		if took > 2*time.Second {
			problem = fmt.Sprintf("it ended after %s", took)
		}
		if code := cmd.ProcessState.ExitCode(); code != 30 || !strings.Contains(stdout.String(), `"interrupted"`) {
			problem = fmt.Sprintf("exit %d, stdout %s\n%s", code, stdout, stderr)
		}
		if s := a.status(); s != "" && s != "error" {
			problem = "the status is " + s
		}
	}
	if err := a.heal(); err != nil {
		return err.Error()
	}
	a.model.Always("chat", 0, answer)
	r := a.run()
	if got := left(r.exit); got != want {
		return fmt.Sprintf("the rerun leaves %q instead of %q\n%s", got, want, r.stderr)
	}
	return problem
}

// program prepares a run in a process of its own.
func (a *aside) program() (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	self, _ := os.Executable()
	cmd = exec.CommandContext(context.Background(), self, "--output", a.dir)
	cmd.Env = []string{asProgram + "=1"}
	for name, value := range a.call.Env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return cmd, stdout, stderr
}
