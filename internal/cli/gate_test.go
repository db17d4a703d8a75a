package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"werkrevisor/internal/cli"
	"werkrevisor/internal/fake"
	"werkrevisor/internal/report"
)

// world is a fake Gitea with one PR, a fake model, and the environment of a gate run.
type world struct {
	t     *testing.T
	gitea *fake.Gitea
	pull  *fake.Pull
	other *fake.Pull // another PR, in some tests
	model *fake.Model
	seen  int  // writes that a test has looked at
	quick bool // one token counter for all runs, which saves most of the time of a run
}

// docsChange is a change of one document: GREEN if the model finds nothing.
var docsChange = []fake.Commit{
	{Branch: "main", Files: map[string]fake.File{
		"docs/a.md":   {Data: "# A\n\nOne line.\n"},
		"src/main.go": {Data: "package main\n\nfunc main() {}\n"},
	}},
	{Branch: "topic", From: "main", Files: map[string]fake.File{"docs/a.md": {Data: "# A\n\nAnother line.\n"}}},
}

func newWorld(t *testing.T, commits []fake.Commit, script ...fake.ModelAnswer) *world {
	t.Helper()
	dir := t.TempDir()
	if _, err := fake.InitRepo(dir, commits...); err != nil {
		t.Fatal(err)
	}
	return worldOf(t, dir, script...)
}

// worldOf is a world with the repository of a folder.
func worldOf(t *testing.T, dir string, script ...fake.ModelAnswer) *world {
	t.Helper()
	g, pull, err := fake.PRFromGit(dir, "main", "topic")
	if err != nil {
		t.Fatal(err)
	}
	m, err := fake.NewModel(script...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = g.Close()
		_ = m.Close()
		if n := m.Unused(); n > 0 && !t.Failed() {
			t.Errorf("%d scripted answers of the model were not asked for", n)
		}
		if list := g.Unused(); len(list) > 0 && !t.Failed() {
			t.Errorf("faults that never happened: %v", list)
		}
	})
	t.Chdir(t.TempDir())
	for name, value := range map[string]string{
		"WERKATOR_GITEA_BASE_URL": g.URL, "WERKATOR_GITEA_OWNER": "org", "WERKATOR_GITEA_REPO": "demo",
		"WERKATOR_PR_NUMBER": fmt.Sprint(pull.Number), "WERKATOR_PR_HEAD_SHA": pull.HeadSHA(),
		"GITEA_BOT_TOKEN": g.Token("bot"), "OPENROUTER_API_KEY": "sk-or-v1-canary-of-the-model-key",
		"WERKREVISOR_CONFIG_TOML": hostConfig(t, m.URL), "WERKREVISOR_CONFIG": "",
	} {
		t.Setenv(name, value)
	}
	return &world{t: t, gitea: g, pull: pull, model: m}
}

// hostConfig is the host config of the tests, with the model endpoint in it.
func hostConfig(t *testing.T, modelURL string) string {
	t.Helper()
	return strings.ReplaceAll(hostTOML, "MODEL_URL", modelURL)
}

// result is what one call of the program left behind.
type result struct {
	exit           int
	stdout, stderr string
	usage          report.Usage
}

// environment is that of the process.
func environment() map[string]string {
	env := map[string]string{}
	for _, entry := range os.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		env[name] = value
	}
	return env
}

func (w *world) run(args ...string) result {
	w.t.Helper()
	var out, errOut bytes.Buffer
	exit := 0
	args, proof := withEvidence(args, "build/werkrevisor")
	if w.quick {
		exit = cli.Call{Env: environment(), Stdout: &out, Stderr: &errOut, Tokens: counter}.Main(args...)
	} else {
		exit = cli.Main("test", args, strings.NewReader(""), &out, &errOut)
	}
	r := result{exit: exit, stdout: out.String(), stderr: errOut.String()}
	_ = json.Unmarshal(out.Bytes(), &r.usage)
	if problem := proof(r.exit); problem != "" {
		w.t.Error(problem)
	}
	for _, secret := range []string{"sk-or-v1-canary", os.Getenv("GITEA_BOT_TOKEN")} {
		for name, text := range map[string]string{"stdout": r.stdout, "stderr": r.stderr} {
			if secret != "" && strings.Contains(text, secret) {
				w.t.Errorf("%s holds a secret:\n%s", name, text)
			}
		}
	}
	return r
}

// codes joins the reason codes of a usage line.
func (r result) codes() string {
	var list []string
	for _, reason := range r.usage.Reasons {
		list = append(list, reason.Code)
	}
	return strings.Join(list, " ")
}

// lastLine is the last line of the log.
func (r result) lastLine() string {
	lines := strings.Split(strings.TrimSpace(r.stderr), "\n")
	return lines[len(lines)-1]
}

func TestGateRunOfAHarmlessChangeIsGreen(t *testing.T) {
	w := newWorld(t, docsChange)
	r := w.run()
	if r.exit != 0 || r.usage.Verdict != "GREEN" {
		t.Fatalf("exit %d\nstdout %s\nstderr %s", r.exit, r.stdout, r.stderr)
	}
	comments := w.pull.Comments()
	marker, rest, _ := strings.Cut(comments[0].Body, "\n")
	stateLine, rest, _ := strings.Cut(rest, "\n")
	if len(comments) != 1 || marker != "<!-- werkrevisor:"+w.pull.HeadSHA()+" -->" || !strings.HasPrefix(stateLine, "<!-- werkrevisor-state:") ||
		!strings.HasPrefix(rest, "## werkrevisor: GREEN (PASS)") {
		t.Errorf("comments %+v", comments)
	}
	if want := "verdict=GREEN exit=0 reasons=0 comment=" + w.gitea.URL; !strings.HasPrefix(r.lastLine(), want) {
		t.Errorf("last line %q", r.lastLine())
	}
	if strings.Count(r.stdout, "\n") != 1 {
		t.Errorf("stdout must be one line: %q", r.stdout)
	}
	file, err := os.ReadFile("build/werkrevisor/usage.jsonl")
	if err != nil || string(file) != r.stdout {
		t.Errorf("usage file %q, error %v", file, err)
	}
	t.Log(comments[0].Body)
	t.Log(r.stderr)
}
