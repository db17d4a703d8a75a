package review

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
)

const (
	quoteReach = 10 // a quote may stand this many lines away from the cited ones
	changeNear = 3  // a finding farther away from every changed line is pre-existing
)

// CheckFindings holds every finding against the change and sorts them, worst first (product.md 8, "Findings").
// A wrong file, line or quote makes a finding unverified; it is never dropped. It is pure.
func CheckFindings(findings []finding.Finding, p Prompt, c pr.Change) []finding.Finding {
	k := checker{files: newResolver(p, c), sides: map[sideOf]side{}, changed: map[sideOf][]int{}, searches: maxSearches}
	checked := make([]finding.Finding, len(findings))
	for i, f := range findings {
		checked[i] = k.check(f)
	}
	slices.SortStableFunc(checked, func(a, b finding.Finding) int { return int(b.Severity) - int(a.Severity) })
	return checked
}

// maxSearches is how many quotes are looked for in their whole file; a model that sends thousands of wrong ones
// must not cost more than that.
const maxSearches = 100

// longRange is how many lines a finding may cite before the search for its quote counts as one in a whole file.
const longRange = 100

// notInChange is the remark of a finding about another file.
const notInChange = "the file is not part of the change"

// checker keeps what several findings of one file need.
type checker struct {
	files    resolver
	sides    map[sideOf]side
	changed  map[sideOf][]int // where each side of a file changes, ascending
	searches int
}

type sideOf struct {
	path string
	side finding.Side
}

// side is one version of a file without white space: by line number, and the number of lines where the whole text is
// known, else 0.
type side struct {
	lines   map[int]string
	known   int
	numbers []int // of the lines, ascending; nil where the whole text is known
}

// check holds a finding against the file that it names. Where a name can mean two files, the finding means the one that it
// fits better: a file that is called like a number must not take findings away from the file with this number.
func (k *checker) check(f finding.Finding) finding.Finding {
	best := f
	best.Unverified = notInChange
	for i, file := range k.files.find(f.File) {
		got := k.checkIn(file, f)
		if i == 0 || fit(got) > fit(best) {
			best = got
		}
	}
	return best
}

// fit is how well a checked finding fits its file.
func fit(f finding.Finding) int {
	switch {
	case f.Unverified != "":
		return 0
	case f.PreExisting:
		return 1
	}
	return 2
}

// checkIn holds a finding against one file.
func (k *checker) checkIn(file pr.File, f finding.Finding) finding.Finding {
	f.File = file.Path
	s := k.side(file, f.Side)
	if f.Start < 1 || f.End < f.Start || s.known > 0 && f.End > s.known {
		f.Unverified = "the lines do not exist"
		return f
	}
	if s.known == 0 && !s.hasAll(f.Start, f.End) {
		f.Unverified = "the lines are not part of the diff, and the text of the file was not read"
		return f
	}
	if quote := quotedLine(f.Quote); quote != "" {
		at := k.findQuote(s, quote, f.Start, f.End)
		if at == 0 {
			f.Unverified = "the quoted line does not stand there"
			return f
		}
		if at < f.Start || at > f.End {
			f.Start, f.End = at, at+f.End-f.Start
		}
	}
	f.PreExisting = !k.nearChange(file, f)
	return f
}

// side reads one version of a file, once.
func (k *checker) side(file pr.File, which finding.Side) side {
	key := sideOf{file.Path, which}
	if s, ok := k.sides[key]; ok {
		return s
	}
	text := file.New
	if which == finding.Old {
		text = file.Old
	}
	s := side{lines: map[int]string{}}
	if text.State == pr.Read {
		for line := range strings.SplitSeq(strings.TrimSuffix(text.Body, "\n"), "\n") {
			s.known++
			s.lines[s.known] = squash(line)
		}
	} else {
		for _, h := range file.Hunks {
			for _, l := range h.Lines {
				if n := number(l, which); n > 0 {
					s.lines[n] = squash(l.Text)
				}
			}
		}
		s.numbers = slices.Sorted(maps.Keys(s.lines))
	}
	k.sides[key] = s
	return s
}

// hasAll reports whether every line of a range is known.
func (s side) hasAll(start, end int) bool {
	from, _ := slices.BinarySearch(s.numbers, start)
	to, _ := slices.BinarySearch(s.numbers, end+1)
	return to-from == end-start+1
}

func number(l pr.Line, side finding.Side) int {
	if side == finding.Old {
		return l.Old
	}
	return l.New
}

// findQuote is the line on which a quote stands: among the cited ones or within ten lines of them, the nearest first,
// else the only match in the file; 0 if there is none.
func (k *checker) findQuote(s side, quote string, start, end int) int {
	has := func(n int) bool { return strings.Contains(s.lines[n], quote) }
	if end-start > longRange {
		if k.searches == 0 {
			return start // the place exists; in doubt the finding counts
		}
		k.searches--
	}
	for n := start; n <= end && n <= start+len(s.lines); n++ {
		if has(n) {
			return n
		}
	}
	for distance := 1; distance <= quoteReach; distance++ {
		if has(start - distance) {
			return start - distance
		}
		if has(end + distance) {
			return end + distance
		}
	}
	if k.searches == 0 {
		return 0
	}
	k.searches--
	only := 0
	for n, line := range s.lines {
		if strings.Contains(line, quote) {
			if only != 0 {
				return 0
			}
			only = n
		}
	}
	return only
}

// linePrefixes are what the prompt writes in front of a line; models often quote it.
var linePrefixes = regexp.MustCompile(`^\s*\d+ [+ -]? *\| ?`)

// quotedLine is the first line of a quote that is not blank, without white space and without the prompt's prefix.
// The schema asks for one line; a model that quotes more still means the first.
func quotedLine(quote string) string {
	for line := range strings.SplitSeq(quote, "\n") {
		if line = squash(linePrefixes.ReplaceAllLiteralString(line, "")); line != "" {
			return line
		}
	}
	return ""
}

// squash removes white space, which a model often changes.
func squash(s string) string { return strings.Join(strings.Fields(s), "") }

// nearChange reports whether a finding lies within three lines of a changed line of its file.
func (k *checker) nearChange(file pr.File, f finding.Finding) bool {
	key := sideOf{file.Path, f.Side}
	at, ok := k.changed[key]
	if !ok {
		at = changedAt(file, f.Side)
		k.changed[key] = at
	}
	first, _ := slices.BinarySearch(at, f.Start-changeNear)
	return first < len(at) && at[first] <= f.End+changeNear
}

// changedAt is where a side of a file changes: the numbers of its changed lines, and of the line at which lines
// of the other side came or went.
func changedAt(file pr.File, which finding.Side) []int {
	var list []int
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
			if which == finding.Old {
				at = old
			}
			if l.Op != pr.Context {
				list = append(list, at)
			}
		}
	}
	slices.Sort(list)
	return list
}
