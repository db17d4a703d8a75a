package report

import (
	"slices"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/page"
	"werkrevisor/internal/review"
)

// DeepUsage is what the usage line tells of a deep review: numbers and words of this program, no text of the PR or of a model.
type DeepUsage struct {
	Assessment string         `json:"assessment"` // ship, ship with fixes or needs work; empty: none was made
	Areas      int            `json:"areas"`
	Unreviewed int            `json:"areas_unreviewed"`
	Faults     int            `json:"faults"`
	Notes      int            `json:"notes"`
	Questions  int            `json:"questions"`
	Settled    int            `json:"settled"`
	Findings   FindingSources `json:"findings"`
	// Verified, Refuted and Unsure count the outcomes of the verification; findings that are in none were not verified.
	Verified int          `json:"verified"`
	Refuted  int          `json:"refuted"`
	Unsure   int          `json:"unsure"`
	Stages   []StageUsage `json:"stages"`
}

// FindingSources counts the findings by what found them.
type FindingSources struct {
	Area      int `json:"area"`
	Lane      int `json:"lane"`
	Sweep     int `json:"sweep"`
	Linter    int `json:"linter"`
	Synthesis int `json:"synthesis"`
}

// StageUsage is what one stage cost.
type StageUsage struct {
	Stage        string  `json:"stage"`
	Calls        int     `json:"calls"`
	PromptTokens int     `json:"prompt_tokens"`
	Completion   int     `json:"completion_tokens"`
	CostUSD      float64 `json:"cost_usd"`
}

// assessments are the words of deep.md; another one is not shown in the usage line.
var assessments = []string{"ship", "ship with fixes", "needs work"}

func newDeepUsage(r review.Result) *DeepUsage {
	d := r.Deep
	u := &DeepUsage{Areas: len(d.Areas), Faults: len(d.Faults), Notes: len(d.Notes), Questions: len(d.Questions),
		Settled: len(d.Settled), Stages: []StageUsage{}}
	if slices.Contains(assessments, d.Assessment) {
		u.Assessment = d.Assessment
	}
	for _, a := range d.Areas {
		if a.Model == "" {
			u.Unreviewed++
		}
	}
	for _, f := range r.Findings {
		u.count(f)
	}
	for _, s := range d.Stages {
		u.Stages = append(u.Stages, StageUsage{line("%s", page.Cut(s.Name, maxTitle)), s.Usage.Calls, s.Usage.PromptTokens,
			s.Usage.CompletionTokens, s.Usage.CostUSD})
	}
	return u
}

func (u *DeepUsage) count(f finding.Finding) {
	switch f.Source {
	case finding.FromArea:
		u.Findings.Area++
	case finding.FromLane:
		u.Findings.Lane++
	case finding.FromSweep:
		u.Findings.Sweep++
	case finding.FromLinter:
		u.Findings.Linter++
	case finding.FromSynthesis:
		u.Findings.Synthesis++
	}
	switch f.Verification.Outcome {
	case finding.True:
		u.Verified++
	case finding.False:
		u.Refuted++
	case finding.Unsure:
		u.Unsure++
	}
}
