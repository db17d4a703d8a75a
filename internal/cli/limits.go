package cli

import (
	"time"

	"werkrevisor/internal/run"
)

// limits are the time limits that no configuration sets. The zero value stands for those of the packages;
// tests have less patience.
type limits struct {
	Run    run.Limits
	Answer time.Duration // how long Gitea may think before it answers
	Key    time.Duration // one look at the model's key
	Change time.Duration // one change of a simulation
}
