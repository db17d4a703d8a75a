package deep

import (
	"context"
	"regexp"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
)

// proven keeps the evidence that code finds at the head. A refutation without any, or with an invented quote, is none
// (deep.md, stage 10). A comment of the code is no evidence: who wrote it may be wrong, or want to deceive.
func (e *engine) proven(ctx context.Context, v finding.Verification) finding.Verification {
	var real []finding.Evidence
	invented := 0
	for i, ev := range v.Evidence {
		name, ok := inside(ev.File)
		if !ok || i >= maxEvidence {
			invented++
			continue
		}
		text, err := e.textOf(ctx, name)
		switch {
		case err != nil || text.State != pr.Read || quotedAt(text.Body, ev) == 0:
			invented++
		case !prose.MatchString(name) && !onlyComments(text.Body, ev):
			ev.File = name
			real = append(real, ev)
		}
	}
	if v.Outcome == finding.False && (len(real) == 0 || invented > 0) {
		v.Outcome = finding.Unsure
		v.Reason = "refuted without evidence that stands in the code: " + v.Reason
	}
	v.Evidence = real
	return v
}

// maxEvidence is how many quotes of one verification are looked at; more are not believed.
const maxEvidence = 20

// evidenceReach is how many lines a quote may stand away from the line that the evidence names.
const evidenceReach = 10

// prose matches documents: what they say of the code proves nothing about it.
var prose = regexp.MustCompile(`(?i)\.(md|markdown|adoc|rst|txt|org|tex|html?)$`)

// quotedAt is the line at which a quote begins: every line of it must be a whole line of the text, white space aside, in
// this order and near the line that the evidence names, and it must say enough to prove something. 0: it does not stand there.
func quotedAt(text string, ev finding.Evidence) int {
	wanted := codeLines(ev.Quote)
	size := 0
	for _, line := range wanted {
		size = max(size, len(line))
	}
	lines := strings.Split(text, "\n")
	last := min(len(lines), ev.Line+evidenceReach)
	for start := max(1, ev.Line-evidenceReach); size >= minQuote && start <= last; start++ {
		if squeeze(lines[start-1]) == wanted[0] && follow(lines[start-1:], wanted) {
			return start
		}
	}
	return 0
}

// codeLines are the lines of a quote without white space; blank ones are left out.
func codeLines(quote string) []string {
	var list []string
	for line := range strings.SplitSeq(quote, "\n") {
		if line = squeeze(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// follow reports whether lines begin with the wanted ones, blank lines and white space aside.
func follow(lines, wanted []string) bool {
	n := 0
	for _, line := range lines {
		switch line = squeeze(line); {
		case n == len(wanted):
			return true
		case line == wanted[n]:
			n++
		case line != "":
			return false
		}
	}
	return n == len(wanted)
}

// commentSign matches how a line of comment begins in common languages. What can as well be code is none: `*p = 1`, `--n`.
var commentSign = regexp.MustCompile(`^\s*(//|#($|[\s!#-])|/\*|\*($|[\s/*])|--($|\s)|<!--|-->|;|%|\{-|\(\*|"""|'''|(?i:rem|dnl)\s)`)

// onlyComments reports whether all lines of a quote are comments: by how they begin, or because they stand within a comment
// or a text of several lines.
func onlyComments(text string, ev finding.Evidence) bool {
	quoted, at := quotedLines(text), quotedAt(text, ev)
	for line := range strings.SplitSeq(strings.Trim(ev.Quote, "\n"), "\n") {
		if strings.TrimSpace(line) != "" && !commentSign.MatchString(line) && !quoted[at] {
			return false
		}
		at++
	}
	return true
}
