package rules

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// injection gives ORANGE to characters that a reader cannot see, and YELLOW to text that addresses the reviewer
// (product.md 7), in added lines, paths, title and description. The host can switch both off with [hard_yellow]
// injection_scan; injection_exclude holds for addressed_to_reviewer only. Reasons name places and quote nothing,
// so that a reason cannot carry the attack on.
func injection(c pr.Change, cfg config.Config) Outcome {
	var out Outcome
	if !cfg.HardYellow.InjectionScan {
		out.Inputs = []Input{{Name: "injection scan", Value: "off", Key: "[hard_yellow] injection_scan", Limit: "false"}}
		return out
	}
	s := scan{}
	s.text("title", c.Title)
	s.text("description", c.Body)
	for _, f := range c.Files {
		s.file(f, injectionExcluded(f, cfg.HardYellow.InjectionExclude))
	}
	out.Inputs = []Input{
		{Name: "places with hidden characters", Value: fmt.Sprint(len(s.hidden)), Key: "[hard_yellow] injection_scan", Limit: "true"},
		{"texts for the reviewer", fmt.Sprint(len(s.addressed)), "[hard_yellow] injection_exclude",
			strings.Join(cfg.HardYellow.InjectionExclude.Strings(), " ")},
	}
	if len(s.hidden) > 0 {
		out.add(verdict.Orange, "hidden_characters", fmt.Sprintf(
			"characters that a reader cannot see in %s: %s; remove them, or write them as escapes of the language",
			verdict.Count(len(s.hidden), "place"), verdict.Examples(s.hidden)))
	}
	if len(s.addressed) > 0 {
		out.add(verdict.Yellow, "addressed_to_reviewer", fmt.Sprintf(
			"text in %s addresses the reviewer, so a human looks at it: %s; "+
				"reword it, or list files that quote such texts on purpose ([hard_yellow] injection_exclude)",
			verdict.Count(len(s.addressed), "place"), verdict.Examples(s.addressed)))
	}
	return out
}

// injectionExcluded reports whether a file may quote texts for reviewers; of a renamed file both names must match.
func injectionExcluded(f pr.File, globs config.Globs) bool {
	return !slices.ContainsFunc(f.Paths(), func(p string) bool { return !globs.Has(p) })
}

// scan collects the places of both codes, in the order of the change.
type scan struct {
	hidden, addressed []string
	reader            phraseReader // of a text, with the lines of context
	added             phraseReader // without them
}

// text scans the title or the description.
func (s *scan) text(name, text string) {
	s.reader.reset()
	for i, line := range strings.Split(text, "\n") {
		place := name
		if strings.Contains(text, "\n") {
			place = fmt.Sprintf("%s:%d", name, i+1)
		}
		s.hide(place, hiddenKind(line))
		s.reader.line(line, i+1)
	}
	for _, hit := range s.reader.hits() {
		place := name
		if strings.Contains(text, "\n") {
			place = fmt.Sprintf("%s:%d", name, hit.line)
		}
		s.address(place, hit.kind)
	}
}

// file scans the paths and the added lines of a file. A deleted path leaves the repository and is no matter here.
func (s *scan) file(f pr.File, excluded bool) {
	if f.Status != pr.Deleted {
		for _, p := range f.Paths() {
			s.hide(p, hiddenKind(p))
		}
		if !excluded {
			s.reader.reset()
			s.reader.line(f.Path, 1)
			for _, hit := range s.reader.hits() {
				s.address(f.Path, "name: "+hit.kind)
			}
		}
	}
	if tooLarge(f) {
		return
	}
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op != pr.Add {
				continue
			}
			text := l.Text
			if l.New == 1 {
				text = strings.TrimPrefix(text, "\ufeff")
			}
			if kind := hiddenKind(text); kind != "" {
				s.hide(fmt.Sprintf("%s:%d", f.Path, l.New), kind)
			}
		}
		if !excluded {
			for _, hit := range s.hunk(h) {
				s.address(fmt.Sprintf("%s:%d", f.Path, hit.line), hit.kind)
			}
		}
	}
}

// hunk reads the added lines of a hunk in two ways, so that no line in between breaks a phrase: with the lines of context,
// which may complete it, and without them.
func (s *scan) hunk(h pr.Hunk) []phraseHit {
	s.reader.reset()
	s.added.reset()
	mixed := slices.ContainsFunc(h.Lines, func(l pr.Line) bool { return l.Op == pr.Context })
	for _, l := range h.Lines {
		switch l.Op {
		case pr.Context:
			s.reader.context(l.Text, l.New)
		case pr.Add:
			s.reader.line(l.Text, l.New)
			if mixed {
				s.added.line(l.Text, l.New)
			}
		}
	}
	return tidy(append(s.reader.hits(), s.added.hits()...))
}

func (s *scan) hide(place, kind string) {
	if kind != "" {
		s.hidden = append(s.hidden, fmt.Sprintf("%s (%s)", place, kind))
	}
}

func (s *scan) address(place, kind string) {
	s.addressed = append(s.addressed, fmt.Sprintf("%s (%s)", place, kind))
}
