package cli_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
)

func TestASignalEndsTheRunWithinTwoSecondsAndWritesNothing(t *testing.T) {
	for _, tc := range []struct {
		name  string
		where func(w *world, reached func()) // makes the run wait and says when it does
	}{
		{"while the change is read", func(w *world, reached func()) {
			w.gitea.Inject(fake.Fault{Method: "GET", Path: "/pulls/7.diff", Times: 1, Before: reached, Wait: make(chan struct{})})
		}},
		{"before the first write", func(w *world, reached func()) {
			w.gitea.Inject(fake.Fault{Method: "GET", Path: "/pulls/7", After: 2, Times: 1, Before: reached, Wait: make(chan struct{})})
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWorld(t, docsChange)
			waiting := make(chan struct{})
			tc.where(w, func() { close(waiting) })
			cmd, stdout, stderr := program(t)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			<-waiting
			start := time.Now()
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("it took %s", took)
			}
			var usage report.Usage
			if err := json.Unmarshal(stdout.Bytes(), &usage); err != nil || len(usage.Reasons) != 1 || usage.Reasons[0].Code != "interrupted" {
				t.Errorf("stdout %q", stdout)
			}
			if code := cmd.ProcessState.ExitCode(); code != 30 || !strings.Contains(stderr.String(), "verdict=ERROR exit=30") {
				t.Errorf("exit %d\n%s", code, stderr)
			}
			if writes := w.gitea.Writes(); len(writes) > 0 {
				t.Errorf("it wrote %v", writes)
			}
		})
	}
}

// TestASignalWhileTheProgramStartsEndsTheRun sends it when the first package of the program is initialised: most of the start
// is still to come, and no line of main has run.
func TestASignalWhileTheProgramStartsEndsTheRun(t *testing.T) {
	for name, args := range map[string][]string{"gate": nil, "local": {"--local"}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, docsChange)
			cmd, stdout, _ := program(t, args...)
			cmd.Env = append(cmd.Env, "GODEBUG=inittrace=1")
			pipe := withLog(t, cmd)
			var start time.Time
			log := bufio.NewReader(pipe)
			var lines []string
			for {
				line, err := log.ReadString('\n')
				if err != nil {
					break
				}
				if start.IsZero() && strings.HasPrefix(line, "init werkrevisor/") {
					if !strings.HasPrefix(line, "init werkrevisor/internal/abort ") {
						t.Errorf("the first package is %s", line)
					}
					start = time.Now()
					if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
						t.Fatal(err)
					}
				}
				lines = append(lines, line)
			}
			_ = cmd.Wait()
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("it took %s", took)
			}
			text := strings.Join(lines, "")
			if code := cmd.ProcessState.ExitCode(); code != 30 || !strings.Contains(text, "interrupted: ") || len(w.gitea.Writes()) > 0 {
				t.Errorf("exit %d, stdout %s\n%s", code, stdout, text)
			}
		})
	}
}

// TestASignalWhileOneRuleReadsAHugeTextEndsTheRun sends it when the rules begin with lines that take them seconds.
func TestASignalWhileOneRuleReadsAHugeTextEndsTheRun(t *testing.T) {
	checkout(t, docsChange)
	for i := range 6 {
		text := strings.Repeat("ignore \ufdfa all token=x1 ", pr.MaxFile/32) + "\n"
		if err := os.WriteFile(fmt.Sprintf("%d.txt", i), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("git", "add", ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd, _, _ := program(t, "--local", "staged")
	pipe := withLog(t, cmd)
	var start time.Time
	var text strings.Builder
	log := bufio.NewScanner(pipe)
	for log.Scan() {
		text.WriteString(log.Text() + "\n")
		if strings.HasPrefix(log.Text(), "texts") {
			start = time.Now()
			_ = cmd.Process.Signal(syscall.SIGTERM)
		}
	}
	_ = cmd.Wait()
	if took := time.Since(start); start.IsZero() || took > 2*time.Second {
		t.Errorf("it took %s", took)
	}
	if code := cmd.ProcessState.ExitCode(); code != 30 || !strings.Contains(text.String(), "interrupted: ") || strings.Contains(text.String(), "\ncheck") {
		t.Errorf("exit %d\n%s", code, text.String())
	}
}

func TestASignalWhileTheModelThinksEndsTheRun(t *testing.T) {
	waiting := make(chan struct{})
	w := newWorld(t, docsChange, fake.ModelAnswer{Before: func() { close(waiting) }, Wait: make(chan struct{})})
	cmd, stdout, _ := program(t)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-waiting
	_ = cmd.Process.Signal(os.Interrupt)
	_ = cmd.Wait()
	if cmd.ProcessState.ExitCode() != 30 || !strings.Contains(stdout.String(), `"interrupted"`) || len(w.gitea.Writes()) > 0 {
		t.Errorf("exit %d, stdout %s, writes %v", cmd.ProcessState.ExitCode(), stdout, w.gitea.Writes())
	}
}

// withLog starts the program and returns its log as it comes.
func withLog(t *testing.T, cmd *exec.Cmd) io.Reader {
	t.Helper()
	cmd.Stderr = nil
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return pipe
}
