package evidence

import (
	"fmt"
	"strings"

	"werkrevisor/internal/pr"
)

func (r Record) explainCalls(p *page) {
	review := r.Review
	p.title("Calls of models")
	if plan := review.Plan; plan.Tokens > 0 {
		p.line(0, "counted before: %d tokens (%d by %s, factor %g), limit %d (%s), worst case %.4f USD",
			plan.Tokens, plan.Raw, or(plan.Method, "unknown"), plan.Factor, plan.Limit, plan.LimitKey, plan.WorstCaseUSD)
	}
	for i, c := range review.Calls {
		p.line(0, "%d. %s: %s, answered by %s: %s (finish_reason %s); %d prompt and %d completion tokens, %.6f USD (%s)", i+1, c.Stage, c.Asked,
			or(c.Answered, "nobody"), c.Outcome, or(c.Finish, "none"), c.PromptTokens, c.CompletionTokens, c.CostUSD, c.CostStatus)
		p.line(4, "SHA-256 of the prompt %s", c.PromptSHA256)
	}
	u := review.Usage
	p.line(0, "together %s, %d prompt and %d completion tokens, %.6f USD (%s)", count(u.Calls, "call"), u.PromptTokens, u.CompletionTokens, u.CostUSD, or(u.CostStatus, "none"))
	if review.Deep == nil {
		return
	}
	d := review.Deep
	p.title("Stages of the deep review")
	for _, s := range d.Stages {
		p.line(0, "%s: %s, %.6f USD, %s; %s", s.Name, count(s.Usage.Calls, "call"), s.Usage.CostUSD, or(strings.Join(s.Models, ", "), "no model"), or(s.Note, "no note"))
	}
	for _, a := range d.Areas {
		p.line(0, "area %s: %s, reviewed by %s, %s of tools, %s", a.Name, count(len(a.Files), "file"), or(a.Model, "nobody"),
			count(a.Rounds, "round"), count(a.Findings, "finding"))
	}
	for _, text := range d.Faults {
		p.line(0, "fault, which counts: %s", text)
	}
	for _, text := range d.Notes {
		p.line(0, "note, which does not count: %s", text)
	}
	for _, f := range d.Flags {
		p.line(0, "attention %s, raised by %s: %s", f.Code, f.By, f.Text)
	}
	for _, s := range d.Settled {
		p.line(0, "settled at %s: [%s] %s at %s:%d", s.Head, s.Finding.Severity, s.Finding.Title, s.Finding.File, s.Finding.Start)
	}
}

func (r Record) explainFindings(p *page) {
	if len(r.Review.Findings) == 0 {
		return
	}
	p.title(fmt.Sprintf("Findings (%d)", len(r.Review.Findings)))
	for i, f := range r.Review.Findings {
		p.line(0, "%d. [%s] %s at %s:%s%s", i+1, f.Severity, or(f.Title, "(the title is not in the record)"), f.File, f.lines(), f.weight())
		if v := f.Verification; v != nil {
			p.line(4, "verification by %s: %s %s", or(v.Model, "nobody"), or(v.Outcome, "none"), v.Reason)
		}
	}
}

// lines are those that the finding cites.
func (f Finding) lines() string {
	if f.End <= f.Start {
		return fmt.Sprint(f.Start)
	}
	return fmt.Sprintf("%d-%d", f.Start, f.End)
}

// weight says what limits the weight of a finding.
func (f Finding) weight() string {
	var notes []string
	add := func(is bool, text string) {
		if is {
			notes = append(notes, text)
		}
	}
	add(f.Unverified != "", "unverified: "+f.Unverified)
	add(f.PreExisting, "pre-existing")
	add(f.SeverityGuessed, "severity unknown, counted as medium")
	add(f.Confirmed, "confirmed by the classifier")
	add(f.Doubted, "doubted by the classifier")
	add(f.Softened, "counts at most YELLOW")
	add(f.MergedInto != "", "the same defect as "+f.MergedInto)
	add(f.Cleared, "refuted, and does not count")
	if len(notes) == 0 {
		return ""
	}
	return " (" + strings.Join(notes, "; ") + ")"
}

func (r Record) explainClassifier(p *page) {
	c := r.Classifier
	if c.Calls == 0 {
		return
	}
	p.title("Classifier")
	p.line(0, "%s: %s, %s, %d input tokens, %.6f USD", or(c.Model, "unknown model"), count(c.Units, "unit"), count(c.Calls, "call"), c.InputTokens, c.CostUSD)
	for _, row := range c.Rows {
		confidence := "no confidence"
		if row.Confidence != nil {
			confidence = fmt.Sprintf("confidence %.2f", *row.Confidence)
		}
		p.line(0, "%s %s %s:%d, %s: %.2f, %s: %s", row.Kind, row.ID, row.Path, row.Line, row.Question, row.Value, confidence, row.Flag)
	}
}

// explainCoverage says of every changed file how it was reviewed.
func (r Record) explainCoverage(p *page) {
	p.title("Coverage")
	if len(r.Change.Files) == 0 {
		p.line(0, "The change has no file, or was not read.")
		return
	}
	p.line(0, "kind %s; %d changed lines in %s count for [size]", or(r.Change.Kind, "unknown"), r.Change.CountedLines, count(r.Change.CountedFiles, "file"))
	covered := map[Raw]Covered{}
	for _, c := range r.Review.Ledger {
		covered[c.Path] = c
	}
	for _, f := range r.Change.Files {
		name := string(f.Path)
		if f.OldPath != "" {
			name = string(f.OldPath) + " → " + name
		}
		how := "not in a prompt"
		c, in := covered[f.Path]
		switch {
		case in:
			size := 0
			for _, h := range c.Hunks {
				size += h.End - h.Start
			}
			how = fmt.Sprintf("in the prompt: %s, %d bytes", count(len(c.Hunks), "hunk"), size)
			if !r.Review.Complete {
				how = fmt.Sprintf("would be in the prompt (%s, %d bytes), but no model reviewed it", count(len(c.Hunks), "hunk"), size)
			}
		case f.Mechanical != "":
			how = "mechanical (" + f.Mechanical + "), so no model needs it"
		case f.Unreviewable != "":
			how = "no text to review (" + f.Unreviewable + ")"
		}
		p.line(0, "%s (%s, %s, +%d -%d): %s", name, f.Status, or(f.Category, "no category"), f.Added, f.Deleted, how)
	}
}

func (r Record) explainActions(p *page) {
	s := r.Decision.Status
	p.title("Decision on the server")
	if r.Run.Mode != "gate" || pr.Origin(r.Run.Origin).Local() {
		p.line(0, "Nothing was written; planned would be:")
	}
	for _, a := range r.Decision.Actions {
		p.line(0, "%s%s", a.Kind, a.detail(s))
	}
	if len(r.Decision.Actions) == 0 {
		p.line(0, "no write")
	}
}

func (a Action) detail(s Status) string {
	switch {
	case a.Kind == "set status":
		return fmt.Sprintf(" %s = %s (%s)", s.Context, s.State, s.Description)
	case a.CommentID != 0:
		return fmt.Sprintf(" %d", a.CommentID)
	case a.ReviewID != 0:
		return fmt.Sprintf(" %d", a.ReviewID)
	case a.Login != "":
		return " " + a.Login
	}
	return ""
}
