package report

import (
	"werkrevisor/internal/finding"
	"werkrevisor/internal/review"
)

// jsonDeep is what --json tells of a deep review. Where the usage line only counts, it has the lists.
type jsonDeep struct {
	*DeepUsage
	Areas       []jsonArea     `json:"areas"`
	Faults      []string       `json:"faults"`
	Notes       []string       `json:"notes"`
	Flags       []jsonFlag     `json:"flags"`
	Questions   []jsonQuestion `json:"questions"`
	Settled     []jsonSettled  `json:"settled"`
	Walkthrough string         `json:"walkthrough"`
	CrossArea   string         `json:"cross_area"`
}

type jsonArea struct {
	Name     string        `json:"name"`
	Files    []string      `json:"files"`
	Model    string        `json:"model"` // empty: nobody reviewed it
	Rounds   int           `json:"tool_rounds"`
	Findings int           `json:"findings"`
	Sections []jsonSection `json:"sections"`
}

type jsonSection struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type jsonFlag struct {
	Code string `json:"code"`
	Text string `json:"text"`
	By   string `json:"by"`
}

type jsonQuestion struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

type jsonSettled struct {
	jsonFinding
	Head string `json:"head"` // whose review refuted it
}

// jsonDeepFinding are the fields that only a finding of the deep review has.
type jsonDeepFinding struct {
	ID           string           `json:"id"`
	Source       string           `json:"source"`
	Area         string           `json:"area,omitempty"` // only of source area
	Category     string           `json:"category"`
	MergedInto   string           `json:"merged_into,omitempty"` // id of the finding that stands for it
	Verification jsonVerification `json:"verification"`
	Cleared      bool             `json:"cleared"` // refuted, and does not count
	Fix          string           `json:"fix,omitempty"`
}

type jsonVerification struct {
	Outcome  string         `json:"outcome"` // empty: not verified
	Reason   string         `json:"reason"`
	Model    string         `json:"model"`
	Evidence []jsonEvidence `json:"evidence"`
}

type jsonEvidence struct {
	File  string `json:"file"`
	Line  int    `json:"line"`
	Quote string `json:"quote"`
}

func deepFindingOf(f finding.Finding) *jsonDeepFinding {
	v := f.Verification
	shown := jsonVerification{string(v.Outcome), v.Reason, v.Model, []jsonEvidence{}}
	for _, e := range v.Evidence {
		shown.Evidence = append(shown.Evidence, jsonEvidence(e))
	}
	return &jsonDeepFinding{f.ID, string(f.Source), areaOf(f), f.Category, f.MergedInto, shown, f.Cleared, f.Fix}
}

func deepOf(r review.Result) *jsonDeep {
	d := r.Deep
	o := &jsonDeep{DeepUsage: newDeepUsage(r), Areas: []jsonArea{}, Faults: append([]string{}, d.Faults...), Notes: append([]string{}, d.Notes...),
		Flags: []jsonFlag{}, Questions: []jsonQuestion{}, Settled: []jsonSettled{}, Walkthrough: d.Walkthrough, CrossArea: d.CrossArea}
	for _, a := range d.Areas {
		shown := jsonArea{a.Name, append([]string{}, a.Files...), a.Model, a.Rounds, a.Findings, []jsonSection{}}
		for _, s := range a.Sections {
			shown.Sections = append(shown.Sections, jsonSection(s))
		}
		o.Areas = append(o.Areas, shown)
	}
	for _, f := range d.Flags {
		o.Flags = append(o.Flags, jsonFlag(f))
	}
	for _, q := range d.Questions {
		o.Questions = append(o.Questions, jsonQuestion(q))
	}
	for _, s := range d.Settled {
		shown := jsonSettled{findingOf(s.Finding), s.Head}
		shown.jsonDeepFinding = deepFindingOf(s.Finding)
		o.Settled = append(o.Settled, shown)
	}
	return o
}
