package simulate

import (
	"cmp"
	"maps"
	"slices"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// maxExamples is how many changes are named as examples of one row.
const maxExamples = 3

// levels are the verdicts that a change can get, best first. A change that could not be read is no verdict but a failure;
// ERROR is that of a change that is not ready.
var levels = []verdict.Level{verdict.Green, verdict.Yellow, verdict.Orange, verdict.Red, verdict.Error}

// Stats are the statistics of one configuration. The zero value is empty and ready.
type Stats struct {
	read, noModel int
	stopped       int
	levels        map[verdict.Level]int
	ifSafe        map[verdict.Level]int
	kinds         map[pr.Kind]*kindCount
	codes         map[string]*codeCount
	failures      map[string]*failureCount
	lines, files  []int
}

type kindCount struct{ changes, green int }

type codeCount struct {
	found, decided, alone int
	examples              []string
}

type failureCount struct {
	changes  int
	examples []string
	why      string
}

// Add counts a case; name is how a person finds the change, e.g. "#12" or the beginning of a commit's id.
func (s *Stats) Add(name string, c Case) {
	if c.Failure != "" {
		f := entry(&s.failures, c.Failure)
		f.changes++
		f.why = cmp.Or(f.why, c.Why)
		f.examples = example(f.examples, name)
		return
	}
	s.read++
	if c.NoModel {
		s.noModel++
	}
	if c.Stopped {
		s.stopped++
	}
	if s.levels == nil {
		s.levels, s.ifSafe = map[verdict.Level]int{}, map[verdict.Level]int{}
	}
	s.levels[c.Level]++
	s.ifSafe[c.IfSafe]++
	kind := entry(&s.kinds, c.Kind)
	kind.changes++
	if c.IfSafe == verdict.Green {
		kind.green++
	}
	for _, code := range c.Codes {
		row := entry(&s.codes, code)
		row.found++
		if slices.Contains(c.Deciding, code) {
			row.decided++
			row.examples = example(row.examples, name)
		}
		if len(c.Codes) == 1 {
			row.alone++
		}
	}
	s.lines, s.files = append(s.lines, c.Lines), append(s.files, c.Files)
}

// Read is the number of changes that were read and judged.
func (s *Stats) Read() int { return s.read }

// entry is the value of a key, which it makes.
func entry[K comparable, V any](m *map[K]*V, key K) *V {
	if *m == nil {
		*m = map[K]*V{}
	}
	if (*m)[key] == nil {
		(*m)[key] = new(V)
	}
	return (*m)[key]
}

func example(list []string, name string) []string {
	if len(list) < maxExamples {
		list = append(list, name)
	}
	return list
}

// spread sums up a list of numbers: the nearest rank at or above each share.
func spread(list []int) Spread {
	if len(list) == 0 {
		return Spread{}
	}
	sorted := slices.Sorted(slices.Values(list))
	at := func(percent int) int { return sorted[(len(sorted)*percent+99)/100-1] }
	return Spread{Median: at(50), P75: at(75), P90: at(90), Max: sorted[len(sorted)-1]}
}

// ordered lists the keys of a map, the largest count first, then by name.
func ordered[K cmp.Ordered, V any](m map[K]V, count func(V) int) []K {
	return slices.SortedFunc(maps.Keys(m), func(a, b K) int {
		return cmp.Or(cmp.Compare(count(m[b]), count(m[a])), cmp.Compare(a, b))
	})
}
