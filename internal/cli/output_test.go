package cli_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"werkrevisor/internal/cli"
	"werkrevisor/internal/fake"
)

// deaf is the write end of a pipe that nobody reads.
func deaf(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Close()
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// TestAStdoutThatFailsIsNamedAndChangesNothing: the result is on the server and the exit code is the same.
func TestAStdoutThatFailsIsNamedAndChangesNothing(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	repo := asideRepo(t)
	for name, tc := range map[string]struct {
		stdout *os.File
		args   []string
		text   string
	}{
		"a full disk":                  {full, nil, "the usage line could not be printed on stdout: no space left on device"},
		"a reader that has gone":       {deaf(t), nil, "the usage line could not be printed on stdout: broken pipe"},
		"a full disk, as JSON":         {full, []string{"--json"}, "the JSON could not be printed on stdout: no space left on device"},
		"a full disk, without a write": {full, []string{"--dry-run", "--with-model"}, "the result could not be printed on stdout: no space left on device"},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := newAside(repo, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer a.close()
			cmd, _, stderr := a.program()
			cmd.Stdout = tc.stdout
			cmd.Args = append(cmd.Args, tc.args...)
			if strings.HasPrefix(name, "a full disk, without") {
				cmd.Args = append(cmd.Args, a.pull.URL())
			}
			_ = cmd.Run()
			if code := cmd.ProcessState.ExitCode(); code != 0 || !strings.Contains(stderr.String(), tc.text) {
				t.Errorf("exit %d\n%s", code, stderr)
			}
			lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
			if last := lines[len(lines)-1]; !strings.HasPrefix(last, "verdict=GREEN exit=0") {
				t.Errorf("the last line is %q", last)
			}
			if results, _ := a.comments(); len(results) != 1 && len(tc.args) < 2 {
				t.Errorf("%d results", len(results))
			}
		})
	}
}

// TestReadersThatGoAwayDoNotStopTheWrites closes both pipes of the program directly before it writes to the server.
func TestReadersThatGoAwayDoNotStopTheWrites(t *testing.T) {
	a, err := newAside(asideRepo(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	errRead, errWrite, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	a.gitea.Inject(fake.Fault{Method: "GET", Path: "/pulls/7", After: 1, Times: 1, Before: func() {
		_ = outRead.Close()
		_ = errRead.Close()
	}})
	cmd, _, _ := a.program()
	cmd.Stdout, cmd.Stderr = outWrite, errWrite
	_ = cmd.Run()
	_ = outWrite.Close()
	_ = errWrite.Close()
	results, _ := a.comments()
	usage, _ := os.ReadFile(filepath.Join(a.dir, "usage.jsonl"))
	if code := cmd.ProcessState.ExitCode(); code != 0 || len(results) != 1 || a.status() != "success" || !bytes.Contains(usage, []byte(`"verdict":"GREEN"`)) {
		t.Errorf("%s, %d results, status %q, usage %s", cmd.ProcessState, len(results), a.status(), usage)
	}
}

func TestWrongFlagsWithoutAReaderKeepTheirExitCode(t *testing.T) {
	a, err := newAside(asideRepo(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	cmd, _, _ := a.program()
	cmd.Stderr = deaf(t)
	cmd.Args = append(cmd.Args, "--nonsense")
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 30 {
		t.Errorf("%s", cmd.ProcessState)
	}
}

// fullFile fails when it is written to, or only when it is closed.
type fullFile struct {
	atClose bool
	closed  bool
}

var errFull = errors.New("no space left on device")

func (f *fullFile) Write(p []byte) (int, error) {
	if f.atClose {
		return len(p), nil
	}
	return 0, &os.PathError{Op: "write", Path: "usage.jsonl", Err: errFull}
}

func (f *fullFile) Close() error {
	f.closed = true
	if f.atClose {
		return &os.PathError{Op: "close", Path: "usage.jsonl", Err: errFull}
	}
	return nil
}

func TestAUsageFileOnAFullDiskIsAnError(t *testing.T) {
	for _, f := range []*fullFile{{}, {atClose: true}} {
		if err := cli.WriteLine(f, "line\n"); err != errFull || !f.closed {
			t.Errorf("at close %v: error %v, closed %v", f.atClose, err, f.closed)
		}
	}
}
