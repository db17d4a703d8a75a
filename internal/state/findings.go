package state

import (
	"fmt"
	"slices"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// maxFindings is how many findings a state keeps, the worst ones.
const maxFindings = 200

// Finding is a finding of high or medium severity: a later review that says nothing of its line does not undo it.
type Finding struct {
	Path     string `json:"path"`
	Severity string `json:"severity"`
	Line     string `json:"line"` // hash of the cited line without white space
	// Around is set for a refuted one: the hash of the cited lines with those around them.
	Around string `json:"around,omitempty"`
}

// Refuted reports whether the verification of the deep review refuted it.
func (f Finding) Refuted() bool { return f.Around != "" }

// Keep adds the findings that a later review must not lose: those of high and medium severity with a place in the
// change. They come worst first.
func (s *State) Keep(findings []finding.Finding, c pr.Change) {
	texts := newLines(c)
	size := 0
	for _, f := range findings {
		if f.Severity == finding.Low || f.Unverified != "" {
			continue
		}
		cited := texts.cited(f, false)
		if len(cited) == 0 {
			cited = texts.cited(f, true) // a bracket says too little: the lines around it stand for it
		}
		if len(cited) == 0 {
			continue
		}
		kept := Finding{Path: f.File, Severity: f.Severity.String(), Line: cited[0]}
		if f.Verification.Outcome == finding.False {
			kept.Around = texts.around(f)
		}
		if slices.Contains(s.Findings, kept) {
			continue
		}
		if size += len(f.File); len(s.Findings) == maxFindings || size > maxPayload/4 {
			s.More = true
			return
		}
		s.Findings = append(s.Findings, kept)
	}
}

// Carry takes over the findings of older states of the same head, which this one replaces: a review that says nothing of
// them, or a failed one, must not wipe them out.
func (s *State) Carry(older []State) {
	for _, o := range older {
		if o.Head != s.Head {
			continue
		}
		s.More = s.More || o.More
		for _, f := range o.Findings {
			switch {
			case slices.Contains(s.Findings, f):
			case len(s.Findings) == maxFindings:
				s.More = true
			default:
				s.Findings = append(s.Findings, f)
			}
		}
	}
}

// CarryAlive takes over findings of other heads and other PRs whose line is part of this change: so they stay known when the
// comments that they come from are deleted. Refuted ones belong to their lines and stay where they are.
func (s *State) CarryAlive(others []State, c pr.Change) {
	texts := newLines(c)
	for _, o := range others {
		for _, f := range o.Findings {
			if o.Head == s.Head && !slices.Contains(s.Findings, f) || f.Refuted() || len(texts.places(f)) == 0 || s.has(f) {
				continue
			}
			if len(s.Findings) == maxFindings {
				s.More = true
				return
			}
			s.Findings = append(s.Findings, f)
		}
	}
}

// has reports whether the state has a finding of this line already, refuted or not.
func (s *State) has(f Finding) bool {
	return slices.ContainsFunc(s.Findings, func(own Finding) bool { return own.Path == f.Path && own.Line == f.Line })
}

// Earlier gives YELLOW for findings of earlier reviews whose line is still part of the change and of which the new
// review says nothing: amending a commit until a model is content must not work (product.md 10). With cleared, the host
// lets a refutation clear a finding, so refuted ones do not count.
func Earlier(states []State, findings []finding.Finding, c pr.Change, cleared bool) []verdict.Reason {
	texts := newLines(c)
	said := map[Finding]bool{}
	for _, f := range findings {
		for _, line := range texts.cited(f, true) {
			said[Finding{Path: f.File, Line: line}] = true
		}
	}
	var places []string
	more := false
	seen := map[Finding]bool{}
	for _, s := range states {
		more = more || s.More
		for _, f := range s.Findings {
			key := Finding{Path: f.Path, Line: f.Line}
			if seen[key] || cleared && f.Refuted() {
				continue
			}
			seen[key] = true
			for _, place := range texts.places(f) {
				if !said[Finding{Path: place.path, Line: f.Line}] {
					places = append(places, fmt.Sprintf("%s:%d (%s)", place.path, place.line, f.Severity))
					break
				}
			}
		}
	}
	if more && len(places) == 0 {
		places = append(places, "more findings than a comment can keep")
	}
	if len(places) == 0 {
		return nil
	}
	return []verdict.Reason{{Source: verdict.System, Level: verdict.Yellow, Code: "earlier_finding", Text: fmt.Sprintf(
		"an earlier review, of this PR or of another one with these lines, had %s about lines that are part of the change, "+
			"and this review says nothing of them: %s; "+
			"change the lines, or a human decides", verdict.Count(len(places), "finding"), verdict.Examples(places))}}
}

// Refuted finds, by their index, findings that an earlier review of this PR refuted, where the cited lines and those
// around them did not change since, with the head of that review. What a later review reports again is not settled,
// and a finding of a higher severity is another one.
func Refuted(states []State, findings []finding.Finding, c pr.Change) map[int]string {
	texts := newLines(c)
	heads := map[Finding]string{}
	for _, s := range states {
		for _, f := range s.Findings {
			key := Finding{Path: f.Path, Line: f.Line}
			if !f.Refuted() {
				for old := range heads {
					if old.Path == f.Path && old.Line == f.Line {
						delete(heads, old)
					}
				}
				continue
			}
			key.Severity, key.Around = f.Severity, f.Around
			if heads[key] == "" {
				heads[key] = s.Head
			}
		}
	}
	found := map[int]string{}
	for i, f := range findings {
		cited := texts.cited(f, false)
		if len(cited) == 0 || f.Severity == finding.Low {
			continue
		}
		for _, severity := range []finding.Severity{finding.High, finding.Medium} {
			head := heads[Finding{Path: f.File, Severity: severity.String(), Line: cited[0], Around: texts.around(f)}]
			if head != "" && f.Severity <= severity {
				found[i] = head
			}
		}
	}
	return found
}
