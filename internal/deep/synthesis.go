package deep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// synthesized is a parsed answer of the synthesis. Its texts are untrusted.
type synthesized struct {
	merges                 [][]string
	added                  []finding.Finding
	walkthrough, crossArea string
	misfit                 string // what the description does not say, or says wrongly; empty: it fits
	objection              string
	attention              []attention
	questions              []review.Question
}

// synthesize is stage 9. It reads the description of the PR for the first time. It may add and merge findings and can drop
// none: whatever it answers, every finding that went in comes out. If it fails, they stand as they are, and that is a fault.
func (e *engine) synthesize(ctx context.Context, f facts, all []reviewed, list []finding.Finding) []finding.Finding {
	stage := review.Stage{Name: stageSynthesis}
	began := e.Clock()
	s := e.strand(stageSynthesis, e.money.left)
	got, err := e.askSynthesis(ctx, s, f, all, list)
	e.close(&stage, s)
	if err != nil {
		stage.Note = words(err)
		e.fault("the synthesis failed, so the findings stand unmerged and nobody compared the areas: %s", words(err))
		e.done(stage, began)
		return list
	}
	list = e.merge(list, got.merges)
	for i := range got.added {
		got.added[i].ID, got.added[i].Source = fmt.Sprintf("synthesis-%d", i+1), finding.FromSynthesis
	}
	list = append(list, review.CheckFindings(got.added, review.Prompt{Files: paths(f.files)}, e.in.Change)...)
	e.out.Walkthrough, e.out.CrossArea = got.walkthrough, got.crossArea
	e.raise(got.attention, "synthesis")
	e.question(got.questions)
	if got.misfit != "" {
		list = append(list, e.misfit(f, got.misfit))
	}
	stage.Note = fmt.Sprintf("%s added", verdict.Count(len(got.added), "finding"))
	e.done(stage, began)
	if got.objection != "" {
		e.objection = got.objection
	}
	return list
}

// askSynthesis asks with the whole diff, or without it where that would be too long.
func (e *engine) askSynthesis(ctx context.Context, s *strand, f facts, all []reviewed, list []finding.Finding) (synthesized, error) {
	var got synthesized
	check := func(text string) (err error) {
		got, err = parseSynthesis(text)
		return err
	}
	for _, whole := range []bool{true, false} {
		prompt := e.synthesisPrompt(f, all, list, whole)
		r := model.Request{System: prompt.System, User: prompt.User, Schema: schema("synthesis"), Check: check}
		_, err := s.ask(ctx, r)
		if whole && (errors.Is(err, errTooLong) || errors.Is(err, errUnpaid)) {
			continue
		}
		return got, err
	}
	return got, errTooLong
}

func (e *engine) synthesisPrompt(f facts, all []reviewed, list []finding.Finding, whole bool) review.Prompt {
	d := review.NewDraft(e.in)
	f.write(d, e.in)
	d.Files()
	for _, r := range all {
		d.Block("report of the reviewer of the area "+review.Quote(r.name), func() {
			for _, name := range sectionNames {
				d.Line(name, firstLine(r.report.sections[name]))
			}
		})
	}
	writeFindings(d, list)
	if whole {
		d.Masks()
		d.Diff()
	}
	d.Hints()
	if e.in.Config.Review.PRDescription != "omit" {
		d.Description()
	}
	return d.Finish(e.system(promptSynthesis))
}

// writeFindings writes findings as data, each below a line of ours with its id.
func writeFindings(d *review.Draft, list []finding.Finding) {
	d.Say("\n## Findings\n")
	for _, f := range list {
		d.Say("\nFinding %s: %s, %s:%d (%s version)\n", f.ID, f.Severity, review.Quote(f.File), f.Start, f.Side)
		d.Block("finding "+f.ID, func() {
			d.Line("title   ", d.Masked("", f.Title))
			d.Line("quote   ", d.Masked(f.File, f.Quote))
			for line := range strings.SplitSeq(d.Masked("", f.Body), "\n") {
				d.Line("body    ", line)
			}
			d.Line("scenario", d.Masked("", f.Scenario))
		})
	}
}

func parseSynthesis(text string) (synthesized, error) {
	var w struct {
		Findings *[]struct {
			IDs []string `json:"ids"`
			review.WireFinding
		} `json:"findings"`
		Walkthrough string `json:"walkthrough"`
		CrossArea   string `json:"cross_area"`
		Description struct {
			Fits *bool  `json:"fits"`
			Text string `json:"text"`
		} `json:"description"`
		Objection struct {
			Objects bool   `json:"objects"`
			Text    string `json:"text"`
		} `json:"change_kind_objection"`
		Attention []attention    `json:"attention"`
		Questions []wireQuestion `json:"questions"`
	}
	if err := decode(text, &w); err != nil {
		return synthesized{}, err
	}
	if w.Findings == nil {
		return synthesized{}, errors.New("findings is missing")
	}
	got := synthesized{walkthrough: w.Walkthrough, crossArea: w.CrossArea, attention: w.Attention, questions: questions(w.Questions)}
	for i, f := range *w.Findings {
		if len(f.IDs) > 0 {
			got.merges = append(got.merges, f.IDs)
			continue
		}
		added, err := f.Finding()
		if err != nil {
			return synthesized{}, fmt.Errorf("finding %d: %w", i+1, err)
		}
		got.added = append(got.added, added)
	}
	if w.Description.Fits != nil && !*w.Description.Fits {
		got.misfit = "the description does not fit the diff"
		if w.Description.Text != "" {
			got.misfit += ": " + w.Description.Text
		}
	}
	if w.Objection.Objects {
		got.objection = "the model objects that the change is not of the kind that the rules see"
		if text := strings.TrimSpace(w.Objection.Text); text != "" {
			got.objection += ": " + text
		}
	}
	return got, nil
}

// merge marks the findings that the synthesis takes for one. The one of the highest severity leads, the first one among
// equals; the others are shown below it and count as before, so a merge can hide nothing. Ids that the answer leaves out,
// invents or repeats change nothing; they are named.
func (e *engine) merge(list []finding.Finding, merges [][]string) []finding.Finding {
	list = slices.Clone(list)
	at := map[string]int{}
	for i, f := range list {
		at[f.ID] = i
	}
	out := map[string]bool{}
	invented := 0
	for _, ids := range merges {
		lead := -1
		var group []int
		for _, id := range ids {
			i, ok := at[id]
			if !ok || out[id] {
				invented++
				continue
			}
			out[id] = true
			group = append(group, i)
			if lead < 0 || list[i].Severity > list[lead].Severity || list[i].Severity == list[lead].Severity && i < lead {
				lead = i
			}
		}
		for _, i := range group {
			if i != lead {
				list[i].MergedInto = list[lead].ID
			}
		}
	}
	if lost := len(list) - len(out); lost > 0 {
		e.note("the synthesis left out %s; restored", verdict.Count(lost, "finding"))
	}
	if invented > 0 {
		e.note("the synthesis named %s that nobody gave it, or twice; left out", verdict.Count(invented, "id"))
	}
	return list
}

// misfit is a finding that title or description say something else than the diff.
func (e *engine) misfit(f facts, text string) finding.Finding {
	one := finding.Finding{ID: "synthesis-description", Source: finding.FromSynthesis, Side: finding.New, Start: 1, End: 1,
		Title: "the description does not fit the diff", Body: text, Severity: finding.Low, Category: "convention"}
	for _, file := range f.files {
		for _, h := range file.Hunks {
			if one.File == "" {
				one.File, one.Start, one.End = file.Path, max(1, h.NewStart), max(1, h.NewStart)
			}
		}
	}
	if one.File == "" && len(f.files) > 0 {
		one.File = f.files[0].Path
	}
	return one
}

func paths(files []fileFacts) []string {
	list := make([]string, len(files))
	for i, f := range files {
		list[i] = f.Path
	}
	return list
}
