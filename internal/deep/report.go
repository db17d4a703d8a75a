package deep

import (
	"errors"
	"fmt"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// sectionNames are what a reviewer must say something about, also when it is clean (deep.md, stage 6).
var sectionNames = []string{"correctness", "security", "performance", "maintainability", "test_coverage", "removed_guards", "across_the_area"}

// report is a parsed area_report. Its texts are untrusted.
type report struct {
	files     []string // as the model names them
	sections  map[string]string
	findings  []finding.Finding
	attention []attention
	questions []review.Question
}

// attention is a flag that a model raises; it may only add.
type attention struct {
	Flag string `json:"flag"`
	Text string `json:"text"`
}

type wireQuestion struct {
	File review.FileRef `json:"file"`
	Line float64        `json:"line"`
	Text string         `json:"text"`
}

// parseReport reads a report. What is missing in it is the matter of the gate; a report that cannot be read is an error,
// which quotes nothing.
func parseReport(text string) (report, error) {
	var w struct {
		Files     []review.FileRef      `json:"files_reviewed"`
		Sections  map[string]any        `json:"sections"`
		Findings  *[]review.WireFinding `json:"findings"`
		Attention []attention           `json:"attention"`
		Questions []wireQuestion        `json:"questions"`
	}
	if err := decode(text, &w); err != nil {
		return report{}, err
	}
	if w.Findings == nil {
		return report{}, errors.New("findings is missing")
	}
	r := report{sections: map[string]string{}, attention: w.Attention, questions: questions(w.Questions)}
	for _, ref := range w.Files {
		r.files = append(r.files, string(ref))
	}
	for name, value := range w.Sections {
		text, _ := value.(string)
		r.sections[name] = strings.TrimSpace(text)
	}
	var err error
	r.findings, err = findings(*w.Findings)
	return r, err
}

// findings reads findings as the single engine does.
func findings(list []review.WireFinding) ([]finding.Finding, error) {
	var found []finding.Finding
	for i, w := range list {
		f, err := w.Finding()
		if err != nil {
			return nil, fmt.Errorf("finding %d: %w", i+1, err)
		}
		found = append(found, f)
	}
	return found, nil
}

func questions(list []wireQuestion) []review.Question {
	var found []review.Question
	for _, q := range list {
		line := 0
		if q.Line >= 1 && q.Line < 1<<31 {
			line = int(q.Line)
		}
		found = append(found, review.Question{File: string(q.File), Line: line, Text: q.Text})
	}
	return found
}

// missing names the sections and the number of files that a report lacks.
func (r report) missing(p review.Prompt) []string {
	var list []string
	for _, name := range sectionNames {
		if r.sections[name] == "" {
			list = append(list, "the section "+name)
		}
	}
	if unnamed := p.Unnamed(r.files); len(unnamed) > 0 {
		quoted := make([]string, len(unnamed))
		for i, name := range unnamed {
			quoted[i] = review.Quote(name)
		}
		list = append(list, fmt.Sprintf("%s in files_reviewed (%s)", verdict.Count(len(unnamed), "file"), verdict.Examples(quoted)))
	}
	return list
}
