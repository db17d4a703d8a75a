// Package review is the single-prompt engine, and what every engine returns.
package review

import (
	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// Input is what an engine gets. The change is labelled.
type Input struct {
	Change pr.Change
	Config config.Config
	Hints  []finding.Hint
	// Nonce is random per run and stands in every delimiter of the prompt, so that no text of the PR can forge one.
	Nonce string
}

// Result is what every engine returns.
type Result struct {
	// Asked says that a model was asked and gave a valid, complete answer.
	Asked    bool
	Findings []finding.Finding // worst first
	Reasons  []verdict.Reason
	Summary  string // the model's own words: untrusted
	Plan     model.Plan
	Usage    model.Usage
	Model    string // the model that answered
	Ledger   Ledger
}

// Ledger is what the prompt builder wrote: the proof of coverage (product.md 8, "Coverage").
type Ledger struct {
	Files []Covered
}

// Covered is one file that stands in the prompt.
type Covered struct {
	Path  string
	Hunks []string // hash of the visible form of each hunk, as it was written
}
