// Package doctor checks facts about a set-up: one row per check, one line per result, each with what to do.
//
// It is pure: package cli gathers the facts. What could not be read is a problem text in the facts, and the check that
// needs it says so, because a set-up that nobody could look at is none that was checked (operators.md, "Commands").
package doctor

import "fmt"

// Level is the first word of a line.
type Level string

// The levels. Only FAIL changes the exit code.
const (
	Pass Level = "PASS"
	Warn Level = "WARN"
	Fail Level = "FAIL"
)

// Result is one finding of a check.
type Result struct {
	Level Level
	Text  string // what is, and for WARN and FAIL what to do
}

// Check is one row of the table.
type Check struct {
	Name string
	// What says in a few words what is checked; docs/operations.md lists it.
	What string
	// Run gives no result where the check does not apply, and several where it looks at several things.
	Run func(Facts) []Result
}

// Line is a result with the name of its check.
type Line struct {
	Name string
	Result
}

// String is the line as it is printed.
func (l Line) String() string { return fmt.Sprintf("%s %s: %s", l.Level, l.Name, l.Text) }

// Run runs all checks in the order of the table.
func Run(f Facts) []Line {
	var lines []Line
	for _, c := range Checks {
		for _, r := range c.Run(f) {
			lines = append(lines, Line{c.Name, r})
		}
	}
	return lines
}

// Failed counts the lines with FAIL.
func Failed(lines []Line) int { return count(lines, Fail) }

// Warned counts the lines with WARN.
func Warned(lines []Line) int { return count(lines, Warn) }

func count(lines []Line, level Level) (n int) {
	for _, l := range lines {
		if l.Level == level {
			n++
		}
	}
	return n
}

// Checks are all checks, in the order in which they are printed.
var Checks = join(environmentChecks, machineChecks, configChecks, modelChecks, serverChecks, protectionChecks, mergeChecks, pullChecks)

func join(lists ...[]Check) (all []Check) {
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

func pass(format string, args ...any) []Result { return one(Pass, format, args...) }
func warn(format string, args ...any) []Result { return one(Warn, format, args...) }
func fail(format string, args ...any) []Result { return one(Fail, format, args...) }

func one(level Level, format string, args ...any) []Result {
	return []Result{{level, fmt.Sprintf(format, args...)}}
}
