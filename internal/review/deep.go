package review

import (
	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/verdict"
)

// Deep is what the deep review tells besides its findings and reasons (deep.md). Texts of models are untrusted.
type Deep struct {
	Stages []Stage // in the order in which they ran
	Areas  []Area
	// Faults are the parts of the review that failed, and count; Notes name auxiliary parts that did, and do not.
	Faults, Notes []string
	Walkthrough   string // of the synthesis
	CrossArea     string // interactions between the areas, of the synthesis
	Questions     []Question
	Settled       []Settled
	// Flags are the attention flags by their reason codes, with what raised each of them.
	Flags      []Flag
	Assessment string // ship, ship with fixes, or needs work
}

// Stage is what one stage cost.
type Stage struct {
	Name   string
	Models []string // that answered, without repetition
	Usage  model.Usage
	Note   string // e.g. how many areas or findings came out, or why the stage did not run
}

// Area is a part of the change that one reviewer got.
type Area struct {
	Name     string
	Files    []string
	Model    string // the model that reviewed it; empty: nobody did
	Rounds   int    // of tools
	Findings int
	Sections []Section
}

// Section is what a reviewer must say about an area, also when it is clean.
type Section struct{ Name, Text string }

// Question is a state that the change tolerates although its own comments call it impossible.
type Question struct {
	File string
	Line int
	Text string
}

// Flag is an attention flag: it asks for a human, whatever the findings are.
type Flag struct{ Code, Text, By string }

// Settled is a finding that an earlier review of this PR refuted, about a line that did not change since.
type Settled struct {
	finding.Finding
	Head string // whose review refuted it
}

// assess is the assessment line, computed from the reasons that the findings give, so that tally and text agree.
func assess(own []verdict.Reason) string {
	worst := verdict.Green
	for _, r := range own {
		worst = max(worst, r.Level)
	}
	switch {
	case worst >= verdict.Orange:
		return "needs work"
	case worst > verdict.Green:
		return "ship with fixes"
	}
	return "ship"
}
