package deep

import (
	"context"
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
		case err != nil || text.State != pr.Read || !quotes(text.Body, ev):
			invented++
		case !onlyComments(ev.Quote):
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

// quotes reports whether every line of a quote is a whole line of the text, white space aside, in this order and near the
// line that the evidence names, and says enough to prove something.
func quotes(text string, ev finding.Evidence) bool {
	var wanted []string
	size := 0
	for line := range strings.SplitSeq(ev.Quote, "\n") {
		if line = squeeze(line); line != "" {
			wanted = append(wanted, line)
			size = max(size, len(line))
		}
	}
	lines := strings.Split(text, "\n")
	last := min(len(lines), ev.Line+evidenceReach)
	for start := max(1, ev.Line-evidenceReach); size >= minQuote && start <= last; start++ {
		if follow(lines[start-1:], wanted) {
			return true
		}
	}
	return false
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

// onlyComments reports whether every line of a quote begins as a comment does in common languages.
func onlyComments(quote string) bool {
	for line := range strings.SplitSeq(quote, "\n") {
		line = strings.TrimSpace(line)
		comment := line == ""
		for _, sign := range []string{"//", "#", "/*", "*", "--", "<!--", ";", "%", `"""`, "'''"} {
			comment = comment || strings.HasPrefix(line, sign)
		}
		if !comment {
			return false
		}
	}
	return true
}
