package usage

import (
	"cmp"
	"maps"
	"slices"
)

// The most names that are kept apart; the rest is added up below one name. Hostile lines must not fill the memory.
const (
	maxNames  = 1000
	maxMonths = 600
	maxCodes  = 300
	maxName   = 200 // characters
	others    = "(others)"
)

// figures are the sums while the lines come in.
type figures struct {
	first, last                    string // months and days of the oldest and the newest run
	runs, reused                   int
	calls                          Calls
	months                         map[string]*Month
	codes                          map[string]*Cause
	errors                         map[string]*Cause
	repositories, models           map[string]*Cost
	stages                         map[string]*StageCost
	classifiers                    map[string]*ClassifierUse
	factors                        map[string][]float64 // by model
	skipped                        map[string]int       // runs that say nothing about the factor, by the cause
	configured                     map[string]float64   // factor of the newest line, by model
	newest                         map[string]int64     // time of that line
	durations, asked, changedLines []float64
	timedOut                       int
	deep                           DeepUse
}

func newFigures() figures {
	return figures{months: map[string]*Month{}, codes: map[string]*Cause{}, errors: map[string]*Cause{}, repositories: map[string]*Cost{},
		models: map[string]*Cost{}, stages: map[string]*StageCost{}, classifiers: map[string]*ClassifierUse{}, factors: map[string][]float64{},
		skipped: map[string]int{}, configured: map[string]float64{}, newest: map[string]int64{},
		deep: DeepUse{Assessments: map[string]int{}, Findings: map[string]int{}}}
}

func (f *figures) add(r Record) {
	f.runs++
	day := r.time.Format("2006-01-02")
	if f.first == "" || day < f.first {
		f.first = day
	}
	f.last = max(f.last, day)
	f.verdict(r)
	f.cost(r)
	f.factor(r)
	if r.Duration > 0 { // a line of another version may not have it
		f.durations = append(f.durations, r.Duration)
		if r.Calls > 0 {
			f.asked = append(f.asked, r.Duration)
		}
	}
	if r.ChangedLines > 0 {
		f.changedLines = append(f.changedLines, r.ChangedLines)
	}
	if c := r.Classifier; c != nil {
		f.classifier(*c)
	}
	if r.Deep != nil {
		f.deepReview(*r.Deep)
	}
}

// verdict counts verdict and reasons; a code counts once per run.
func (f *figures) verdict(r Record) {
	month := entry(f.months, r.time.Format("2006-01"), maxMonths, func(name string) *Month {
		return &Month{Month: name, Verdicts: map[string]int{}, Reasons: map[string]int{}}
	})
	month.Runs++
	month.Verdicts[r.Verdict]++
	var codes []string
	for _, reason := range r.Reasons {
		code := cmp.Or(short(reason.Code), "(without a code)")
		if slices.Contains(codes, code) {
			continue
		}
		codes = append(codes, code)
		cause := entry(f.codes, code, maxCodes, func(name string) *Cause { return &Cause{Code: name} })
		cause.Runs++
		month.Reasons[cause.Code]++
		if reason.Level == "ERROR" && r.Verdict == "ERROR" {
			entry(f.errors, code, maxCodes, func(name string) *Cause { return &Cause{Code: name} }).Runs++
		}
		if code == "timed_out" {
			f.timedOut++
		}
	}
	if r.Verdict == "ERROR" && !slices.ContainsFunc(r.Reasons, func(x Reason) bool { return x.Level == "ERROR" }) {
		entry(f.errors, "(not named)", maxCodes, func(name string) *Cause { return &Cause{Code: name} }).Runs++
	}
}

func (f *figures) cost(r Record) {
	repository := entry(f.repositories, short(r.Repository), maxNames, func(name string) *Cost { return &Cost{Name: name} })
	repository.add(r)
	if r.Classifier != nil {
		repository.ClassifierUSD += r.Classifier.CostUSD
	}
	switch {
	case r.Calls > 0:
		f.calls.With++
		entry(f.models, short(r.Model), maxNames, func(name string) *Cost { return &Cost{Name: name} }).add(r)
	case r.Reused:
		f.calls.Reused++
	case r.Verdict == "ERROR":
		f.calls.Failed++
	default:
		f.calls.Decided++
	}
	if r.Reused {
		f.reused++
	}
}

func (c *Cost) add(r Record) {
	c.Runs++
	if r.Calls == 0 {
		return
	}
	c.Asked++
	c.CostUSD += r.CostUSD
	c.MaxUSD = max(c.MaxUSD, r.CostUSD)
	c.PromptTokens += r.PromptTokens
	c.Completion += r.Completion
	switch r.CostStatus {
	case "reported":
		c.Reported++
	case "estimated":
		c.Estimated++
	default:
		c.Unknown++
	}
}

func (f *figures) classifier(c Classifier) {
	use := entry(f.classifiers, short(c.Model), maxNames, func(name string) *ClassifierUse { return &ClassifierUse{Model: name} })
	use.Runs++
	use.Units += c.Units
	use.Flagged += c.Flagged
	use.Ignored += c.Ignored
	use.Calls += c.Calls
	use.InputTokens += c.InputTokens
	use.CostUSD += c.CostUSD
}

func (f *figures) deepReview(d Deep) {
	u := &f.deep
	u.Runs++
	for _, word := range []string{"ship", "ship with fixes", "needs work"} {
		if d.Assessment == word {
			u.Assessments[word]++
		}
	}
	for _, source := range Sources {
		u.Findings[source] += int(d.Findings[source])
	}
	u.Areas += d.Areas
	u.Unreviewed += d.Unreviewed
	u.Verified += d.Verified
	u.Refuted += d.Refuted
	u.Unsure += d.Unsure
	if d.Faults > 0 {
		u.WithFaults++
	}
	for _, s := range d.Stages {
		cost := entry(f.stages, short(s.Stage), maxCodes, func(name string) *StageCost { return &StageCost{Stage: name} })
		cost.Runs++
		cost.Calls += s.Calls
		cost.PromptTokens += s.PromptTokens
		cost.Completion += s.Completion
		cost.CostUSD += s.CostUSD
	}
}

// entry is the entry of a name, made where there is none. Beyond the limit it is that of all the others.
func entry[T any](m map[string]*T, name string, limit int, fresh func(name string) *T) *T {
	if e, ok := m[name]; ok {
		return e
	}
	if len(m) >= limit {
		if e, ok := m[others]; ok {
			return e
		}
		name = others
	}
	m[name] = fresh(name)
	return m[name]
}

// short keeps a name within bounds.
func short(name string) string {
	if list := []rune(name); len(list) > maxName {
		return string(list[:maxName]) + "…"
	}
	return name
}

// list is the entries of a map in an order that does not depend on chance.
func list[T any](m map[string]*T, order func(a, b T) int) []T {
	out := []T{}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		out = append(out, *m[name])
	}
	slices.SortStableFunc(out, order)
	return out
}
