// Package finding holds what a model or a tool remarked about a change, and the hints that a classifier gives.
//
// It is a leaf: every engine, the classifier and the reports share these types, and none of them owns them.
package finding

// Severity is how bad a finding is, best first; the values are used for ordering.
type Severity int

// The severities of seed 000, "Severity of the findings".
const (
	Low Severity = iota
	Medium
	High
)

// String is the word that the comment shows in brackets.
func (s Severity) String() string { return [...]string{"low", "medium", "high"}[s] }

// Side is the version of the file that a finding cites.
type Side string

// The two sides of a diff.
const (
	New Side = "new"
	Old Side = "old"
)

// Finding is one remark about the change. Its texts come from a model: they are untrusted and must be escaped.
type Finding struct {
	File       string
	Side       Side
	Start, End int    // lines on Side, from 1
	Quote      string // one line of the cited code, as the model gave it
	Scenario   string // input or state → wrong result
	Title      string
	Body       string
	Severity   Severity
	// SeverityGuessed: the model gave no known severity, so it counts as medium (seed 000).
	SeverityGuessed bool
	Confidence      float64 // 0 to 1, as the model gave it
	// Unverified says why file, lines or quote do not fit the change; empty for a checked finding.
	// Such a finding is shown and counts at most YELLOW (product.md 8).
	Unverified string
	// PreExisting: the place is more than three lines away from every changed line; counts at most YELLOW.
	PreExisting bool
	// Confirmed and Doubted are what the classifier says of it; Softened: it therefore counts at most YELLOW.
	Confirmed, Doubted, Softened bool

	// What only the deep review has; zero with the single prompt.
	ID           string // "<area>-<n>", given by code
	Source       Source
	Category     string // correctness, security, performance, maintainability, convention or tests
	Verification Verification
	// MergedInto is the ID of the finding that the synthesis takes for the same defect; it is shown below that one and
	// counts as before, because a model may drop none.
	MergedInto string
	// Cleared: it was refuted, and the host lets a refutation clear a finding; it does not count.
	Cleared bool
	Fix     string // of the stage suggest; untrusted
}

// Source is what made a finding of the deep review (deep.md, "Stages").
type Source string

// The sources of findings.
const (
	FromArea      Source = "area"
	FromLane      Source = "lane"
	FromSweep     Source = "sweep"
	FromLinter    Source = "linter"
	FromSynthesis Source = "synthesis"
)

// Verification is what a fresh context says of a finding. Its texts come from a model: they are untrusted.
type Verification struct {
	Outcome  Outcome
	Reason   string
	Evidence []Evidence // only quotes that code found at the head
	Model    string     // the model that verified it
}

// Outcome is the result of a verification.
type Outcome string

// The outcomes of a verification.
const (
	Unasked Outcome = ""       // low findings, and those whose verification failed
	True    Outcome = "TRUE"   // the finding holds
	False   Outcome = "FALSE"  // it is refuted, with evidence that code found
	Unsure  Outcome = "UNSURE" // neither
)

// Evidence is a quoted line of the head.
type Evidence struct {
	File  string
	Line  int
	Quote string
}

// Hint points the model at a unit that the classifier flagged, without text of the PR.
type Hint struct {
	File, Scenario, Question string
	Line                     int
	Value                    float64
	Uncertain                bool // ignored for the verdict because of its low confidence
}
