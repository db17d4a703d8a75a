package report

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/page"
	"werkrevisor/internal/verdict"
)

// pageFindings is one of the two lists of findings.
type pageFindings struct {
	All   int
	Shown []pageFinding
	Left  int
	Limit int // [review] max_findings
}

// pageFinding is one finding with the ones that stand below it.
type pageFinding struct {
	Severity, Class, Title, Place, Note string
	Body, Scenario, Reason, Fix         string
	Evidence, Also                      []string
	Lines                               []citedLine
	size                                int // with the merged ones
}

// The most bytes of findings: without source as many as a comment has, and with source what fits a page.
const (
	maxPageStanding = 600_000
	maxPageRefuted  = 150_000
)

// findings puts the same findings on the page as the comment shows, at most as many, and counts the others.
func (v *pageView) findings(in Input) {
	standing, refuted := []group{}, []group{}
	if in.Review.Deep != nil {
		standing, refuted = groups(in.Review.Findings)
	} else {
		for _, f := range in.Review.Findings {
			standing = append(standing, group{lead: f})
		}
	}
	limit, limitRefuted := maxComment-v.before(), maxRefuted
	if v.Source {
		limit, limitRefuted = maxPageStanding, maxPageRefuted
	}
	texts := &citations{in: in, masked: map[string][]string{}}
	v.Standing = findingsOn(in, standing, limit, texts)
	v.Refuted = findingsOn(in, refuted, limitRefuted, texts)
}

// before is the number of bytes that come before the findings: a comment has so much less room for them.
func (v *pageView) before() int {
	n := 0
	for _, r := range v.Reasons {
		n += page.Weight(r.Text)
	}
	for _, text := range slices.Concat(v.Attention, v.Faults, v.Questions) {
		n += page.Weight(text)
	}
	return n
}

func findingsOn(in Input, list []group, limit int, texts *citations) pageFindings {
	most := in.Config.Review.MaxFindings
	if most < 0 || most > len(list) {
		most = len(list)
	}
	p := pageFindings{All: size(list), Limit: in.Config.Review.MaxFindings}
	for _, g := range list[:most] {
		f := pageFindingOf(in, g, texts)
		if limit -= f.weight(); limit < 0 {
			break
		}
		p.Shown = append(p.Shown, f)
	}
	p.Left = p.All - size(list[:len(p.Shown)])
	return p
}

func pageFindingOf(in Input, g group, texts *citations) pageFinding {
	f := g.lead
	p := pageFinding{Severity: f.Severity.String(), Class: [...]string{"soft", "yellow", "orange"}[f.Severity],
		Title: page.Cut(strings.TrimSpace(f.Title), maxTitle), Place: page.Cut(place(f), maxPath), Body: page.Cut(strings.TrimSpace(f.Body), maxBody),
		Scenario: page.Cut(strings.TrimSpace(f.Scenario), maxBody), Note: remarkIn(inPage(), f), size: 1 + len(g.also)}
	if in.Review.Deep != nil {
		p.Note = originIn(inPage(), f)
		p.Reason, p.Fix = page.Cut(strings.TrimSpace(f.Verification.Reason), maxBody), page.Cut(strings.Trim(f.Fix, "\n"), maxBody)
	}
	for i, e := range f.Verification.Evidence {
		if i == maxEvidence {
			p.Evidence = append(p.Evidence, "and "+verdict.Count(len(f.Verification.Evidence)-i, "more quote"))
			break
		}
		p.Evidence = append(p.Evidence, page.Cut(fmt.Sprintf("%s:%d", e.File, e.Line), maxPath)+"  "+page.Cut(e.Quote, maxPath))
	}
	for i, other := range g.also {
		if i == maxAlso {
			p.Also = append(p.Also, "reported "+times(len(g.also)-i)+" more")
			break
		}
		p.Also = append(p.Also, fmt.Sprintf("[%s] %s, at %s, %s", other.Severity, page.Cut(strings.TrimSpace(other.Title), maxTitle), page.Cut(place(other), maxPath), originIn(inPage(), other)))
	}
	p.Lines = texts.around(f)
	return p
}

// weight is the number of bytes that the finding takes in the page.
func (p pageFinding) weight() int {
	all := append([]string{p.Title, p.Place, p.Note, p.Body, p.Scenario, p.Reason, p.Fix}, p.Evidence...)
	all = append(all, p.Also...)
	n := 600 // the marks around them
	for _, text := range all {
		n += page.Weight(text)
	}
	for _, l := range p.Lines {
		n += page.Weight(l.Text) + len(`<span class="cited">00000 > </span>`)
	}
	return n
}

// list is as many entries as the comment shows of a list, and the number of the rest.
func (v *pageView) list(entries []string) []string {
	shown, left := page.Fit(entries, maxList, maxFold, page.Weight)
	if left > 0 {
		shown = append(shown, fmt.Sprintf("and %d more", left))
	}
	return shown
}

func placeOfQuestion(file string, line int) string {
	return page.Cut(fmt.Sprintf("%s:%d", file, line), maxPath)
}

// isOf reports whether a finding is about a file, by the name of its side.
func isOf(f finding.Finding, path, oldPath string) bool {
	if f.Side == finding.Old {
		return f.File == oldPath || f.File == path
	}
	return f.File == path
}
