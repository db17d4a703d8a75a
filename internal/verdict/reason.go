package verdict

import "slices"

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
// It is the whole of "only deterministic rules give RED". The host can allow RED to the classifier ([classifier] allow_red).
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
	// Public is Text without what it quotes from the PR, for the log and the usage line, which everybody can read.
	// Empty: Text quotes nothing.
	Public string
}

// PublicText is the text for logs and the usage line.
func (r Reason) PublicText() string {
	if r.Public != "" {
		return r.Public
	}
	return r.Text
}

// capped applies the cap of the source to one reason.
// A reason that the table of codes does not know in this form is a mistake of the program: it fails closed.
func capped(r Reason, classifierRed bool) Reason {
	code, known := FindCode(r.Code)
	if !known || code.Source != r.Source || r.Level < Yellow || r.Level > Error {
		return Fault("internal", "the program gave the reason "+r.Code+" in a form that it does not know; please report this")
	}
	top := Cap[r.Source]
	if r.Source == Classifier && classifierRed {
		top = Red
	}
	r.Level = min(r.Level, top)
	return r
}

// sorted is the reasons with their caps applied, worst first; reasons of one level keep their order.
func sorted(reasons []Reason, classifierRed bool) []Reason {
	list := make([]Reason, len(reasons))
	for i, r := range reasons {
		list[i] = capped(r, classifierRed)
	}
	slices.SortStableFunc(list, func(a, b Reason) int { return int(b.Level) - int(a.Level) })
	return list
}
