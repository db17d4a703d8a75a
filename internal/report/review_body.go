package report

import (
	"fmt"
	"strings"

	"werkrevisor/internal/verdict"
)

// maxRules is how many violated rules a review names (seed 000, "Approval mode").
const maxRules = 3

// ReviewBody is the text of the bot's review: the verdict, up to three violated rules, and where the comment is.
func ReviewBody(in Input) string {
	var b strings.Builder
	fmt.Fprintf(&b, "werkrevisor: %s (%s)\n", in.Decision.Level, in.Decision.Level.Label())
	shown, left := 0, 0
	for _, r := range in.Decision.Reasons {
		switch {
		case r.Level != verdict.Red:
		case shown == maxRules:
			left++
		default:
			shown++
			fmt.Fprintf(&b, "\n- %s (`%s`)", inline(r.Text, maxReason), r.Code)
		}
	}
	if left > 0 {
		fmt.Fprintf(&b, "\n- and %d more", left)
	}
	if shown > 0 {
		b.WriteString("\n")
	}
	if url := in.CommentURL; strings.HasPrefix(url, "http") && !strings.ContainsAny(url, " \t\n<>()[]`\"'") {
		fmt.Fprintf(&b, "\nAll reasons and findings: %s\n", url)
	}
	return b.String()
}
