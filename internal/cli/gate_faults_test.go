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
	"werkrevisor/internal/proof"
	"werkrevisor/internal/run"
)

// cell is one endpoint with one fault.
type cell struct {
	endpoint endpoint
	fault    fault
}

func (c cell) String() string { return c.endpoint.name + ", " + c.fault.name }

// TestEveryFaultOfEveryEndpoint is the fault matrix of operators.md, "Proof" 4.
func TestEveryFaultOfEveryEndpoint(t *testing.T) {
	var busy, waiting []cell
	for _, e := range endpoints {
		for _, f := range faults {
			switch {
			case !f.fits(e):
			case f.slow:
				waiting = append(waiting, cell{e, f})
			default:
				busy = append(busy, cell{e, f})
			}
		}
	}
	repo, output := asideRepo(t), t.TempDir()
	if _, err := counter(); err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	var mu sync.Mutex
	try := func(workers int, list []cell) func() {
		next := make(chan cell)
		var group sync.WaitGroup
		for range workers {
			group.Go(func() {
				for c := range next {
					problems := tryCell(c, repo, filepath.Join(output, fmt.Sprintf("%x", c.String())), 1)
					for patience := 4; c.fault.slow && len(problems) > 0 && patience <= 16; patience *= 4 {
						// On a busy machine a healthy request may run into these limits too.
						problems = tryCell(c, repo, filepath.Join(output, fmt.Sprintf("%x-%d", c.String(), patience)), patience)
					}
					mu.Lock()
					for _, p := range problems {
						t.Errorf("%s: %s", c, p)
					}
					tried[c.String()] = true
					mu.Unlock()
				}
			})
		}
		return func() {
			for _, c := range list {
				next <- c
			}
			close(next)
			group.Wait()
		}
	}
	try(16, waiting)()
	try(3, busy)()
	t.Logf("%d cells, %d of them wait for a time limit", len(tried), len(waiting))
	if len(tried) != len(busy)+len(waiting) {
		t.Errorf("%d of %d cells were tried", len(tried), len(busy)+len(waiting))
	}
	proofSection(t, "faults", fmt.Sprintf("%d endpoints × %d faults: %d meaningful pairs, %d of which wait for a time limit.\nGREEN: 0.",
		len(endpoints), len(faults), len(tried), len(waiting)))
}

// proofSection compares a section of docs/proof.md with what a test found; -update writes it.
func proofSection(t *testing.T, name, found string) {
	t.Helper()
	if err := proof.Check(filepath.Join(sources, "docs/proof.md"), name, found, *update); err != nil {
		t.Error(err)
	}
}

// sources is the root of the repository; tests change their folder.
var sources = func() string {
	dir, err := filepath.Abs("../..")
	if err != nil {
		panic(err)
	}
	return dir
}()

// hasty are time limits that a waiting cell reaches soon, and that a healthy run keeps.
func hasty(patience int) cli.Limits {
	unit := time.Duration(patience) * time.Second
	return cli.Limits{Run: run.Limits{Base: 5 * unit, Write: 2 * unit}, Answer: unit, Key: unit}
}

func tryCell(c cell, repo, output string, patience int) (problems []string) {
	problem := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	a, err := newAside(repo, output)
	if err != nil {
		return []string{err.Error()}
	}
	defer a.close()
	a.pull.Comment("human", "Looks good?")
	a.pull.Review("human", "COMMENT", a.pull.HeadSHA(), 0)
	if c.fault.slow { // before anything runs: the config is a part of the state
		a.call.Env["WERKREVISOR_CONFIG_TOML"] = strings.Replace(a.call.Env["WERKREVISOR_CONFIG_TOML"], "timeout_seconds = 5", fmt.Sprintf("timeout_seconds = %d", patience), 1)
	}
	if c.endpoint.before != nil {
		if err := c.endpoint.before(a); err != nil {
			return []string{err.Error()}
		}
	}
	if c.fault.slow {
		a.call.Limits = hasty(patience)
	}
	stop := c.fault.inject(a, c.endpoint, patience)
	ended := make(chan result, 1)
	go func() { ended <- a.run() }()
	var broken result
	select {
	case broken = <-ended:
	case <-time.After(3 * time.Minute):
		return []string{"the run did not end"}
	}
	stop()
	if got, want := outcomeOf(broken), c.endpoint.want(c.fault); got != string(want) {
		problem("got %s, want %s\n%s", got, want, broken.stderr)
	}
	results, failures := a.comments()
	sealed := slices.DeleteFunc(slices.Clone(results), func(c fake.Comment) bool { return !strings.Contains(c.Body, "werkrevisor-state:") })
	if len(sealed) > 1 || len(failures) > 1 {
		problem("%d results and %d errors stand on the server", len(results), len(failures))
	}
	if s := a.status(); broken.exit != 0 && s == "success" && !c.endpoint.reused {
		problem("the exit code is %d and the status %s", broken.exit, s)
	}
	if err := a.heal(); err != nil {
		return append(problems, err.Error())
	}
	a.call.Limits = cli.Limits{}
	rerun := a.run()
	if rerun.exit != 0 || rerun.usage.Verdict != "GREEN" {
		problem("the rerun: %s\n%s", outcomeOf(rerun), rerun.stderr)
	}
	results, failures = a.comments()
	if s := a.status(); len(results) != 1 || len(failures) != 0 || s != "success" {
		problem("after the rerun: %d results, %d errors, status %q", len(results), len(failures), s)
	}
	for name, text := range a.everything(broken, rerun) {
		for _, secret := range []string{a.call.Env["GITEA_BOT_TOKEN"], asideKey, bodyCanary} {
			if strings.Contains(text, secret) {
				problem("%s holds %s:\n%s", name, secret, text)
			}
		}
	}
	return problems
}

// expected is an exit code with the codes of the reasons, e.g. "30 read_failed".
type expected string

// outcomeOf names a code once: a server that is down fails the reads and the look before writing alike.
func outcomeOf(r result) string {
	codes := slices.Compact(strings.Fields(r.codes()))
	return strings.TrimSpace(fmt.Sprintf("%d %s", r.exit, strings.Join(codes, " ")))
}

// TestTheFaultMatrixHasEveryEndpoint compares the matrix with the requests of real runs.
func TestTheFaultMatrixHasEveryEndpoint(t *testing.T) {
	known := map[string]bool{}
	for _, e := range endpoints {
		known[e.method+" "+e.path] = true
	}
	repo := asideRepo(t)
	var missing []string
	for _, e := range endpoints {
		a, err := newAside(repo, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer a.close()
		if e.before != nil {
			if err := e.before(a); err != nil {
				t.Fatal(err)
			}
		}
		a.run()
		used := e.method == "MODEL" || e.method == "KEY" || e.path == "/contents/…"
		for _, r := range a.gitea.Requests() {
			found := false
			for _, other := range endpoints {
				if fake.Matches(other.method, other.path, r) {
					found, used = true, used || other.name == e.name
				}
			}
			if strings.HasSuffix(r.Path, "/reactions") {
				continue // it only asks whether the bot is blocked: every other answer means that nothing is known
			}
			if !found && !slices.Contains(missing, r.Method+" "+r.Path) {
				missing = append(missing, r.Method+" "+r.Path)
			}
		}
		if !used {
			t.Errorf("no run uses %s", e.name)
		}
	}
	if len(missing) > 0 {
		t.Errorf("the matrix lacks %v", missing)
	}
}
