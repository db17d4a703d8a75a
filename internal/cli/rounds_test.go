package cli_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

// readRound holds every request back until no further one comes, and lets them all go at once: one round.
type readRound struct {
	mu    sync.Mutex
	count int
	open  chan struct{}
	last  *time.Timer
}

// quiet is how long no request comes at the end of a round. It is long for a program that only computes between its requests.
const quiet = 60 * time.Millisecond

func (r *readRound) join() {
	r.mu.Lock()
	if r.open == nil {
		r.open = make(chan struct{})
		r.last = time.AfterFunc(quiet, r.release)
	} else {
		r.last.Reset(quiet)
	}
	open := r.open
	r.mu.Unlock()
	<-open
}

func (r *readRound) release() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open == nil {
		return
	}
	r.count++
	close(r.open)
	r.open = nil
}

func (r *readRound) rounds() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count
}

// thirtyFiles is a repository whose branch topic changes 30 files at a depth of 5 folders.
func thirtyFiles(tb testing.TB) string {
	tb.Helper()
	old, changed := map[string]fake.File{}, map[string]fake.File{}
	for i := range 30 {
		name := fmt.Sprintf("a/b/c/d/e%d/f%d.go", i%3, i)
		old[name] = fake.File{Data: fmt.Sprintf("package f\n\n// F is one of %d.\n%s// The end of %d.\n", i, strings.Repeat("// More.\n", 20), i)}
		changed[name] = fake.File{Data: fmt.Sprintf("package f\n\n// F is another of %d.\n%s// The end of %d.\n", i, strings.Repeat("// More.\n", 20), i)}
	}
	repo := tb.TempDir()
	if _, err := fake.InitRepo(repo, fake.Commit{Branch: "main", Files: old}, fake.Commit{Branch: "topic", From: "main", Files: changed}); err != nil {
		tb.Fatal(err)
	}
	return repo
}

// TestAPRNeedsFewRounds counts the rounds of reads of 30 files at a depth of 5 folders, with their full texts. A branch of
// several commits that lags behind its base is looked at more closely, which takes one round more at most.
func TestAPRNeedsFewRounds(t *testing.T) {
	for name, tt := range map[string]struct {
		commits      []fake.Commit
		reading, all int
	}{
		"one commit on the tip": {nil, 12, 15},
		"one commit that lags":  {[]fake.Commit{{Branch: "main", Files: map[string]fake.File{"x": {Data: "x"}}}}, 13, 16},
		"several commits that lag": {[]fake.Commit{{Branch: "main", Files: map[string]fake.File{"x": {Data: "x"}}},
			{Branch: "topic", Files: map[string]fake.File{"a/b/c/d/e0/f0.go": {Data: "package f\n\n// The end of 0.\n"}}}}, 13, 16},
	} {
		t.Run(name, func(t *testing.T) {
			repo := thirtyFiles(t)
			if _, err := fake.AddCommits(repo, tt.commits...); err != nil {
				t.Fatal(err)
			}
			reading, all := 0, 0
			for range 3 { // a round falls apart where the machine is busy with something else
				reading, all = readRounds(t, repo)
				if reading <= tt.reading && all <= tt.all {
					return
				}
			}
			t.Errorf("%d rounds of reads before the model is asked, %d in the whole run", reading, all)
		})
	}
}

// readRounds is the number of rounds before the model is asked, and with the looks before and after the writes.
func readRounds(t *testing.T, repo string) (reading, all int) {
	t.Helper()
	a, err := newAside(repo, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	a.call.Env["WERKREVISOR_CONFIG_TOML"] = strings.Replace(a.call.Env["WERKREVISOR_CONFIG_TOML"], "max_findings = 3", "max_findings = 3\nfull_files = true", 1)
	var r readRound
	a.gitea.Inject(fake.Fault{Method: "GET", Path: "…", Before: r.join})
	a.model.Script(fake.ModelAnswer{Before: func() { reading = r.rounds() }})
	if got := a.run(); got.exit != 0 {
		t.Fatalf("exit %d\n%s", got.exit, got.stderr)
	}
	if calls := a.model.Calls(); len(calls) != 1 || !strings.Contains(calls[0].User, "The end of 29") {
		t.Errorf("%d calls, or the model got no full file", len(calls))
	}
	t.Logf("%d requests; %d rounds before the model, %d in all", len(a.gitea.Requests()), reading, r.rounds())
	return reading, r.rounds()
}

// BenchmarkRounds is a gate run over 30 files with 100 ms of latency at each request (product.md 13).
func BenchmarkRounds(b *testing.B) {
	repo := thirtyFiles(b)
	for b.Loop() {
		a, err := newAside(repo, b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		a.gitea.Inject(fake.Fault{Path: "…", Before: func() { time.Sleep(100 * time.Millisecond) }})
		if got := a.run(); got.exit != 0 {
			b.Fatalf("exit %d\n%s", got.exit, got.stderr)
		}
		a.close()
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/100, "rounds")
}
