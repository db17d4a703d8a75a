package usage

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"werkrevisor/internal/page"
)

// body is the template of the page.
//
//go:embed page.html
var body string

// pageRows is how many rows a table of the page has at most.
const pageRows = 200

// grid is a table of the page. The first column has names, the others numbers.
type grid struct {
	ID, Title string
	Head      []string
	Rows      [][]string
	More      int
}

// view is what the template shows.
type view struct {
	Statistics
	Share                string // of runs without a model call
	Summary, Sentence    string
	Verdicts             []verdictCount
	Months, Codes, Fails grid
	Stages, Classifier   grid
	Repository, Model    grid
	Factors, Times       grid
	Charts               map[string]chart
	Advice               []string
	LimitText            string
	DeepLines            []string
}

type verdictCount struct {
	Word  string
	Runs  int
	Share string
}

// Page renders the statistics as one HTML page with charts.
func (s Statistics) Page() ([]byte, error) {
	v := view{Statistics: s, Share: share(s.Calls.Without(), s.Runs), Summary: s.summary(), Sentence: s.callText(), Advice: s.Calibration.advice(func(name string) string { return page.Cut(name, maxShown) }), LimitText: s.Durations.LimitText()}
	for _, word := range Verdicts {
		v.Verdicts = append(v.Verdicts, verdictCount{word, s.Verdicts[word], share(s.Verdicts[word], s.Runs)})
	}
	v.tables(s)
	v.Charts = map[string]chart{"verdicts": verdictChart(s.Months),
		"reasons":      barChart("reasons", "Reasons, by the number of runs", causes(s.Reasons)),
		"repositories": barChart("repositories", "Cost per repository in USD", costs(s.Repositories)),
		"models":       barChart("models", "Cost per model in USD", costs(s.Models)),
		"factor":       rangeChart("factor", "Prompt tokens reported / counted", factors(s.Calibration), decimals),
		"durations": rangeChart("durations", "Seconds of a run", present([]spreadOf{{"all runs", s.Durations.All},
			{"model asked", s.Durations.Asked}}), seconds)}
	if s.Deep != nil {
		v.DeepLines = s.Deep.Lines()
	}
	return page.Render("werkrevisor usage", body, v)
}

// tables fills the tables, which say more than the charts.
func (v *view) tables(s Statistics) {
	months := s.Months[max(0, len(s.Months)-pageRows):]
	v.Months = newGrid("months", "Verdicts per month", append([]string{"Month", "Runs"}, Verdicts...))
	for _, m := range slices.Backward(months) {
		v.Months.add(verdictRow(m.Month, m.Runs, m.Verdicts)...)
	}
	recent := s.Months[max(0, len(s.Months)-maxColumns):]
	v.Codes = newGrid("codes", "Runs that have the reason, in all and per month", []string{"Reason", "All"})
	for _, m := range recent {
		v.Codes.Head = append(v.Codes.Head, m.Month)
	}
	for _, r := range s.Reasons {
		row := []string{r.Code, fmt.Sprint(r.Runs)}
		for _, m := range recent {
			row = append(row, fmt.Sprint(m.Reasons[r.Code]))
		}
		v.Codes.add(row...)
	}
	v.Fails = newGrid("fails", "Causes of ERROR", []string{"Cause", "Runs", "Share"})
	for _, r := range s.Errors {
		v.Fails.add(r.Code, fmt.Sprint(r.Runs), share(r.Runs, s.Verdicts["ERROR"]))
	}
	head := []string{"", "Runs", "Asked", "USD", "per asked run", "Dearest", "Estimated", "Unknown", "Classifier USD"}
	v.Repository, v.Model = newGrid("by-repository", "Cost per repository", named("Repository", head)), newGrid("by-model", "Cost per model", named("Model", head[:8]))
	for _, c := range s.Repositories {
		v.Repository.add(append(costRow(c), usd(c.ClassifierUSD))...)
	}
	for _, c := range s.Models {
		v.Model.add(costRow(c)...)
	}
	v.Factors = newGrid("factors", "token_count_factor, measured", []string{"Model", "Runs", "Min", "Median", "p95", "Max", "Configured", "Suggested"})
	for _, m := range s.Calibration.Models {
		v.Factors.add(cmp.Or(m.Model, "(none)"), fmt.Sprint(m.N), decimals(m.Min), decimals(m.Median), decimals(m.P95), decimals(m.Max), m.configured(), decimals(m.Suggested))
	}
	v.Times = newGrid("times", "Durations and sizes", []string{"", "Runs", "Min", "Median", "p75", "p90", "p95", "Max"})
	for _, r := range []struct {
		name string
		Spread
		show func(float64) string
	}{{"seconds, all runs", s.Durations.All, seconds}, {"seconds, model asked", s.Durations.Asked, seconds}, {"changed lines", s.ChangedLines, whole}} {
		v.Times.add(r.name, fmt.Sprint(r.N), r.show(r.Min), r.show(r.Median), r.show(r.P75), r.show(r.P90), r.show(r.P95), r.show(r.Max))
	}
	v.Classifier = newGrid("classifiers", "Classifier", []string{"Model", "Runs", "Units", "Flagged", "Ignored", "Calls", "Input tokens", "USD"})
	for _, c := range s.Classifiers {
		v.Classifier.add(cmp.Or(c.Model, "(none)"), fmt.Sprint(c.Runs), whole(c.Units), whole(c.Flagged), whole(c.Ignored), whole(c.Calls), whole(c.InputTokens), usd(c.CostUSD))
	}
	v.Stages = newGrid("stages", "Stages of deep reviews", []string{"Stage", "Runs", "Calls", "Prompt tokens", "Completion tokens", "USD"})
	if s.Deep != nil {
		for _, st := range s.Deep.Stages {
			v.Stages.add(st.Stage, fmt.Sprint(st.Runs), whole(st.Calls), whole(st.PromptTokens), whole(st.Completion), usd(st.CostUSD))
		}
	}
}

func newGrid(id, title string, head []string) grid { return grid{ID: id, Title: title, Head: head} }

func (g *grid) add(row ...string) {
	if len(g.Rows) == pageRows {
		g.More++
		return
	}
	row[0] = page.Cut(row[0], maxShown)
	g.Rows = append(g.Rows, row)
}

// named is a head with a name for its first column.
func named(name string, head []string) []string { return append([]string{name}, head[1:]...) }

func costRow(c Cost) []string {
	return []string{cmp.Or(c.Name, "(none)"), fmt.Sprint(c.Runs), fmt.Sprint(c.Asked), usd(c.CostUSD), usd(c.Mean()), usd(c.MaxUSD),
		share(c.Estimated, c.Asked), share(c.Unknown, c.Asked)}
}

func causes(list []Cause) (values []value) {
	for _, c := range list {
		values = append(values, value{c.Code, float64(c.Runs), fmt.Sprint(c.Runs)})
	}
	return values
}

func costs(list []Cost) (values []value) {
	for _, c := range list {
		shown := usd(c.CostUSD)
		if c.Unknown > 0 {
			shown = "at least " + shown
		}
		values = append(values, value{c.Name, c.CostUSD, shown})
	}
	return values
}

func factors(c Calibration) (list []spreadOf) {
	for _, m := range c.Models {
		list = append(list, spreadOf{m.Model, m.Spread})
	}
	return list
}

// present leaves out what has no number.
func present(list []spreadOf) []spreadOf {
	return slices.DeleteFunc(list, func(s spreadOf) bool { return s.N == 0 })
}
