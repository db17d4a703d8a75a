// Package verdict turns reasons into a verdict, an exit code and the actions on the server.
//
// It is pure: no I/O, no clock. The worst reason decides, and GREEN is earned (product.md 1 and 4).
package verdict

// Level orders the verdicts.
type Level int

// The levels, best first; the values are used for ordering.
const (
	Green Level = iota
	Yellow
	Orange
	Red
	Error
)

// String is the name of the verdict.
func (l Level) String() string { return [...]string{"GREEN", "YELLOW", "ORANGE", "RED", "ERROR"}[l] }

// Label is the short statement of seed 000, "Verdicts and exit codes".
func (l Level) Label() string {
	return [...]string{"PASS", "HUMAN_REVIEW", "FINDINGS", "CHANGES_REQUIRED", "review not completed, human action needed"}[l]
}

// Exit is the exit code of the verdict in gate, dry-run and local mode.
func (l Level) Exit() int { return [...]int{0, 10, 15, 20, 30}[l] }
