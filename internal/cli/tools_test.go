package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tool runs a script of the folder tools with a PATH that begins with a folder, and returns output and exit code.
func tool(t *testing.T, name, path string, args ...string) (output string, exit int) {
	t.Helper()
	root, err := filepath.Abs(toolsFolder)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(root, name), args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "PATH="+path)
	out, err := cmd.CombinedOutput()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

const toolsFolder = "../../tools"

func TestTheToolsCallTheProgramInThePath(t *testing.T) {
	folder := t.TempDir()
	const stub = "#!/bin/sh\necho \"toml=${WERKREVISOR_CONFIG_TOML-unset}\"\nfor a in \"$@\"; do echo \"<$a>\"; done\nexit 15\n"
	if err := os.WriteFile(filepath.Join(folder, "werkrevisor"), []byte(stub), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("WERKREVISOR_CONFIG_TOML", "x")
	path := folder + ":" + os.Getenv("PATH")
	for name, tc := range map[string]struct {
		args []string
		want string
		exit int
	}{
		"branch-protection": {[]string{"--branch", "release/*", "--status", "a b"}, "toml=x\n<branch-protection>\n<--branch>\n<release/*>\n<--status>\n<a b>\n", 15},
		"dry-run":           {[]string{"https://h/o/r/pulls/1", "a b.toml", "--json"}, "toml=unset\n<--config>\n<a b.toml>\n<--json>\n<--dry-run>\n<-->\n<https://h/o/r/pulls/1>\n", 15},
	} {
		if out, exit := tool(t, name, path, tc.args...); out != tc.want || exit != tc.exit {
			t.Errorf("%s: exit %d\n%s", name, exit, out)
		}
	}
	if out, exit := tool(t, "dry-run", path, "", "a.toml", "--dry-run=false"); exit != 30 || !strings.Contains(out, "usage:") {
		t.Errorf("without a URL: exit %d: %s", exit, out)
	}
	if out, exit := tool(t, "dry-run", path, "https://h/o/r/pulls/1"); exit != 30 || !strings.Contains(out, "usage:") {
		t.Errorf("exit %d: %s", exit, out)
	}
}

// TestTheToolsBuildTheProgramOfTheCheckout runs them where no program is in the PATH, against the stand-in of the server.
func TestTheToolsBuildTheProgramOfTheCheckout(t *testing.T) {
	tools, err := filepath.Abs(toolsFolder)
	if err != nil {
		t.Fatal(err)
	}
	w := newAdmin(t)
	file := filepath.Join(t.TempDir(), "host.toml")
	if err := os.WriteFile(file, []byte(os.Getenv("WERKREVISOR_CONFIG_TOML")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		args []string
		want string
		exit int
	}{
		{append([]string{"branch-protection", "--dry-run"}, askFor...), "nothing was written", 0},
		{[]string{"branch-protection"}, "--branch must name", 2},
		{[]string{"dry-run", w.pull.URL(), file}, "verdict=YELLOW exit=10", 10},
	} {
		cmd := exec.Command(filepath.Join(tools, tc.args[0]), tc.args[1:]...)
		cmd.Env = append(os.Environ(), "WERKREVISOR_CONFIG_TOML=", "WERKREVISOR_CONFIG=")
		out, _ := cmd.CombinedOutput()
		if exit := cmd.ProcessState.ExitCode(); exit != tc.exit || !strings.Contains(string(out), tc.want) {
			t.Errorf("%v: exit %d\n%s", tc.args, exit, out)
		}
	}
	if writes := w.gitea.Writes(); len(writes) > 0 {
		t.Errorf("%v", writes)
	}
}
