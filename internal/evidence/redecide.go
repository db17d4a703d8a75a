package evidence

import (
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// Redecision is what another configuration would have decided about the same change.
type Redecision struct {
	Decision Decision
	Rerun    []string // rules that were applied again
	Kept     []string // rules whose recorded result counts, because the record has no texts
	// Notes say what else was taken over as it was recorded, and why something counts worse.
	Notes []string
}

// Redecide decides about the recorded change with another configuration. Labels, rules and the weight of findings are
// made anew as far as the record tells them; the answers of models stay, and what depends on texts that the record does
// not have counts as it was recorded. Nothing that is unknown makes the result better.
func (r Record) Redecide(cfg config.Config) (Redecision, error) {
	var out Redecision
	c, err := r.facts()
	if err != nil {
		return out, err
	}
	in := r.Basis.input()
	if r.Source != nil {
		if r.Source.Redacted {
			out.Notes = append(out.Notes, "secrets were taken out of the texts in the record, so a rule may see less than it did")
		}
		c = rules.Label(c, cfg)
	} else {
		c = out.relabel(r, c, cfg)
	}
	in.Reasons = out.rules(r, c, cfg)
	in.Reasons = append(in.Reasons, out.others(r, cfg)...)
	in.Gate = cfg.Gate
	in.ClassifierRed = cfg.Classifier != nil && cfg.Classifier.AllowRed
	if why := r.unproven(c, cfg); why != "" {
		in.Proof = verdict.NoProof
		in.Reasons = append(in.Reasons, verdict.Reason{Source: verdict.System, Level: verdict.Yellow, Code: "no_model_review",
			Text: "no model reviewed this change as this configuration asks for: " + why})
	}
	out.Decision = decision(verdict.Decide(in))
	return out, nil
}

// relabel labels a change without texts, and says what it had to take over.
func (out *Redecision) relabel(r Record, c pr.Change, cfg config.Config) pr.Change {
	if r.differs(cfg, "[mechanical]") || r.differs(cfg, "[categories]") {
		out.Notes = append(out.Notes, "which files changed only mechanically counts as it was recorded: the texts are not in the record")
	}
	was := c
	guessed := false
	c = rules.Relabel(c, cfg, func() bool {
		switch same := sameLabels(was, rules.Relabel(was, cfg, func() bool { return false })); {
		case !same:
		case slices.Contains([]pr.Kind{pr.TestsOnlyAdded, pr.DocsAndTests, pr.FeatureWithTests}, was.Kind):
			return true
		case slices.Contains([]pr.Kind{pr.TestsModified, pr.FeatureWithModifiedTests}, was.Kind):
			return false
		}
		guessed = true
		return false
	})
	if guessed {
		out.Notes = append(out.Notes, "the tests count as modified: whether they are only added, the texts would tell, which are not in the record")
	}
	return c
}

// sameLabels reports whether every file has the labels that it had.
func sameLabels(a, b pr.Change) bool {
	return slices.EqualFunc(a.Files, b.Files, func(x, y pr.File) bool { return x.Category == y.Category && x.Mechanical == y.Mechanical })
}

// differs reports whether a section of the configuration is another one than the recorded one.
func (r Record) differs(cfg config.Config, section string) bool {
	values := func(list []Setting) (found []string) {
		for _, s := range list {
			if strings.HasPrefix(s.Key, section) {
				found = append(found, s.Key+"="+s.Value)
			}
		}
		return found
	}
	var now []Setting
	for _, s := range cfg.Explain() {
		now = append(now, Setting(s))
	}
	return !slices.Equal(values(r.Config), values(now))
}

// rules applies every rule that the record has enough for, and takes over the results of the others.
func (out *Redecision) rules(r Record, c pr.Change, cfg config.Config) []verdict.Reason {
	var list []verdict.Reason
	for _, rule := range rules.All {
		if r.Source == nil && rules.NeedsTexts(rule.Name, c, cfg) {
			out.Kept = append(out.Kept, rule.Name)
			list = append(list, given(r.result(rule.Name).Reasons)...)
			continue
		}
		out.Rerun = append(out.Rerun, rule.Name)
		list = append(list, rule.Check(c, cfg).Reasons...)
	}
	return list
}

func (r Record) result(rule string) RuleResult {
	for _, result := range r.Rules.Results {
		if result.Rule == rule {
			return result
		}
	}
	return RuleResult{}
}

// others are the recorded reasons that no rule of this run gave, with those of the findings weighed anew.
func (out *Redecision) others(r Record, cfg config.Config) []verdict.Reason {
	weighed := r.Review.Complete && !r.Basis.Reused
	var list, findings []verdict.Reason
	if weighed {
		findings = review.FindingReasons(r.findings(cfg), cfg.Review)
		if r.differs(cfg, "[deep] rigor") {
			out.Notes = append(out.Notes, "low findings count as medium: the record has them as the recorded [deep] rigor left them")
		}
	}
	at := 0 // where the reasons of the findings stood
	for _, reason := range r.Basis.Reasons {
		ofRule := slices.ContainsFunc(r.Rules.Results, func(x RuleResult) bool { return slices.Contains(x.Reasons, reason) })
		ofFindings := weighed && slices.Contains(findingCodes, reason.Code)
		switch {
		case ofFindings:
			at = len(list)
		case !ofRule:
			list = append(list, given([]Reason{reason})...)
		}
	}
	list = slices.Insert(list, at, findings...)
	if r.Classifier.Calls > 0 && r.differs(cfg, "[classifier]") {
		out.Notes = append(out.Notes, "the reasons of the classifier count as they were recorded")
	}
	return list
}

// findingCodes are the codes that follow from the findings alone.
var findingCodes = []string{"high_finding", "medium_findings", "minor_findings", "refuted_finding"}

// findings are the recorded ones, as far as their weight needs. What softened or cleared one counts only where this
// configuration lets it, and what another quality bar may have folded counts as medium.
func (r Record) findings(cfg config.Config) []finding.Finding {
	softens := cfg.Engine.Mode == "combined" && cfg.Classifier != nil && cfg.Classifier.ConfirmCanSoften
	clears := cfg.Deep.RefutedCanClear && cfg.Deep.Verify
	unfolded := r.Review.Deep != nil && r.differs(cfg, "[deep] rigor")
	severities := map[string]finding.Severity{}
	for _, s := range []finding.Severity{finding.Low, finding.Medium, finding.High} {
		severities[s.String()] = s
	}
	var list []finding.Finding
	recorded := r.Review.Findings
	if d := r.Review.Deep; d != nil && !clears {
		for _, s := range d.Settled { // where refutations cleared findings, these stood in no list
			if !slices.ContainsFunc(recorded, func(f Finding) bool { return f.ID == s.Finding.ID }) {
				recorded = append(slices.Clone(recorded), s.Finding)
			}
		}
	}
	for _, f := range recorded {
		severity, known := severities[f.Severity]
		if !known {
			severity = finding.High
		}
		out := finding.Finding{File: string(f.File), Start: f.Start, End: f.End, Severity: severity, Unverified: f.Unverified, PreExisting: f.PreExisting,
			Softened: f.Softened && softens, Cleared: f.Cleared && clears}
		if unfolded && severity == finding.Low {
			out.Severity = finding.Medium
		}
		if f.Verification != nil && cfg.Deep.Verify {
			out.Verification.Outcome = finding.Outcome(f.Verification.Outcome)
		}
		list = append(list, out)
	}
	return list
}

// unproven says why the recorded proof does not hold under another configuration; empty: it holds, or there was none.
func (r Record) unproven(c pr.Change, cfg config.Config) string {
	switch verdict.Proof(r.Basis.Proof) {
	case verdict.ByMechanics:
		if !rules.WithoutModel(c) {
			return "it is not only mechanical any more"
		}
	case verdict.ByJudgedDocs:
		switch {
		case c.Kind != pr.DocsOnly:
			return "it is no change of documents only"
		case cfg.Engine.Mode != "classifier":
			return "the classifier alone judged it, and this configuration asks a model"
		}
	case verdict.ByState:
		if r.differs(cfg, "[mechanical]") || r.differs(cfg, "[review]") || r.differs(cfg, "[engine]") || r.differs(cfg, "[deep]") || r.differs(cfg, "[classifier]") {
			return "the earlier review that was taken over was made under another configuration"
		}
	case verdict.ByModel:
		covered := map[string]bool{}
		for _, f := range r.Review.Ledger {
			covered[string(f.Path)] = true
		}
		for _, f := range c.Files {
			if _, excluded := rules.Excluded(f, cfg); !excluded && f.Mechanical == pr.NotMechanical && rules.Unreviewable(f) == "" && !covered[f.Path] {
				return f.Path + " was in no prompt"
			}
		}
	}
	return ""
}
