package cli_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

// The heads of an author who wants a line merged that the first review found bad, and two without it.
var (
	badLine   = "return 1 / x"
	badHeads  = []string{"topic", "amended", "renamed", "moved", "more", "copied"}
	goodHeads = []string{"cured", "other"}
)

// memoryRepo makes the repository that every sequence starts from.
func memoryRepo(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	bad, good := code(badLine)["src/a.go"], code("return x")["src/a.go"]
	head := func(branch, from string, files map[string]string) fake.Commit {
		c := fake.Commit{Branch: branch, From: from, Files: map[string]fake.File{}, Message: branch}
		for name, text := range files {
			c.Files[name] = fake.File{Data: text}
		}
		return c
	}
	list := []fake.Commit{
		head("main", "", map[string]string{"README.md": "# Demo\n"}),
		head("release", "main", nil),
		head("topic", "main", map[string]string{"src/a.go": bad}),
		head("amended", "main", map[string]string{"src/a.go": strings.Replace(bad, "package a\n", "package a\n\n// A divides.", 1)}),
		head("renamed", "main", map[string]string{"src/c.go": bad}),
		head("moved", "main", map[string]string{"src/a.go": strings.Replace(bad, "\t"+badLine, "\t_ = x\n\t"+badLine, 1)}),
		head("more", "topic", map[string]string{"docs/b.md": "# B\n"}),
		head("copied", "topic", map[string]string{"src/d.go": strings.Replace(bad, "func A", "func D", 1)}),
		head("cured", "topic", map[string]string{"src/a.go": good}),
		head("other", "main", map[string]string{"docs/b.md": "# B\n"}),
	}
	if _, err := fake.InitRepo(dir, list...); err != nil {
		t.Fatal(err)
	}
	return dir
}

// author is somebody who may do everything with his PRs and with the bot's comments, and a model that says nothing bad
// after the first review.
type author struct {
	*world
	rng     *rand.Rand
	pulls   []*fake.Pull
	kept    map[int64][]string // texts that the bot's comments had
	steps   []string
	bad     map[string]string // head → branch, of those with the line
	blessed map[string]bool   // PR and head that a human approved
	runs    int
}

func newAuthor(t *testing.T, template string, seed uint64) *author {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(template)); err != nil {
		t.Fatal(err)
	}
	a := &author{world: worldOf(t, dir, risky), rng: rand.New(rand.NewPCG(seed, 17)), kept: map[int64][]string{}, bad: map[string]string{},
		blessed: map[string]bool{}}
	a.quick = true
	a.pulls = []*fake.Pull{a.pull}
	for _, branch := range badHeads {
		sha, err := a.pull.Repo().Head(branch)
		if err != nil {
			t.Fatal(err)
		}
		a.bad[sha] = branch
	}
	a.gitea.StartAt(time.Now().Add(-time.Hour))
	reviewers(t, a.world)
	if seed%3 == 0 {
		t.Setenv("WERKREVISOR_STATE_KEY", strings.Repeat("k", 40))
	}
	a.gate("opened")
	return a
}

// gate runs the gate for the PR, and holds what it says against what was said before.
func (a *author) gate(what string, args ...string) {
	a.t.Helper()
	if a.pull.State() != "open" {
		a.steps = append(a.steps, what)
		return
	}
	a.t.Setenv("WERKATOR_PR_NUMBER", fmt.Sprint(a.pull.Number))
	a.head()
	head := a.pull.HeadSHA()
	if a.runs > 0 { // the model that found the line is content from now on, and confirms every file
		files := `"1"`
		if a.bad[head] == "more" || a.bad[head] == "copied" {
			files = `"1","2"`
		}
		a.model.Always("chat", 0, fake.ModelAnswer{Text: fake.ReviewJSON(files, "", "safe_to_merge")})
	}
	r := a.run(args...)
	a.runs++
	for _, c := range a.pull.Comments() {
		if texts := a.kept[c.ID]; c.User == "bot" && (len(texts) == 0 || texts[len(texts)-1] != c.Body) {
			a.kept[c.ID] = append(texts, c.Body)
		}
	}
	a.steps = append(a.steps, fmt.Sprintf("%s: PR %d, %s %.7s: %s %s", what, a.pull.Number, a.bad[head], head, r.usage.Verdict, r.codes()))
	if r.exit == 30 || r.usage.Verdict == "" {
		a.t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
	if a.bad[head] != "" && r.usage.Verdict == "GREEN" {
		a.t.Errorf("GREEN with the line")
	}
	if a.blessed[fmt.Sprint(a.pull.Number, head)] && r.exit != 0 {
		a.t.Errorf("a human approved this head, and the exit is %d", r.exit)
	}
}

func (a *author) step() {
	comments := func(p *fake.Pull) (list []fake.Comment) {
		for _, c := range p.Comments() {
			if c.User == "bot" {
				list = append(list, c)
			}
		}
		return list
	}
	p := a.pulls[a.rng.IntN(len(a.pulls))]
	branches := append(append([]string{}, badHeads...), goodHeads...)
	branch := branches[a.rng.IntN(len(branches))]
	switch a.rng.IntN(12) {
	case 0, 1, 2:
		forced := a.rng.IntN(2) == 0
		if a.pull.State() == "open" {
			if err := a.pull.Push("author", branch, forced); err != nil {
				a.t.Fatal(err)
			}
		}
		a.gate("push")
	case 3:
		if a.pull.State() == "open" {
			clear(a.blessed) // an approval is for a base
			a.retarget([]string{"release", "main"}[a.rng.IntN(2)])
			if a.rng.IntN(2) == 0 {
				a.gate("retarget")
			}
			a.retarget("main")
		}
		a.gate("retarget")
	case 4:
		state := "closed"
		if a.pull.State() == "closed" {
			state = "open"
		}
		a.pull.SetState("author", state)
		a.gate(state)
	case 5:
		if len(a.pulls) < 4 {
			q, err := a.pull.Repo().AddPull(fake.NewPull{Number: 20 + len(a.pulls), Title: "Again", Author: "author", Base: "main", Head: branch})
			if err != nil {
				a.t.Fatal(err)
			}
			a.pulls, a.pull = append(a.pulls, q), q
		}
		a.gate("new PR")
	case 6:
		a.pull = p
		a.gate("another PR")
	case 7, 8:
		for i, c := range comments(p) {
			if i == 0 || a.rng.IntN(2) == 0 {
				p.DeleteComment(c.ID)
			}
		}
		a.gate(fmt.Sprintf("deletes comments of PR %d", p.Number))
	case 9:
		for _, c := range comments(p) {
			texts := append([]string{"thanks", strings.Replace(c.Body, "ORANGE", "GREEN", 2)}, a.kept[c.ID]...)
			p.EditComment(c.ID, texts[a.rng.IntN(len(texts))])
		}
		a.gate(fmt.Sprintf("edits comments of PR %d", p.Number))
	case 10:
		a.gate("--force", "--force")
	case 11:
		if a.pull.State() == "open" && a.rng.IntN(3) == 0 {
			a.pull.Review("ann", "APPROVED", a.pull.HeadSHA(), 0)
			a.blessed[fmt.Sprint(a.pull.Number, a.pull.HeadSHA())] = true
		}
		a.gate("rerun")
	}
}

// TestProofMemoryThatAnAuthorCannotWipe plays random sequences of what an author may do, with a model that says after the first
// review that all is well. No commit with the line that was found may become GREEN.
func TestProofMemoryThatAnAuthorCannotWipe(t *testing.T) {
	n := 40
	if *update {
		n = 1200
	}
	if _, err := fmt.Sscan(os.Getenv("WERKREVISOR_TEST_AUTHORS"), &n); err != nil && os.Getenv("WERKREVISOR_TEST_AUTHORS") != "" {
		t.Fatal(err)
	}
	template := memoryRepo(t)
	steps, runs := 0, 0
	for seed := range uint64(n) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			a := newAuthor(t, template, seed)
			for range 4 + a.rng.IntN(9) {
				if t.Failed() {
					break
				}
				a.step()
				steps++
			}
			runs += a.runs
			if t.Failed() {
				t.Log(strings.Join(a.steps, "\n"))
			}
		})
	}
	t.Logf("%d sequences, %d steps, %d runs", n, steps, runs)
	if !t.Failed() && n >= 1000 {
		proofSection(t, "memory", fmt.Sprintf("%d sequences, %d actions of the author, %d runs.\nGREEN with the line: 0.", n, steps, runs))
	}
}
