package linter

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"werkrevisor/internal/pr"
)

// The longest texts that are taken from a linter, in characters, and how many.
const (
	maxMessage = 500
	maxNote    = 700
	maxNotes   = 20
	maxQuote   = 200 // of its error output, in a note
	maxNamed   = 3   // files that a note names
)

// job collects what one linter says in all its runs.
type job struct {
	name     string
	limits   Options
	problems []Problem
	notes    []string
	unsaid   int      // notes beyond maxNotes
	unknown  int      // problems at files that the linter did not get
	unplaced []string // messages without a file, often why the linter failed
}

// note adds a line about the linter, or about one of its runs. Runs in many folders often fail all in the same way.
func (j *job) note(label, text string) {
	line := oneLine(cmp.Or(label, j.name)+": "+text, maxNote)
	switch {
	case slices.Contains(j.notes, line):
	case len(j.notes) >= maxNotes:
		j.unsaid++
	default:
		j.notes = append(j.notes, line)
	}
}

// failed is the outcome of a linter that did not run.
func (j *job) failed(why string) Outcome {
	j.note("", why)
	return j.outcome()
}

// left notes files that the linter does not get.
func (j *job) left(paths []string, why string) {
	if len(paths) == 0 {
		return
	}
	named := slices.Clone(paths[:min(len(paths), maxNamed)])
	for i, p := range named {
		named[i] = short(p, 80)
	}
	more := ""
	if n := len(paths) - len(named); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	j.note("", "it did not get "+strings.Join(named, ", ")+more+": "+why)
}

// take judges one run and takes its problems; false means that a further run makes no sense.
func (j *job) take(w *work, c call, e ended) (goOn bool) {
	if e.fault != "" {
		j.note(c.label, e.fault)
		return !e.over
	}
	p, err := c.read(e.stdout)
	said := ""
	if e.stderr != "" {
		said = ": " + short(e.stderr, maxQuote)
	}
	var broken uncompiled
	switch {
	case errors.As(err, &broken):
		j.note(c.label, broken.Error())
	case e.signal != "":
		j.note(c.label, "it was ended by a signal ("+e.signal+"), so its problems may be incomplete"+said)
	case err != nil && e.status != 0:
		j.note(c.label, fmt.Sprintf("it failed with exit status %d, and its output cannot be read: %v%s", e.status, err, said))
	case err != nil:
		j.note(c.label, "its output cannot be read: "+err.Error())
	case e.status != 0 && p.results == 0:
		j.note(c.label, fmt.Sprintf("it failed with exit status %d and named no problem%s", e.status, said))
	case c.fails(e.status):
		j.note(c.label, fmt.Sprintf("it failed with exit status %d, so its problems may be incomplete%s", e.status, said))
	}
	if p.cut {
		j.note(c.label, "its output is longer than what is read of it, so some problems are missing")
	}
	for _, r := range p.remarks {
		j.add(w, c, r)
	}
	return true
}

func (j *job) add(w *work, c call, r remark) {
	f, known := w.find(c, r)
	switch {
	case !known && r.path == "":
		j.unplaced = append(j.unplaced, r.message)
	case !known:
		j.unknown++
	case f != nil:
		line := r.line
		if line < 0 || line > lines(f.Head.Body) {
			line = 0
		}
		j.problems = append(j.problems, Problem{Linter: j.name, Path: f.Path, Line: line,
			Message: oneLine(r.message, maxMessage), Severity: r.severity})
	}
}

// outcome sorts the problems. When there are too many, the worst stay, so that no flood of warnings can hide an error.
func (j *job) outcome() Outcome {
	if n := len(j.unplaced); n > 0 {
		j.note("", fmt.Sprintf("problems without a file are left out: %d, e.g. %s", n, short(j.unplaced[0], maxQuote)))
	}
	if j.unknown > 0 {
		j.note("", fmt.Sprintf("problems at files that it did not get are left out: %d", j.unknown))
	}
	place := func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(b.Severity, a.Severity),
			cmp.Compare(a.Message, b.Message))
	}
	slices.SortFunc(j.problems, place)
	j.problems = slices.Compact(j.problems)
	if n := len(j.problems) - j.limits.Problems; n > 0 {
		slices.SortStableFunc(j.problems, func(a, b Problem) int { return cmp.Compare(b.Severity, a.Severity) })
		j.problems = j.problems[:j.limits.Problems]
		slices.SortFunc(j.problems, place)
		j.note("", fmt.Sprintf("it named more than %d problems; the %d least severe ones are left out", j.limits.Problems, n))
	}
	if j.unsaid > 0 {
		j.notes = append(j.notes, oneLine(j.name, maxQuote)+": notes that are left out: "+strconv.Itoa(j.unsaid))
	}
	return Outcome{Problems: j.problems, Notes: j.notes}
}

// oneLine is an untrusted text as one visible line of at most so many characters. It must not be used twice on a text.
func oneLine(s string, most int) string {
	return short(pr.VisibleLine(short(s, most)), most)
}

// short is the start of a text, with single spaces.
func short(s string, most int) string {
	if len(s) > most*utf8.UTFMax { // so that a huge text costs nothing
		s = s[:most*utf8.UTFMax]
	}
	s = strings.Join(strings.Fields(s), " ")
	count := 0
	for i := range s {
		if count == most {
			return s[:i] + "…"
		}
		count++
	}
	return s
}

// lines counts the lines of a text.
func lines(s string) int {
	n := strings.Count(s, "\n")
	if s != "" && !strings.HasSuffix(s, "\n") {
		n++
	}
	return n
}
