package deep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// The bounds of the documents of one lane.
const (
	maxLaneFiles = 40
	maxLaneChars = 120_000
)

// lane is an auxiliary reviewer with documents of the project (deep.md, stage 7).
type lane struct {
	name     string
	globs    config.Globs
	key      string
	surfaces []string // one of them must be touched
	docs     []pr.ContextFile
	strand   *strand
	findings []finding.Finding
	flags    []review.Flag
	note     string
	skipped  bool
}

// laneList are the lanes that are configured, and whose surfaces the change touches.
func (e *engine) laneList(f facts) []*lane {
	var list []*lane
	for _, l := range []*lane{
		{name: "recorded decisions", globs: e.in.Config.Deep.OrgContextGlobs, key: "org_context_globs",
			surfaces: []string{apiSurface, moneySurface, authSurface, cryptoSurface, migrationSurface, sqlSurface, codeSurface}},
		{name: "operational history", globs: e.in.Config.Deep.PriorArtGlobs, key: "prior_art_globs",
			surfaces: []string{migrationSurface, sqlSurface, infraSurface, ciSurface, authSurface, cryptoSurface, codeSurface}},
	} {
		touched := slices.ContainsFunc(l.surfaces, func(s string) bool { return slices.Contains(f.surfaces, s) })
		if !l.globs.Empty() && touched {
			list = append(list, l)
		}
	}
	return list
}

// openLanes reads the documents, and sets the money of each lane aside.
func (e *engine) openLanes(ctx context.Context, f facts, floor float64) []*lane {
	list := e.laneList(f)
	if len(list) == 0 {
		return nil
	}
	files, err := e.Tree.Files(ctx, pr.AtBase)
	for _, l := range list {
		if err != nil {
			l.skip("the files of the base commit could not be listed")
			continue
		}
		e.readLane(ctx, l, files)
		if l.skipped {
			continue
		}
		l.strand = e.strand(stageLanes, min(e.money.left-floor, 2*e.askers[stageLanes].Plan(e.laneRequest(l, f)).WorstCaseUSD))
	}
	return list
}

func (l *lane) skip(why string) { l.skipped, l.note = true, why }

func (e *engine) readLane(ctx context.Context, l *lane, files []string) {
	left := maxLaneChars
	cut := false
	for _, name := range files {
		if !l.globs.Has(name) || e.in.Config.Review.ExcludeGlobs.Has(name) {
			continue
		}
		if len(l.docs) == maxLaneFiles || left <= 0 {
			cut = true
			break
		}
		text, err := e.Tree.Read(ctx, pr.AtBase, name)
		if err != nil {
			l.skip("its documents could not be read at the base commit")
			return
		}
		if text.State == pr.Read {
			var short bool
			text.Body, short = clip(text.Body, left)
			cut = cut || short
			left -= len(text.Body)
			l.docs = append(l.docs, pr.ContextFile{Path: name, Text: text})
		}
	}
	switch {
	case len(l.docs) == 0:
		l.skip(fmt.Sprintf("no document fits [deep] %s", l.key))
	case cut:
		l.note = "it has more documents than one prompt holds; the rest was left out"
	}
}

func (e *engine) laneRequest(l *lane, f facts) model.Request {
	d := review.NewDraft(e.in)
	f.write(d, e.in)
	d.Files()
	for _, doc := range l.docs {
		d.Block("document "+review.Quote(doc.Path)+" of the "+l.name, func() { d.Numbered(1, d.Masked(doc.Path, doc.Text.Body)) })
	}
	d.Masks()
	d.Diff()
	prompt := d.Finish(promptLane)
	return model.Request{System: prompt.System, User: prompt.User, Schema: schema("lane"), Check: func(text string) error {
		_, err := parsePassages(text)
		return err
	}}
}

type passage struct {
	Kind   string         `json:"kind"`
	Source string         `json:"source"`
	Line   float64        `json:"line"`
	Quote  string         `json:"quote"`
	File   review.FileRef `json:"file"`
	Side   finding.Side   `json:"side"`
	Start  float64        `json:"start_line"`
	Title  string         `json:"title"`
	Body   string         `json:"body"`
}

func parsePassages(text string) ([]passage, error) {
	var w struct {
		Passages *[]passage `json:"passages"`
	}
	if err := decode(text, &w); err != nil {
		return nil, err
	}
	if w.Passages == nil {
		return nil, errors.New("passages is missing")
	}
	return *w.Passages, nil
}

// askLane asks one lane. It changes nothing but the lane.
func (e *engine) askLane(ctx context.Context, l *lane, f facts) {
	got, err := l.strand.ask(ctx, e.laneRequest(l, f))
	if err != nil {
		l.note = words(err)
		return
	}
	list, err := parsePassages(got.Text)
	if err != nil {
		l.note = err.Error()
		return
	}
	given := review.Prompt{}
	for _, file := range f.files {
		given.Files = append(given.Files, file.Path)
	}
	find := given.Finder()
	invented := 0
	for _, p := range list {
		file, ok := find(string(p.File))
		if !ok || !l.quoted(p) || p.Start < 1 || p.Start >= 1<<31 {
			invented++
			continue
		}
		l.add(p, file)
	}
	if invented > 0 {
		l.note = fmt.Sprintf("%s without a quote that stands in its document or a file of the change; left out", verdict.Count(invented, "passage"))
	}
}

// quoted reports whether the quote of a passage stands in the document that it names.
func (l *lane) quoted(p passage) bool {
	for _, doc := range l.docs {
		if doc.Path == p.Source {
			return stands(doc.Text.Body, p.Quote)
		}
	}
	return false
}

// add makes a finding of a passage, and its flag. A contradicted decision and a reintroduced failure are high.
func (l *lane) add(p passage, file string) {
	if p.Side != finding.Old {
		p.Side = finding.New
	}
	code, title := "attention_decision", "contradicts a recorded decision"
	if p.Kind == "deleted_guard" {
		code, title = "attention_guard", "removes a guard that a past incident led to"
	}
	if p.Title != "" {
		title += ": " + p.Title
	}
	l.findings = append(l.findings, finding.Finding{Source: finding.FromLane, File: file, Side: p.Side, Start: int(p.Start), End: int(p.Start),
		Title: title, Body: fmt.Sprintf("%s:%d says: %s\n\n%s", p.Source, int(p.Line), firstLine(p.Quote), p.Body),
		Severity: finding.High, Category: "correctness", Confidence: 1})
	l.flags = append(l.flags, review.Flag{Code: code, Text: fmt.Sprintf("%s:%d: %s", file, int(p.Start), title), By: l.name})
}

// closeLanes adds what the lanes found. A lane that died is named, and changes no verdict.
func (e *engine) closeLanes(list []*lane) []finding.Finding {
	var found []finding.Finding
	for _, l := range list {
		if l.note != "" {
			e.note("the lane %s: %s", l.name, l.note)
		}
		found = append(found, l.findings...)
		e.out.Flags = append(e.out.Flags, l.flags...)
	}
	for i := range found {
		found[i].ID = fmt.Sprintf("lane-%d", i+1)
	}
	return found
}

// minQuote is how long a quote must be to prove anything, in characters without white space.
const minQuote = 8

// stands reports whether a quote is part of a line of a text, white space aside, and says enough to prove something.
func stands(text, quote string) bool {
	quote = strings.Join(strings.Fields(firstLine(quote)), "")
	if len(quote) < minQuote {
		return false
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(strings.Join(strings.Fields(line), ""), quote) {
			return true
		}
	}
	return false
}
