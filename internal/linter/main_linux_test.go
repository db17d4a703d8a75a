package linter

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// probeWord makes the test binary try what a sandbox needs.
const probeWord = "probe-of-the-sandbox"

// TestMain makes the test binary also the sandbox, and the stand-in that its name says.
func TestMain(m *testing.M) {
	if stand, ok := standIns[filepath.Base(os.Args[0])]; ok {
		os.Exit(stand(os.Args[1:]))
	}
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case SandboxWord:
			os.Exit(Sandbox(os.Args[2:]))
		case probeWord:
			os.Exit(probe(os.Args[2]))
		}
	}
	os.Exit(m.Run())
}

// probe does by itself what the system must allow: mounts of a file system and of /proc.
func probe(dir string) int {
	for _, err := range []error{
		syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""),
		syscall.Mount("tmpfs", dir, "tmpfs", 0, ""),
		os.Mkdir(dir+"/proc", 0o700),
		syscall.Mount("proc", dir+"/proc", "proc", 0, ""),
	} {
		if err != nil {
			return 1
		}
	}
	return 0
}

// canSandbox reports whether the system lets this user make namespaces and mounts.
// Where it does not, the only right outcome of a run is a note, see world.refused.
func canSandbox(t *testing.T) bool {
	t.Helper()
	cmd := exec.Command("/proc/self/exe", probeWord, t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNS | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	return cmd.Run() == nil
}

// world is a host with stand-ins of linters on its PATH.
type world struct {
	t       *testing.T
	options Options
	base    map[string]pr.Text
	bin     string
}

func newWorld(t *testing.T, tools ...string) *world {
	t.Helper()
	w := &world{t: t, bin: t.TempDir(), base: map[string]pr.Text{}}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range tools {
		if err := os.Symlink(self, filepath.Join(w.bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	// The race detector maps far more memory than the default allows.
	w.options = Options{Path: w.bin, Self: []string{"/proc/self/exe", SandboxWord}, Temp: t.TempDir(), Memory: 1 << 50}
	return w
}

func (w *world) read(path string) (pr.Text, error) {
	if text, ok := w.base[path]; ok {
		return text, nil
	}
	return pr.Text{State: pr.Absent}, nil
}

// run runs one linter, and checks that nothing of it stays behind.
func (w *world) run(l config.Linter, files ...File) Outcome {
	w.t.Helper()
	o := New(w.options).Run(w.t.Context(), []config.Linter{l}, files, w.read)
	if left, err := os.ReadDir(w.options.Temp); err != nil || len(left) > 0 {
		w.t.Errorf("the temporary folder still has %v, %v", left, err)
	}
	return o
}

// refused reports whether the system has no sandbox. Then it checks the only outcome that is right.
func (w *world) refused(o Outcome) bool {
	w.t.Helper()
	if canSandbox(w.t) {
		return false
	}
	w.t.Log("this system gives no sandbox")
	if len(o.Problems) > 0 || len(o.Notes) == 0 || !strings.Contains(o.Notes[len(o.Notes)-1], "its sandbox was refused, so it did not run: ") {
		w.t.Errorf("without a sandbox: %+v", o)
	}
	return true
}

func text(body string) pr.Text { return pr.TextOf([]byte(body)) }

func added(path, body string) File {
	return File{Path: path, Head: text(body), Base: pr.Text{State: pr.Absent}}
}

func globs(t *testing.T, patterns ...string) config.Globs {
	t.Helper()
	g, err := config.NewGlobs(patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// own is a linter of the host whose command is the stand-in tool.
func own(t *testing.T, args ...string) config.Linter {
	t.Helper()
	return config.Linter{Name: "own", Command: append([]string{"tool"}, args...), Format: "%f:%l: %m", Globs: globs(t, "*.txt")}
}
