// Package evidence keeps what a run saw and decided as one canonical, hash-chained record, and decides again from it.
//
// It is pure: bytes in, values out. A record comes from a file that anybody may have written, so it is read strictly,
// and nothing in it is believed before its hashes fit (docs/evidence.md).
package evidence

import (
	"fmt"
	"slices"

	"werkrevisor/internal/report"
)

// MaxSize is the size of a record in bytes; a larger one is neither written nor read.
const MaxSize = 64 << 20

// Record is everything that a record holds, section by section.
type Record struct {
	Run        Run
	Config     []Setting
	Change     Change
	Source     *Source // nil unless [output] artifacts allows "source"
	Rules      Rules
	Review     Review
	Classifier Classifier
	Basis      Basis
	Decision   Decision
}

// section is a part of a record with a name and a hash of its own.
type section struct {
	name string
	body any // a pointer into the record
}

// sections are all of them, in the order of the chain; every record has each of them.
func (r *Record) sections() []section {
	return []section{{"run", &r.Run}, {"config", &r.Config}, {"change", &r.Change}, {"source", &r.Source}, {"rules", &r.Rules},
		{"review", &r.Review}, {"classifier", &r.Classifier}, {"basis", &r.Basis}, {"decision", &r.Decision}}
}

// Render makes the record of a run, which report.Clean cleaned.
func Render(in report.Input) ([]byte, error) {
	redact := in.Redact
	if redact == nil {
		redact = func(s string) string { return s }
	}
	b := builder{in: in, redact: redact, source: slices.Contains(in.Config.Output.Artifacts, "source"), masked: new(bool)}
	data, err := seal(b.record(), redact)
	if err == nil && len(data) > MaxSize {
		err = fmt.Errorf("the record would have %d MiB, more than %d", len(data)>>20, MaxSize>>20)
	}
	return data, err
}
