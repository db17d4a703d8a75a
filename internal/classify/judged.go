package classify

import (
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/markdown"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/rules"
)

// Judged reports whether every file of the change is a PR document of which every changed line lies in a unit with an
// answer that counts (classifier.md). Only then a docs-only change may be GREEN without a model.
//
// Headings outside of units, the text above them, front matter, "Verified by" blocks and comments go to nobody, so a
// change of them is not judged. A removed line counts if its unit of the old text is a judged one of the new text.
func (r Result) Judged(c pr.Change, cfg config.Config) bool {
	if cfg.Classifier == nil || c.Kind != pr.DocsOnly || len(c.Files) == 0 {
		return false
	}
	counted := map[string][]Unit{}
	for _, row := range r.Rows {
		if row.Flag != Ignored {
			counted[row.Unit.Path] = append(counted[row.Unit.Path], row.Unit)
		}
	}
	for _, f := range c.Files {
		units := counted[f.Path]
		if len(units) == 0 || f.New.State != pr.Read || !IsDocument(f.Path, *cfg.Classifier) || f.Renamed() ||
			rules.Unreviewable(f) != "" || len(f.Hunks) == 0 || !allJudged(f, units) {
			return false
		}
	}
	return true
}

// allJudged reports whether the changed lines of a document lie in the units.
func allJudged(f pr.File, units []Unit) bool {
	now := map[int]markdown.Line{}
	for _, l := range markdown.Parse(f.New.Body) {
		now[l.Number] = l
	}
	var before []markdown.Unit
	if f.Old.State == pr.Read {
		before = markdown.Units(markdown.Parse(f.Old.Body))
	}
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			blank := strings.TrimSpace(l.Text) == ""
			switch {
			case l.Op == pr.Add && blank, l.Op == pr.Remove && blank:
			case l.Op == pr.Add && (!inUnits(l.New, units) || hidden(now[l.New])):
				return false
			case l.Op == pr.Remove && !stillJudged(l, before, units):
				return false
			}
		}
	}
	return true
}

func inUnits(line int, units []Unit) bool {
	for _, u := range units {
		for _, s := range u.Spans {
			if s.First <= line && line <= s.Last {
				return true
			}
		}
	}
	return false
}

// hidden reports whether a line holds a comment, which is in no state.
func hidden(l markdown.Line) bool {
	return l.Kind == markdown.Comment || strings.Contains(l.Raw, "<!--") || strings.Contains(l.Raw, "-->")
}

// stillJudged reports whether a removed line was text of a unit that is among the judged ones, by title and id.
func stillJudged(l pr.Line, before []markdown.Unit, units []Unit) bool {
	for _, old := range before {
		if !old.Covers(l.Old) || strings.Contains(l.Text, "<!--") || strings.Contains(l.Text, "-->") {
			continue
		}
		for _, u := range units {
			if u.Title == old.Title && u.ID == old.ID {
				return true
			}
		}
	}
	return false
}
