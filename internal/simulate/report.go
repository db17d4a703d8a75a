package simulate

import (
	"cmp"
	"encoding/json"
	"slices"

	"werkrevisor/internal/verdict"
)

// Simulation compares up to two configurations over the same changes.
type Simulation struct {
	stats []Stats
	names []string
	plain moves // without a model
	safe  moves // had the model always said "safe"
}

// moves counts the changes of each pair of verdicts.
type moves map[[2]verdict.Level]*codeCount

// New is a simulation of the configurations with these names; there is at least one, and the first two are compared.
func New(names ...string) *Simulation {
	return &Simulation{stats: make([]Stats, len(names)), names: names, plain: moves{}, safe: moves{}}
}

// Add counts what each configuration says of a change.
func (s *Simulation) Add(name string, cases []Case) {
	for i := range s.stats {
		s.stats[i].Add(name, cases[i])
	}
	if len(cases) < 2 || cases[0].Failure != "" || cases[1].Failure != "" {
		return
	}
	s.plain.add(name, cases[0].Level, cases[1].Level)
	s.safe.add(name, cases[0].IfSafe, cases[1].IfSafe)
}

func (m moves) add(name string, from, to verdict.Level) {
	key := [2]verdict.Level{from, to}
	if m[key] == nil {
		m[key] = &codeCount{}
	}
	m[key].found++
	m[key].examples = example(m[key].examples, name)
}

// Read is the number of changes that at least one configuration could judge.
func (s *Simulation) Read() int {
	most := 0
	for i := range s.stats {
		most = max(most, s.stats[i].Read())
	}
	return most
}

// Head says what was simulated.
type Head struct {
	Version     string `json:"version"`
	Source      string `json:"source"`      // repository or folder
	Range       string `json:"range"`       // which changes
	Changes     int    `json:"changes"`     // that were found
	Seen        int    `json:"seen"`        // that were looked at before the end
	Interrupted bool   `json:"interrupted"` // the end came early
}

// Spread sums up a list of numbers.
type Spread struct {
	Median int `json:"median"`
	P75    int `json:"p75"`
	P90    int `json:"p90"`
	Max    int `json:"max"`
}

// The rows of the report.
type (
	// LevelRow counts a verdict, without a model and had the model always said "safe".
	LevelRow struct {
		Verdict string `json:"verdict"`
		Changes int    `json:"changes"`
		IfSafe  int    `json:"if_model_always_safe"`
	}
	// KindRow counts a change kind, and how many of it could become GREEN.
	KindRow struct {
		Kind    string `json:"kind"`
		Changes int    `json:"changes"`
		Green   int    `json:"green_if_model_always_safe"`
	}
	// CodeRow counts a reason: how many changes have it, in how many it has the level of the verdict, and in how many it
	// is the only one, so that the change could be GREEN without it.
	CodeRow struct {
		Code     string   `json:"code"`
		Changes  int      `json:"changes"`
		Decided  int      `json:"decided"`
		Alone    int      `json:"alone"`
		Examples []string `json:"examples"`
	}
	// FailureRow counts a cause for which changes were not judged, with the text of the first one.
	FailureRow struct {
		Cause    string   `json:"cause"`
		Changes  int      `json:"changes"`
		Why      string   `json:"why"`
		Examples []string `json:"examples"`
	}
	// MoveRow counts the changes with one verdict by the first configuration and another by the second.
	MoveRow struct {
		From     string   `json:"from"`
		To       string   `json:"to"`
		Changes  int      `json:"changes"`
		Examples []string `json:"examples"`
	}
)

// ConfigReport are the statistics of one configuration.
type ConfigReport struct {
	Config      string       `json:"config"`
	Read        int          `json:"read"`
	WithoutCall int          `json:"needed_no_model"` // whitespace and imports only
	Stopped     int          `json:"kept_from_model"` // a rule stops the review
	Verdicts    []LevelRow   `json:"verdicts"`
	Kinds       []KindRow    `json:"kinds"`
	Reasons     []CodeRow    `json:"reasons"`
	Lines       Spread       `json:"changed_lines"`
	Files       Spread       `json:"changed_files"`
	Failures    []FailureRow `json:"failures"`
}

// Report is what a simulation prints.
type Report struct {
	Head
	Configs []ConfigReport `json:"configs"`
	// Moves and MovesIfSafe compare two configurations: changes that both could judge. Empty with one.
	Moves       []MoveRow `json:"moves"`
	MovesIfSafe []MoveRow `json:"moves_if_model_always_safe"`
}

// Report gathers the statistics.
func (s *Simulation) Report(head Head) Report {
	r := Report{Head: head, Configs: []ConfigReport{}, Moves: s.plain.rows(), MovesIfSafe: s.safe.rows()}
	for i := range s.stats {
		r.Configs = append(r.Configs, s.stats[i].report(s.names[i]))
	}
	return r
}

// JSON is the report as one object, with a final newline.
func (r Report) JSON() ([]byte, error) {
	text, err := json.MarshalIndent(r, "", "  ")
	return append(text, '\n'), err
}

func (s *Stats) report(name string) ConfigReport {
	r := ConfigReport{Config: name, Read: s.read, WithoutCall: s.noModel, Stopped: s.stopped, Lines: spread(s.lines), Files: spread(s.files),
		Verdicts: []LevelRow{}, Kinds: []KindRow{}, Reasons: []CodeRow{}, Failures: []FailureRow{}}
	for _, level := range levels {
		r.Verdicts = append(r.Verdicts, LevelRow{level.String(), s.levels[level], s.ifSafe[level]})
	}
	for _, kind := range ordered(s.kinds, func(k *kindCount) int { return k.changes }) {
		r.Kinds = append(r.Kinds, KindRow{cmp.Or(string(kind), "(no files)"), s.kinds[kind].changes, s.kinds[kind].green})
	}
	for _, code := range ordered(s.codes, func(c *codeCount) int { return c.decided<<32 + c.found }) {
		row := s.codes[code]
		r.Reasons = append(r.Reasons, CodeRow{code, row.found, row.decided, row.alone, append([]string{}, row.examples...)})
	}
	for _, cause := range ordered(s.failures, func(f *failureCount) int { return f.changes }) {
		f := s.failures[cause]
		r.Failures = append(r.Failures, FailureRow{cause, f.changes, f.why, f.examples})
	}
	return r
}

// rows lists the pairs by the first verdict, then by the second.
func (m moves) rows() []MoveRow {
	list := []MoveRow{}
	for _, from := range levels {
		for _, to := range levels {
			if c := m[[2]verdict.Level{from, to}]; c != nil {
				list = append(list, MoveRow{from.String(), to.String(), c.found, slices.Clip(c.examples)})
			}
		}
	}
	return list
}
