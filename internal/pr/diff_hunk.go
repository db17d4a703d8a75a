package pr

import (
	"slices"
	"strconv"
	"strings"
)

// noEOL is the remark of git behind the last line of a text without final \n.
const noEOL = `\ No newline at end of file`

// readHunks reads the hunks of one entry, and checks that they follow each other without overlap,
// and that what lies between them has the same length on both sides.
func readHunks(c *cursor, f *File) error {
	oldNext, newNext := 1, 1 // the first lines behind the hunk before
	ended := false
	for c.hasPrefix("@@ -") {
		start := c.line
		h, err := readHunkHeader(c)
		if err != nil {
			return err
		}
		oldFirst, newFirst := firstLine(h.OldStart, h.OldLines), firstLine(h.NewStart, h.NewLines)
		if ended || oldFirst < oldNext || oldFirst-oldNext != newFirst-newNext {
			return badDiff(start, "the hunk does not fit behind the hunk before")
		}
		added, deleted, err := readHunkLines(c, &h, oldFirst, newFirst)
		if err != nil {
			return err
		}
		f.Added += added
		f.Deleted += deleted
		ended = slices.ContainsFunc(h.Lines, func(l Line) bool { return l.NoEOL })
		oldNext, newNext = oldFirst+h.OldLines, newFirst+h.NewLines
		f.Hunks = append(f.Hunks, h)
	}
	if len(f.Hunks) == 0 {
		return c.bad("names of a file without a hunk")
	}
	return nil
}

// firstLine is the number of a hunk's first line. For an empty side git gives the line before.
func firstLine(start, lines int) int {
	if lines == 0 {
		return start + 1
	}
	return start
}

// readHunkHeader reads "@@ -1,2 +3,4 @@ section".
func readHunkHeader(c *cursor) (h Hunk, err error) {
	line, err := c.next()
	if err != nil {
		return h, err
	}
	ranges, section, ok := strings.Cut(strings.TrimPrefix(line, "@@ -"), " @@")
	before, after, ok2 := strings.Cut(ranges, " +")
	h.OldStart, h.OldLines, err = readRange(before)
	if err == nil {
		h.NewStart, h.NewLines, err = readRange(after)
	}
	if !ok || !ok2 || err != nil || section != "" && section[0] != ' ' {
		return h, c.badPrevious("a malformed hunk header")
	}
	h.Section = strings.TrimPrefix(section, " ")
	return h, nil
}

// readRange reads "start" or "start,lines". Start is 0 only for an empty side.
func readRange(s string) (start, lines int, err error) {
	first, rest, ok := strings.Cut(s, ",")
	from, err := strconv.ParseUint(first, 10, 31)
	n := uint64(1)
	if ok && err == nil {
		n, err = strconv.ParseUint(rest, 10, 31)
	}
	if err == nil && from == 0 && n > 0 {
		err = strconv.ErrRange
	}
	return int(from), int(n), err
}

// readHunkLines reads as many lines as the header of the hunk counts, and not one more.
func readHunkLines(c *cursor, h *Hunk, oldLine, newLine int) (added, deleted int, err error) {
	size, err := countHunkLines(*c, h)
	if err != nil {
		return 0, 0, err
	}
	if c.held += size; c.held > MaxLines {
		return 0, 0, c.bad("the hunks have more lines than the limit of " + strconv.Itoa(MaxLines))
	}
	h.Lines = make([]Line, 0, size)
	for len(h.Lines) < size {
		text, err := c.next()
		if err != nil {
			return 0, 0, err
		}
		l := Line{Op: Context}
		if text != "" { // diff.suppressBlankEmpty cuts the mark of empty context lines
			l.Op, l.Text = Op(text[0]), text[1:]
		}
		if l.Op != Add {
			l.Old = oldLine
			oldLine++
		}
		if l.Op != Remove {
			l.New = newLine
			newLine++
		}
		switch l.Op {
		case Add:
			added++
		case Remove:
			deleted++
		}
		if c.hasPrefix(noEOL + "\n") {
			c.skip(noEOL)
			l.NoEOL = true
		}
		h.Lines = append(h.Lines, l)
	}
	if added+deleted == 0 {
		return 0, 0, c.badPrevious("a hunk that changes nothing")
	}
	return added, deleted, nil
}

// countHunkLines walks over the lines of a hunk on a copy of the cursor. It checks marks and counts,
// so that a header with a huge count allocates nothing.
func countHunkLines(c cursor, h *Hunk) (size int, err error) {
	before, after := h.OldLines, h.NewLines
	for before > 0 || after > 0 {
		op := Context
		if line, err := c.next(); err != nil {
			return 0, err
		} else if line != "" {
			op = Op(line[0])
		}
		if op != Context && op != Add && op != Remove {
			return 0, c.badPrevious("it is no line of a hunk, but the hunk's header counts more lines")
		}
		if op != Add {
			before--
		}
		if op != Remove {
			after--
		}
		if before < 0 || after < 0 {
			return 0, c.badPrevious("the hunk has more lines of one side than its header counts")
		}
		size++
		if c.hasPrefix(noEOL + "\n") {
			c.skip(noEOL)
			if op != Add && before > 0 || op != Remove && after > 0 {
				return 0, c.badPrevious("a text goes on behind its end")
			}
		}
	}
	return size, nil
}
