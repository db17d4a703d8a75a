// Package simulate folds what the deterministic rules say of many past changes into statistics (operators.md, "simulate").
//
// It is pure, and keeps numbers and a few names of examples, never a change.
package simulate

import (
	"slices"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// Case is what one configuration says of one change.
type Case struct {
	Failure string // the code of the ERROR, or another cause; empty: the change was read and judged
	Why     string // the text of the failure, for an example

	Level    verdict.Level // nobody was asked, so only a change without need of a model can be GREEN
	IfSafe   verdict.Level // a complete model review found nothing
	NoModel  bool          // the change needs no model: whitespace and imports only
	Stopped  bool          // a rule keeps the change from the model
	Kind     pr.Kind
	Codes    []string // codes of the reasons of the rules, each once
	Deciding []string // those of them that have the level of IfSafe
	Lines    int      // changed lines and files, as [size] counts them
	Files    int
}

// Failed is the case of a change that could not be read.
func Failed(cause, why string) Case { return Case{Failure: cause, Why: why} }

// Of judges a labelled change by what the rules said of it. Without a model every change that needs one is YELLOW at least.
func Of(c pr.Change, cfg config.Config, report rules.Report) Case {
	found := Case{NoModel: rules.WithoutModel(c), Stopped: len(report.Stopped) > 0, Kind: c.Kind}
	found.Lines, found.Files = rules.Counted(c)
	allowRed := cfg.Classifier != nil && cfg.Classifier.AllowRed
	decide := func(proof verdict.Proof, more ...verdict.Reason) verdict.Decision {
		reasons := append(slices.Clip(report.Reasons()), more...)
		return verdict.Decide(verdict.Input{Change: c, Reasons: reasons, Proof: proof, Gate: cfg.Gate, ClassifierRed: allowRed})
	}
	unread := verdict.Reason{Source: verdict.System, Level: verdict.Yellow, Code: "no_model_review", Text: "a simulation asks no model"}
	safe := decide(verdict.ByModel)
	if rules.NothingToRead(c, cfg) {
		safe = decide(verdict.NoProof, unread)
	}
	found.IfSafe, found.Level = safe.Level, safe.Level
	if !found.NoModel {
		found.Level = decide(verdict.NoProof, unread).Level
	}
	for _, r := range safe.Reasons {
		if !slices.Contains(found.Codes, r.Code) {
			found.Codes = append(found.Codes, r.Code)
			if r.Level == safe.Level {
				found.Deciding = append(found.Deciding, r.Code)
			}
		}
	}
	return found
}
