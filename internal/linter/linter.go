// Package linter runs the linters that the host lists, on the changed files as data (deep.md, stage 2).
//
// A linter gets the files in an empty folder, in namespaces of its own, without environment, network or the repository.
// Nothing of the change can choose its configuration, its arguments or the name of a file.
package linter

import "werkrevisor/internal/pr"

// File is one changed file.
type File struct {
	Path string // at the head
	Head pr.Text
	Base pr.Text // the same file at the merge base; Absent for a new one
}

// Problem is one remark of a linter. Its message is untrusted: it may quote the file.
type Problem struct {
	Linter   string
	Path     string // of the File
	Line     int    // at the head, from 1; 0 where the linter names none
	Message  string
	Severity Severity
}

// Severity is how bad a linter calls a problem.
type Severity int

// The severities (deep.md, "Decisions": warnings low, errors medium, breaking API changes high).
const (
	Warning Severity = iota
	Error
	Breaking // buf breaking
)

// Outcome is what all linters said, in the order of the config, then of path and line.
type Outcome struct {
	Problems []Problem
	// Notes name each linter that did not run, failed, or left something out, with the cause; they change no verdict.
	// They are single lines without control characters, but untrusted: they may quote a linter or name a file.
	Notes []string
}
