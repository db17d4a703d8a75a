package report

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"werkrevisor/internal/page"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// pageBody is the template of the page.
//
//go:embed page.html
var pageBody string

// pageView is what the template shows. Its texts are cut; the template and page.Render escape them.
type pageView struct {
	Input
	Title, URL, Comment    string
	Level, Label, Sign     string
	Advice                 string
	Notes                  []string
	Reasons                []verdict.Reason
	ReasonsLeft            int
	Attention, Faults      []string
	Questions              []string
	Standing, Refuted      pageFindings
	Source                 bool
	Flagged                []pageAnswer
	FlaggedLeft            int
	ClassifierText         string
	Walkthrough, CrossArea string
	Settled, StageNotes    []string
	Areas                  []review.Area
	AreasLeft              int
	Stages                 []pageStage
	Coverage               coverage
	Cost, Details          pageFacts
	Assessment             string
	Steps                  []Step // cut, in the place of the input's
	Took                   time.Duration
}

// pageFact is a name with a value.
type pageFact struct{ Name, Value string }

// pageFacts is a table of facts.
type pageFacts struct {
	Name  string
	Facts []pageFact
}

// pageStage is a stage of a deep review, or their sum.
type pageStage struct {
	Name, Models, Note string
	Calls              int
	Prompt, Completion int
	Cost               string
}

// pageAnswer is a flagged answer of the classifier.
type pageAnswer struct{ Unit, Place, Question, Value, Confidence, Level string }

// Page renders the report of a run as one HTML page (operators.md, "Artifacts of a run"). It is public: without the word
// "source" in [output] artifacts it shows no more of the change than the comment does, and within the same limits.
// The input went through Clean.
func Page(in Input) ([]byte, error) {
	v := pageView{Input: in, Title: pageTitle(in), URL: page.Link(in.Change.URL), Comment: page.LinkOf(in.Change.URL, in.CommentURL),
		Level: in.Decision.Level.String(), Label: in.Decision.Level.Label(), Sign: signs()[in.Decision.Level],
		Advice: strings.ReplaceAll(advice(in), "**", ""), Source: in.showsSource(), Took: in.Duration.Round(time.Millisecond)}
	v.Decision.ApprovedBy = page.Cut(in.Decision.ApprovedBy, maxTitle)
	for _, note := range in.Decision.Notes {
		v.Notes = append(v.Notes, page.Cut(note, maxReason))
	}
	v.Reasons, v.ReasonsLeft = page.Fit(cutReasons(in.Decision.Reasons), maxPageRows, maxComment, func(r verdict.Reason) int { return page.Weight(r.Text) })
	v.asides(in.Review.Deep)
	v.findings(in)
	v.classifier(in)
	v.deep(in.Review.Deep)
	v.Coverage = covered(in)
	v.Cost, v.Details = pageFacts{"Cost", costFacts(in)}, pageFacts{"Details", detailFacts(in)}
	v.Steps = shownSteps(in.Steps)
	return page.Render("werkrevisor: "+v.Title+": "+v.Level, pageBody, v)
}

// maxPageRows is how many reasons and files the page lists.
const maxPageRows = 200

// showsSource reports whether the operator allows texts of the change in artifacts.
func (in Input) showsSource() bool { return slices.Contains(in.Config.Output.Artifacts, "source") }

// signs stand beside the colours of the verdicts, best first.
func signs() []string { return []string{"✓", "!", "!!", "✕", "?"} }

func pageTitle(in Input) string {
	title := page.Cut(in.Change.Slug(), maxTitle)
	if title == "" {
		title = "a change that could not be read"
	}
	if in.Change.Number != 0 {
		title += fmt.Sprintf(" #%d", in.Change.Number)
	}
	return title
}

func cutReasons(reasons []verdict.Reason) []verdict.Reason {
	list := slices.Clone(reasons)
	for i := range list {
		list[i].Text = page.Cut(list[i].Text, maxReason)
	}
	return list
}

// maxSteps is how many steps the page lists; a deep review has some twenty.
const maxSteps = 60

func shownSteps(steps []Step) []Step {
	var list []Step
	for _, s := range steps[:min(len(steps), maxSteps)] {
		list = append(list, Step{page.Cut(s.Name, maxTitle), s.Took.Round(time.Millisecond), page.Cut(s.Found, maxTitle*2)})
	}
	return list
}

// costFacts are what the run cost, as the comment says it.
func costFacts(in Input) []pageFact {
	u, tokens := in.Review.Usage, in.Review.Plan.Tokens
	var facts []pageFact
	add := func(name, format string, args ...any) {
		facts = append(facts, pageFact{name, fmt.Sprintf(format, args...)})
	}
	if tokens.Counted > 0 {
		add("tokens counted before the call", "%d%s", tokens.Counted, tokens.Note())
		add("worst case", "%s USD", dollars(in.Review.Plan.WorstCaseUSD))
	}
	if u.Calls == 0 {
		add("model", "no call, cost 0 USD")
	} else {
		if in.Review.Deep == nil {
			name := in.Review.Model
			if name == "" {
				name = in.Config.Model.ID
			}
			add("model", "%s", page.Cut(name, maxTitle))
		}
		add("calls", "%d", u.Calls)
		add("prompt tokens reported", "%d", u.PromptTokens)
		add("completion tokens reported", "%d", u.CompletionTokens)
		add("cost", "%s", strings.TrimPrefix(costText(u), "cost "))
	}
	if c := in.Classifier; c.Calls > 0 {
		add("classifier", "%s, %s, %d input tokens, %s USD", page.Cut(c.Model, maxTitle), verdict.Count(c.Calls, "call"), c.InputTokens, dollars(c.CostUSD))
	}
	return facts
}

// detailFacts are what only some readers want.
func detailFacts(in Input) []pageFact {
	c := in.Change
	at := func(ref, sha string) string {
		if sha == "" {
			sha = "none"
		}
		if ref != "" {
			return page.Cut(sha, maxPath) + " (" + page.Cut(ref, maxPath) + ")"
		}
		return page.Cut(sha, maxPath)
	}
	facts := []pageFact{{"reviewed head", at(c.Head.Ref, c.Head.SHA)}, {"base", at(c.Base.Ref, c.Base.SHA)}, {"merge base", at("", c.MergeBase)}}
	if c.Kind != "" {
		facts = append(facts, pageFact{"change kind", string(c.Kind)})
	}
	if in.Config.Sources != "" {
		facts = append(facts, pageFact{"config", page.Cut(in.Config.Sources, maxReason)})
	}
	if n := in.Review.Masked; n > 0 {
		facts = append(facts, pageFact{"masked", verdict.Count(n, "line") + " of the prompt: secrets of the repository were masked"})
	}
	for i, note := range in.Notes {
		if i == maxList {
			break
		}
		facts = append(facts, pageFact{"note", page.Cut(note, maxReason)})
	}
	return append(facts, pageFact{"program", "werkrevisor " + page.Cut(in.Version, maxTitle)}, pageFact{"started", in.Started.UTC().Format(time.RFC3339)})
}
