package report

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/model"
	"werkrevisor/internal/page"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// asides are attention flags, faults and open questions.
func (v *pageView) asides(d *review.Deep) {
	if d == nil {
		return
	}
	for _, f := range d.Flags {
		text := page.Cut(f.Code, maxTitle) + ": " + page.Cut(f.Text, maxTitle)
		if f.By != "" {
			text += " (raised by " + page.Cut(f.By, maxTitle) + ")"
		}
		v.Attention = append(v.Attention, text)
	}
	for _, a := range d.Areas {
		if a.Model == "" {
			v.Faults = append(v.Faults, fmt.Sprintf("nobody reviewed the area %s: %s", page.Cut(a.Name, maxTitle), names(a.Files, page.Cut)))
		}
	}
	for _, f := range d.Faults {
		v.Faults = append(v.Faults, page.Cut(f, maxTitle*2))
	}
	for _, q := range d.Questions {
		v.Questions = append(v.Questions, placeOfQuestion(q.File, q.Line)+": "+page.Cut(q.Text, maxTitle*2))
	}
	v.Attention, v.Faults, v.Questions = v.list(v.Attention), v.list(v.Faults), v.list(v.Questions)
}

// deep is how the review was made.
func (v *pageView) deep(d *review.Deep) {
	if d == nil {
		return
	}
	v.Assessment = page.Cut(d.Assessment, maxTitle)
	v.Walkthrough = page.Cut(strings.TrimSpace(d.Walkthrough), maxBody)
	if !strings.EqualFold(strings.TrimSpace(d.CrossArea), "none") {
		v.CrossArea = page.Cut(strings.TrimSpace(d.CrossArea), maxBody)
	}
	for _, s := range d.Settled {
		head := []rune(s.Head)
		text := fmt.Sprintf("[%s] %s, at %s, refuted at %s", s.Severity, page.Cut(strings.TrimSpace(s.Title), maxTitle), page.Cut(place(s.Finding), maxPath),
			string(head[:min(len(head), maxSHA)]))
		if s.Verification.Reason != "" {
			text += ": " + page.Cut(s.Verification.Reason, maxTitle)
		}
		v.Settled = append(v.Settled, text)
	}
	for _, n := range d.Notes {
		v.StageNotes = append(v.StageNotes, page.Cut(n, maxTitle))
	}
	v.Settled, v.StageNotes = v.list(v.Settled), v.list(v.StageNotes)
	areas := slices.Clone(d.Areas)
	for i, a := range areas {
		areas[i] = review.Area{Name: page.Cut(a.Name, maxTitle), Files: []string{names(a.Files, page.Cut)}, Model: page.Cut(a.Model, maxTitle), Rounds: a.Rounds, Findings: a.Findings}
	}
	v.Areas, v.AreasLeft = page.Fit(areas, maxList, maxComment, func(a review.Area) int { return page.Weight(a.Name) + page.Weight(a.Files[0]) + page.Weight(a.Model) })
	v.stages(d.Stages)
}

// stages are the sum and every stage.
func (v *pageView) stages(list []review.Stage) {
	var sum model.Usage
	rank := 0
	for _, s := range list {
		sum.Add(s.Usage)
		rank = max(rank, costRank(s.Usage.CostStatus))
	}
	row := func(name string, u model.Usage, rank int, models []string, note string) pageStage {
		return pageStage{page.Cut(name, maxTitle), page.Cut(verdict.Examples(models), maxPath), page.Cut(note, maxTitle), u.Calls, u.PromptTokens, u.CompletionTokens, costCell(u, rank)}
	}
	if len(list) > 0 {
		v.Stages = append(v.Stages, row("all", sum, rank, nil, verdict.Count(len(list), "stage")))
	}
	for i, s := range list {
		if i == maxList {
			break
		}
		v.Stages = append(v.Stages, row(s.Name, s.Usage, costRank(s.Usage.CostStatus), s.Models, s.Note))
	}
}

// classifier is the flagged answers, and the number of the others.
func (v *pageView) classifier(in Input) {
	rows := in.Classifier.Rows
	if len(rows) == 0 {
		return
	}
	flagged, ignored := in.Classifier.Flagged()
	for _, row := range rows {
		level := levelOf(row.Flag)
		if level == "" || len(v.Flagged) == maxRows {
			continue
		}
		confidence := "–"
		if row.HasConfidence {
			confidence = fmt.Sprintf("%.2f", row.Confidence)
		}
		v.Flagged = append(v.Flagged, pageAnswer{page.Cut(strings.TrimSpace(string(row.Unit.Kind)+" "+row.Unit.ID), maxPath),
			page.Cut(fmt.Sprintf("%s:%d", row.Unit.Path, row.Unit.Line), maxPath), page.Cut(row.Question.Name, maxTitle),
			fmt.Sprintf("%.2f", row.Value.Value), confidence, level})
	}
	v.FlaggedLeft = flagged - len(v.Flagged)
	v.ClassifierText = fmt.Sprintf("%s judged, %s passed, %d ignored because of low confidence", verdict.Count(in.Classifier.Units, "unit"),
		verdict.Count(len(rows)-flagged-ignored, "answer"), ignored)
}
