// Package report renders every text that a person or a log reads: the comment, the summary, the usage line
// and the JSON object.
//
// It is pure. It knows nothing of checking or deciding: it is fed with their results.
// Whatever comes from the PR or from a model is escaped here for the place where it is shown.
package report

import (
	"time"

	"werkrevisor/internal/classify"
	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// Mode says how the program was called (product.md 2).
type Mode string

// The modes of a review.
const (
	Gate   Mode = "gate"
	DryRun Mode = "dry-run"
	Local  Mode = "local"
)

// Input is everything that a report shows.
type Input struct {
	Version    string
	Mode       Mode
	HostConfig string // "env", the path of the file, or "embedded"
	Change     pr.Change
	Config     config.Config
	Rules      rules.Report
	Classifier classify.Result // zero with mode llm
	Review     review.Result
	Decision   verdict.Decision
	Started    time.Time
	Duration   time.Duration
	Reused     bool     // an earlier verdict of this head was taken over
	Notes      []string // what a reader of the comment should know besides the reasons
	Memory     Memory   // what was known of earlier results
	CommentURL string   // empty: no comment was written
	Steps      []Step   // in the order in which they ended
	// Redact is what Clean removed secrets with, for artifacts that show more than Clean knows of; nil: it did not run.
	Redact func(string) string
}

// Step is one step of the run. Found is what it came to, in words of the program; it names commits and numbers only.
type Step struct {
	Name  string
	Took  time.Duration
	Found string
}
