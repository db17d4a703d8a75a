package report

import (
	"strings"
	"unicode/utf8"

	"werkrevisor/internal/verdict"
)

// The parts of reviewdog's DiagnosticResult that are written.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Severity    string         `json:"severity"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
	}
	rdDiagnostic struct {
		Message  string      `json:"message"`
		Location *rdLocation `json:"location,omitempty"`
		Severity string      `json:"severity"`
		Code     rdCode      `json:"code"`
	}
	rdCode struct {
		Value string `json:"value"`
	}
	rdLocation struct {
		Path  string   `json:"path"`
		Range *rdRange `json:"range,omitempty"`
	}
	// rdRange has no columns, so the line of its end belongs to it.
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line int `json:"line"`
	}
)

// RDJSON renders reasons and findings as reviewdog's DiagnosticResult. The input is cleaned. A finding that was refuted
// and does not count is left out, because reviewdog would comment on it. Reviewdog posts the messages as Markdown, so they
// are escaped as in the comment.
func RDJSON(in Input) ([]byte, error) {
	list, _ := entriesOf(in)
	result := rdResult{Source: rdSource{"werkrevisor"}, Severity: rdOverall(in.Decision.Level), Diagnostics: []rdDiagnostic{}}
	for _, e := range list {
		if e.found != nil && e.found.Cleared {
			continue
		}
		d := rdDiagnostic{Message: markdown(e.text), Severity: [...]string{"INFO", "WARNING", "ERROR"}[e.weight], Code: rdCode{e.rule}}
		if len(e.spots) > 0 && utf8.ValidString(e.spots[0].path) { // JSON cannot name other files
			s := e.spots[0]
			d.Location = &rdLocation{Path: s.path}
			if s.start > 0 {
				d.Location.Range = &rdRange{Start: rdPosition{s.start}}
				if s.end > s.start {
					d.Location.Range.End = &rdPosition{s.end}
				}
			}
		}
		result.Diagnostics = append(result.Diagnostics, d)
	}
	return indented(result)
}

func rdOverall(level verdict.Level) string {
	switch level {
	case verdict.Green:
		return "INFO"
	case verdict.Yellow:
		return "WARNING"
	}
	return "ERROR"
}

// markdown renders plain text as Markdown in which nothing acts, line by line.
func markdown(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = opening(line, maxBody)
	}
	return strings.Join(lines, "\n")
}
