package usage

import (
	"maps"
	"math"
	"slices"
)

// Calibration of [model] token_count_factor (seed 000, "Token count"): what the model reported as prompt tokens, divided by
// what o200k_base counted for the same prompt before the call.

// The bounds of [model] token_count_factor; a measurement beyond them is no measurement.
const (
	minFactor = 0.1
	maxFactor = 10
	fewRuns   = 10   // below this number a suggestion is a guess
	step      = 0.05 // a suggestion is rounded up to a multiple of it
)

// factor measures one run, if its two numbers are about the same prompt. The sum over several calls is not comparable with
// the count of one prompt, and neither are the many prompts of a deep review.
func (f *figures) factor(r Record) {
	if r.Calls == 0 {
		return
	}
	why, measured := "", 0.0
	switch {
	case r.Deep != nil:
		why = "deep reviews, which have many prompts"
	case r.Calls != 1:
		why = "more than one call"
	case r.Raw == 0 || r.PromptTokens == 0 || r.CostStatus == "unknown":
		why = "the call reported no usage, or nothing was counted"
	case r.Method != "" && r.Method != "o200k_base":
		why = "counted by another method than o200k_base"
	default:
		if measured = r.PromptTokens / r.Raw; measured < minFactor || measured > maxFactor {
			why = "beyond the bounds 0.1 and 10 of the key"
		}
	}
	if why != "" {
		f.skipped[why]++
		return
	}
	name := short(r.Model)
	if _, ok := f.factors[name]; !ok && len(f.factors) >= maxNames {
		name = others
	}
	f.factors[name] = append(f.factors[name], measured)
	if at := r.time.Unix(); at >= f.newest[name] {
		f.newest[name], f.configured[name] = at, r.Factor
	}
}

// Factor is what was measured of one model, because each has a tokenizer of its own.
type Factor struct {
	Model string `json:"model"`
	Spread
	// Configured is the factor of the newest measured run; 0: its line names none.
	Configured float64 `json:"configured"`
	// Suggested is the p95, rounded up to a multiple of 0.05: a factor that is too small lets a prompt cost more than allowed.
	Suggested float64 `json:"suggested"`
	// Few says that there are fewer than 10 runs.
	Few bool `json:"few"`
}

// calibration is the measurement of every model, the most measured one first.
func (f *figures) calibration() Calibration {
	c := Calibration{Models: []Factor{}, Skipped: f.skipped}
	var all []float64
	for _, name := range slices.Sorted(maps.Keys(f.factors)) {
		all = append(all, f.factors[name]...)
		s := spread(f.factors[name])
		c.Models = append(c.Models, Factor{Model: name, Spread: s, Configured: f.configured[name], Suggested: suggestion(s.P95), Few: s.N < fewRuns})
	}
	slices.SortStableFunc(c.Models, func(a, b Factor) int { return b.N - a.N })
	c.All = spread(all)
	return c
}

// Calibration is the measurement of token_count_factor.
type Calibration struct {
	All     Spread         `json:"all"`
	Models  []Factor       `json:"models"`
	Skipped map[string]int `json:"skipped"` // runs with a call that say nothing, by the cause
}

// suggestion rounds up to a multiple of step; the little more forgives what floats do to 1.55.
func suggestion(p95 float64) float64 {
	return min(maxFactor, math.Ceil(math.Round(p95*1e6)/1e6/step-1e-9)*step)
}

// Spread are the order statistics of numbers, by the nearest rank: each is one of the numbers.
type Spread struct {
	N      int     `json:"n"`
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	P75    float64 `json:"p75"`
	P90    float64 `json:"p90"`
	P95    float64 `json:"p95"`
	Max    float64 `json:"max"`
}

// spread sorts its numbers in their place.
func spread(list []float64) Spread {
	if len(list) == 0 {
		return Spread{}
	}
	slices.Sort(list)
	at := func(p float64) float64 { return list[max(0, int(math.Ceil(p*float64(len(list))-1e-9))-1)] }
	return Spread{len(list), list[0], at(.5), at(.75), at(.9), at(.95), list[len(list)-1]}
}
