package usage

import (
	"cmp"
	"fmt"
	"strings"
)

func (t *text) classifiers(list []ClassifierUse) {
	var rows [][]string
	for _, c := range list {
		rows = append(rows, []string{cmp.Or(c.Model, "(none)"), fmt.Sprint(c.Runs), whole(c.Units), whole(c.Flagged), whole(c.Ignored), whole(c.Calls),
			whole(c.InputTokens), usd(c.CostUSD)})
	}
	t.table("Classifier", []string{"Model", "Runs", "Units", "Flagged", "Ignored", "Calls", "Input tokens", "USD"}, rows)
}

func (t *text) deep(d *DeepUse) {
	if d == nil {
		return
	}
	t.say("\nDeep reviews")
	for _, line := range d.Lines() {
		t.say("  %s", line)
	}
	var rows [][]string
	for _, s := range d.Stages {
		rows = append(rows, []string{s.Stage, fmt.Sprint(s.Runs), whole(s.Calls), whole(s.PromptTokens), whole(s.Completion), usd(s.CostUSD)})
	}
	t.table("Stages of deep reviews", []string{"Stage", "Runs", "Calls", "Prompt tokens", "Completion tokens", "USD"}, rows)
}

// Lines says in words what the deep reviews came to.
func (d DeepUse) Lines() []string {
	var words, found []string
	for _, word := range []string{"ship", "ship with fixes", "needs work"} {
		words = append(words, fmt.Sprintf("%s %d", word, d.Assessments[word]))
	}
	for _, source := range Sources {
		found = append(found, fmt.Sprintf("%s %d", source, d.Findings[source]))
	}
	return []string{
		fmt.Sprintf("%s, %d with faults; assessments: %s", count(d.Runs, "run"), d.WithFaults, strings.Join(words, ", ")),
		fmt.Sprintf("areas %s, of which nobody reviewed %s", whole(d.Areas), whole(d.Unreviewed)),
		"findings by source: " + strings.Join(found, ", "),
		fmt.Sprintf("verification: verified %s, refuted %s, unsure %s", whole(d.Verified), whole(d.Refuted), whole(d.Unsure)),
	}
}

func usd(v float64) string      { return fmt.Sprintf("%.4f", v) }
func decimals(v float64) string { return fmt.Sprintf("%.2f", v) }
func seconds(v float64) string  { return fmt.Sprintf("%.1f", v) }
func whole(v float64) string    { return fmt.Sprintf("%.0f", v) }

// share is a part in percent.
func share(part, all int) string {
	if all == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(all))
}

// count is a number with its word.
func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
