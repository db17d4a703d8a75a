package deep

import (
	"context"
	"regexp"
	"strings"
	"unicode"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
)

// proven keeps the evidence that code finds at the head. A refutation without any, or with an invented quote, is none
// (deep.md, stage 10). A comment of the code is no evidence: who wrote it may be wrong, or want to deceive.
func (e *engine) proven(ctx context.Context, v finding.Verification) finding.Verification {
	var real []finding.Evidence
	invented := 0
	quoted := map[string]map[int]bool{} // by file, because a large one takes time
	for i, ev := range v.Evidence {
		name, ok := inside(ev.File)
		if !ok || i >= maxEvidence || ctx.Err() != nil {
			invented++
			continue
		}
		text, err := e.textOf(ctx, name)
		if err != nil || text.State != pr.Read {
			invented++
			continue
		}
		at := quotedAt(text.Body, ev)
		if len(at) == 0 {
			invented++
			continue
		}
		if quoted[name] == nil {
			quoted[name] = quotedLines(text.Body)
		}
		if !prose.MatchString(name) && !onlyComments(name, text.Body, at, quoted[name]) {
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
var prose = regexp.MustCompile(`(?i)\.(md|mdx|markdown|adoc|asciidoc|rst|txt|org|tex|html?)$|(^|/)(readme|license|notice|changelog|authors|contributing|codeowners)[^/]*$`)

// quotedAt are the lines at which a quote stands: every line of it must be a whole line of the text, white space aside, in
// this order and near the line that the evidence names, and it must say enough to prove something. None: it does not.
func quotedAt(text string, ev finding.Evidence) []int {
	wanted := codeLines(ev.Quote)
	size := 0
	for _, line := range wanted {
		size = max(size, len(line))
	}
	lines := strings.Split(text, "\n")
	last := min(len(lines), ev.Line+evidenceReach)
	for start := max(1, ev.Line-evidenceReach); size >= minQuote && start <= last; start++ {
		if squeeze(lines[start-1]) != wanted[0] {
			continue
		}
		if at := follow(lines, start, wanted); at != nil {
			return at
		}
	}
	return nil
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

// follow are the numbers of the lines from start on that are the wanted ones, blank lines and white space aside; nil: they
// are others.
func follow(lines []string, start int, wanted []string) []int {
	var at []int
	for n := start; n <= len(lines) && len(at) < len(wanted); n++ {
		switch line := squeeze(lines[n-1]); {
		case line == wanted[len(at)]:
			at = append(at, n)
		case line != "":
			return nil
		}
	}
	if len(at) < len(wanted) {
		return nil
	}
	return at
}

// commentSign matches how a line of comment begins in some language. In doubt it is one: then it proves nothing.
var commentSign = regexp.MustCompile(`^\s*(//|/\*|\*($|[\s/*])|--|<!--|-->|;|%|::|\{-|\(\*|"""|'''|'|(?i:rem|dnl)\s|#)`)

// trailing matches comments behind or within the code of a line. In doubt it takes code, too.
var trailing = regexp.MustCompile(`/\*.*?\*/|(//|/\*|\s#|--|;\s).*`)

// directive matches lines of C that begin with a sign of comment and are none, in the files of cFile.
var directive = regexp.MustCompile(`^#\s*(include|define|undef|if|ifdef|ifndef|elif|else|endif|pragma|error)\b`)

var cFile = regexp.MustCompile(`(?i)\.(c|cc|cpp|cxx|h|hh|hpp|hxx|inl|m|mm|cs)$`)

// onlyComments reports whether all these lines of a text that say something are comments: by how they begin, or because
// they stand within a comment or a text of several lines. A brace beside a comment makes no code of it.
func onlyComments(name, text string, at []int, quoted map[int]bool) bool {
	lines := strings.Split(text, "\n")
	for _, n := range at {
		if !quoted[n] && isCode(name, lines[n-1]) {
			return false
		}
	}
	return true
}

// isCode reports whether a line says enough besides its comment.
func isCode(name, line string) bool {
	line = strings.TrimFunc(line, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
	if commentSign.MatchString(line) && !(cFile.MatchString(name) && directive.MatchString(line)) {
		return false
	}
	code := squeeze(trailing.ReplaceAllString(line, ""))
	return len(code) >= minQuote && strings.ContainsFunc(code, unicode.IsLetter)
}
