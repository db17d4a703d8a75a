package verdict

import (
	"fmt"
	"strings"
)

// maxExamples is how many examples a text names before it only counts (product.md 4).
const maxExamples = 3

// Examples joins the first three of a list and counts the rest: "a, b, c and 17 more".
func Examples(list []string) string {
	if len(list) <= maxExamples {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:maxExamples], ", "), len(list)-maxExamples)
}

// Count is a number with its noun: "1 file", "2 files".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
