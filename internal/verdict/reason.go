package verdict

// Source says who found a reason.
type Source string

// The sources of reasons (product.md 4).
const (
	Rule       Source = "rule"
	Model      Source = "model"
	Classifier Source = "classifier"
	System     Source = "system" // the run itself, its reading and its limits
)

// Cap is the worst level that a source can give; Decide lowers everything above it.
// It is the whole of "only deterministic rules give RED".
var Cap = map[Source]Level{Rule: Red, Model: Orange, Classifier: Orange, System: Error}

// Reason is one cause for a level.
type Reason struct {
	Source Source
	Level  Level
	// Code is stable snake_case; it is part of the usage line, and tests match it instead of the text.
	Code string
	// Text says what, where, which config key with its value, and how to fix it.
	// It may hold names from the PR and must be escaped for the place where it is shown.
	Text string
}
