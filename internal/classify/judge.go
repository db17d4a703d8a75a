package classify

import (
	"fmt"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/jev"
	"werkrevisor/internal/verdict"
)

// Flag is what an answer means.
type Flag int

// The flags, best first.
const (
	Passed     Flag = iota
	Ignored         // its confidence is too low to count, whatever its value
	Likely          // above yellow_above: YELLOW
	Clear           // above red_above: ORANGE
	VeryLikely      // above very_likely_above, and the host allows RED
)

// Row is one answer.
type Row struct {
	Unit     Unit
	Question config.Question
	jev.Value
	Flag Flag
}

// judge compares an answer with the thresholds of its question. A noul has no confidence and always counts.
func judge(u Unit, q config.Question, v jev.Value, cfg config.Classifier) Row {
	row := Row{u, q, v, Passed}
	switch {
	case v.HasConfidence && v.Confidence < cfg.MinConfidence:
		row.Flag = Ignored
	case q.VeryLikelyAbove != nil && v.Value > *q.VeryLikelyAbove && cfg.AllowRed:
		row.Flag = VeryLikely
	case v.Value > q.RedAbove || q.VeryLikelyAbove != nil && v.Value > *q.VeryLikelyAbove:
		row.Flag = Clear
	case v.Value > q.YellowAbove:
		row.Flag = Likely
	}
	return row
}

// reasons of the flagged answers: one per code, with the places (seed 000, "Classifier").
func reasons(rows []Row) []verdict.Reason {
	var list []verdict.Reason
	for _, kind := range []struct {
		flag  Flag
		level verdict.Level
		code  string
		words string
	}{
		{VeryLikely, verdict.Red, "very_likely_risk", "the classifier is all but sure of a problem in"},
		{Clear, verdict.Orange, "classifier_clear", "the classifier sees a clear problem in"},
		{Likely, verdict.Yellow, "classifier_likely", "the classifier sees a likely problem in"},
	} {
		var places []string
		for _, r := range rows {
			if r.Flag == kind.flag {
				places = append(places, fmt.Sprintf("%s:%d (%s %.2f)", r.Unit.Path, r.Unit.Line, r.Question.Name, r.Value.Value))
			}
		}
		if len(places) > 0 {
			list = append(list, verdict.Reason{Source: verdict.Classifier, Level: kind.level, Code: kind.code,
				Text: fmt.Sprintf("%s %s: %s", kind.words, verdict.Count(len(places), "answer"), verdict.Examples(places))})
		}
	}
	return list
}

// Hints are the flagged and the ignored answers for the model, without text of the PR (seed 000, "Classifier").
func Hints(rows []Row) []finding.Hint {
	var hints []finding.Hint
	for _, r := range rows {
		if r.Flag != Passed {
			id := ""
			if r.Unit.Kind == Scenario { // a number; the id of a changeset is free text of the PR
				id = r.Unit.ID
			}
			hints = append(hints, finding.Hint{File: r.Unit.Path, Line: r.Unit.Line, Scenario: id, Question: r.Question.Name,
				Value: r.Value.Value, Uncertain: r.Flag == Ignored})
		}
	}
	return hints
}
