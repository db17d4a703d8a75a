// Package rules holds the deterministic rules, one file per rule.
//
// A rule is a pure function of the labelled change and the config.
// It does no I/O, reads no clock and returns no error: what is wrong with the PR is a reason.
// The file is named as the rule, and docs/rules.md has a section of the same name.
package rules

import (
	"context"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// Rule is one row of the table All.
type Rule struct {
	Name  string   // file name in this folder, and anchor in docs/rules.md
	Codes []string // every reason code that the rule can give; verdict.Codes has their levels
	Stops bool     // a reason of this rule keeps the change from classifier and model
	Check func(pr.Change, config.Config) Outcome
}

// Outcome is what a rule found, and what it looked at.
type Outcome struct {
	Reasons []verdict.Reason
	Inputs  []Input // for the evidence record and explain: enough to decide again
}

// Input is one fact that a rule looked at.
type Input struct {
	Name  string // e.g. "changed lines"
	Value string
	Key   string // config key that the value is compared with, e.g. "[size] max_changed_lines"; may be empty
	Limit string // value of that key
}

// Result is the outcome of one rule of the table.
type Result struct {
	Rule string
	Outcome
}

// Report is the outcome of all rules, in the order of the table.
type Report struct {
	Results []Result
	// Stopped names the rules that keep the change from classifier and model.
	Stopped []string
}

// Reasons lists the reasons of all rules in the order of the table.
func (r Report) Reasons() []verdict.Reason {
	var all []verdict.Reason
	for _, res := range r.Results {
		all = append(all, res.Reasons...)
	}
	return all
}

// Check applies every rule to a labelled change; it is pure. The end of the context ends it with the cause of that end.
func Check(ctx context.Context, c pr.Change, cfg config.Config) (Report, error) {
	var report Report
	for _, rule := range All {
		if ctx.Err() != nil {
			return report, context.Cause(ctx)
		}
		out := rule.Check(c, cfg)
		report.Results = append(report.Results, Result{rule.Name, out})
		if rule.Stops && len(out.Reasons) > 0 {
			report.Stopped = append(report.Stopped, rule.Name)
		}
	}
	return report, nil
}
