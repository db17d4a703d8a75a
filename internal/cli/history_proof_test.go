package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/cli"
	"werkrevisor/internal/config"
	"werkrevisor/internal/fake"
	"werkrevisor/internal/gitea"
	"werkrevisor/internal/gitrepo"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/rules"
)

// held are the codes of the rule merging for a change that may be merged by one style.
func held(c pr.Change, style string) (codes []string) {
	c.MergeStyles = []string{style}
	for _, rule := range rules.All {
		if rule.Name == "merging" {
			for _, r := range rule.Check(c, config.Config{}).Reasons {
				codes = append(codes, r.Code)
			}
		}
	}
	return codes
}

// localChange reads the PR of topic onto main from the repository itself.
func (h *history) localChange(t testing.TB) pr.Change {
	t.Helper()
	r, err := gitrepo.Open(t.Context(), h.dir, "main..topic")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c, err := r.Change(t.Context())
	if err != nil {
		t.Fatalf("%v\n%s", err, strings.Join(h.steps, "\n"))
	}
	return c
}

// servedChange reads the same PR from a server.
func (h *history) servedChange(t testing.TB) pr.Change {
	t.Helper()
	g, pull, err := fake.PRFromGit(h.dir, "main", "topic")
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	client, err := gitea.New(gitea.Config{BaseURL: g.URL, Owner: "org", Repo: "demo", Number: pull.Number, Token: g.Token("bot", "write:issue", "write:repository", "read:user")})
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.Change(t.Context())
	if err != nil {
		t.Fatalf("%v\n%s", err, strings.Join(h.steps, "\n"))
	}
	return c
}

// mergeCounts are what the histories gave.
type mergeCounts struct {
	sync.Mutex
	histories, ordinary, heldOrdinary   int
	merges, conflicts, differ, let, odd int
}

// TestProofWhatMergesIsWhatWasReviewed makes random histories, merges each by every style with git, and holds what comes out
// against the tip of the base with the reviewed diff. Where that is another tree, the rule must hold the change back; an
// ordinary history it must let through. The same is read from a checkout and from a server.
func TestProofWhatMergesIsWhatWasReviewed(t *testing.T) {
	n := 100
	if *update {
		n = 2400
	}
	if _, err := fmt.Sscan(os.Getenv("WERKREVISOR_TEST_HISTORIES"), &n); err != nil && os.Getenv("WERKREVISOR_TEST_HISTORIES") != "" {
		t.Fatal(err)
	}
	var sum mergeCounts
	t.Run("histories", func(t *testing.T) {
		for part := range 4 {
			t.Run(fmt.Sprint(part), func(t *testing.T) {
				t.Parallel()
				for seed := part; seed < n; seed += 4 {
					dir := filepath.Join(t.TempDir(), fmt.Sprint(seed))
					h := randomHistory(t, dir, uint64(seed))
					h.prove(t, seed, &sum)
					_ = os.RemoveAll(dir)
				}
			})
		}
	})
	t.Logf("%d histories: %d merges, %d conflicts, %d give something else; %d of %d other merges are held back, %d of %d ordinary histories",
		sum.histories, sum.merges, sum.conflicts, sum.differ, sum.odd-sum.let, sum.odd, sum.heldOrdinary, sum.ordinary)
	if !t.Failed() && n >= 2000 {
		proofSection(t, "merges", fmt.Sprintf("%d histories, each merged by 5 styles: %d merges without a conflict.\n"+
			"%d of them give another tree than the tip of the base with the reviewed diff; not held back: 0.\n"+
			"%d of the histories are ordinary; held back: 0.\n"+
			"Of the merges of the others that give what was reviewed, %d %% are let through.",
			sum.histories, sum.merges, sum.differ, sum.ordinary, 100*sum.let/max(1, sum.odd)))
	}
}

func (h *history) prove(t *testing.T, seed int, sum *mergeCounts) {
	t.Helper()
	got, why := h.outcomes(t)
	c := h.localChange(t)
	if seed%5 == 0 {
		if diff := cmp.Diff(c.Obstacles, h.servedChange(t).Obstacles); diff != "" {
			t.Errorf("seed %d: checkout and server differ: %s\n%s", seed, diff, strings.Join(h.steps, "\n"))
		}
	}
	sum.Lock()
	defer sum.Unlock()
	sum.histories++
	if h.ordinary {
		sum.ordinary++
	}
	all := 0
	for _, style := range mergeStyles {
		codes := held(c, style)
		all += len(codes)
		if got[style] == mergeConflicts {
			sum.conflicts++
			continue
		}
		sum.merges++
		switch {
		case got[style] == mergeDiffers:
			sum.differ++
			if len(codes) == 0 {
				t.Errorf("seed %d: %s gives something else and is let through: %s\n%s", seed, style, why[style], strings.Join(h.steps, "\n"))
			}
		case h.ordinary && len(codes) > 0:
			t.Errorf("seed %d: an ordinary history is held back by %v for %s: %+v\n%s", seed, codes, style, c.Obstacles, strings.Join(h.steps, "\n"))
		case !h.ordinary:
			sum.odd++
			if len(codes) == 0 {
				sum.let++
			}
		}
	}
	if h.ordinary && all > 0 {
		sum.heldOrdinary++
	}
}

// TestGateHoldsBackWrongMerges: each kind of history is GREEN by its diff alone without a model, and is YELLOW in the gate and in local mode
// as long as a style is allowed that merges it wrongly.
func TestGateHoldsBackWrongMerges(t *testing.T) {
	for name, tc := range wrongMerges() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHistory(t, t.TempDir(), tc.nodes, tc.main, tc.topic, false)
			c := h.localChange(t)
			for _, style := range mergeStyles {
				if wrong := slices.Contains(tc.wrong, style); wrong && len(held(c, style)) == 0 {
					t.Errorf("local: %s is let through", style)
				}
			}
			for _, styles := range [][]string{nil, tc.wrong, {"fast-forward-only"}} {
				a, err := newAside(h.dir, t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				defer a.close()
				if styles != nil {
					a.pull.Repo().MergeStyles(styles...)
				}
				env := a.call.Env
				env["WERKREVISOR_CONFIG_TOML"] = strings.Replace(env["WERKREVISOR_CONFIG_TOML"], strings.Replace(mechanical, "true", "false", 1), mechanical, 1)
				got := a.run()
				want := 10
				if len(styles) == 1 && !slices.Contains(tc.wrong, "merge") {
					want = 0 // only a rebase goes wrong
				}
				if got.exit != want || want == 10 && !strings.Contains(got.codes(), tc.code) || len(a.model.Calls()) != 0 {
					t.Errorf("%v: exit %d, codes %s, %d calls\n%s", styles, got.exit, got.codes(), len(a.model.Calls()), got.stderr)
				}
			}
		})
	}
}

// TestLocalModeAndSimulateNameWrongMerges: the command line says the same of the branch, before and after it was merged.
func TestLocalModeAndSimulateNameWrongMerges(t *testing.T) {
	for name, tc := range wrongMerges() {
		t.Run(name, func(t *testing.T) {
			h := newHistory(t, t.TempDir(), tc.nodes, tc.main, tc.topic, false)
			checkout(t, docsChange) // for the environment of a desk
			t.Chdir(h.dir)
			if exit, stdout, stderr := local(t, "main..topic"); exit != 10 || !strings.Contains(stderr, tc.code) {
				t.Errorf("--local: exit %d\n%s%s", exit, stdout, stderr)
			}
			merged, err := fake.MergeCommit(t.Context(), h.dir, h.main, h.head, "merge")
			if err != nil {
				t.Fatal(err)
			}
			var out, errOut bytes.Buffer
			if exit := cli.Main("test", []string{"simulate", "--local", h.main + ".." + merged}, strings.NewReader(""), &out, &errOut); exit != 0 ||
				!strings.Contains(out.String(), tc.code) {
				t.Errorf("simulate: exit %d\n%s%s", exit, out.String(), errOut.String())
			}
		})
	}
}
