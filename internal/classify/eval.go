package classify

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"werkrevisor/internal/changelog"
	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// FileUnits lists the units of one file as if it were new: a PR document, whatever the globs say, or a changelog.
// It serves jev-eval. Units without questions are listed too.
func FileUnits(path, text string, cfg config.Config) []Unit {
	settings := config.Classifier{}
	if cfg.Classifier != nil {
		settings = *cfg.Classifier
	}
	cfg.Classifier = &settings
	m := masking{cfg: cfg, all: true}
	f := pr.File{Path: path, OldPath: path, New: pr.TextOf([]byte(text))}
	if changelog.Is(path) {
		return m.changesets(f)
	}
	return m.document(f)
}

// Label is what a person says about one answer: is there a problem?
type Label struct {
	Unit     string // "path:line" or the id of the unit
	Question string
	Problem  bool
}

// scored is an answer with what a person says about it.
type scored struct {
	value   float64
	problem bool
}

// Evaluate compares answers with labels: per question precision and recall at the configured thresholds, the
// calibration in ten bins as a text plot, and the lowest threshold with the wanted precision (classifier.md).
// Answers that are ignored for their confidence are left out, as in a review.
func Evaluate(rows []Row, labels []Label, precision float64) string {
	byQuestion := map[string][]scored{}
	questions := map[string]config.Question{}
	var names []string
	for _, row := range rows {
		if row.Flag == Ignored {
			continue
		}
		for _, l := range labels {
			if l.Question != row.Question.Name || l.Unit != row.Unit.Name() && l.Unit != row.Unit.ID {
				continue
			}
			if _, known := questions[l.Question]; !known {
				names = append(names, l.Question)
			}
			questions[l.Question] = row.Question
			byQuestion[l.Question] = append(byQuestion[l.Question], scored{row.Value.Value, l.Problem})
			break
		}
	}
	var b strings.Builder
	for _, name := range names {
		q, list := questions[name], byQuestion[name]
		fmt.Fprintf(&b, "%s: %d labelled answers\n", name, len(list))
		for _, at := range []struct {
			key   string
			value float64
		}{{"yellow_above", q.YellowAbove}, {"red_above", q.RedAbove}} {
			p, r := quality(list, at.value)
			fmt.Fprintf(&b, "  %-12s %.2f  precision %s  recall %s\n", at.key, at.value, percent(p), percent(r))
		}
		b.WriteString(calibration(list))
		b.WriteString(suggestion(list, precision))
	}
	if len(names) == 0 {
		return "no label fits an answer: a label needs the unit as it is printed (path:line, or an id) and the name of a question\n"
	}
	return b.String()
}

// quality is the precision and the recall of "above the threshold is a problem"; NaN where nothing can be said.
func quality(list []scored, threshold float64) (precision, recall float64) {
	var hits, said, problems float64
	for _, s := range list {
		above := s.value > threshold
		if above {
			said++
		}
		if s.problem {
			problems++
			if above {
				hits++
			}
		}
	}
	return hits / said, hits / problems
}

func percent(v float64) string {
	if math.IsNaN(v) {
		return "  –"
	}
	return fmt.Sprintf("%3.0f%%", v*100)
}

// calibration shows per tenth how many answers there are, what was predicted and what people say.
func calibration(list []scored) string {
	var count [10]int
	var predicted, observed [10]float64
	for _, s := range list {
		i := min(9, int(s.value*10))
		count[i]++
		predicted[i] += s.value
		if s.problem {
			observed[i]++
		}
	}
	var b strings.Builder
	b.WriteString("  value        n  predicted  observed\n")
	for i, n := range count {
		if n == 0 {
			continue
		}
		p, o := predicted[i]/float64(n), observed[i]/float64(n)
		bar := []byte(strings.Repeat(".", 21))
		bar[int(p*20+0.5)] = 'p'
		if at := int(o*20 + 0.5); bar[at] == 'p' {
			bar[at] = '*'
		} else {
			bar[at] = 'o'
		}
		fmt.Fprintf(&b, "  %.1f–%.1f  %4d       %.2f      %.2f  |%s|\n", float64(i)/10, float64(i+1)/10, n, p, o, bar)
	}
	return b.String()
}

// suggestion is the lowest threshold whose precision is the wanted one.
func suggestion(list []scored, wanted float64) string {
	sorted := append([]scored(nil), list...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].value < sorted[j].value })
	candidates := []float64{0}
	for _, s := range sorted {
		candidates = append(candidates, s.value)
	}
	for _, t := range candidates {
		if p, r := quality(list, t); !math.IsNaN(p) && p >= wanted {
			return fmt.Sprintf("  for a precision of %.0f%%: a threshold of %.2f, with a recall of %s\n", wanted*100, t, strings.TrimSpace(percent(r)))
		}
	}
	return fmt.Sprintf("  no threshold has a precision of %.0f%%\n", wanted*100)
}
