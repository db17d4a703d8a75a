package markdown

import (
	"regexp"
	"strings"
)

// UnitKind is the kind of a unit.
type UnitKind string

// The kinds of units (seed 000, "Classifier").
const (
	SectionUnit  UnitKind = "section"  // a ## or ### heading with its own text
	ScenarioUnit UnitKind = "scenario" // a #### Scenario with its steps
)

// Unit is a part of a PR document that is judged on its own.
type Unit struct {
	Kind  UnitKind
	Title string // of a scenario without the word Scenario and the id
	ID    string // of a scenario, may be empty
	Line  int    // of the heading
	// Text is the unit's content without its heading; scenarios, "Verified by" blocks and comments are left out.
	Text string
	// Feature and Background are the context of a scenario; both may be empty.
	Feature, Background string
	// Spans are the line numbers that the unit covers, its heading included.
	Spans []Span
}

// Span is a range of line numbers; both ends belong to it.
type Span struct{ First, Last int }

// Covers reports whether a line belongs to the unit.
func (u Unit) Covers(line int) bool {
	for _, s := range u.Spans {
		if s.First <= line && line <= s.Last {
			return true
		}
	}
	return false
}

var scenarioTitle = regexp.MustCompile(`^Scenario(?:#([^\s:]+))?:\s*(.*)$`)

// unit is a unit under construction.
type unit struct {
	Unit
	text    []string
	content bool
}

// splitter walks over a document and hands each line to the unit that it belongs to.
type splitter struct {
	units             []*unit
	section, scenario *unit
	feature           string
	background        *[]string // of the current feature or section
	inBackground      bool
	verified          int // level of the "Verified by" heading around the line; 0: none
}

// Units splits a document into the sections and scenarios that have content, in their order (seed 000, "Classifier").
// A document without any unit counts as not judged.
func Units(lines []Line) []Unit {
	var s splitter
	for _, l := range lines {
		if l.Section() {
			s.heading(l)
		} else {
			s.line(l)
		}
	}
	var units []Unit
	for _, u := range s.units {
		if u.content {
			u.Text = strings.Trim(strings.Join(u.text, "\n"), "\n")
			units = append(units, u.Unit)
		}
	}
	return units
}

// heading moves to the part of the document that starts here.
func (s *splitter) heading(l Line) {
	if s.verified > 0 && l.Level <= s.verified {
		s.verified = 0
	}
	if l.Level <= 4 {
		s.scenario, s.inBackground = nil, false
	}
	if l.Level <= 3 {
		s.section, s.feature, s.background = nil, "", nil
	}
	if s.verified > 0 {
		return
	}
	if is(l.Title, "Verified by") {
		s.verified = l.Level
		return
	}
	switch m := scenarioTitle.FindStringSubmatch(l.Title); {
	case l.Level == 1:
	case l.Level <= 3:
		if name, found := strings.CutPrefix(l.Title, "Feature:"); found {
			s.feature = strings.TrimSpace(name)
		}
		s.section = s.add(Unit{Kind: SectionUnit, Title: l.Title, Line: l.Number}, l)
	case l.Level == 4 && m != nil:
		u := Unit{Kind: ScenarioUnit, Title: strings.TrimSpace(m[2]), ID: m[1], Line: l.Number, Feature: s.feature}
		if s.background != nil {
			u.Background = strings.TrimSpace(strings.Join(*s.background, "\n"))
		}
		s.scenario = s.add(u, l)
	default:
		if l.Level == 4 && (is(l.Title, "Background") || strings.HasPrefix(l.Title, "Background:")) {
			s.inBackground, s.background = true, new([]string)
		}
		s.current().append(l, false)
	}
}

// line hands an ordinary line to its unit.
func (s *splitter) line(l Line) {
	if s.verified > 0 {
		return
	}
	s.current().append(l, carries(l.Kind) || l.Level > 0)
	if s.inBackground && !silent(l) {
		*s.background = append(*s.background, l.Raw)
	}
}

func (s *splitter) current() *unit {
	if s.scenario != nil {
		return s.scenario
	}
	return s.section
}

func (s *splitter) add(u Unit, l Line) *unit {
	u.Spans = []Span{{l.Number, l.Number}}
	next := &unit{Unit: u}
	s.units = append(s.units, next)
	return next
}

// append adds a line; nothing happens outside of any unit.
func (u *unit) append(l Line, content bool) {
	if u == nil {
		return
	}
	if last := &u.Spans[len(u.Spans)-1]; last.Last+1 >= l.Number {
		last.Last = l.Number
	} else {
		u.Spans = append(u.Spans, Span{l.Number, l.Number})
	}
	if !silent(l) {
		u.text = append(u.text, l.Raw)
	}
	u.content = u.content || content
}

// silent reports a line that is left out of the text: a comment, or the rest of a setext heading.
func silent(l Line) bool {
	return l.Kind == Comment || l.Kind == Heading && l.Level == 0 && l.Quotes == 0
}

// carries reports whether a line of this kind has content that can be judged.
func carries(k Kind) bool {
	switch k {
	case Blank, FrontMatter, Comment, Heading, ThematicBreak, Definition, Anchor:
		return false
	}
	return true
}

// is compares a heading without case and one trailing colon.
func is(title, name string) bool {
	return strings.EqualFold(HeadingKey(title), HeadingKey(name))
}

// HeadingKey is a heading's title without white space around it and one trailing colon; compare it without case.
func HeadingKey(title string) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(title), ":"))
}
