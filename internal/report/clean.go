package report

import "slices"

// Clean returns a copy of the input in which every text that may hold a secret went through redact.
// It comes before rendering, because an escaped secret looks different and would not be found in a rendered text.
func Clean(in Input, redact func(string) string) Input {
	clean := func(texts ...*string) {
		for _, t := range texts {
			*t = redact(*t)
		}
	}
	c := &in.Change
	clean(&in.HostConfig, &in.CommentURL, &in.Config.Sources, &c.Owner, &c.Repo, &c.Title, &c.Body, &c.Head.Ref, &c.Base.Ref)
	c.Files = slices.Clone(c.Files)
	for i := range c.Files {
		clean(&c.Files[i].Path, &c.Files[i].OldPath)
	}
	c.Context = slices.Clone(c.Context)
	for i := range c.Context {
		clean(&c.Context[i].Path)
	}
	r := &in.Review
	clean(&r.Model, &r.Summary)
	r.Findings = slices.Clone(r.Findings)
	for i := range r.Findings {
		f := &r.Findings[i]
		clean(&f.File, &f.Quote, &f.Scenario, &f.Title, &f.Body, &f.Unverified)
	}
	reasons := slices.Clone(in.Decision.Reasons)
	for i := range reasons {
		clean(&reasons[i].Text, &reasons[i].Public)
	}
	in.Decision.Reasons = reasons
	return in
}
