package run

import (
	"cmp"
	"time"

	"werkrevisor/internal/config"
)

const (
	// baseTime is the part of a run's time limit that is not for the model: reading the change and writing the result
	// must fit into it.
	baseTime = 120 * time.Second
	// writeTime is the part of it that is kept for writing, so that an ERROR comment still gets out.
	writeTime = 30 * time.Second
	// correctTime is how long the correction of a half-written result may take, also after a signal:
	// the host kills the process two seconds after it.
	correctTime = 1500 * time.Millisecond
)

// Limits are the parts of a run's time limit that no configuration sets; a zero stands for the usual one.
type Limits struct {
	Base  time.Duration // everything but the model
	Write time.Duration // the part of Base that is kept for writing
}

// reading is what is left for the change before the configuration is known.
func (l Limits) reading() time.Duration { return cmp.Or(l.Base, baseTime) - l.writing() }

func (l Limits) writing() time.Duration { return cmp.Or(l.Write, writeTime) }

// whole is the time limit of a run.
func (l Limits) whole(cfg config.Config) time.Duration {
	limit := cmp.Or(l.Base, baseTime)
	if cfg.Engine.Review == deepReview && cfg.Engine.Mode != classifier {
		return max(limit, time.Duration(cfg.Deep.TimeoutSeconds)*time.Second)
	}
	for _, m := range append([]config.Model{cfg.Model}, cfg.Model.Fallback...) {
		limit += time.Duration(m.TimeoutSeconds*(m.MaxRetries+1)) * time.Second
	}
	if c := cfg.Classifier; c != nil && cfg.Engine.Mode != llm {
		rounds := (c.MaxUnits + 3) / 4 // four requests at a time, each with one retry
		if len(c.ConfirmQuestions) > 0 {
			rounds *= 2
		}
		limit += time.Duration(rounds*2*c.TimeoutSeconds) * time.Second
	}
	return limit
}

// TimeLimit is how long a run may take (product.md 2): the base time, time for every attempt of every model of the chain,
// and for the rounds of the classifier; with the deep review [deep] timeout_seconds, but never less than the base time.
func TimeLimit(cfg config.Config) time.Duration { return Limits{}.whole(cfg) }
