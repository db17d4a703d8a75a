package report

import (
	"fmt"
	"regexp"
	"strings"

	"werkrevisor/internal/verdict"
)

// standing is the part of a comment that follows the advice and can change while the verdict stays: who approved or may approve, and the notes.
func standing(d verdict.Decision) string {
	var b strings.Builder
	if d.ApprovedBy != "" {
		fmt.Fprintf(&b, "\nThis commit is approved by %s; the gate is open.\n", code(d.ApprovedBy, maxTitle))
	}
	b.WriteString(mayApprove(d))
	for _, note := range d.Notes {
		fmt.Fprintf(&b, "\nNote: %s.\n", inline(note, maxReason))
	}
	return b.String()
}

var (
	adviceLine   = regexp.MustCompile(`(?m)^(?:\*\*What to do:\*\*|Nothing to do:) .*\n`)
	standingLine = regexp.MustCompile(`(?m)^\n(?:This commit is approved by .*; the gate is open\.|.* approved exactly this commit, so the gate is open\.|The approval of one person is enough: .*|Note: .*)\n`)
)

// Refresh makes the text of a comment say who approved and which notes hold by the decision, and leaves the rest as it is.
// A text that says so already comes back unchanged.
func Refresh(text string, d verdict.Decision) string {
	head, rest := text, ""
	if at := strings.Index(text, "\n### "); at >= 0 { // what follows quotes the PR
		head, rest = text[:at+1], text[at+1:]
	}
	at := adviceLine.FindStringIndex(head)
	if at == nil {
		return text
	}
	return head[:at[1]] + standing(d) + standingLine.ReplaceAllString(head[at[1]:], "") + rest
}
