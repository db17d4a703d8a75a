package report

import (
	"fmt"
	"strings"

	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// The longest texts that a comment shows, in characters.
const (
	maxReason  = 2000
	maxTitle   = 200
	maxBody    = 3000
	maxPath    = 300
	maxComment = 50000 // bytes before the details, which have a limit of their own
)

// Comment renders the comment on the PR: the marker, the verdict, what to do, the reasons, the findings,
// and folded the details (seed 000, "Output").
func Comment(in Input) string {
	var b strings.Builder
	if in.Change.Head.SHA != "" && !in.Change.Origin.Local() {
		b.WriteString(verdict.Marker{Head: in.Change.Head.SHA, Failed: in.Decision.Level == verdict.Error}.String() + "\n")
	}
	fmt.Fprintf(&b, "## werkrevisor: %s (%s)\n\n", in.Decision.Level, in.Decision.Level.Label())
	if in.Decision.Observe {
		b.WriteString("Trial (`[gate] observe = true`): this verdict holds nothing and merges nothing.\n\n")
	}
	b.WriteString(advice(in) + "\n" + standing(in.Decision))
	writeAssessment(&b, in.Review.Deep)
	writeReasons(&b, in.Decision.Reasons)
	writeAsides(&b, in.Review.Deep)
	writeFindings(&b, in)
	writeClassifier(&b, in.Classifier)
	text := b.String()
	b.Reset()
	writeDeep(&b, in.Review.Deep)
	text = bounded(text, maxComment-b.Len()) + b.String()
	b.Reset()
	writeDetails(&b, in)
	return text + b.String()
}

// mayApprove names the people whose approval opens the gate; one of them is asked, and each of them is enough.
func mayApprove(d verdict.Decision) string {
	names := verdict.MayApprove(d.Basis)
	if d.Level != verdict.Yellow && d.Level != verdict.Orange || !d.AsksHumans() || len(names) == 0 {
		return ""
	}
	for i, name := range names {
		names[i] = code(name, maxTitle)
	}
	return "\nThe approval of one person is enough: " + strings.Join(names, " or ") + ".\n"
}

// advice is the first thing that a reader wants to know.
func advice(in Input) string {
	switch in.Decision.Level {
	case verdict.Green:
		if rules.WithoutModel(in.Change) {
			return "Nothing to do: only whitespace and imports changed, which the rules prove line by line, so no model was needed."
		}
		return "Nothing to do: every rule holds and the review found no relevant issue."
	case verdict.Yellow:
		return "**What to do:** a human reviews this commit, or a new commit removes the reasons below."
	case verdict.Orange:
		return "**What to do:** a developer checks the reasons and findings below knowingly, or a new commit removes them."
	case verdict.Red:
		return "**What to do:** push a commit that fixes the rule below. No approval lifts it."
	default:
		return "**What to do:** this commit was not reviewed. Remove the cause below and start the review again."
	}
}

func writeReasons(b *strings.Builder, reasons []verdict.Reason) {
	if len(reasons) == 0 {
		return
	}
	b.WriteString("\n### Reasons\n\n")
	for _, r := range reasons {
		fmt.Fprintf(b, "- **%s** %s (`%s`)\n", r.Level, inline(r.Text, maxReason), r.Code)
	}
}
