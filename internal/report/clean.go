package report

import (
	"slices"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
)

// Clean returns a copy of the input in which every text that may hold a secret went through redact.
// It comes before rendering, because an escaped secret looks different and would not be found in a rendered text.
func Clean(in Input, redact func(string) string) Input {
	c := &in.Change
	clean(redact, &in.HostConfig, &in.CommentURL, &in.Config.Sources, &c.Owner, &c.Repo, &c.URL, &c.Title, &c.Body, &c.Head.Ref, &c.Base.Ref)
	c.Files = slices.Clone(c.Files)
	for i := range c.Files {
		clean(redact, &c.Files[i].Path, &c.Files[i].OldPath)
	}
	c.Context = slices.Clone(c.Context)
	for i := range c.Context {
		clean(redact, &c.Context[i].Path)
	}
	r := &in.Review
	clean(redact, &r.Model, &r.Summary)
	r.Findings = slices.Clone(r.Findings)
	for i := range r.Findings {
		cleanFinding(redact, &r.Findings[i])
	}
	if r.Deep != nil {
		r.Deep = cleanDeep(redact, *r.Deep)
	}
	in.Classifier.Rows = slices.Clone(in.Classifier.Rows)
	for i := range in.Classifier.Rows {
		u := &in.Classifier.Rows[i].Unit
		clean(redact, &u.Path, &u.ID)
	}
	reasons := slices.Clone(in.Decision.Reasons)
	for i := range reasons {
		clean(redact, &reasons[i].Text, &reasons[i].Public)
	}
	in.Decision.Reasons, in.Redact = reasons, redact
	in.Steps = slices.Clone(in.Steps)
	for i := range in.Steps {
		clean(redact, &in.Steps[i].Name, &in.Steps[i].Found)
	}
	if in.showsSource() {
		cleanCited(redact, in)
	}
	return in
}

// cleanCited redacts the texts that findings cite, in the files of the copy. A text whose lines would move is dropped.
func cleanCited(redact func(string) string, in Input) {
	for i := range in.Change.Files {
		f := &in.Change.Files[i]
		cited := slices.ContainsFunc(in.Review.Findings, func(x finding.Finding) bool { return x.File == f.Path || x.File == f.OldPath })
		for _, t := range []*pr.Text{&f.Old, &f.New} {
			body := t.Body
			if !cited || body == "" {
				continue
			}
			if clean(redact, &body); strings.Count(body, "\n") == strings.Count(t.Body, "\n") {
				t.Body = body
			} else {
				*t = pr.Text{State: pr.NotRead}
			}
		}
	}
}

// clean redacts texts in their places.
func clean[T ~string](redact func(string) string, texts ...*T) {
	for _, t := range texts {
		*t = T(redact(string(*t)))
	}
}

// cleanList is a redacted copy of a list.
func cleanList(redact func(string) string, list []string) []string {
	list = slices.Clone(list)
	for i := range list {
		clean(redact, &list[i])
	}
	return list
}

// cleanFinding redacts a finding in its place, and replaces the lists that it shares with its original.
// Words of a fixed set are redacted too: what fills them is checked elsewhere.
func cleanFinding(redact func(string) string, f *finding.Finding) {
	clean(redact, &f.File, &f.Quote, &f.Scenario, &f.Title, &f.Body, &f.Unverified, &f.ID, &f.Category, &f.MergedInto, &f.Fix)
	clean(redact, &f.Side)
	clean(redact, &f.Source)
	v := &f.Verification
	clean(redact, &v.Reason, &v.Model)
	clean(redact, &v.Outcome)
	v.Evidence = slices.Clone(v.Evidence)
	for i := range v.Evidence {
		clean(redact, &v.Evidence[i].File, &v.Evidence[i].Quote)
	}
}

// cleanDeep is a redacted copy of what the deep review tells.
func cleanDeep(redact func(string) string, d review.Deep) *review.Deep {
	clean(redact, &d.Walkthrough, &d.CrossArea, &d.Assessment)
	d.Faults, d.Notes = cleanList(redact, d.Faults), cleanList(redact, d.Notes)
	d.Stages = slices.Clone(d.Stages)
	for i := range d.Stages {
		s := &d.Stages[i]
		clean(redact, &s.Name, &s.Note)
		clean(redact, &s.Usage.CostStatus)
		s.Usage.Attempts = slices.Clone(s.Usage.Attempts)
		for j := range s.Usage.Attempts {
			a := &s.Usage.Attempts[j]
			clean(redact, &a.Asked, &a.Answered, &a.Prompt, &a.Outcome, &a.Finish)
			clean(redact, &a.CostStatus)
		}
		s.Models = cleanList(redact, s.Models)
	}
	d.Areas = slices.Clone(d.Areas)
	for i := range d.Areas {
		a := &d.Areas[i]
		clean(redact, &a.Name, &a.Model)
		a.Files, a.Sections = cleanList(redact, a.Files), slices.Clone(a.Sections)
		for j := range a.Sections {
			clean(redact, &a.Sections[j].Name, &a.Sections[j].Text)
		}
	}
	d.Questions = slices.Clone(d.Questions)
	for i := range d.Questions {
		clean(redact, &d.Questions[i].File, &d.Questions[i].Text)
	}
	d.Settled = slices.Clone(d.Settled)
	for i := range d.Settled {
		cleanFinding(redact, &d.Settled[i].Finding)
		clean(redact, &d.Settled[i].Head)
	}
	d.Flags = slices.Clone(d.Flags)
	for i := range d.Flags {
		clean(redact, &d.Flags[i].Code, &d.Flags[i].Text, &d.Flags[i].By)
	}
	return &d
}
