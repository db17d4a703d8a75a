// Package classify asks the classifier about PR documents, changesets, files and findings, and judges its answers
// (seed 000, "Classifier"; classifier.md). A classifier can be wrong: it only makes a verdict worse.
package classify

import (
	"context"
	"encoding/json"
	"fmt"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/changelog"
	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/jev"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// parallel is how many requests are under way at a time (seed 000).
const parallel = 4

// Asker is the classifier.
type Asker interface {
	Ask(ctx context.Context, state json.RawMessage, questions []config.Question) (a jev.Answer, calls int, err error)
}

// Result is what the classifier said. An error in between leaves what was known by then.
type Result struct {
	Rows        []Row // in the order of units and questions
	Reasons     []verdict.Reason
	Model       string
	Units       int // that were asked about
	Calls       int
	InputTokens int
	CostUSD     float64
}

// Flagged counts the answers above a threshold, and those that were ignored for their low confidence.
func (r Result) Flagged() (flagged, ignored int) {
	for _, row := range r.Rows {
		switch row.Flag {
		case Passed:
		case Ignored:
			ignored++
		default:
			flagged++
		}
	}
	return flagged, ignored
}

// With adds the figures of a second round of requests; the rows stay those of the change.
func (r Result) With(more Result) Result {
	r.Units, r.Calls, r.InputTokens, r.CostUSD = r.Units+more.Units, r.Calls+more.Calls, r.InputTokens+more.InputTokens, r.CostUSD+more.CostUSD
	if r.Model == "" {
		r.Model = more.Model
	}
	return r
}

// Ask asks about the units, four at a time, and judges the answers in the order of the units.
// Units that are too large or too many are not sent, and give YELLOW. An error is a *jev.Error.
func Ask(ctx context.Context, asker Asker, units []Unit, cfg config.Classifier) (Result, error) {
	var result Result
	units, result.Reasons = limited(units, cfg)
	answers, calls := make([]jev.Answer, len(units)), make([]int, len(units))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for i, u := range units {
		group.Go(func() (err error) {
			answers[i], calls[i], err = asker.Ask(ctx, u.State, u.Questions)
			return err
		})
	}
	err := group.Wait()
	for i, u := range units {
		result.Calls += calls[i]
		result.InputTokens += answers[i].InputTokens
		if answers[i].Model != "" {
			result.Model = answers[i].Model
		}
		if len(answers[i].Values) != len(u.Questions) {
			continue
		}
		result.Units++
		for n, q := range u.Questions {
			result.Rows = append(result.Rows, judge(u, q, answers[i].Values[n], cfg))
		}
	}
	result.CostUSD = float64(result.InputTokens) * cfg.InputPrice / 1e6
	result.Reasons = append(reasons(result.Rows), result.Reasons...)
	return result, err
}

// Estimate is what the units may cost at most in USD: a token has at least two characters, and a request may be repeated.
func Estimate(units []Unit, cfg config.Classifier) float64 {
	chars := 0
	for _, u := range units {
		chars += u.Chars()
		for _, q := range u.Questions {
			chars += len(q.Instructions) + 200
		}
	}
	return float64(chars) / 2 * 2 * cfg.InputPrice / 1e6
}

// Unread gives YELLOW for changelogs whose changesets could not all be read: nobody judges what is not a unit.
func Unread(c pr.Change, cfg config.Config) []verdict.Reason {
	if cfg.Classifier == nil || len(cfg.Classifier.ChangesetQuestions) == 0 {
		return nil
	}
	var files []string
	for _, f := range c.Files {
		if f.New.State == pr.Read && changelog.Unread(f.Path, f.New.Body) {
			files = append(files, f.Path)
		}
	}
	if len(files) == 0 {
		return nil
	}
	return []verdict.Reason{{Source: verdict.Classifier, Level: verdict.Yellow, Code: "classifier_context_incomplete",
		Text: fmt.Sprintf("classifier context incomplete: the changesets of %s cannot all be read: %s; write them in the usual form, or a human looks at them",
			verdict.Count(len(files), "changelog"), verdict.Examples(files))}}
}

// limited keeps the units that may be sent, and says what is left out (seed 000, max_state_chars and max_units).
func limited(units []Unit, cfg config.Classifier) ([]Unit, []verdict.Reason) {
	var kept []Unit
	var large, many []string
	for _, u := range units {
		place := fmt.Sprintf("%s:%d", u.Path, u.Line)
		switch {
		case u.Chars() > cfg.MaxStateChars:
			large = append(large, place)
		case len(kept) == cfg.MaxUnits:
			many = append(many, place)
		default:
			kept = append(kept, u)
		}
	}
	var list []verdict.Reason
	add := func(places []string, why string) {
		if len(places) > 0 {
			list = append(list, verdict.Reason{Source: verdict.Classifier, Level: verdict.Yellow, Code: "classifier_context_incomplete",
				Text: fmt.Sprintf("classifier context incomplete: %s not judged (%s): %s", verdict.Count(len(places), "unit"), why, verdict.Examples(places))})
		}
	}
	add(large, fmt.Sprintf("larger than [classifier] max_state_chars = %d", cfg.MaxStateChars))
	add(many, fmt.Sprintf("more than [classifier] max_units = %d", cfg.MaxUnits))
	return kept, list
}

// Confirm asks whether findings of high and medium severity are real, and marks them. A confirmed one of high severity
// is RED if the host allows it, else ORANGE; a doubted one may count less only if the host allows that too.
func Confirm(ctx context.Context, asker Asker, list []finding.Finding, c pr.Change, cfg config.Config) ([]finding.Finding, Result, error) {
	units, index := Findings(list, c, cfg)
	if len(units) == 0 {
		return list, Result{}, nil
	}
	result, err := Ask(ctx, asker, units, *cfg.Classifier)
	result.Reasons = incomplete(result.Reasons)
	if err != nil {
		return list, result, err
	}
	marked := append([]finding.Finding(nil), list...)
	confirmed, doubted := map[string]bool{}, map[string]bool{}
	answers := map[string]int{}
	for _, row := range result.Rows {
		key := string(row.Unit.State)
		answers[key]++
		real := row.Flag != Ignored && row.Question.VeryLikelyAbove != nil && row.Value.Value > *row.Question.VeryLikelyAbove
		confirmed[key] = real && (answers[key] == 1 || confirmed[key])
		doubted[key] = doubted[key] || row.Flag == Passed
	}
	var places []string
	level := verdict.Orange
	for i, u := range units {
		f := &marked[index[i]]
		f.Confirmed, f.Doubted = confirmed[string(u.State)], doubted[string(u.State)]
		computed := f.Source == finding.FromLinter || f.Source == finding.FromSweep // code found it, so nobody's doubt counts
		f.Softened = f.Doubted && !f.Confirmed && cfg.Classifier.ConfirmCanSoften && !computed
		if f.Confirmed {
			places = append(places, fmt.Sprintf("%s:%d (%s)", f.File, f.Start, f.Severity))
			if f.Severity == finding.High && cfg.Classifier.AllowRed {
				level = verdict.Red
			}
		}
	}
	if len(places) > 0 {
		result.Reasons = append(result.Reasons, verdict.Reason{Source: verdict.Classifier, Level: level, Code: "confirmed_finding",
			Text: fmt.Sprintf("the classifier confirms %s of the model: %s", verdict.Count(len(places), "finding"), verdict.Examples(places))})
	}
	return marked, result, nil
}

// incomplete keeps the reasons that a unit was left out: the answers about findings mean something else than those
// about the change.
func incomplete(list []verdict.Reason) []verdict.Reason {
	var kept []verdict.Reason
	for _, r := range list {
		if r.Code == "classifier_context_incomplete" {
			kept = append(kept, r)
		}
	}
	return kept
}
