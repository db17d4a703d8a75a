package review

import (
	"strings"

	"werkrevisor/internal/pr"
)

// contextLines is how many unchanged lines stand around a hunk in the prompt (product.md 8).
const contextLines = 10

// widened returns the hunks of a file with more unchanged lines around them, taken from the new text.
// Rules and reports keep the original hunks. It is pure; without the text the hunks stay as they are.
func widened(f pr.File) []pr.Hunk {
	if f.New.State != pr.Read || f.Status == pr.TypeChanged {
		return f.Hunks
	}
	lines := strings.Split(f.New.Body, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	wide := make([]pr.Hunk, 0, len(f.Hunks))
	free := 1 // first line of the new text that no hunk before shows
	for i, h := range f.Hunks {
		end := len(lines) + 1 // first line that the next hunk shows
		if i+1 < len(f.Hunks) {
			end = firstNew(f.Hunks[i+1])
		}
		first := firstNew(h)
		before := max(free, first-max(0, contextLines-leading(h.Lines)))
		after := first + h.NewLines
		stop := min(end, after+max(0, contextLines-trailing(h.Lines)))
		w := h
		w.Lines = make([]pr.Line, 0, len(h.Lines)+first-before+max(0, stop-after))
		shift := firstOld(h) - first // old number minus new number above the hunk
		for n := before; n < first && n <= len(lines); n++ {
			w.Lines = append(w.Lines, pr.Line{Op: pr.Context, Old: n + shift, New: n, Text: lines[n-1]})
		}
		w.Lines = append(w.Lines, h.Lines...)
		shift += h.OldLines - h.NewLines
		for n := after; n < stop && n <= len(lines); n++ {
			w.Lines = append(w.Lines, pr.Line{Op: pr.Context, Old: n + shift, New: n, Text: lines[n-1]})
		}
		w.NewStart, w.OldStart = h.NewStart-(first-before), h.OldStart-(first-before)
		free = max(after, stop)
		wide = append(wide, w)
	}
	return wide
}

// firstNew is the number of the first line of a hunk in the new text. A hunk without new lines names the line before it.
func firstNew(h pr.Hunk) int {
	if h.NewLines == 0 {
		return h.NewStart + 1
	}
	return h.NewStart
}

func firstOld(h pr.Hunk) int {
	if h.OldLines == 0 {
		return h.OldStart + 1
	}
	return h.OldStart
}

func leading(lines []pr.Line) int {
	for i, l := range lines {
		if l.Op != pr.Context {
			return i
		}
	}
	return len(lines)
}

func trailing(lines []pr.Line) int {
	for i := range lines {
		if lines[len(lines)-1-i].Op != pr.Context {
			return i
		}
	}
	return len(lines)
}
