package config

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The names that Error.Layer has.
const (
	hostConfig     = "host config"
	embeddedConfig = "embedded config"
	repoConfig     = "repository config"
)

// Error is one problem of a configuration layer.
//
// Its text never holds content of the file: no values, and no key names that are not in Keys,
// because an unknown key may be a secret in the wrong place.
type Error struct {
	Layer  string // "host config", "repository config" or "embedded config"
	Line   int    // from 1; 0: the problem has no place, e.g. a missing section
	Column int    // from 1, in bytes; 0: unknown
	Key    string // e.g. "[size] max_files"; empty: the problem belongs to no known key
	Text   string // what is wrong and what to do
	// Unknown: the section, key or change kind is not known to this version; a newer one may know it.
	Unknown bool
}

// Error is e.g. "host config: line 3, column 5: [size] max_files: must be a whole number".
func (e *Error) Error() string { return e.Layer + ": " + e.InFile() }

// InFile is the message without the layer, for a reader who knows which file it is.
func (e *Error) InFile() string {
	var parts []string
	switch {
	case e.Line > 0 && e.Column > 0:
		parts = append(parts, fmt.Sprintf("line %d, column %d", e.Line, e.Column))
	case e.Line > 0:
		parts = append(parts, fmt.Sprintf("line %d", e.Line))
	}
	if e.Key != "" {
		parts = append(parts, e.Key)
	}
	return strings.Join(append(parts, e.Text), ": ")
}

// Errors are all problems that one call found, those of the host layer first, each layer in the order of its file.
// A *Error can be taken out of it with errors.As.
type Errors []*Error

// maxShown is how many errors a message shows; the rest is counted.
const maxShown = 20

// Error joins the messages with "; ".
func (list Errors) Error() string {
	var texts []string
	for i, e := range list {
		if i == maxShown {
			texts = append(texts, fmt.Sprintf("%d more errors", len(list)-maxShown))
			break
		}
		texts = append(texts, e.Error())
	}
	return strings.Join(texts, "; ")
}

// Unwrap lists the single errors.
func (list Errors) Unwrap() []error {
	all := make([]error, len(list))
	for i, e := range list {
		all[i] = e
	}
	return all
}

// sort brings the errors into the order of the layers and of their files; those without a place come last in their layer.
func (list Errors) sort() {
	line := func(e *Error) int {
		if e.Line == 0 {
			return math.MaxInt
		}
		return e.Line
	}
	slices.SortStableFunc(list, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(line(a), line(b)), cmp.Compare(a.Column, b.Column))
	})
}

func rank(e *Error) int {
	if e.Layer == repoConfig {
		return 1
	}
	return 0
}
