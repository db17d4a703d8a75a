package review

import (
	"fmt"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/verdict"
)

// FindingReasons maps findings to reasons, at most ORANGE (seed 000, "Severity of the findings"; product.md 8).
// It is pure. Only findings that were checked and lie at the change count above YELLOW, and a refuted one of high
// severity counts as YELLOW unless the host lets it be cleared (deep.md, "Refutation").
func FindingReasons(findings []finding.Finding, cfg config.Review) []verdict.Reason {
	var list []verdict.Reason
	add := func(level verdict.Level, code, text, public string) {
		list = append(list, verdict.Reason{Source: verdict.Model, Level: level, Code: code, Text: text, Public: public})
	}
	high, medium, minor, refuted := weigh(findings)
	if len(high) > 0 {
		add(verdict.Orange, "high_finding", fmt.Sprintf("the model reports %s of high severity: %s",
			verdict.Count(len(high), "finding"), places(high)), "")
	}
	if cfg.OrangeMinMedium > 0 && len(medium) >= cfg.OrangeMinMedium {
		add(verdict.Orange, "medium_findings", fmt.Sprintf("the model reports %s of medium severity ([review] orange_min_medium = %d): %s",
			verdict.Count(len(medium), "finding"), cfg.OrangeMinMedium, places(medium)), "")
	} else {
		minor = append(medium, minor...)
	}
	if len(minor) > 0 {
		add(verdict.Yellow, "minor_findings", "model reports minor findings: "+places(minor), "")
	}
	if len(refuted) > 0 {
		add(verdict.Yellow, "refuted_finding", fmt.Sprintf("%s of high severity, refuted by the verification, still for a human to see "+
			"([deep] refuted_can_clear = false): %s", verdict.Count(len(refuted), "finding"), places(refuted)), "")
	}
	return list
}

// advice maps recommendation and objection to reasons.
func advice(a Answer) []verdict.Reason {
	var list []verdict.Reason
	add := func(level verdict.Level, code, text, public string) {
		list = append(list, verdict.Reason{Source: verdict.Model, Level: level, Code: code, Text: text, Public: public})
	}
	switch a.Recommendation {
	case "safe_to_merge":
	case "merge_with_caution":
		add(verdict.Yellow, "merge_with_caution", "the model recommends to merge with caution", "")
	case "changes_required":
		add(verdict.Yellow, "changes_required", "the model recommends changes before the merge", "")
	default:
		add(verdict.Yellow, "unclear_answer", "the model's merge recommendation is none of those that it was asked for", "")
	}
	if a.Objects {
		const says = "the model objects that the change is not of the kind that the rules see"
		add(verdict.Yellow, "change_kind_objection", says+": "+strings.TrimSpace(a.Objection), says)
	}
	return list
}

// weigh sorts the findings by what they count as.
func weigh(findings []finding.Finding) (high, medium, minor, refuted []finding.Finding) {
	for _, f := range findings {
		switch {
		case f.Cleared:
		case f.Unverified != "" || f.PreExisting || f.Softened || f.Severity == finding.Low:
			minor = append(minor, f)
		case f.Severity == finding.High && f.Verification.Outcome == finding.False:
			refuted = append(refuted, f)
		case f.Severity == finding.High:
			high = append(high, f)
		default:
			medium = append(medium, f)
		}
	}
	return high, medium, minor, refuted
}

// places names where the first findings are.
func places(list []finding.Finding) string {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = fmt.Sprintf("%s:%d", f.File, f.Start)
		if f.Unverified == notInChange {
			names[i] = "a file outside of the change" // the name is a text of the model, and logs are public
		}
	}
	return verdict.Examples(names)
}

// unconfirmed gives YELLOW for listed files that the model does not confirm to have reviewed (product.md 8).
func unconfirmed(a Answer, p Prompt) []verdict.Reason {
	missing := p.Unnamed(a.FilesReviewed)
	if len(missing) == 0 {
		return nil
	}
	return []verdict.Reason{{Source: verdict.Model, Level: verdict.Yellow, Code: "not_confirmed",
		Text: fmt.Sprintf("the model did not confirm that it reviewed %s: %s", verdict.Count(len(missing), "file"), verdict.Examples(missing))}}
}

// Unnamed lists the files of the prompt that a model did not name, by number or path, among those that it reviewed.
func (p Prompt) Unnamed(reviewed []string) []string {
	confirmed := map[string]bool{}
	names := p.names()
	for _, ref := range reviewed {
		if path, ok := names[strings.TrimSpace(ref)]; ok {
			confirmed[path] = true
		}
	}
	var missing []string
	for _, path := range p.Files {
		if !confirmed[path] {
			missing = append(missing, path)
		}
	}
	return missing
}
