package rules

import (
	"fmt"
	"strings"

	"werkrevisor/internal/verdict"
)

// add appends a reason of a rule.
func (o *Outcome) add(level verdict.Level, code, text string) {
	o.Reasons = append(o.Reasons, verdict.Reason{Source: verdict.Rule, Level: level, Code: code, Text: text})
}

// maxExamples is how many examples a reason names before it only counts (product.md 4).
const maxExamples = 3

// examples joins the first three of a list and counts the rest: "a, b, c and 17 more".
func examples(list []string) string {
	if len(list) <= maxExamples {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:maxExamples], ", "), len(list)-maxExamples)
}

// count is a number with its noun: "1 file", "2 files".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
