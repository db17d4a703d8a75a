package verdict

import "werkrevisor/internal/pr"

// statusOf maps a verdict to the informative commit status (seed 000, [gate]).
var statusOf = map[Level]struct{ state, description string }{
	Green:  {"success", "no relevant issue found"},
	Yellow: {"pending", "human review required"},
	Orange: {"warning", "AI findings; a developer approval after checking them unlocks the merge"},
	Red:    {"failure", "a rule is violated; only a new commit that fixes it lifts this"},
	Error:  {"error", "review not completed, human action needed"},
}

// assessment is the informative status on the reviewed head.
func assessment(in Input, d Decision) pr.CommitStatus {
	s := statusOf[d.Level]
	description := s.description
	if d.Observe {
		description = "observe: " + description
	}
	return pr.CommitStatus{
		SHA: in.Change.Head.SHA, Context: in.Gate.AssessmentContext, State: s.state, Description: description,
	}
}
