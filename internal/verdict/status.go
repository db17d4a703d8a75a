package verdict

import (
	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// statusOf maps a verdict to the informative commit status (seed 000, [gate]).
var statusOf = map[Level]struct{ state, description string }{
	Green:  {"success", "no relevant issue found"},
	Yellow: {"pending", "human review required"},
	Orange: {"warning", "AI findings; a developer approval after checking them unlocks the merge"},
	Red:    {"failure", "a rule is violated; only a new commit that fixes it lifts this"},
	Error:  {"error", "review not completed, human action needed"},
}

// LevelOfStatus is the verdict that the state of an assessment tells; ERROR for a state that none has.
func LevelOfStatus(state string) Level {
	for level, s := range statusOf {
		if s.state == state {
			return level
		}
	}
	return Error
}

// Assessment is the informative status of a level on the reviewed head.
func Assessment(c pr.Change, gate config.Gate, level Level) pr.CommitStatus {
	s := statusOf[level]
	description := s.description
	if gate.Observe {
		description = "observe: " + description
	}
	return pr.CommitStatus{SHA: c.Head.SHA, Context: gate.AssessmentContext, State: s.state, Description: description}
}

// BaseStatus is the status that says whether a head may pass into the base branch that it was reviewed for: approvals and
// other statuses belong to the head alone, and outlive a change of the base. Without a context nothing is to be set.
func BaseStatus(c pr.Change, gate config.Gate, d Decision) pr.CommitStatus {
	if gate.BaseContext == "" || c.Base.Ref == "" {
		return pr.CommitStatus{}
	}
	state := "failure"
	switch {
	case d.Level == Error:
		state = "error"
	case d.Exit == Green.Exit():
		state = "success"
	}
	description := d.Level.String() + ": " + d.Level.Label()
	if gate.Observe {
		description = "observe: " + description
	}
	return pr.CommitStatus{SHA: c.Head.SHA, Context: gate.BaseStatus(c.Base.Ref), State: state, Description: description}
}
