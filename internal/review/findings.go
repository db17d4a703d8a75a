package review

import (
	"slices"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
)

const (
	quoteReach = 10 // a quote may stand this many lines away from the cited ones
	changeNear = 3  // a finding farther away from every changed line is pre-existing
)

// checkFindings holds every finding against the change and sorts them, worst first (product.md 8, "Findings").
// A wrong file, line or quote makes a finding unverified; it is never dropped. It is pure.
func checkFindings(findings []finding.Finding, c pr.Change) []finding.Finding {
	files := map[string]pr.File{}
	for _, f := range c.Files {
		files[f.Path] = f
	}
	checked := make([]finding.Finding, len(findings))
	for i, f := range findings {
		checked[i] = check(f, files)
	}
	slices.SortStableFunc(checked, func(a, b finding.Finding) int { return int(b.Severity) - int(a.Severity) })
	return checked
}

func check(f finding.Finding, files map[string]pr.File) finding.Finding {
	file, ok := files[f.File]
	if !ok {
		f.Unverified = "the file is not part of the change"
		return f
	}
	lines, known := sideLines(file, f.Side)
	if f.Start < 1 || f.End < f.Start || known > 0 && f.End > known {
		f.Unverified = "the lines do not exist"
		return f
	}
	for n := f.Start; n <= f.End && known == 0; n++ {
		if _, ok := lines[n]; !ok {
			f.Unverified = "the lines are not part of the diff, and the text of the file was not read"
			return f
		}
	}
	if quote := squash(f.Quote); quote != "" {
		at := findQuote(lines, quote, f.Start, f.End)
		if at == 0 {
			f.Unverified = "the quoted line does not stand there"
			return f
		}
		if at < f.Start || at > f.End {
			f.Start, f.End = at, at+f.End-f.Start
		}
	}
	f.PreExisting = !nearChange(file, f)
	return f
}

// sideLines are the lines of one side by their number, and the number of lines where the whole text is known, else 0.
func sideLines(file pr.File, side finding.Side) (lines map[int]string, known int) {
	text := file.New
	if side == finding.Old {
		text = file.Old
	}
	lines = map[int]string{}
	if text.State == pr.Read {
		for line := range strings.SplitSeq(strings.TrimSuffix(text.Body, "\n"), "\n") {
			known++
			lines[known] = line
		}
		return lines, known
	}
	for _, h := range file.Hunks {
		for _, l := range h.Lines {
			if n := number(l, side); n > 0 {
				lines[n] = l.Text
			}
		}
	}
	return lines, 0
}

func number(l pr.Line, side finding.Side) int {
	if side == finding.Old {
		return l.Old
	}
	return l.New
}

// findQuote is the line on which a quote stands: within ten lines of the cited ones, else the only match in the file.
func findQuote(lines map[int]string, quote string, start, end int) int {
	for distance := 0; distance <= quoteReach; distance++ {
		for n := start - distance; n <= end+distance; n++ {
			if n >= start && n <= end && distance > 0 {
				n = end // those were looked at
				continue
			}
			if strings.Contains(squash(lines[n]), quote) {
				return n
			}
		}
	}
	only := 0
	for n, line := range lines {
		if strings.Contains(squash(line), quote) {
			if only != 0 {
				return 0
			}
			only = n
		}
	}
	return only
}

// squash removes white space, which a model often changes.
func squash(s string) string { return strings.Join(strings.Fields(s), "") }

// nearChange reports whether a finding lies within three lines of a changed line of its file.
func nearChange(file pr.File, f finding.Finding) bool {
	for _, h := range file.Hunks {
		old, new := h.OldStart, h.NewStart // where the next line stands on each side
		for _, l := range h.Lines {
			if l.Old > 0 {
				old = l.Old
			}
			if l.New > 0 {
				new = l.New
			}
			at := new
			if f.Side == finding.Old {
				at = old
			}
			if l.Op != pr.Context && at >= f.Start-changeNear && at <= f.End+changeNear {
				return true
			}
		}
	}
	return false
}
