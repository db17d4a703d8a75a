package report

import (
	"fmt"
	"strings"
	"time"

	"werkrevisor/internal/page"
	"werkrevisor/internal/pr"
)

// Log lines are plain UTF-8, one line each, without colours, because the host shows them raw and to everybody
// (host.md 1). They quote nothing of the PR but names.

// FirstLine says who runs, on what and how.
func FirstLine(version, target string, mode Mode) string {
	return line("werkrevisor %s: %s (%s)", version, target, mode)
}

// StepLine says how long a step of the run took, and what it found.
func StepLine(name string, took time.Duration, found string) string {
	if found != "" {
		found = ": " + found
	}
	return line("%-7s %6s%s", name, took.Round(time.Millisecond), found)
}

// ReasonLines lists the reasons, worst first.
func ReasonLines(in Input) []string {
	var lines []string
	for _, r := range in.Decision.Reasons {
		lines = append(lines, line("%-7s %s: %s", r.Level, r.Code, page.Cut(r.PublicText(), maxReason)))
	}
	for _, note := range in.Decision.Notes {
		lines = append(lines, line("note: %s", note))
	}
	if who := in.Decision.ApprovedBy; who != "" {
		lines = append(lines, line("%s approved exactly this commit, so the gate is open", who))
	}
	return lines
}

// LastLine is the machine-readable end of the log; the host shows no exit code, so this line must (product.md 2).
func LastLine(in Input) string {
	url := in.CommentURL
	if url == "" {
		url = "none"
	}
	return line("verdict=%s exit=%d reasons=%d comment=%s", in.Decision.Level, in.Decision.Exit, len(in.Decision.Reasons), url)
}

func line(format string, args ...any) string {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")
	return pr.Visible(text)
}
