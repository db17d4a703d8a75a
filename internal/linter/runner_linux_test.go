package linter

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

func TestARunThatGoesWrongIsANote(t *testing.T) {
	for _, tc := range []struct {
		name     string
		args     []string
		change   func(*Options)
		problems int
		note     string
	}{
		{"a failure names the status and the first line of the error output, without control characters", []string{"fail"}, nil, 0,
			`own: it failed with exit status 3 and named no problem: \x1b[31mno idea`},
		{"a status besides problems is how many linters say that there are some", []string{"say-and-fail"}, nil, 1, ""},
		{"a crash is named", []string{"crash"}, nil, 0, "own: it failed with exit status 2 and named no problem: panic: out of order"},
		{"too much output", []string{"loud"}, func(o *Options) { o.Output = 100_000 }, 0,
			"own: it wrote more than 100000 bytes and was ended, so its problems are left out"},
		{"too much error output", []string{"loud-errors"}, func(o *Options) { o.Output = 100_000 }, 0,
			"own: it wrote more than 100000 bytes and was ended, so its problems are left out"},
		{"too much time", []string{"hang"}, func(o *Options) { o.Time = 300 * time.Millisecond }, 0,
			"own: it was not done after 300ms and was ended; its problems are left out"},
		{"nothing to say", []string{"say"}, nil, 0, ""},
		{"success with an output that the format does not read", []string{"say", "all is well"}, nil, 0,
			"own: its output cannot be read: no line of it matches the format"},
		{"paths that lie are dropped and counted", []string{"say", "/etc/passwd:1: a", "a.txt:1: b", "../config/x:1: c", "../../work/files/file-001.txt:1: good",
			"file-002.txt:1: d", "/work/files/file-001.txt:2: good", "./file-001.txt:3: beyond the end"}, nil, 3,
			"own: problems at files that it did not get are left out: 4"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWorld(t, "tool")
			if tc.change != nil {
				tc.change(&w.options)
			}
			start := time.Now()
			o := w.run(own(t, tc.args...), added("a.txt", "one\ntwo\n"))
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("it took %s", took)
			}
			if w.refused(o) {
				return
			}
			if got := strings.Join(o.Notes, "\n"); got != tc.note || len(o.Problems) != tc.problems {
				t.Errorf("notes %q, want %q\nproblems %+v", got, tc.note, o.Problems)
			}
			for _, p := range o.Problems {
				if p.Path != "a.txt" || p.Linter != "own" || p.Line > 2 {
					t.Errorf("%+v", p)
				}
			}
		})
	}
}

func TestALinterThatCannotStartIsANote(t *testing.T) {
	noGlobs := func(l config.Linter) config.Linter { l.Globs = config.Globs{}; return l }
	for _, tc := range []struct {
		name   string
		linter config.Linter
		change func(*world)
		note   string
	}{
		{"a known tool that is missing", config.Linter{Name: "actionlint", Globs: globs(t, "*.txt")}, nil,
			"actionlint: not found on PATH, so it did not run"},
		{"a relative entry of PATH is the checkout", own(t), func(w *world) {
			w.t.Chdir(w.bin)
			w.options.Path = ".:" + string(filepath.ListSeparator) + ":bin"
		}, "own: not found on PATH, so it did not run"},
		{"a folder and a file that nobody may execute are no programs", own(t), func(w *world) {
			folder, file := w.t.TempDir(), w.t.TempDir()
			if err := errors.Join(os.Mkdir(folder+"/tool", 0o755), os.WriteFile(file+"/tool", nil, 0o644)); err != nil {
				w.t.Fatal(err)
			}
			w.options.Path = folder + ":" + file
		}, "own: not found on PATH, so it did not run"},
		{"a command with a relative path", config.Linter{Name: "own", Command: []string{"./tool"}, Format: "%f", Globs: globs(t, "*.txt")}, nil,
			"own: its command in [deep] linters must begin with a name or an absolute path, so it did not run"},
		{"a command with a path that is no program", config.Linter{Name: "own", Command: []string{"/nowhere/tool"}, Format: "%f", Globs: globs(t, "*.txt")}, nil,
			"own: its program is no executable file, so it did not run"},
		{"an unknown name without a command", config.Linter{Name: "own", Globs: globs(t, "*.txt")}, nil,
			"own: it has no command in [deep] linters, so it did not run"},
		{"a command without a format", config.Linter{Name: "hadolint", Command: []string{"tool"}}, nil,
			"hadolint: it has a command but no format in [deep] linters, so it did not run"},
		{"a format that is none", config.Linter{Name: "own", Command: []string{"tool"}, Format: "%f:%", Globs: globs(t, "*.txt")}, nil,
			"own: its format in [deep] linters is no errorformat, so it did not run: it cannot be understood"},
		{"a folder for temporary files that does not exist", own(t), func(w *world) { w.options.Temp += "/none" },
			"own: its work folder could not be made, so it did not run: "},
		{"a sandbox that nothing starts", own(t), func(w *world) { w.options.Self = nil },
			"own: its sandbox was refused, so it did not run: nothing starts it"},
		{"a sandbox that is not there", own(t), func(w *world) { w.options.Self = []string{"/nowhere"} },
			"own: its sandbox was refused, so it did not run: no namespaces of its own: "},
		{"a host's linter without globs gets no file, and says nothing", noGlobs(own(t)), nil, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWorld(t, "tool")
			if tc.change != nil {
				tc.change(w)
			}
			o := New(w.options).Run(t.Context(), []config.Linter{tc.linter}, []File{added("a.txt", "")}, w.read)
			if got := strings.Join(o.Notes, "\n"); len(o.Problems) > 0 || (got != "") != (tc.note != "") || !strings.HasPrefix(got, tc.note) {
				t.Errorf("notes %q, want %q\nproblems %+v", got, tc.note, o.Problems)
			}
		})
	}
}

func TestWithoutAMatchingFileNothingRunsAndNothingIsSaid(t *testing.T) {
	w := newWorld(t)
	gone := File{Path: "gone.txt", Head: pr.Text{State: pr.Absent}, Base: text("x")}
	if o := w.run(own(t), added("a.go", ""), gone); len(o.Problems)+len(o.Notes) > 0 {
		t.Errorf("%+v", o)
	}
}

// running finds the processes of the host with this word among their arguments.
func running(t *testing.T, word string) (found []int) {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		line, _ := os.ReadFile(name) // the process may have ended
		var pid int
		if _, err := fmt.Sscanf(name, "/proc/%d/", &pid); err == nil && strings.HasPrefix(string(line), "tool\x00") &&
			strings.Contains(string(line), "\x00"+word+"\x00") {
			found = append(found, pid)
		}
	}
	return found
}

// hang runs a linter that hangs, with a child, and calls then as soon as both are there.
func (w *world) hang(ctx context.Context, then func(pids []int)) Outcome {
	w.t.Helper()
	word := fmt.Sprintf("word-%d", time.Now().UnixNano())
	seen := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(seen)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if pids := running(w.t, word); len(pids) == 2 {
					then(pids)
					return
				}
			}
		}
	}()
	o := New(w.options).Run(ctx, []config.Linter{own(w.t, "hang", word), own(w.t, "say")}, []File{added("a.txt", "")}, w.read)
	close(done)
	<-seen
	if left := running(w.t, word); len(left) > 0 {
		w.t.Errorf("still running: %v", left)
	}
	return o
}

func TestTheEndOfAReviewEndsTheLinterWithItsChildren(t *testing.T) {
	w := newWorld(t, "tool")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := w.hang(ctx, func([]int) { cancel() })
	if w.refused(o) {
		return
	}
	want := []string{"own: the review ended before it was done; its problems are left out",
		"own: the time of the review was over before it could start, so it did not run"}
	if diff := cmp.Diff(Outcome{Notes: want}, o); diff != "" {
		t.Error(diff)
	}
}

func TestASignalIsNamedAndEndsTheChildren(t *testing.T) {
	w := newWorld(t, "tool")
	o := w.hang(t.Context(), func(pids []int) {
		if err := syscall.Kill(min(pids[0], pids[1]), syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	})
	if w.refused(o) {
		return
	}
	want := []string{"own: it was ended by a signal (killed), so its problems may be incomplete"}
	if diff := cmp.Diff(Outcome{Notes: want}, o); diff != "" {
		t.Error(diff)
	}
}

func TestTheProgramOfTheSandboxDoesNothingOutsideOfOne(t *testing.T) {
	for _, args := range [][]string{nil, {"{}"}, {`{"Root": "/", "Args": ["x"]}`, "x"}} {
		if got := Sandbox(args); got != 2 {
			t.Errorf("%q: %d", args, got)
		}
	}
}

func TestASandboxThatCannotBeBuiltIsNamed(t *testing.T) {
	w := newWorld(t, "tool")
	w.options.Temp = t.TempDir()
	r := New(w.options)
	work, err := newWork(w.options.Temp)
	if err != nil {
		t.Fatal(err)
	}
	defer work.remove()
	e := r.start(t.Context(), work, "/nowhere/tool", call{dir: filesDir, args: []string{"tool"}})
	want := "its sandbox was refused, so it did not run: mount /nowhere/tool: no such file or directory"
	if !canSandbox(t) {
		want = "its sandbox was refused, so it did not run: "
	}
	if !strings.HasPrefix(e.fault, want) || !e.over {
		t.Errorf("%+v", e)
	}
}
