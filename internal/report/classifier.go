package report

import (
	"fmt"
	"strings"

	"werkrevisor/internal/classify"
	"werkrevisor/internal/verdict"
)

// maxRows is how many flagged answers a comment shows.
const maxRows = 30

// writeClassifier shows the flagged answers, and counts the passed and the ignored ones (seed 000, "Classifier").
func writeClassifier(b *strings.Builder, r classify.Result) {
	if len(r.Rows) == 0 {
		return
	}
	b.WriteString("\n### Classifier\n\n")
	flagged, ignored := r.Flagged()
	if flagged > 0 {
		b.WriteString("| Unit | Place | Question | Value | Confidence | Level |\n|---|---|---|---|---|---|\n")
	}
	shown := 0
	for _, row := range r.Rows {
		level := levelOf(row.Flag)
		if level == "" || shown == maxRows {
			continue
		}
		shown++
		confidence := "–"
		if row.HasConfidence {
			confidence = fmt.Sprintf("%.2f", row.Confidence)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %.2f | %s | %s |\n", cell(strings.TrimSpace(string(row.Unit.Kind)+" "+row.Unit.ID)),
			cell(fmt.Sprintf("%s:%d", row.Unit.Path, row.Unit.Line)), cell(row.Question.Name), row.Value.Value, confidence, level)
	}
	if left := flagged - shown; left > 0 {
		fmt.Fprintf(b, "\nNot shown: %s.\n", verdict.Count(left, "more flagged answer"))
	}
	passed := len(r.Rows) - flagged - ignored
	fmt.Fprintf(b, "\n%s judged, %s passed, %d ignored because of low confidence.\n", verdict.Count(r.Units, "unit"), verdict.Count(passed, "answer"), ignored)
}

func levelOf(f classify.Flag) string {
	return map[classify.Flag]string{classify.Likely: "YELLOW", classify.Clear: "ORANGE", classify.VeryLikely: "RED"}[f]
}
