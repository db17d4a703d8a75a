package report

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/page"
	"werkrevisor/internal/verdict"
)

// The most entries that belong to one finding of the deep review, and the most bytes of all refuted ones.
const (
	maxEvidence = 3
	maxAlso     = 5
	maxRefuted  = 12000
)

// group is a finding with those that the synthesis takes for the same defect.
type group struct {
	lead finding.Finding
	also []finding.Finding
}

// writeDeepFindings shows the verified findings, then the others, and folded the refuted ones.
// Each of the two lists has at most [review] max_findings entries; every finding stands in exactly one of them.
func writeDeepFindings(b *strings.Builder, in Input) {
	standing, refuted := groups(in.Review.Findings)
	most := in.Config.Review.MaxFindings
	if len(standing) > 0 {
		fmt.Fprintf(b, "\n### Findings of the review (%d)\n\n", size(standing))
		writeGroups(b, standing, most)
	}
	if len(refuted) > 0 {
		var text strings.Builder
		writeGroups(&text, refuted, most)
		fold(b, fmt.Sprintf("Refuted findings (%d)", size(refuted)), text.String(), maxRefuted)
	}
}

// groups puts every finding below its leader, verified ones first. A leader that is refuted hides no finding that is not,
// and the other way round: such a finding stands for itself.
func groups(all []finding.Finding) (standing, refuted []group) {
	byID := map[string]int{}
	for i := len(all) - 1; i >= 0; i-- {
		byID[all[i].ID] = i
	}
	below := make([][]finding.Finding, len(all))
	var leads []int
	for i, f := range all {
		if lead := leader(all, byID, i); lead != i {
			below[lead] = append(below[lead], f)
		} else {
			leads = append(leads, i)
		}
	}
	for _, i := range leads {
		if g := (group{all[i], below[i]}); isRefuted(g.lead) {
			refuted = append(refuted, g)
		} else {
			standing = append(standing, g)
		}
	}
	slices.SortStableFunc(standing, func(a, b group) int { return unproven(a.lead) - unproven(b.lead) })
	return standing, refuted
}

// leader follows MergedInto to the finding that stands for this one; a circle or an unknown id leads nowhere.
func leader(all []finding.Finding, byID map[string]int, i int) int {
	at := i
	for range all {
		if all[at].MergedInto == "" {
			if isRefuted(all[at]) == isRefuted(all[i]) {
				return at
			}
			return i
		}
		next, known := byID[all[at].MergedInto]
		if !known {
			return i
		}
		at = next
	}
	return i
}

func isRefuted(f finding.Finding) bool { return f.Cleared || f.Verification.Outcome == finding.False }

func unproven(f finding.Finding) int {
	if f.Verification.Outcome == finding.True {
		return 0
	}
	return 1
}

// size is the number of findings, with the merged ones.
func size(list []group) int {
	n := 0
	for _, g := range list {
		n += 1 + len(g.also)
	}
	return n
}

func writeGroups(b *strings.Builder, list []group, most int) {
	shown := list
	if most >= 0 && len(shown) > most {
		shown = shown[:most]
	}
	for i, g := range shown {
		writeFinding(b, i+1, g.lead, origin(g.lead))
		writeVerification(b, g.lead.Verification)
		for n, f := range g.also {
			if n == maxAlso {
				fmt.Fprintf(b, "\n   Also reported %s more.\n", times(len(g.also)-n))
				break
			}
			fmt.Fprintf(b, "\n   Also reported as [%s] %s, at %s, %s.\n", f.Severity, inline(strings.TrimSpace(f.Title), maxTitle),
				code(place(f), maxPath), origin(f))
		}
		if fix := g.lead.Fix; fix != "" {
			b.WriteString("\n   <details><summary>Suggested fix</summary>\n\n" + fixed(fix) + "\n   </details>\n")
		}
		b.WriteString("\n")
	}
	if left := size(list) - size(shown); left > 0 {
		fmt.Fprintf(b, "Not shown, but part of the verdict: %s ([review] max_findings = %d).\n", verdict.Count(left, "more finding"), most)
	}
}

// fixed renders a fix as a block quote. Its indented lines are code: their indentation means something.
func fixed(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(page.Cut(strings.Trim(text, "\n"), maxBody), "\n") {
		if line = strings.TrimRight(line, " \t\r"); strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
			b.WriteString("   > " + code(strings.ReplaceAll(line, "\t", "    "), maxBody) + "\n")
		} else {
			b.WriteString("   > " + opening(line, maxBody) + "\n")
		}
	}
	return b.String()
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// writeVerification shows why a finding holds or not, in the block that quotes the finding.
func writeVerification(b *strings.Builder, v finding.Verification) {
	if v.Reason != "" {
		b.WriteString("   >\n" + quoted("Verification: "+v.Reason, "   ", maxBody))
	}
	for i, e := range v.Evidence {
		if i == maxEvidence {
			fmt.Fprintf(b, "   > and %s\n", verdict.Count(len(v.Evidence)-i, "more quote"))
			break
		}
		if i == 0 {
			b.WriteString("   >\n")
		}
		fmt.Fprintf(b, "   > Evidence: %s %s\n", code(fmt.Sprintf("%s:%d", e.File, e.Line), maxPath), code(e.Quote, maxPath))
	}
}

// origin says who found a finding, what its verification says, and what else limits its weight.
func origin(f finding.Finding) string { return originIn(inMarkdown(), f) }

func originIn(l language, f finding.Finding) string {
	text := "found by "
	switch f.Source {
	case finding.FromArea:
		text += "the reviewer of " + l.code(areaOf(f), maxTitle)
	case finding.FromLane:
		text += "the lane of decisions and history"
	case finding.FromSweep:
		text += "the search in consumers"
	case finding.FromLinter:
		text += "a linter"
	case finding.FromSynthesis:
		text += "the synthesis"
	default:
		text += "a stage without a name"
	}
	if f.Category != "" {
		text += " (" + l.code(f.Category, maxTitle) + ")"
	}
	text += "; " + outcome(f, l)
	if note := remarkIn(l, f); note != "" {
		text += "; " + note
	}
	return text
}

// outcome says what the verification came to.
func outcome(f finding.Finding, l language) string {
	by := ""
	if name := f.Verification.Model; name != "" {
		by = " by " + l.code(name, maxTitle)
	}
	switch {
	case f.Cleared:
		return "refuted" + by + ", does not count"
	case f.Verification.Outcome == finding.False:
		return "refuted" + by + ", still counts"
	case f.Verification.Outcome == finding.True:
		return "verified" + by
	case f.Verification.Outcome == finding.Unsure:
		return "neither verified nor refuted" + by
	}
	return "not verified"
}

// areaOf is the area in the id of a finding, which is "<area>-<n>".
func areaOf(f finding.Finding) string {
	if f.Source != finding.FromArea {
		return ""
	}
	return f.ID[:max(0, strings.LastIndexByte(f.ID, '-'))]
}
