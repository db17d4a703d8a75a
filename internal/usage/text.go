package usage

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"werkrevisor/internal/page"
	"werkrevisor/internal/pr"
)

// The most rows of a table, and the most months beside each other, of the text; --json has all of them.
const (
	maxRows    = 30
	maxColumns = 6
	maxShown   = 60 // characters of a name
)

// Text renders the statistics for a terminal.
func (s Statistics) Text() string {
	t := &text{}
	t.say("%s", s.summary())
	if s.Runs == 0 {
		return t.b.String()
	}
	t.verdicts(s)
	t.reasons(s)
	t.say("\nModel calls\n  %s", s.callText())
	t.costs("Cost per repository", "Repository", s.Repositories, true)
	t.costs("Cost per model", "Model", s.Models, false)
	t.factor(s.Calibration)
	t.spreads(s)
	t.classifiers(s.Classifiers)
	t.deep(s.Deep)
	return t.b.String()
}

// summary says what was read.
func (s Statistics) summary() string {
	text := count(s.Runs, "run") + " in " + count(s.Input.Files, "file")
	if s.Runs > 0 {
		text += fmt.Sprintf(", %s to %s", s.From, s.To)
	}
	return fmt.Sprintf("%s; %s, %s", text, count(s.Input.Duplicates, "duplicate line"), count(s.Input.Broken, "broken line"))
}

// callText is the sentence about runs without a model call.
func (s Statistics) callText() string {
	return fmt.Sprintf("%d of %s without a model call (%s): %d reused an earlier result, %d failed before it, %d were decided without one",
		s.Calls.Without(), count(s.Runs, "run"), share(s.Calls.Without(), s.Runs), s.Calls.Reused, s.Calls.Failed, s.Calls.Decided)
}

// text is a text of sections and tables.
type text struct{ b strings.Builder }

func (t *text) say(format string, args ...any) { fmt.Fprintf(&t.b, format+"\n", args...) }

// table renders rows below a heading, numbers to the right; a row beyond maxRows is only counted.
func (t *text) table(title string, head []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	t.say("\n%s", title)
	left := max(0, len(rows)-maxRows)
	w := tabwriter.NewWriter(&t.b, 0, 0, 2, ' ', tabwriter.AlignRight)
	names := 0
	for _, row := range append([][]string{head}, rows[:len(rows)-left]...) {
		names = max(names, len([]rune(plain(row[0]))))
	}
	for _, row := range append([][]string{head}, rows[:len(rows)-left]...) {
		name := plain(row[0])
		fmt.Fprintf(w, "  %s%s\t%s\t\n", name, strings.Repeat(" ", names-len([]rune(name))), strings.Join(row[1:], "\t"))
	}
	_ = w.Flush() // into memory
	if left > 0 {
		t.say("  and %d more; --json has all of them", left)
	}
}

// plain is a name of a line, on one line and without what a terminal obeys.
func plain(name string) string {
	return page.Cut(strings.ReplaceAll(pr.VisibleLine(strings.TrimRight(name, "\r")), "\t", `\t`), maxShown)
}

func (t *text) verdicts(s Statistics) {
	var rows [][]string
	for _, m := range s.Months[max(0, len(s.Months)-maxRows+1):] {
		rows = append(rows, verdictRow(m.Month, m.Runs, m.Verdicts))
	}
	rows = append(rows, verdictRow("all", s.Runs, s.Verdicts))
	t.table("Verdicts per month", append([]string{"Month", "Runs"}, Verdicts...), rows)
}

func verdictRow(name string, runs int, verdicts map[string]int) []string {
	row := []string{name, fmt.Sprint(runs)}
	for _, word := range Verdicts {
		row = append(row, fmt.Sprint(verdicts[word]))
	}
	return row
}

func (t *text) reasons(s Statistics) {
	months := s.Months[max(0, len(s.Months)-maxColumns):]
	head := []string{"Reason", "Runs"}
	for _, m := range months {
		head = append(head, m.Month)
	}
	var rows [][]string
	for _, r := range s.Reasons {
		row := []string{r.Code, fmt.Sprint(r.Runs)}
		for _, m := range months {
			row = append(row, fmt.Sprint(m.Reasons[r.Code]))
		}
		rows = append(rows, row)
	}
	t.table("Reasons per month (runs that have the reason)", head, rows)
	rows = nil
	for _, r := range s.Errors {
		rows = append(rows, []string{r.Code, fmt.Sprint(r.Runs), share(r.Runs, s.Verdicts["ERROR"])})
	}
	t.table("Causes of ERROR", []string{"Cause", "Runs", "Share"}, rows)
}

func (t *text) costs(title, name string, list []Cost, withClassifier bool) {
	head := []string{name, "Runs", "Asked", "USD", "USD per asked run", "Dearest", "Estimated", "Unknown"}
	if withClassifier {
		head = append(head, "Classifier USD")
	}
	var rows [][]string
	for _, c := range list {
		row := []string{cmp.Or(c.Name, "(none)"), fmt.Sprint(c.Runs), fmt.Sprint(c.Asked), usd(c.CostUSD), usd(c.Mean()), usd(c.MaxUSD),
			share(c.Estimated, c.Asked), share(c.Unknown, c.Asked)}
		if withClassifier {
			row = append(row, usd(c.ClassifierUSD))
		}
		rows = append(rows, row)
	}
	t.table(title, head, rows)
}

// Mean is the cost of a run that asked a model.
func (c Cost) Mean() float64 {
	if c.Asked == 0 {
		return 0
	}
	return c.CostUSD / float64(c.Asked)
}

func (t *text) factor(c Calibration) {
	var rows [][]string
	row := func(name string, s Spread) []string {
		return []string{name, fmt.Sprint(s.N), decimals(s.Min), decimals(s.Median), decimals(s.P95), decimals(s.Max)}
	}
	for _, m := range c.Models {
		rows = append(rows, append(row(cmp.Or(m.Model, "(none)"), m.Spread), m.configured()))
	}
	if len(c.Models) > 1 {
		rows = append(rows, append(row("all", c.All), "–"))
	}
	t.table("Prompt tokens reported / counted (token_count_factor)", []string{"Model", "Runs", "Min", "Median", "p95", "Max", "Configured"}, rows)
	for _, advice := range c.advice(plain) {
		t.say("  %s", advice)
	}
}

func (f Factor) configured() string {
	if f.Configured == 0 {
		return "–"
	}
	return decimals(f.Configured)
}

// advice says what to set, how sure that is, and which runs were left out. Names of models are shown as their reader needs it.
func (c Calibration) advice(shown func(string) string) []string {
	var list []string
	for i, m := range c.Models {
		if i == maxRows {
			break
		}
		text := fmt.Sprintf("suggestion for %s: [model] token_count_factor = %s (p95 %s, rounded up to a multiple of 0.05)",
			shown(cmp.Or(m.Model, "(none)")), decimals(m.Suggested), decimals(m.P95))
		if m.Few {
			text += fmt.Sprintf("; warning: only %s, below 10 this is a guess", count(m.N, "run"))
		}
		list = append(list, text)
	}
	for _, why := range slices.Sorted(maps.Keys(c.Skipped)) {
		list = append(list, fmt.Sprintf("left out: %s (%s)", count(c.Skipped[why], "run"), why))
	}
	return list
}

func (t *text) spreads(s Statistics) {
	row := func(name string, p Spread, show func(float64) string) []string {
		return []string{name, fmt.Sprint(p.N), show(p.Min), show(p.Median), show(p.P75), show(p.P90), show(p.P95), show(p.Max)}
	}
	rows := [][]string{row("seconds, all runs", s.Durations.All, seconds), row("seconds, model asked", s.Durations.Asked, seconds),
		row("changed lines", s.ChangedLines, whole)}
	t.table("Durations and sizes", []string{"", "Runs", "Min", "Median", "p75", "p90", "p95", "Max"}, rows)
	t.say("  %s", s.Durations.LimitText())
}

// LimitText says what is known about the time limit.
func (d Durations) LimitText() string {
	return count(d.TimedOut, "run") + " ended at the time limit (timed_out); the lines do not name the limit, the log of a run does"
}
