package review

import (
	"fmt"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/verdict"
)

// reasons maps findings and recommendation to reasons, at most ORANGE (seed 000, "Severity of the findings"; product.md 8).
// It is pure. Only findings that were checked and lie at the change count above YELLOW.
func reasons(findings []finding.Finding, a Answer, cfg config.Review) []verdict.Reason {
	var list []verdict.Reason
	add := func(level verdict.Level, code, text, public string) {
		list = append(list, verdict.Reason{Source: verdict.Model, Level: level, Code: code, Text: text, Public: public})
	}
	high, medium, minor := weigh(findings)
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
func weigh(findings []finding.Finding) (high, medium, minor []finding.Finding) {
	for _, f := range findings {
		switch {
		case f.Unverified != "" || f.PreExisting || f.Softened || f.Severity == finding.Low:
			minor = append(minor, f)
		case f.Severity == finding.High:
			high = append(high, f)
		default:
			medium = append(medium, f)
		}
	}
	return high, medium, minor
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
	confirmed := map[string]bool{}
	names := p.names()
	for _, ref := range a.FilesReviewed {
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
	if len(missing) == 0 {
		return nil
	}
	return []verdict.Reason{{Source: verdict.Model, Level: verdict.Yellow, Code: "not_confirmed",
		Text: fmt.Sprintf("the model did not confirm that it reviewed %s: %s", verdict.Count(len(missing), "file"), verdict.Examples(missing))}}
}
