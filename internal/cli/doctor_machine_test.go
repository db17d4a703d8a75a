package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestProcessesOfTheSameUserAreCounted(t *testing.T) {
	for name, tc := range map[string]struct {
		processes string // pid:parent:uid
		others    int
		sandbox   bool
	}{
		"alone in a container":              {"1:0:7 5:1:7 9:5:7", 0, true},
		"a machine of others":               {"1:0:0 2:1:0 5:1:7 9:5:7 20:2:8", 0, false},
		"another build of the same user":    {"1:0:0 5:1:7 9:5:7 20:5:7", 1, false},
		"its own children":                  {"1:0:0 5:1:7 9:5:7 20:9:7", 0, false},
		"a build in the same container":     {"1:0:7 5:1:7 9:5:7 20:1:7 21:20:7", 2, true},
		"an ancestor of another user":       {"1:0:0 4:1:7 5:4:0 9:5:7", 1, false},
		"a listing without this process":    {"1:0:7", -1, false},
		"a parent that is its own ancestor": {"9:5:7 5:9:7", 0, false},
	} {
		proc := t.TempDir()
		for _, p := range strings.Fields(tc.processes) {
			var pid, parent, uid int
			if _, err := fmt.Sscanf(p, "%d:%d:%d", &pid, &parent, &uid); err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(proc, fmt.Sprint(pid))
			text := fmt.Sprintf("Name:\tx\nPPid:\t%d\nUid:\t%d\t%d\t%d\t%d\n", parent, uid, uid, uid, uid)
			if os.Mkdir(dir, 0o755) != nil || os.WriteFile(filepath.Join(dir, "status"), []byte(text), 0o644) != nil {
				t.Fatal("cannot write")
			}
		}
		if others, sandbox := otherProcesses(proc, 9, 7); others != tc.others || sandbox != tc.sandbox {
			t.Errorf("%s: %d, %v", name, others, sandbox)
		}
	}
	if others, _ := otherProcesses("/does/not/exist", 9, 7); others != -1 {
		t.Errorf("%d", others)
	}
	if others, _ := otherProcesses("/proc", os.Getpid(), os.Getuid()); others < 0 {
		t.Errorf("this machine: %d", others)
	}
}

func TestStatesOfHome(t *testing.T) {
	empty, used := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(used, "x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for home, want := range map[string]string{"": "", "/does/not/exist": "missing", empty: "empty", used: "shared"} {
		if got := homeState(home); got != want {
			t.Errorf("%s: %q, want %q", home, got, want)
		}
	}
}

func TestAnOutputFolderIsWritableWithoutWriting(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := writable("build/werkrevisor"); err != nil {
		t.Error(err)
	}
	if entries, _ := os.ReadDir("."); len(entries) > 0 {
		t.Error("it made something")
	}
	if err := os.Symlink(t.TempDir(), "build"); err != nil {
		t.Fatal(err)
	}
	if err := writable("build/werkrevisor"); err == nil || !strings.Contains(err.Error(), "build is no folder") {
		t.Errorf("a symlink: %v", err)
	}
}

func TestTheSocketOfARootlessEngineIsFound(t *testing.T) {
	dir := t.TempDir()
	socket := filepath.Join(dir, "docker.sock")
	env := func(key string) string { return map[string]string{"XDG_RUNTIME_DIR": dir}[key] }
	if f := machineFacts(env); f.DockerSocket == socket {
		t.Error("found before it is there")
	}
	if err := os.WriteFile(socket, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if f := machineFacts(env); existing(sockets) == "" && f.DockerSocket != socket {
		t.Errorf("%q, want %q", f.DockerSocket, socket)
	}
	if got := dockerSockets(""); len(got) != len(sockets) {
		t.Errorf("%v", got)
	}
}
