package cli_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestGateStateMachine plays random sequences. A sequence that fails names its seed and its steps.
func TestGateStateMachine(t *testing.T) {
	template := machineRepo(t)
	count := map[string]int{}
	for seed := range uint64(sequences()) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { play(t, template, seed, count) })
	}
	t.Log(count)
	for _, what := range []string{"merged GREEN", "merged YELLOW", "merged ORANGE", "not merged RED"} {
		if count[what] == 0 {
			t.Errorf("no sequence ended with %q: the sequences prove less than they should", what)
		}
	}
}

// play runs one sequence: random steps, each followed by the invariants, and then the humans do their part.
func play(t *testing.T, template string, seed uint64, count map[string]int) {
	m := newMachine(t, template, seed)
	defer func() {
		if t.Failed() {
			t.Logf("seed %d, mode %s, automerge %v, reviews: %s; scheduled by %q\n%s", seed, m.mode, m.auto, m.reviews(), m.pull.Scheduled(), strings.Join(m.steps, "\n"))
		}
	}()
	defer func() {
		count["steps"] += len(m.steps)
		end := "not merged"
		if merge, ok := m.pull.Merged(); ok && merge.Base == "main" {
			end = "merged"
		}
		if list := m.runs[m.pull.HeadSHA()]; len(list) > 0 {
			end += " " + list[len(list)-1].verdict
		}
		count[end]++
		for _, list := range m.runs {
			count["runs"] += len(list)
		}
	}()
	for range 10 + m.rng.IntN(16) {
		if m.rng.IntN(10) < 6 {
			m.drain()
			m.check()
		}
		if _, merged := m.pull.Merged(); merged || t.Failed() {
			return
		}
		m.step()
		m.check()
	}
	if _, merged := m.pull.Merged(); !merged && !t.Failed() {
		m.finish()
		m.check()
	}
}

// sequences is how many seeds are played; WERKREVISOR_TEST_SEQUENCES asks for more.
func sequences() int {
	n := 45
	if _, err := fmt.Sscan(os.Getenv("WERKREVISOR_TEST_SEQUENCES"), &n); err != nil {
		return n
	}
	return n
}
