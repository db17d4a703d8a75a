package pr

import (
	"fmt"
	"strings"
)

// Apply returns the new text of a file: its hunks, applied to f.Old.Body.
//
// It is strict: every context and removed line must stand exactly where the hunk says, with or without a final \n
// as marked, and no text may follow a line that the diff calls the last. f.Old must be Read, or Absent for an added file.
// Errors wrap ErrIncomplete and name the path's hunk by its number, never content.
func Apply(f File) (string, error) {
	if f.Binary {
		return "", fmt.Errorf("%w: a binary file has no lines to apply", ErrIncomplete)
	}
	if f.Old.State != Read && f.Old.State != Absent {
		return "", fmt.Errorf("%w: the old text was not read", ErrIncomplete)
	}
	a := applier{old: f.Old.Body, line: 1}
	a.out.Grow(len(f.Old.Body) + addedBytes(f))
	for i, h := range f.Hunks {
		if f.Status == TypeChanged && h.OldLines == 0 && i > 0 {
			if !a.atEnd() {
				return "", fmt.Errorf("%w: the diff removes only a part of the file whose type changed", ErrIncomplete)
			}
			a = applier{line: 1}
		}
		if what := a.hunk(h); what != "" {
			return "", fmt.Errorf("%w: hunk %d does not fit: %s", ErrIncomplete, i+1, what)
		}
	}
	if a.ended && !a.atEnd() {
		return "", fmt.Errorf("%w: the old text goes on behind the end of the new one", ErrIncomplete)
	}
	a.out.WriteString(a.old[a.pos:])
	if f.Status == Deleted && a.out.Len() > 0 {
		return "", fmt.Errorf("%w: the diff deletes only a part of the deleted file", ErrIncomplete)
	}
	return a.out.String(), nil
}

func addedBytes(f File) (n int) {
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op == Add {
				n += len(l.Text) + 1
			}
		}
	}
	return n
}

// applier copies an old text line by line.
type applier struct {
	old   string
	pos   int // what of old is copied or removed
	line  int // number of the line at pos
	out   strings.Builder
	ended bool // the last line of out is without \n
}

func (a *applier) atEnd() bool { return a.pos == len(a.old) }

// hunk applies one hunk; it returns what is wrong with it.
func (a *applier) hunk(h Hunk) string {
	first := firstLine(h.OldStart, h.OldLines)
	from := a.pos
	for ; a.line < first; a.line++ {
		n := strings.IndexByte(a.old[a.pos:], '\n')
		if n < 0 {
			return "the old text has fewer lines"
		}
		a.pos += n + 1
	}
	a.out.WriteString(a.old[from:a.pos])
	for _, l := range h.Lines {
		if l.Op != Add && !a.take(l) {
			return "a line of the old text differs"
		}
		if l.Op == Remove {
			continue
		}
		if a.ended {
			return "the new text goes on behind its end"
		}
		a.out.WriteString(l.Text)
		if !l.NoEOL {
			a.out.WriteByte('\n')
		}
		a.ended = l.NoEOL
	}
	return ""
}

// take goes behind a line of the old text, which must be exactly l.
func (a *applier) take(l Line) bool {
	rest := a.old[a.pos:]
	if !strings.HasPrefix(rest, l.Text) {
		return false
	}
	rest = rest[len(l.Text):]
	a.pos += len(l.Text)
	a.line++
	if l.NoEOL {
		return rest == ""
	}
	a.pos++
	return strings.HasPrefix(rest, "\n")
}
