package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"werkrevisor/internal/cli"
	"werkrevisor/internal/config"
	"werkrevisor/internal/fake"
)

// checkout makes a repository with a working tree, changes into it, and forgets the environment of a gate run.
func checkout(t *testing.T, commits []fake.Commit) {
	t.Helper()
	bare, dir := t.TempDir(), t.TempDir()
	if _, err := fake.InitRepo(bare, commits...); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("git", "clone", "-q", "-b", "topic", bare, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Chdir(dir)
	for _, name := range []string{"WERKREVISOR_CONFIG_TOML", "WERKREVISOR_CONFIG", "OPENROUTER_API_KEY", "WERKATOR_GITEA_BASE_URL"} {
		t.Setenv(name, "")
	}
}

func local(t *testing.T, args ...string) (exit int, stdout, stderr string) {
	t.Helper()
	var out, errOut bytes.Buffer
	args, proof := withEvidence(append([]string{"--local"}, args...), "")
	exit = cli.Main("test", args, strings.NewReader(""), &out, &errOut)
	if problem := proof(exit); problem != "" {
		t.Error(problem)
	}
	return exit, out.String(), errOut.String()
}

func TestLocalReviewOfARange(t *testing.T) {
	checkout(t, docsChange)
	for _, spec := range [][]string{nil, {"HEAD~1..HEAD"}, {"origin/main...topic"}, {"HEAD~1"}} {
		exit, stdout, stderr := local(t, spec...)
		if exit != 10 || !strings.Contains(stdout, "## werkrevisor: YELLOW") || !strings.Contains(stdout, "kind `docs_only`") ||
			!strings.HasSuffix(stderr, "verdict=YELLOW exit=10 reasons=1 comment=none\n") {
			t.Errorf("%v: exit %d\n%s%s", spec, exit, stdout, stderr)
		}
	}
	if _, err := os.Stat("build"); err == nil {
		t.Error("a local run left a folder behind")
	}
}

func TestLocalReviewOfIndexAndFilesOnDisk(t *testing.T) {
	checkout(t, docsChange)
	if err := os.WriteFile("new.md", []byte("# New\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	files := func(stdout string) (paths []string) {
		var o struct {
			Files []struct{ Path string } `json:"files"`
		}
		if err := json.Unmarshal([]byte(stdout), &o); err != nil {
			t.Fatal(err)
		}
		for _, f := range o.Files {
			paths = append(paths, f.Path)
		}
		return paths
	}
	if _, stdout, _ := local(t, "staged", "--json"); len(files(stdout)) != 0 {
		t.Errorf("nothing is staged: %s", stdout)
	}
	if _, stdout, _ := local(t, "worktree", "--json"); strings.Join(files(stdout), " ") != "new.md" {
		t.Errorf("a new file: %s", stdout)
	}
	if out, err := exec.Command("git", "add", "new.md").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if _, stdout, _ := local(t, "staged", "--json"); strings.Join(files(stdout), " ") != "new.md" {
		t.Errorf("a staged file: %s", stdout)
	}
}

func TestAnEmptyChangeIsNeverGreen(t *testing.T) {
	checkout(t, docsChange)
	if exit, stdout, _ := local(t, "HEAD..HEAD"); exit != 10 || !strings.Contains(stdout, "(no files)") {
		t.Errorf("exit %d\n%s", exit, stdout)
	}
}

func TestLocalReviewWithAModelNamedByTheConfig(t *testing.T) {
	checkout(t, docsChange)
	m, err := fake.NewModel(fake.ModelAnswer{NoCost: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	host := strings.Replace(hostConfig(t, m.URL), `id = "openrouter/acme/reviewer"`, "id = \"tiny\"\napi_key_env = \"\"", 1)
	file := t.TempDir() + "/host.toml"
	if err := os.WriteFile(file, []byte(host), 0o644); err != nil {
		t.Fatal(err)
	}
	exit, stdout, stderr := local(t, "--config", file)
	if exit != 0 || len(m.Calls()) != 1 || !strings.Contains(stdout, "GREEN") || !strings.Contains(stdout, "(estimated)") {
		t.Errorf("exit %d, %d calls\n%s%s", exit, len(m.Calls()), stdout, stderr)
	}
}

func TestLocalReviewWithoutTheModelsKeyIsYellow(t *testing.T) {
	checkout(t, docsChange)
	file := t.TempDir() + "/host.toml"
	if err := os.WriteFile(file, []byte(hostConfig(t, "http://127.0.0.1:1")), 0o644); err != nil {
		t.Fatal(err)
	}
	exit, stdout, _ := local(t, "--config", file)
	if exit != 10 || !strings.Contains(stdout, "OPENROUTER_API_KEY is not set ([model] api_key_env) (`no_model_review`)") {
		t.Errorf("exit %d\n%s", exit, stdout)
	}
}

func TestLocalMistakesAreErrorsInWords(t *testing.T) {
	checkout(t, docsChange)
	for spec, want := range map[string]string{"nope..HEAD": "nope", "--config=/does/not/exist": "/does/not/exist"} {
		exit, _, stderr := local(t, spec)
		if exit != 30 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit %d\n%s", spec, exit, stderr)
		}
	}
}

// TestThePolicyOfThisRepositoryIsComplete checks .werkrevisor.toml with the host config that belongs to it,
// and with the embedded one.
func TestThePolicyOfThisRepositoryIsComplete(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	repo := &config.Layer{TOML: read(".werkrevisor.toml")}
	for name, host := range map[string]config.Layer{"config/werkrevisor.toml": {TOML: read("config/werkrevisor.toml")}, "embedded": config.Local()} {
		if _, err := config.Merge(host, repo); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestConfigCommands(t *testing.T) {
	file := t.TempDir() + "/host.toml"
	if err := os.WriteFile(file, []byte(hostConfig(t, "http://127.0.0.1:1")), 0o644); err != nil {
		t.Fatal(err)
	}
	broken := t.TempDir() + "/broken.toml"
	if err := os.WriteFile(broken, []byte("[size]\nmax_files = \"CANARY\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		args []string
		exit int
		want string
	}{
		{[]string{"check", file}, 0, "valid"},
		{[]string{"check", broken}, 1, "line 2"},
		{[]string{"check", "../../.werkrevisor.toml", "--repo"}, 0, "valid"},
		{[]string{"check", broken, "--repo"}, 1, "[size] max_files"},
		{[]string{"check", "/does/not/exist"}, 1, "/does/not/exist"},
		{[]string{"check"}, 2, "Usage"},
		{[]string{"explain", "--config", file}, 0, "[size] max_files = 30  # host"},
		{[]string{"explain", "--config", file}, 0, "[model] timeout_seconds = 5  # host"},
		{[]string{"explain"}, 0, "# embedded"},
		{[]string{"nope"}, 2, "Usage"},
	} {
		var out bytes.Buffer
		exit := cli.Main("test", append([]string{"config"}, tc.args...), strings.NewReader(""), &out, &out)
		if exit != tc.exit || !strings.Contains(out.String(), tc.want) || strings.Contains(out.String(), "CANARY") {
			t.Errorf("%v: exit %d, want %d with %q\n%s", tc.args, exit, tc.exit, tc.want, out.String())
		}
	}
}

func TestConfigCheckRefusesOptionsThatItWouldIgnore(t *testing.T) {
	w := newWorld(t, docsChange)
	write(t, "host.toml", "")
	for _, args := range [][]string{{"--repo-config", "nonexistent"}, {"--config", "nonexistent"}} {
		if r := w.run(append([]string{"config", "check", "host.toml"}, args...)...); r.exit != 2 || !strings.Contains(r.stderr, "--repo --config HOST") {
			t.Errorf("%v: exit %d\n%s", args, r.exit, r.stderr)
		}
	}
}
