package cli_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

// flood is what outsiders pile up on a PR.
type flood struct {
	name string
	unit int
	pile func(a *aside, n int)
}

var floods = []flood{
	{"huge comments", 4, func(a *aside, n int) {
		text := strings.Repeat("<!-- werkrevisor:"+a.pull.HeadSHA()+" -->\\\"\n", 5_000)
		for range n {
			a.pull.Comment("stranger", text)
		}
	}},
	{"many comments", 500, func(a *aside, n int) {
		for range n {
			a.pull.Comment("stranger", "<!-- werkrevisor:"+a.pull.HeadSHA()+" -->\n## werkrevisor: RED")
		}
	}},
	{"reviews", 500, func(a *aside, n int) {
		for range n {
			a.pull.Review("stranger", "APPROVED", a.pull.HeadSHA(), 0)
		}
	}},
	{"inline comments", 500, func(a *aside, n int) { a.pull.Review("stranger", "COMMENT", a.pull.HeadSHA(), n) }},
	{"timeline", 500, func(a *aside, n int) {
		for range n {
			a.pull.AddLabel("stranger")
		}
	}},
	{"statuses", 500, func(a *aside, n int) {
		for range n {
			a.pull.Repo().SetStatus("stranger", fake.Status{SHA: a.pull.HeadSHA(), Context: "other", State: "failure"})
		}
	}},
}

// TestFloodsChangeNothingAndCostLinearly compares a PR under a flood with one under four times of it, and with one
// that nobody floods. A quadratic part takes 16 times as long.
func TestFloodsChangeNothingAndCostLinearly(t *testing.T) {
	repo, output := asideRepo(t), t.TempDir()
	quiet, _, _ := floodedRun(t, repo, output, func(*aside) {})
	for _, f := range floods {
		t.Run(f.name, func(t *testing.T) {
			measure := func(n int) (left string, took time.Duration, bytes uint64) {
				took = time.Hour
				for range 3 {
					l, d, b := floodedRun(t, repo, output, func(a *aside) { f.pile(a, n) })
					left, took, bytes = l, min(took, d), b
				}
				return left, took, bytes
			}
			some, took, bytes := measure(f.unit)
			many, took4, bytes4 := measure(4 * f.unit)
			if some != quiet || many != quiet {
				t.Errorf("the flood changes\n%s\nto\n%s\nand\n%s", quiet, some, many)
			}
			if took4 > 10*took+100*time.Millisecond || bytes4 > 8*bytes+16<<20 {
				t.Errorf("four times the flood takes %v and %d MiB instead of %v and %d MiB", took4, bytes4>>20, took, bytes>>20)
			}
		})
	}
}

// floodedRun piles up the flood, runs twice, and says what the runs did, and how long and how much memory they took.
// The second run reads the statuses.
func floodedRun(t *testing.T, repo, output string, pile func(*aside)) (left string, took time.Duration, bytes uint64) {
	t.Helper()
	a, err := newAside(repo, output)
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	pile(a)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	first, second := a.run(), a.run()
	took = time.Since(start)
	runtime.ReadMemStats(&after)
	left = fmt.Sprintf("%s, %s, reused %v, %s", outcomeOf(first), outcomeOf(second), second.usage.Reused, a.left(first.exit))
	for _, w := range a.gitea.Writes() {
		_, what, _ := strings.Cut(w.Path, "/demo/")
		left += ", " + w.Method + " " + what
	}
	return left, took, after.TotalAlloc - before.TotalAlloc
}
