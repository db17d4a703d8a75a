package usage

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"werkrevisor/internal/page"
)

// The geometry of a chart, in units of its own: the page scales it to the width of the screen, and on a phone one unit is
// about one pixel.
const (
	chartWidth = 360.0
	rowHeight  = 34
	letterRoom = 14.0 // the width from which on a letter fits into a part
	chartRows  = 24
	labelChars = 34
)

// chart is what the template draws: rows of bars or of ranges, and words that say the same.
type chart struct {
	ID, Title, Words string
	Height           int
	Bars             []bar
	Ranges           []rangeRow
	Low, High        string // ends of the axis of ranges
	More             string // what was left out
}

// bar is one row: a label and a value above, the parts below.
type bar struct {
	Y, Text      int
	Label, Value string
	Parts        []part
}

type part struct {
	X, W          float64
	Class, Letter string
	Middle        float64
}

// rangeRow is a line from the lowest to the highest value, with marks at median and p95.
type rangeRow struct {
	Y, Text               int
	Label, Value          string
	From, To, Median, P95 float64
}

// verdictChart stacks the verdicts of each month.
func verdictChart(months []Month) chart {
	c := chart{ID: "verdicts", Title: "Verdicts per month"}
	months, c.More = newest(months)
	most := 1
	for _, m := range months {
		most = max(most, m.Runs)
	}
	var words []string
	for i, m := range months {
		b := bar{Y: i*rowHeight + 16, Text: i*rowHeight + 11, Label: m.Month, Value: count(m.Runs, "run")}
		x := 0.0
		for _, word := range Verdicts {
			w := chartWidth * float64(m.Verdicts[word]) / float64(most)
			if w == 0 {
				continue
			}
			p := part{X: round(x), W: round(w), Class: strings.ToLower(word), Middle: round(x + w/2)}
			if w >= letterRoom {
				p.Letter = word[:1]
			}
			b.Parts = append(b.Parts, p)
			x += w
		}
		c.Bars = append(c.Bars, b)
		words = append(words, fmt.Sprintf("%s: %s", m.Month, verdictWords(m.Verdicts)))
	}
	c.Words = strings.Join(words, "; ")
	c.Height = len(c.Bars) * rowHeight
	return c
}

func newest(months []Month) (shown []Month, more string) {
	if left := len(months) - chartRows; left > 0 {
		return months[left:], count(left, "older month") + " not drawn"
	}
	return months, ""
}

func verdictWords(verdicts map[string]int) string {
	var list []string
	for _, word := range Verdicts {
		list = append(list, fmt.Sprintf("%s %d", word, verdicts[word]))
	}
	return strings.Join(list, ", ")
}

// value is one bar of a plain chart.
type value struct {
	name  string
	size  float64
	shown string
}

// barChart draws the first values, which are the largest ones.
func barChart(id, title string, values []value) chart {
	c := chart{ID: id, Title: title}
	if left := len(values) - chartRows; left > 0 {
		values, c.More = values[:chartRows], fmt.Sprintf("%d more not drawn", left)
	}
	most := 0.0
	for _, v := range values {
		most = max(most, v.size)
	}
	var words []string
	for i, v := range values {
		name := page.Cut(cmp.Or(v.name, "(none)"), labelChars)
		w := 0.0
		if most > 0 {
			w = chartWidth * v.size / most
		}
		c.Bars = append(c.Bars, bar{Y: i*rowHeight + 16, Text: i*rowHeight + 11, Label: name, Value: v.shown,
			Parts: []part{{W: round(max(1, w)), Class: "bar"}}})
		words = append(words, name+": "+v.shown)
	}
	c.Words = strings.Join(words, "; ")
	c.Height = len(c.Bars) * rowHeight
	return c
}

// spreadOf is one row of a chart of ranges.
type spreadOf struct {
	name string
	Spread
}

// rangeChart draws from the lowest to the highest value of each row on one axis.
func rangeChart(id, title string, list []spreadOf, show func(float64) string) chart {
	c := chart{ID: id, Title: title}
	if left := len(list) - chartRows; left > 0 {
		list, c.More = list[:chartRows], fmt.Sprintf("%d more not drawn", left)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range list {
		low, high = min(low, s.Min), max(high, s.Max)
	}
	if len(list) == 0 || high <= low {
		low, high = min(low, high), max(low, high)+1
	}
	at := func(v float64) float64 { return round(3 + (chartWidth-6)*(v-low)/(high-low)) }
	var words []string
	for i, s := range list {
		name := page.Cut(cmp.Or(s.name, "(none)"), labelChars)
		c.Ranges = append(c.Ranges, rangeRow{Y: i*rowHeight + 22, Text: i*rowHeight + 11, Label: name,
			Value: fmt.Sprintf("median %s, p95 %s", show(s.Median), show(s.P95)), From: at(s.Min), To: at(s.Max), Median: at(s.Median), P95: at(s.P95)})
		words = append(words, fmt.Sprintf("%s: min %s, median %s, p95 %s, max %s of %s", name, show(s.Min), show(s.Median), show(s.P95), show(s.Max), count(s.N, "run")))
	}
	c.Low, c.High = show(low), show(high)
	c.Words = strings.Join(words, "; ")
	c.Height = len(c.Ranges)*rowHeight + 16
	return c
}

// round keeps a coordinate short.
func round(v float64) float64 { return math.Round(v*10) / 10 }
