package cli_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"werkrevisor/internal/abort"
	"werkrevisor/internal/cli"
	"werkrevisor/internal/linter"
)

// asProgram makes the test binary behave as the program itself.
const asProgram = "WERKREVISOR_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" || len(os.Args) > 1 && os.Args[1] == linter.SandboxWord { // a sandbox has no environment
		os.Exit(cli.Main("test", os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	abort.Release()
	os.Exit(m.Run())
}

// program prepares a run in a process of its own.
func program(t *testing.T, args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	t.Cleanup(cancel)
	cmd = exec.CommandContext(ctx, self, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return cmd, stdout, stderr
}

func TestAnUnwritableOutputFolderChangesNothingButTheLog(t *testing.T) {
	w := newWorld(t, docsChange)
	if err := os.WriteFile("build", []byte("a file in the way"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := w.run()
	if r.exit != 0 || !strings.Contains(r.stderr, "the usage file in build/werkrevisor was not written") {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
}

func TestTheUsageFileFollowsNoLinkOfAFolder(t *testing.T) {
	w := newWorld(t, docsChange)
	if err := os.MkdirAll("elsewhere", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("elsewhere", "build"); err != nil {
		t.Fatal(err)
	}
	r := w.run()
	if list, _ := os.ReadDir("elsewhere"); len(list) > 0 || r.exit != 0 || !strings.Contains(r.stderr, "build is no folder") {
		t.Errorf("exit %d, %v\n%s", r.exit, list, r.stderr)
	}
}

func TestTheUsageFileFollowsNoLink(t *testing.T) {
	w := newWorld(t, docsChange)
	outside := t.TempDir() + "/victim"
	if err := os.WriteFile(outside, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll("build/werkrevisor", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, "build/werkrevisor/usage.jsonl"); err != nil {
		t.Fatal(err)
	}
	w.run()
	if text, _ := os.ReadFile(outside); len(text) > 0 {
		t.Errorf("the link was followed: %q", text)
	}
}

func TestTheHiddenWordOfTheSandboxDoesNothingForAPerson(t *testing.T) {
	cmd, stdout, stderr := program(t, linter.SandboxWord, `{"Root": "/", "Args": ["x"]}`)
	err := cmd.Run()
	if cmd.ProcessState.ExitCode() != 2 || stdout.String() != "" || stderr.String() != "werkrevisor: linter-sandbox is for werkrevisor itself, which starts linters with it\n" {
		t.Errorf("%v\n%s%s", err, stdout, stderr)
	}
}

// TestAPipeInThePlaceOfTheUsageFileDoesNotHangTheRun: nobody reads it, so opening it for writing would wait for ever.
func TestAPipeInThePlaceOfTheUsageFileDoesNotHangTheRun(t *testing.T) {
	w := newWorld(t, docsChange)
	if err := os.MkdirAll("build/werkrevisor", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo("build/werkrevisor/usage.jsonl", 0o644); err != nil {
		t.Fatal(err)
	}
	cmd, _, stderr := program(t)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		_ = cmd.Process.Kill()
		t.Fatal("the run hangs")
	}
	if cmd.ProcessState.ExitCode() != 0 || !strings.Contains(stderr.String(), "the usage file in build/werkrevisor was not written") || len(w.pull.Comments()) != 1 {
		t.Errorf("exit %d\n%s", cmd.ProcessState.ExitCode(), stderr)
	}
}
