package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"werkrevisor/internal/cli"
	"werkrevisor/internal/fake"
)

// aside is a world with an environment of its own, so that many can run side by side.
type aside struct {
	gitea *fake.Gitea
	pull  *fake.Pull
	model *fake.Model
	call  cli.Call
	dir   string // of the folders with the artifacts, one for each run
}

// counter is one token counter for all runs of the tests that use asides: setting it up takes most of a run.
var counter = sync.OnceValues(func() (func(string) int, error) { return cli.CountTokens() })

// asideKey is the model key of an aside.
const asideKey = "sk-or-v1-canary-of-the-model-key"

// mechanical is the section that takes the most time of a run, and that no aside needs.
const mechanical = "[mechanical]\nenabled = true\n"

// newAside serves a repository that is there already; many may serve the same one.
func newAside(repo, output string) (*aside, error) {
	if err := os.MkdirAll(output, 0o755); err != nil {
		return nil, err
	}
	output, err := os.MkdirTemp(output, "")
	if err != nil {
		return nil, err
	}
	g, pull, err := fake.PRFromGit(repo, "main", "topic")
	if err != nil {
		return nil, err
	}
	m, err := fake.NewModel()
	if err != nil {
		return nil, err
	}
	return &aside{gitea: g, pull: pull, model: m, dir: output, call: cli.Call{Tokens: counter, Env: map[string]string{
		"WERKATOR_GITEA_BASE_URL": g.URL, "WERKATOR_GITEA_OWNER": "org", "WERKATOR_GITEA_REPO": "demo",
		"WERKATOR_PR_NUMBER": fmt.Sprint(pull.Number), "WERKATOR_PR_HEAD_SHA": pull.HeadSHA(),
		"GITEA_BOT_TOKEN": g.Token("bot", "write:issue", "write:repository", "read:user"), "OPENROUTER_API_KEY": asideKey,
		"WERKREVISOR_CONFIG_TOML": strings.NewReplacer("MODEL_URL", m.URL, mechanical, strings.Replace(mechanical, "true", "false", 1)).Replace(hostTOML),
	}}}, nil
}

func (a *aside) close() {
	_ = a.gitea.Close()
	_ = a.model.Close()
}

// heal ends all faults.
func (a *aside) heal() error {
	if err := a.gitea.Heal(); err != nil {
		return err
	}
	return a.model.Heal()
}

func (a *aside) run(args ...string) result {
	var out, errOut bytes.Buffer
	call := a.call
	call.Stdout, call.Stderr = &out, &errOut
	own, err := os.MkdirTemp(a.dir, "run") // several runs of one aside may run at the same time
	if err != nil {
		return result{exit: -1, stderr: err.Error()}
	}
	args, proof := withEvidence(append([]string{"--output", own}, args...), own)
	r := result{exit: call.Main(args...)}
	r.stdout, r.stderr = out.String(), errOut.String()
	_ = json.Unmarshal(out.Bytes(), &r.usage)
	if problem := proof(r.exit); problem != "" {
		r.stderr += problem
		r.exit = -1
	}
	return r
}

// comments counts the bot's comments of this head.
func (a *aside) comments() (results, failures []fake.Comment) {
	for _, c := range a.pull.Comments() {
		switch {
		case c.User != "bot":
		case strings.HasPrefix(c.Body, "<!-- werkrevisor:"+a.pull.HeadSHA()):
			results = append(results, c)
		case strings.HasPrefix(c.Body, "<!-- werkrevisor-error:"+a.pull.HeadSHA()):
			failures = append(failures, c)
		}
	}
	return results, failures
}

// status is the last informative status of the head; empty: there is none.
func (a *aside) status() string {
	last := ""
	for _, s := range a.pull.Repo().Statuses(a.pull.HeadSHA()) {
		if s.Context == "ai-review/assessment" {
			last = s.State
		}
	}
	return last
}

// everything is all text that left the program: its output, the usage file, and what it wrote to the server.
func (a *aside) everything(runs ...result) map[string]string {
	texts := map[string]string{}
	files, _ := filepath.Glob(filepath.Join(a.dir, "*", "*"))
	more, _ := filepath.Glob(filepath.Join(a.dir, "*.*")) // of a program, which writes there
	for _, file := range append(files, more...) {
		text, _ := os.ReadFile(file)
		texts[file] = string(text)
	}
	for i, r := range runs {
		texts[fmt.Sprintf("stdout %d", i)], texts[fmt.Sprintf("stderr %d", i)] = r.stdout, r.stderr
	}
	for _, r := range a.gitea.Requests() {
		texts[r.Method+" "+r.Path] += r.Body
	}
	return texts
}

// asideRepo is a repository with one GREEN change that makes a run use many endpoints: folders, a repository config,
// and a file that is read at the base.
func asideRepo(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	_, err := fake.InitRepo(dir,
		fake.Commit{Branch: "main", Files: map[string]fake.File{
			".werkrevisor.toml": {Data: "[size]\nmax_files = 20\n"}, "README.md": {Data: "# Demo\n"}, "docs/deep/a.md": {Data: "# A\n\nOne line.\n"}}},
		fake.Commit{Branch: "topic", From: "main", Files: map[string]fake.File{
			"docs/deep/a.md": {Data: "# A\n\nAnother line.\n"}}})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
