package report

import (
	"strings"

	"werkrevisor/internal/finding"
)

// shownFinding is a finding and how much of it the comment shows.
type shownFinding struct {
	finding.Finding
	title, body, verification bool
}

// shownFindings are all findings in the order of the comment. The comment shows [review] max_findings of them, and is cut
// at its limit: room is what it has left for findings, so that no file for tools says more.
func shownFindings(in Input) (list []shownFinding) {
	room := maxComment - headLength(in)
	most := in.Config.Review.MaxFindings
	if in.Review.Deep == nil {
		for i, f := range in.Review.Findings {
			shown := room > 0 && (most < 0 || i < most)
			if shown {
				var b strings.Builder
				writeFinding(&b, i+1, f, remark(f))
				room -= b.Len() + 1
				shown = room > 0
			}
			list = append(list, shownFinding{f, shown, shown, false})
		}
		return list
	}
	standing, refuted := groups(in.Review.Findings)
	list = append(list, shownGroups(standing, most, room)...)
	return append(list, shownGroups(refuted, most, min(maxRefuted, room-lengthOf(standing, most)))...)
}

// shownGroups are the findings of groups that have so much room.
func shownGroups(list []group, most, room int) (found []shownFinding) {
	for i, g := range list {
		shown := room > 0 && (most < 0 || i < most)
		if shown {
			room -= lengthOf(list[i:i+1], 1)
			shown = room > 0
		}
		found = append(found, shownFinding{g.lead, shown, shown, shown})
		for n, f := range g.also {
			found = append(found, shownFinding{f, shown && n < maxAlso, false, false})
		}
	}
	return found
}

// lengthOf is the number of bytes that the comment takes for groups.
func lengthOf(list []group, most int) int {
	var b strings.Builder
	writeGroups(&b, list, most)
	return b.Len()
}

// headLength is about the number of bytes of the comment besides the findings, as far as they are in its limit.
func headLength(in Input) int {
	const frame = 2000 // verdict, advice and headings
	var b strings.Builder
	writeAssessment(&b, in.Review.Deep)
	writeReasons(&b, in.Decision.Reasons)
	writeAsides(&b, in.Review.Deep)
	writeDeep(&b, in.Review.Deep)
	for _, note := range in.Decision.Notes {
		b.WriteString(inline(note, maxReason))
	}
	return b.Len() + frame
}
