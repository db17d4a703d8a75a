package evidence

import (
	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/review"
)

func (b builder) review() Review {
	r := b.in.Review
	out := Review{Complete: r.Complete, Model: r.Model, Rest: b.reasons(r.Rest), Usage: usage(r.Usage), Masked: r.Masked,
		Plan: Plan{Tokens: r.Plan.Tokens.Counted, Raw: r.Plan.Tokens.Raw, Factor: r.Plan.Tokens.Factor, Method: string(r.Plan.Tokens.Method),
			Limit: r.Plan.Limit.Tokens, LimitKey: r.Plan.Limit.Key, WorstCaseUSD: r.Plan.WorstCaseUSD}}
	out.Recommendation, out.Objects = r.Recommendation, r.Objects
	for _, path := range r.Confirmed {
		out.Confirmed = append(out.Confirmed, b.raw(path))
	}
	shown := b.shown(r.Findings)
	for i, f := range r.Findings {
		out.Findings = append(out.Findings, b.finding(f, shown[i]))
	}
	for _, c := range r.Ledger.Files {
		covered := Covered{Path: b.raw(c.Path)}
		for _, h := range c.Hunks {
			covered.Hunks = append(covered.Hunks, Span(h))
		}
		out.Ledger = append(out.Ledger, covered)
	}
	if b.source {
		out.Summary = r.Summary
	}
	if r.Deep == nil {
		out.Calls = calls("review", r.Usage.Attempts)
		return out
	}
	out.Deep = b.deep(*r.Deep)
	for _, s := range r.Deep.Stages {
		out.Calls = append(out.Calls, calls(s.Name, s.Usage.Attempts)...)
	}
	return out
}

func usage(u model.Usage) Usage {
	return Usage{u.Calls, u.PromptTokens, u.CompletionTokens, u.CachedTokens, u.ReasoningTokens, u.CostUSD, string(u.CostStatus), u.KeyBefore, u.KeyAfter}
}

func calls(stage string, list []model.Attempt) []Call {
	var out []Call
	for _, a := range list {
		out = append(out, Call{stage, a.Asked, a.Answered, a.Prompt, a.Outcome, a.Finish, a.PromptTokens, a.CompletionTokens,
			a.CachedTokens, a.ReasoningTokens, a.CostUSD, string(a.CostStatus)})
	}
	return out
}

// texts says how much of a finding the comment shows.
type texts int

const (
	noTexts texts = iota
	onlyTitle
	allTexts
)

// shown says for each finding which of its texts may stand in the record: those of the first [review] max_findings,
// refuted ones counted apart, and of a merged one the title.
func (b builder) shown(list []finding.Finding) []texts {
	left := map[bool]int{false: b.in.Config.Review.MaxFindings, true: b.in.Config.Review.MaxFindings}
	out := make([]texts, len(list))
	for i, f := range list {
		refuted := f.Cleared || f.Verification.Outcome == finding.False
		switch {
		case b.source:
			out[i] = allTexts
		case f.MergedInto != "":
			out[i] = onlyTitle
		case left[refuted] > 0:
			left[refuted]--
			out[i] = allTexts
		}
	}
	return out
}

func (b builder) finding(f finding.Finding, shown texts) Finding {
	out := Finding{File: b.raw(f.File), Side: string(f.Side), Start: f.Start, End: f.End, Severity: f.Severity.String(), SeverityGuessed: f.SeverityGuessed,
		Confidence: f.Confidence, QuoteSHA256: hash(f.Quote), Unverified: b.short(f.Unverified, maxTitle), PreExisting: f.PreExisting,
		Confirmed: f.Confirmed, Doubted: f.Doubted, Softened: f.Softened,
		ID: f.ID, Source: string(f.Source), Category: b.short(f.Category, maxTitle), MergedInto: f.MergedInto, Cleared: f.Cleared}
	if shown >= onlyTitle {
		out.Title = b.short(f.Title, maxTitle)
	}
	if shown == allTexts {
		out.Body, out.Scenario, out.Fix = b.short(f.Body, maxBody), b.short(f.Scenario, maxBody), b.short(f.Fix, maxBody)
	}
	if b.source {
		out.Quote = b.raw(f.Quote)
	}
	if v := f.Verification; v.Outcome != finding.Unasked || v.Model != "" {
		out.Verification = &Verification{Outcome: string(v.Outcome), Model: v.Model}
		if shown == allTexts {
			out.Verification.Reason = b.short(v.Reason, maxBody)
		}
		for _, e := range v.Evidence {
			quoted := Quoted{File: b.raw(e.File), Line: e.Line, QuoteSHA256: hash(e.Quote)}
			if b.source {
				quoted.Quote = b.raw(e.Quote)
			}
			out.Verification.Evidence = append(out.Verification.Evidence, quoted)
		}
	}
	return out
}

func (b builder) deep(d review.Deep) *Deep {
	out := Deep{Faults: d.Faults, Notes: d.Notes, Walkthrough: b.short(d.Walkthrough, maxBody), CrossArea: b.short(d.CrossArea, maxBody), Assessment: d.Assessment}
	for _, s := range d.Stages {
		out.Stages = append(out.Stages, Stage{s.Name, s.Models, s.Note, usage(s.Usage)})
	}
	for _, a := range d.Areas {
		area := Area{Name: a.Name, Files: b.raws(a.Files), Model: a.Model, Rounds: a.Rounds, Findings: a.Findings}
		for _, s := range a.Sections {
			if b.source { // the comment does not show them
				area.Sections = append(area.Sections, Section(s))
			}
		}
		out.Areas = append(out.Areas, area)
	}
	for _, f := range d.Flags {
		out.Flags = append(out.Flags, Flag{f.Code, b.short(f.Text, maxReason), f.By})
	}
	for _, q := range d.Questions {
		out.Questions = append(out.Questions, Question{b.raw(q.File), q.Line, b.short(q.Text, maxReason)})
	}
	for _, s := range d.Settled {
		out.Settled = append(out.Settled, Settled{b.finding(s.Finding, onlyTitle), s.Head})
	}
	return &out
}
