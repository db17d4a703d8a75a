package cli_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"werkrevisor/internal/cli"
	"werkrevisor/internal/fake"
)

// scenePlay is a gate run beyond block mode, with the endpoints that only it uses.
type scenePlay struct {
	name      string
	answer    fake.ModelAnswer
	mode      string // of [engine]
	before    func(p *played)
	endpoints []endpoint
}

// played is one play on servers of its own.
type played struct {
	*aside
	jev *fake.Jev
}

// plays are the runs in approval mode, with automerge and a classifier.
var plays = []scenePlay{
	{name: "GREEN: approve and schedule", before: func(p *played) {
		p.pull.Review("bot", "REQUEST_CHANGES", p.pull.HeadSHA()[:39]+"0", 0) // of an older head; it would block for ever
	}, endpoints: []endpoint{
		{name: "review", method: "POST", path: "/pulls/7/reviews"},
		{name: "PR after the review", method: "GET", path: "/pulls/7", after: 3},
		{name: "own review deleted", method: "DELETE", path: "/pulls/7/reviews/*"},
		{name: "schedule", method: "POST", path: "/pulls/7/merge"},
		{name: "comments of the repository", method: "GET", path: "/issues/comments"},
	}},
	{name: "ORANGE: ask and schedule", answer: fake.ModelAnswer{Text: fake.ReviewJSON(`"1","2"`, findingAt("4", "high", "return 1 / x"), "safe_to_merge")}, endpoints: []endpoint{
		{name: "request", method: "POST", path: "/pulls/7/requested_reviewers"},
		{name: "review", method: "POST", path: "/pulls/7/reviews"},
		{name: "schedule", method: "POST", path: "/pulls/7/merge"},
	}},
	{name: "combined: the classifier", mode: "combined", endpoints: []endpoint{{name: "classifier", method: "JEV"}}},
}

// open starts the servers of a play.
func (p scenePlay) open(repo, output string, patience int) (*played, error) {
	a, err := newAside(repo, output)
	if err != nil {
		return nil, err
	}
	jev, err := fake.NewJev()
	if err != nil {
		return nil, err
	}
	a.gitea.AddUser("ann", true)
	a.pull.Repo().Protect("main", fake.Recommended("bot", "ann"))
	a.pull.SetTitle("author", "WIP: Fix the gate")
	a.pull.SetTitle("author", "Fix the gate")
	a.model.Always("chat", 0, p.answer)
	host := strings.Replace(a.call.Env["WERKREVISOR_CONFIG_TOML"], `yellow_gate = "block"`, "yellow_gate = \"approval\"\nhuman_reviewers = [\"ann\"]\n"+automerge, 1)
	host = strings.Replace(host, "timeout_seconds = 5", fmt.Sprintf("timeout_seconds = %d", min(5, patience*2)), 1)
	if p.mode != "" {
		host += strings.NewReplacer("MODE", p.mode, "JEV_URL", jev.URL, "timeout_seconds = 2", fmt.Sprintf("timeout_seconds = %d", patience)).Replace(classifierTOML)
		a.call.Env["TYPESAFE_API_KEY"] = "jev-canary-key"
	}
	a.call.Env["WERKREVISOR_CONFIG_TOML"] = host
	one := &played{a, jev}
	if p.before != nil {
		p.before(one)
	}
	return one, nil
}

func (p *played) close() {
	p.aside.close()
	_ = p.jev.Close()
}

// holds is what the server has of the bot, in words: what one undisturbed run leaves is what every way must end in.
func (p *played) holds() string {
	results, failures := p.comments()
	var reviews []string
	for _, r := range p.pull.Reviews() {
		reviews = append(reviews, r.User+" "+r.State)
	}
	slices.Sort(reviews)
	return fmt.Sprintf("%d results, %d errors, status %s, reviews %v, scheduled by %q", len(results), len(failures), p.status(), reviews, p.pull.Scheduled())
}

// TestEveryFaultOfTheReviewersEndpoints is the rest of operators.md, "Proof" 4. A run that ends with the exit code of an
// undisturbed one has left what an undisturbed one leaves; every other one is completed by a rerun, without a double write.
func TestEveryFaultOfTheReviewersEndpoints(t *testing.T) {
	repo, output := t.TempDir(), t.TempDir()
	doc := "# Plan\n\n## The Problem\n\nIt is slow.\n\n### Scenario#7.01: it is fast\n\n- **Given** a cart\n- **When** it is paid\n- **Then** it is quick\n"
	if _, err := fake.InitRepo(repo, commits(nil, map[string]string{"src/a.go": codeChange["src/a.go"], "doc/PR/2026-11-30-plan.md": doc})...); err != nil {
		t.Fatal(err)
	}
	if _, err := counter(); err != nil {
		t.Fatal(err)
	}
	tried, count := 0, 0
	var group sync.WaitGroup
	var mu sync.Mutex
	limit := make(chan struct{}, 6)
	for _, p := range plays {
		one, err := p.open(repo, filepath.Join(output, "undisturbed"), 2)
		if err != nil {
			t.Fatal(err)
		}
		healthy := one.run()
		want := one.holds()
		one.close()
		if healthy.exit == 30 || p.mode != "" && len(one.jev.Calls()) == 0 {
			t.Fatalf("%s: exit %d\n%s", p.name, healthy.exit, healthy.stderr)
		}
		count += len(p.endpoints)
		for _, e := range p.endpoints {
			for _, f := range faults {
				if !f.fits(e) {
					continue
				}
				tried++
				group.Go(func() {
					limit <- struct{}{}
					defer func() { <-limit }()
					problems := p.try(e, f, repo, output, healthy.exit, want, 1)
					for patience := 4; len(problems) > 0 && f.slow && patience <= 16; patience *= 4 {
						problems = p.try(e, f, repo, output, healthy.exit, want, patience)
					}
					mu.Lock()
					defer mu.Unlock()
					for _, problem := range problems {
						t.Errorf("%s, %s, %s: %s", p.name, e.name, f.name, problem)
					}
				})
			}
		}
	}
	group.Wait()
	proofSection(t, "faults of a reviewer", fmt.Sprintf("%d endpoints in %d plays × %d faults: %d meaningful pairs.", count, len(plays), len(faults), tried))
}

// try plays once with a fault, and once more without.
func (p scenePlay) try(e endpoint, f fault, repo, output string, exit int, want string, patience int) (problems []string) {
	problem := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	one, err := p.open(repo, filepath.Join(output, fmt.Sprintf("%x", p.name+e.name+f.name)), patience)
	if err != nil {
		return []string{err.Error()}
	}
	defer one.close()
	if f.slow {
		one.call.Limits = hasty(patience)
	}
	var stop func()
	if e.method == "JEV" {
		stop = one.breakJev(f, patience)
	} else {
		stop = f.inject(one.aside, e, patience)
	}
	ended := make(chan result, 1)
	go func() { ended <- one.run() }()
	var broken result
	select {
	case broken = <-ended:
	case <-time.After(3 * time.Minute):
		return []string{"the run did not end"}
	}
	stop()
	// A server that says that it did something, and did not, is believed about requests, deletions and schedules: their
	// answers have nothing to check. Nothing becomes better by that, and a rerun completes it.
	believed := f.writes || e.method == "DELETE" && f.name == "404"
	switch held := one.holds(); {
	case broken.exit == exit && held != want && !believed:
		problem("exit %d as if nothing had happened, but the server has %s instead of %s\n%s", exit, held, want, broken.stderr)
	case broken.exit != exit && broken.exit != 30 && broken.exit < 10:
		problem("exit %d\n%s", broken.exit, broken.stderr)
	case broken.exit != exit && one.status() == "success" && f.name != "refused connection": // then nobody can correct it
		problem("exit %d, and the status says success", broken.exit)
	}
	if err := one.heal(); err != nil {
		return append(problems, err.Error())
	}
	if err := one.jev.Heal(); err != nil {
		return append(problems, err.Error())
	}
	one.model.Always("chat", 0, p.answer)
	one.call.Limits = cli.Limits{}
	rerun := one.run()
	if held := one.holds(); rerun.exit != exit || held != want {
		problem("after the rerun (exit %d) the server has %s instead of %s\n%s\n%s", rerun.exit, held, want, broken.stderr, rerun.stderr)
	}
	for name, text := range one.everything(broken, rerun) {
		for _, secret := range []string{one.call.Env["GITEA_BOT_TOKEN"], asideKey, bodyCanary, "jev-canary-key"} {
			if strings.Contains(text, secret) {
				problem("%s holds %s", name, secret)
			}
		}
	}
	return problems
}

// breakJev gives the classifier a fault.
func (p *played) breakJev(f fault, patience int) (stop func()) {
	b := f.broken
	b.Drip *= time.Duration(patience)
	never := make(chan struct{})
	a := fake.ModelAnswer{Status: b.Status, Body: strings.NewReplacer("TOKEN", p.call.Env["GITEA_BOT_TOKEN"], "KEY", "jev-canary-key").Replace(b.Body),
		Header: b.Header, Edit: b.Edit, Cut: b.Cut > 0, Wire: b.Wire}
	if f.name == "time-out" {
		a.Wait = never
	}
	p.jev.Break(a)
	return func() { close(never) }
}
