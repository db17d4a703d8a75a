package report

import (
	"fmt"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/verdict"
)

// writeFindings shows the worst findings, at most [review] max_findings, and the number left out.
// All of them count for the verdict.
func writeFindings(b *strings.Builder, in Input) {
	if in.Review.Deep != nil {
		writeDeepFindings(b, in)
		return
	}
	all := in.Review.Findings
	if len(all) == 0 {
		return
	}
	shown := all
	if limit := in.Config.Review.MaxFindings; limit >= 0 && len(shown) > limit {
		shown = shown[:limit]
	}
	fmt.Fprintf(b, "\n### Findings of the model (%d)\n\n", len(all))
	for i, f := range shown {
		writeFinding(b, i+1, f, remark(f))
		b.WriteString("\n")
	}
	if left := len(all) - len(shown); left > 0 {
		fmt.Fprintf(b, "Not shown, but counted for the verdict: %s ([review] max_findings = %d).\n",
			verdict.Count(left, "more finding"), in.Config.Review.MaxFindings)
	}
}

// writeFinding shows one finding as an item of a list, with what limits its weight below the title.
func writeFinding(b *strings.Builder, number int, f finding.Finding, note string) {
	fmt.Fprintf(b, "%d. **[%s] %s** at %s\n", number, f.Severity, inline(strings.TrimSpace(f.Title), maxTitle), code(place(f), maxPath))
	if note != "" {
		fmt.Fprintf(b, "   *%s*\n", note)
	}
	if f.Body != "" {
		b.WriteString("\n" + quoted(f.Body, "   ", maxBody))
	}
	if f.Scenario != "" {
		b.WriteString("   >\n" + quoted("Scenario: "+f.Scenario, "   ", maxBody))
	}
}

// place is file and lines as an editor takes them.
func place(f finding.Finding) string {
	at := fmt.Sprintf("%s:%d", f.File, f.Start)
	if f.End > f.Start {
		at = fmt.Sprintf("%s-%d", at, f.End)
	}
	if f.Side == finding.Old {
		at += " (old version)"
	}
	return at
}

// remark says in Markdown what limits the weight of a finding.
func remark(f finding.Finding) string { return remarkIn(inMarkdown(), f) }

func remarkIn(l language, f finding.Finding) string {
	var notes []string
	if f.SeverityGuessed {
		notes = append(notes, "severity unknown, counted as medium")
	}
	if f.Unverified != "" {
		notes = append(notes, "unverified: "+l.text(f.Unverified, maxTitle))
	}
	if f.PreExisting {
		notes = append(notes, "pre-existing: away from every changed line")
	}
	if f.Confirmed {
		notes = append(notes, "confirmed by the classifier")
	}
	if f.Doubted {
		notes = append(notes, "doubted by the classifier")
	}
	return strings.Join(notes, "; ")
}
