package cli_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

// machine is a PR with a gate, a CI server and people who do anything at any time. The same seed gives the same steps.
type machine struct {
	*world
	dir     string
	mode    string
	auto    bool
	rng     *rand.Rand
	steps   []string
	runs    map[string][]ran  // by head, superseded ones left out
	forged  map[string]bool   // heads whose gate status a writer forged
	touched map[int64]bool    // comments of the bot that others changed
	queue   []string          // heads whose run the CI server has not started
	trees   map[string]string // kind of head by commit id
	bases   int
	base    string
	late    map[string]bool // heads that a human approved when they were gone, or not reviewed yet
	racing  bool            // somebody may act inside of the run
	inside  bool            // a step happens inside of a gate run
}

// ran is a gate run that came to a result.
type ran struct{ verdict, base, codes string }

// kinds are the heads of the machine by name: their files and the head below. Several differ only by a file more, so that
// a push from one to the other only takes files back (gitea.md, finding 12).
var kinds = map[string]map[string]string{
	"a": {"src/a.go": code("return x")["src/a.go"]},
	"b": {"src/a.go": code("return 1 / x")["src/a.go"]},
	"c": {"src/a.go": code("return 1 / x")["src/a.go"], "src/guard.go": "package a\n\nfunc guard() {}\n"},
	"q": {"src/a.go": code("return x")["src/a.go"], "doc/PR/a.md": question["doc/PR/a.md"]},
	"r": {"src/a.go": code("return x")["src/a.go"], "doc/PR/a.md": strings.Replace(question["doc/PR/a.md"], "[ ]", "[x]", 1)},
	"y": {"src/a.go": code("return x")["src/a.go"], "x.bin2": "data\n"},
	"o": {"src/a.go": code("return x")["src/a.go"], "src/auth/login.go": "package auth\n"},
}

func kindNames() []string { return slices.Sorted(maps.Keys(kinds)) }

func filesOf(kind string) map[string]fake.File {
	files := map[string]fake.File{}
	for name, text := range kinds[kind] {
		files[name] = fake.File{Data: text}
	}
	return files
}

// machineRepo makes the repository that every sequence starts from.
func machineRepo(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	list := []fake.Commit{{Branch: "main", Files: map[string]fake.File{"README.md": {Data: "# Demo\n"}}}, {Branch: "side", From: "main"}}
	for _, kind := range kindNames() {
		list = append(list, fake.Commit{Branch: kind, From: "main", Files: filesOf(kind), Message: kind})
	}
	list = append(list, fake.Commit{Branch: "topic", From: "main", Files: filesOf("a"), Message: "a"})
	if _, err := fake.InitRepo(dir, list...); err != nil {
		t.Fatal(err)
	}
	return dir
}

func newMachine(t *testing.T, template string, seed uint64) *machine {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(template)); err != nil {
		t.Fatal(err)
	}
	m := &machine{world: worldOf(t, dir), dir: dir, rng: rand.New(rand.NewPCG(seed, 7)), base: "main",
		runs: map[string][]ran{}, forged: map[string]bool{}, late: map[string]bool{}, touched: map[int64]bool{}, trees: map[string]string{}}
	for _, kind := range kindNames() {
		sha, err := m.pull.Repo().Head(kind)
		if err != nil {
			t.Fatal(err)
		}
		m.trees[sha] = kind
	}
	modes := []struct {
		mode string
		auto bool
	}{{"approval", true}, {"approval", false}, {"approval", true}, {"pass_with_review_request", false}, {"block", false}}
	m.mode, m.auto = modes[seed%5].mode, modes[seed%5].auto
	for _, login := range []string{"ann", "bob", "carol", "ci"} {
		m.gitea.AddUser(login, true)
	}
	m.gitea.AddUser("out", false)
	m.gitea.StartAt(time.Now().Add(-time.Hour))
	whitelist := []string{"ann", "bob"}
	if m.mode == "approval" {
		whitelist = append(whitelist, "bot")
	}
	rule := fake.Recommended(whitelist...)
	rule.BlockOnOutdated = m.rng.IntN(2) == 0
	m.pull.Repo().Protect("main", rule)
	gate := ""
	if m.auto {
		gate = automerge
		m.finished()
	}
	setGate(t, m.mode, gate)
	m.quick = true
	t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), "[mechanical]\nenabled = true", "[mechanical]\nenabled = false", 1))
	m.queue = []string{m.pull.HeadSHA()}
	return m
}

func (m *machine) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if m.inside {
		text = "inside of the run: " + text
	}
	m.steps = append(m.steps, text)
}

func (m *machine) open() bool { state := m.pull.State(); return state == "open" }

// ci runs the gate for a head as the CI server does, and sets the status of the gate from the exit code.
func (m *machine) ci(head string) result {
	m.t.Setenv("WERKATOR_PR_HEAD_SHA", head)
	answer := fake.ModelAnswer{}
	switch n := m.rng.IntN(10); {
	case n < 2 && (m.trees[head] == "b" || m.trees[head] == "c"):
		answer.Text = fake.ReviewJSON(map[string]string{"b": `"1"`, "c": `"1","2"`}[m.trees[head]], findingAt("4", "high", "return 1 / x"), "safe_to_merge")
	case n < 4:
		answer.Advice = "changes_required"
	case n == 4 && m.rng.IntN(2) == 0:
		answer.Finish = "length"
	}
	m.model.Script(answer)
	r := m.run()
	m.model.Script()
	m.note("run of %s (%.6s): %s exit %d %s", m.trees[head], head, r.usage.Verdict, r.exit, r.codes())
	if !strings.Contains(r.codes(), "superseded") && !strings.Contains(r.codes(), "pr_not_open") {
		m.runs[head] = append(m.runs[head], ran{r.usage.Verdict, m.base, r.codes()})
	}
	m.settled(head, r)
	state := "failure"
	if r.exit == 0 {
		state = "success"
	}
	m.pull.Repo().SetStatus("ci", fake.Status{SHA: head, Context: "ai-review/gate", State: state})
	return r
}

// drain starts the runs that are due.
func (m *machine) drain() {
	for len(m.queue) > 0 {
		head := m.queue[0]
		m.queue = m.queue[1:]
		m.ci(head)
	}
}

func (m *machine) pushKind(by, kind string) {
	sha, err := m.pull.Repo().Head(kind)
	if err != nil {
		m.t.Fatal(err)
	}
	if sha == m.pull.HeadSHA() {
		return
	}
	m.note("%s pushes %s (%.6s)", by, kind, sha)
	if err := m.pull.Push(by, sha, true); err != nil {
		m.t.Fatal(err)
	}
	m.queue = append(m.queue, sha)
}

// advance lets the base move on.
func (m *machine) advance() {
	m.bases++
	name := fmt.Sprintf("docs/n%d.md", m.bases)
	m.note("the base gets %s", name)
	if _, err := fake.AddCommits(m.dir, fake.Commit{Branch: "main", Files: map[string]fake.File{name: {Data: "# N\n"}}, Message: name}); err != nil {
		m.t.Fatal(err)
	}
	if err := m.pull.Repo().BasePushed("main"); err != nil {
		m.t.Fatal(err)
	}
}

// update brings the branch up to its base.
func (m *machine) update() {
	m.bases++
	name := fmt.Sprintf("u%d", m.bases)
	kind := m.trees[m.pull.HeadSHA()]
	ids, err := fake.AddCommits(m.dir, fake.Commit{Branch: name, From: "main", Files: filesOf(kind), Message: name})
	if err != nil {
		m.t.Fatal(err)
	}
	m.trees[ids[0]] = kind
	m.pushKind("author", name)
}

// one picks one of a list.
func one[T any](m *machine, list ...T) T { return list[m.rng.IntN(len(list))] }
