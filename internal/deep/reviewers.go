package deep

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// reviewed is what came of one area.
type reviewed struct {
	area
	report report
	ok     bool // a valid report came: somebody reviewed the area
	faults []string
	notes  []string // what a reader should know, and what changes no verdict
	left   []verdict.Reason
	masked int
	ledger review.Ledger
	rounds int
	model  string
}

// part is the input of one area: its files alone.
func (e *engine) part(files []string) review.Input {
	in := e.in
	wanted := map[string]bool{}
	for _, f := range files {
		wanted[f] = true
	}
	in.Change.Files = nil
	for _, f := range e.in.Change.Files {
		if wanted[f.Path] {
			in.Change.Files = append(in.Change.Files, f)
		}
	}
	in.Hints = nil
	for _, h := range e.in.Hints {
		if wanted[h.File] {
			in.Hints = append(in.Hints, h)
		}
	}
	return in
}

// assignment writes the prompt of one reviewer: the facts, the diff of the area, and without tools its whole files.
// Title and description of the PR are not part of it, because a claim of harmlessness lowers detection.
func (e *engine) assignment(f facts, a area, worklist []place, tools bool) (review.Input, review.Prompt) {
	in := e.part(a.files)
	in.Config.Review.FullFiles = in.Config.Review.FullFiles || !tools
	d := review.NewDraft(in)
	f.write(d, e.in)
	d.Say("\n## Your area: %s\n", review.Quote(a.name))
	d.Files()
	d.Masks()
	d.Diff()
	if tools {
		d.LeaveFull()
	} else {
		d.FullFiles()
	}
	d.Hints()
	writeWorklist(d, worklist, a.files)
	return in, d.Finish(e.system(promptReviewer))
}

// system adds the operator's own rules to a system prompt.
func (e *engine) system(text string) string {
	if extra := strings.TrimSpace(e.in.Config.Review.ExtraInstructions); extra != "" {
		text += "\nRules of this project, set by its operator:\n\n" + extra + "\n"
	}
	return text
}

// review is stage 5 for one area, with the completeness gate. It changes nothing but its own values.
func (e *engine) review(ctx context.Context, s *strand, f facts, a area, worklist []place) reviewed {
	got := reviewed{area: a}
	in, prompt := e.assignment(f, a, worklist, true)
	if gap := review.Gap(in, prompt); gap != "" {
		got.fault("nobody was asked: %s", gap)
		return got
	}
	t := newToolbox(e)
	c := conversation{asker: s, request: e.reviewRequest(prompt), tools: t, rounds: e.in.Config.Deep.MaxIterations}
	err := c.run(ctx)
	if c.toolsRefused {
		got.notes = append(got.notes, "its endpoint refused tools, so the reviewer got the whole files instead")
		in, prompt = e.assignment(f, a, worklist, false)
		if gap := review.Gap(in, prompt); gap != "" {
			got.fault("nobody was asked: %s", gap)
			return got
		}
		c = conversation{asker: s, request: e.reviewRequest(prompt)}
		err = c.run(ctx)
	}
	got.rounds = c.round
	got.files, got.left, got.masked, got.ledger = prompt.Files, prompt.Left, prompt.Masked+t.masked, prompt.Ledger
	if err == nil {
		err = e.complete(ctx, &got, &c, prompt)
	}
	got.faults = append(append(c.faults, t.faults...), got.faults...)
	if err != nil {
		got.fault("%s", words(err))
		return got
	}
	got.ok = true
	if len(s.models) > 0 {
		got.model = strings.Join(s.models, ", ")
	}
	return got
}

// complete reads the report and applies the completeness gate (deep.md, stage 6): a report that lacks a section or a file
// is sent back once with what is missing; then it is a fault. What it reported stands.
func (e *engine) complete(ctx context.Context, got *reviewed, c *conversation, prompt review.Prompt) error {
	first, err := parseReport(c.answer)
	if err != nil {
		return err
	}
	got.report = first
	missing := first.missing(prompt)
	if len(missing) == 0 {
		return nil
	}
	c.reply("Your report is not complete. It lacks: " + strings.Join(missing, ", ") + ".\nAnswer again with the one JSON object, complete.")
	if err := c.run(ctx); err != nil {
		got.fault("the report lacks %s, and could not be completed: %s", strings.Join(missing, ", "), words(err))
		return nil
	}
	second, err := parseReport(c.answer)
	if err != nil {
		return err
	}
	second.findings = withEarlier(first.findings, second.findings)
	second.attention = append(first.attention, second.attention...)
	second.questions = append(first.questions, second.questions...)
	got.report = second
	if missing = second.missing(prompt); len(missing) > 0 {
		got.fault("the report lacks %s, also after it was sent back", strings.Join(missing, ", "))
	}
	return nil
}

// withEarlier keeps findings of a first report that the second one does not repeat in the same words: sending a report
// back must lose nothing.
func withEarlier(first, second []finding.Finding) []finding.Finding {
	type words struct {
		file, title string
		start       int
		side        finding.Side
		severity    finding.Severity
	}
	of := func(f finding.Finding) words { return words{f.File, squeeze(f.Title), f.Start, f.Side, f.Severity} }
	said := map[words]bool{}
	for _, f := range second {
		said[of(f)] = true
	}
	list := slices.Clone(second)
	for _, f := range first {
		if !said[of(f)] {
			list = append(list, f)
		}
	}
	return list
}

func (r *reviewed) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

// openReviewers is the beginning of stage 5: it gives each area its own share of the money, so that nobody's result
// depends on who was first, and drops the worklist where it would cost a reviewer.
func (e *engine) openReviewers(f facts, areas []area, worklist []place) ([]*strand, []place) {
	floor := e.floor(f, areas, worklist)
	if floor > e.money.left+cent {
		worklist, floor = nil, e.floor(f, areas, nil)
	}
	extra := max(0, e.money.left-floor) * reviewersShare / float64(len(areas))
	strands := make([]*strand, len(areas))
	for i, a := range areas {
		strands[i] = e.strand(stageReviewers, e.first(f, a, worklist).WorstCaseUSD+extra)
	}
	return strands, worklist
}

// reviewersShare is the part of the money beyond what every reviewer must have that goes to their tool rounds; the rest is
// for synthesis and verification.
const reviewersShare = 0.6

// checked holds the findings of a report against the change, and gives them their ids.
func (e *engine) checked(r reviewed) []finding.Finding {
	for i := range r.report.findings {
		f := &r.report.findings[i]
		f.ID, f.Source = fmt.Sprintf("%s-%d", r.name, i+1), finding.FromArea
	}
	return review.CheckFindings(r.report.findings, review.Prompt{Files: r.files}, e.in.Change)
}

// questions are those of the report, with the files that it may name by their numbers.
func (r reviewed) questions() []review.Question {
	find := review.Prompt{Files: r.files}.Finder()
	list := slices.Clone(r.report.questions)
	for i, q := range list {
		if file, ok := find(q.File); ok {
			list[i].File = file
		}
	}
	return list
}

// textOf is the text of a file at the head, from the change where it is known.
func (e *engine) textOf(ctx context.Context, path string) (pr.Text, error) {
	for _, f := range e.in.Change.Files {
		if f.Path == path && f.New.State == pr.Read {
			return f.New, nil
		}
	}
	return e.Tree.Read(ctx, pr.AtHead, path)
}
