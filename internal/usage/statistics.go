package usage

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"

	"werkrevisor/internal/pr"
)

// Sources are the sources of findings of a deep review.
var Sources = []string{"area", "lane", "sweep", "linter", "synthesis"}

// Statistics are the figures of all runs; --json prints them.
type Statistics struct {
	Input        Input           `json:"input"`
	From         string          `json:"from"` // day of the oldest run; empty without runs
	To           string          `json:"to"`
	Runs         int             `json:"runs"`
	Verdicts     map[string]int  `json:"verdicts"`
	Months       []Month         `json:"months"`  // oldest first
	Reasons      []Cause         `json:"reasons"` // most frequent first
	Errors       []Cause         `json:"errors"`  // causes of ERROR
	Calls        Calls           `json:"model_calls"`
	Reused       int             `json:"reused"`
	Total        Cost            `json:"total"`
	Repositories []Cost          `json:"repositories"` // most expensive first
	Models       []Cost          `json:"models"`
	Calibration  Calibration     `json:"token_count_factor"`
	Durations    Durations       `json:"duration_seconds"`
	ChangedLines Spread          `json:"changed_lines"`
	Classifiers  []ClassifierUse `json:"classifiers"`
	Deep         *DeepUse        `json:"deep,omitempty"`
}

// Input counts what was read.
type Input struct {
	Files      int `json:"files"`
	Lines      int `json:"lines"` // without empty ones
	Broken     int `json:"broken"`
	Duplicates int `json:"duplicates"`
}

// Month counts verdicts and reasons of the runs that started in it.
type Month struct {
	Month    string         `json:"month"`
	Runs     int            `json:"runs"`
	Verdicts map[string]int `json:"verdicts"`
	Reasons  map[string]int `json:"reasons"` // runs by the code of the reason
}

// Cause is a code with the number of runs that have it.
type Cause struct {
	Code string `json:"code"`
	Runs int    `json:"runs"`
}

// Calls says of how many runs a model was asked, and why not.
type Calls struct {
	With    int `json:"with"`
	Reused  int `json:"without_because_reused"`
	Failed  int `json:"without_because_failed"`
	Decided int `json:"without_because_decided"` // by rules, a classifier, or a limit
}

// Without is the number of runs without a model call.
func (c Calls) Without() int { return c.Reused + c.Failed + c.Decided }

// Cost is what the runs of one name cost.
type Cost struct {
	Name          string  `json:"name"`
	Runs          int     `json:"runs"`
	Asked         int     `json:"asked"` // runs with a model call
	CostUSD       float64 `json:"cost_usd"`
	MaxUSD        float64 `json:"max_usd"` // of one run
	Reported      int     `json:"reported"`
	Estimated     int     `json:"estimated"`
	Unknown       int     `json:"unknown"` // runs whose sum is a lower bound, because a call told no usage
	PromptTokens  float64 `json:"prompt_tokens"`
	Completion    float64 `json:"completion_tokens"`
	ClassifierUSD float64 `json:"classifier_usd"`
}

// Durations are those of all runs and of those that asked a model. A line does not name the time limit of its run,
// so only the runs that ended at theirs are known.
type Durations struct {
	All      Spread `json:"all"`
	Asked    Spread `json:"asked"`
	TimedOut int    `json:"timed_out"`
}

// ClassifierUse is what one classifier was asked.
type ClassifierUse struct {
	Model       string  `json:"model"`
	Runs        int     `json:"runs"`
	Units       float64 `json:"units"`
	Flagged     float64 `json:"flagged"`
	Ignored     float64 `json:"ignored"`
	Calls       float64 `json:"calls"`
	InputTokens float64 `json:"input_tokens"`
	CostUSD     float64 `json:"cost_usd"`
}

// DeepUse adds up the deep reviews.
type DeepUse struct {
	Runs        int            `json:"runs"`
	WithFaults  int            `json:"with_faults"`
	Assessments map[string]int `json:"assessments"`
	Areas       float64        `json:"areas"`
	Unreviewed  float64        `json:"areas_unreviewed"`
	Findings    map[string]int `json:"findings"`
	Verified    float64        `json:"verified"`
	Refuted     float64        `json:"refuted"`
	Unsure      float64        `json:"unsure"`
	Stages      []StageCost    `json:"stages"`
}

// StageCost is what one stage of all deep reviews cost.
type StageCost struct {
	Stage        string  `json:"stage"`
	Runs         int     `json:"runs"`
	Calls        float64 `json:"calls"`
	PromptTokens float64 `json:"prompt_tokens"`
	Completion   float64 `json:"completion_tokens"`
	CostUSD      float64 `json:"cost_usd"`
}

// Statistics is what the lines so far say.
func (c *Collector) Statistics() Statistics {
	f := &c.figures
	s := Statistics{Input: Input{c.files, c.lines, c.broken, c.duplicates}, From: f.first, To: f.last, Runs: f.runs,
		Verdicts: map[string]int{}, Calls: f.calls, Reused: f.reused, Total: Cost{Name: "all"},
		Months:  list(f.months, func(a, b Month) int { return strings.Compare(a.Month, b.Month) }),
		Reasons: list(f.codes, byRuns), Errors: list(f.errors, byRuns),
		Repositories: list(f.repositories, byCost), Models: list(f.models, byCost),
		Calibration: f.calibration(), Durations: Durations{spread(f.durations), spread(f.asked), f.timedOut},
		ChangedLines: spread(f.changedLines),
		Classifiers:  list(f.classifiers, func(a, b ClassifierUse) int { return b.Runs - a.Runs }),
	}
	for _, word := range Verdicts {
		s.Verdicts[word] = 0
	}
	for _, m := range s.Months {
		for word, n := range m.Verdicts {
			s.Verdicts[word] += n
		}
	}
	for _, r := range s.Repositories {
		s.Total.join(r)
	}
	if f.deep.Runs > 0 {
		deep := f.deep
		deep.Stages = list(f.stages, func(a, b StageCost) int { return cmp.Compare(b.CostUSD, a.CostUSD) })
		s.Deep = &deep
	}
	return s
}

func (c *Cost) join(other Cost) {
	c.Runs += other.Runs
	c.Asked += other.Asked
	c.CostUSD += other.CostUSD
	c.MaxUSD = max(c.MaxUSD, other.MaxUSD)
	c.Reported += other.Reported
	c.Estimated += other.Estimated
	c.Unknown += other.Unknown
	c.PromptTokens += other.PromptTokens
	c.Completion += other.Completion
	c.ClassifierUSD += other.ClassifierUSD
}

func byRuns(a, b Cause) int { return b.Runs - a.Runs }

func byCost(a, b Cost) int { return cmp.Compare(b.CostUSD, a.CostUSD) }

// JSON is the statistics as one indented object, with a final newline. What a terminal would obey is escaped in it.
func (s Statistics) JSON() ([]byte, error) {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for _, r := range string(data) {
		if r < 0x7f || pr.Visible(string(r)) == string(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return []byte(b.String() + "\n"), nil
}
