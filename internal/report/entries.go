package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/page"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// maxEntries is how many reasons and findings a file for tools lists at most; what is left out is counted.
const maxEntries = 5000

// spot is the place that an entry is about.
type spot struct {
	path       string
	start, end int // 0: no line of the head
}

// entry is a reason or a finding as the formats for tools show it: findings.sarif, .junit.xml and .rdjson.
// Its texts are those of the comment, cut at the same limits, as plain text; a finding whose text the comment leaves out
// has none here either (product.md 12). No line of source is quoted.
type entry struct {
	rule   string // reason code, or "finding/<category>"
	level  verdict.Level
	weight finding.Severity // of a finding; of a reason by its level
	title  string           // one line
	text   string           // title and the rest
	spots  []spot           // the first one is the place; none: it has none
	print  string           // names the same entry in a later run

	found *finding.Finding // nil for a reason
}

// entriesOf lists the reasons, worst first, then the findings as the comment orders them. left is the number of findings
// beyond the limit.
func entriesOf(in Input) (list []entry, left int) {
	paths := changedPaths(in.Change)
	for _, r := range in.Decision.Reasons {
		if len(in.Review.Findings) > 0 && slices.Contains(countsFindings, r.Code) {
			continue // the findings stand for themselves
		}
		text := plain(r.Text, maxReason)
		list = append(list, entry{rule: r.Code, level: r.Level, weight: weightOf(r.Level), title: text, text: text, spots: spotsIn(r.Text, paths)})
	}
	for _, shown := range shownFindings(in) {
		if len(list) == maxEntries {
			left++
			continue
		}
		list = append(list, findingEntry(shown, paths))
	}
	fingerprint(list)
	return list, left
}

// countsFindings are the reasons that only count findings.
var countsFindings = []string{"high_finding", "medium_findings", "minor_findings"}

func weightOf(level verdict.Level) finding.Severity {
	if level == verdict.Yellow {
		return finding.Medium
	}
	return finding.High
}

// categories are those of the deep review; a finding of the single prompt has none.
var categories = []string{"correctness", "security", "performance", "maintainability", "convention", "tests"}

func findingEntry(s shownFinding, paths map[string]bool) entry {
	f := s.Finding
	category := f.Category
	switch {
	case category == "":
		category = "review"
	case !slices.Contains(categories, category):
		category = "other"
	}
	e := entry{rule: "finding/" + category, weight: f.Severity, found: &f}
	e.title = plain(strings.TrimSpace(f.Title), maxTitle)
	if !s.title || e.title == "" {
		e.title = fmt.Sprintf("a finding of %s severity whose text the comment leaves out", f.Severity)
	}
	if paths[f.File] {
		at := spot{path: f.File}
		if f.Side != finding.Old && f.Unverified == "" && f.Start > 0 {
			at.start, at.end = f.Start, max(f.Start, f.End)
		}
		e.spots = []spot{at}
	}
	parts := []string{e.title}
	if s.body {
		reason := ""
		if s.verification {
			reason = f.Verification.Reason
		}
		for _, part := range []struct{ name, text string }{{"", f.Body}, {"Scenario: ", f.Scenario}, {"Verification: ", reason}} {
			if text := strings.TrimSpace(part.text); text != "" {
				parts = append(parts, part.name+plain(text, maxBody))
			}
		}
	}
	if note := weightNote(f); note != "" {
		parts = append(parts, note)
	}
	if len(e.spots) == 0 || e.spots[0].start == 0 {
		parts = append(parts, "Place: "+plain(place(f), maxPath))
	}
	e.text = strings.Join(parts, "\n\n")
	return e
}

// weightNote says in one line what limits the weight of a finding.
func weightNote(f finding.Finding) string {
	var notes []string
	add := func(is bool, note string) {
		if is {
			notes = append(notes, note)
		}
	}
	add(f.SeverityGuessed, "severity unknown, counted as medium")
	add(f.Unverified != "", "unverified: "+plain(f.Unverified, maxTitle))
	add(f.PreExisting, "pre-existing: away from every changed line")
	add(f.Confirmed, "confirmed by the classifier")
	add(f.Doubted, "doubted by the classifier")
	add(f.Cleared, "refuted, does not count")
	add(!f.Cleared && f.Verification.Outcome == finding.False, "refuted, still counts")
	add(f.Verification.Outcome == finding.True, "verified")
	add(f.MergedInto != "", "reported with "+plain(f.MergedInto, maxTitle))
	if len(notes) == 0 {
		return ""
	}
	return "Note: " + strings.Join(notes, "; ") + "."
}

// plain is a text for a tool that shows plain text: hidden characters are escaped.
func plain(text string, limit int) string { return pr.Visible(page.Cut(text, limit)) }

// fingerprint names every entry by its rule, its place and what it cites, not by line numbers, which move, nor by words of
// a model where it cites a line, which change. Equal ones are numbered.
func fingerprint(list []entry) {
	seen := map[string]int{}
	for i := range list {
		e := &list[i]
		parts := []string{e.rule}
		if len(e.spots) > 0 {
			parts = append(parts, e.spots[0].path)
		}
		if f := e.found; f != nil {
			cited := strings.TrimSpace(f.Quote)
			if cited == "" {
				cited = strings.TrimSpace(f.Title)
			}
			parts = append(parts, string(f.Side), cited)
		}
		sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
		name := hex.EncodeToString(sum[:16])
		seen[name]++
		e.print = fmt.Sprintf("%s:%d", name, seen[name])
	}
}
