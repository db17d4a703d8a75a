package cli_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

// seeds is the number of races for each script.
const seeds = 8

// TestOfThreeRunsAtOnceTheWorstResultStays lets three runs of one head race, with pauses of other lengths for each seed.
func TestOfThreeRunsAtOnceTheWorstResultStays(t *testing.T) {
	repo, output := t.TempDir(), t.TempDir()
	if _, err := fake.InitRepo(repo, commits(nil, codeChange)...); err != nil {
		t.Fatal(err)
	}
	careful := says("", "merge_with_caution")
	scripts := map[string][]fake.ModelAnswer{
		"all safe":             {safe, safe, safe},
		"one risky":            {safe, risky, safe},
		"each another verdict": {safe, careful, risky},
		"two risky":            {risky, careful, risky},
	}
	for name, script := range scripts {
		for seed := range uint64(seeds) {
			t.Run(fmt.Sprintf("%s, seed %d", name, seed), func(t *testing.T) {
				t.Parallel()
				a, err := newAside(repo, filepath.Join(output, fmt.Sprintf("%s-%d", name, seed)))
				if err != nil {
					t.Fatal(err)
				}
				defer a.close()
				pauses := rand.New(rand.NewPCG(seed, 1))
				script = append([]fake.ModelAnswer(nil), script...)
				pauses.Shuffle(len(script), func(i, j int) { script[i], script[j] = script[j], script[i] })
				a.model.Script(script...)
				var mu sync.Mutex
				a.gitea.Inject(fake.Fault{Path: "…", Before: func() {
					mu.Lock()
					pause := time.Duration(pauses.IntN(8)) * time.Millisecond
					mu.Unlock()
					<-time.After(pause)
				}})
				runs := make([]result, 3)
				var group sync.WaitGroup
				for i := range runs {
					group.Go(func() { runs[i] = a.run() })
				}
				group.Wait()
				worst := 0
				logs := ""
				for _, r := range runs {
					worst = max(worst, r.exit)
					logs += fmt.Sprintf("exit %d, reused %v, codes %s\n%s\n", r.exit, r.usage.Reused, r.codes(), r.stderr)
				}
				want := map[int]string{0: "0 errors, status success, result GREEN (PASS)", 10: "0 errors, status pending, result YELLOW",
					15: "0 errors, status warning, result ORANGE"}[worst]
				left := a.left(worst)
				if want == "" || !strings.HasPrefix(left, fmt.Sprintf("exit %d, %s", worst, want)) || strings.Count(left, "result") != 1 {
					t.Errorf("they leave %q\n%s", left, logs)
				}
				if err := a.heal(); err != nil {
					t.Fatal(err)
				}
				if r := a.run(); r.exit != worst || !r.usage.Reused || a.left(worst) != left {
					t.Errorf("the rerun: exit %d, reused %v, %q instead of %q\n%s", r.exit, r.usage.Reused, a.left(r.exit), left, logs)
				}
			})
		}
	}
}
