package pr

import "strings"

// The ids of empty content, by SHA-1 and by SHA-256.
const (
	emptyBlob1   = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
	emptyBlob256 = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
)

// readBody reads what follows the header lines of an entry: hunks, a remark about binary content, or nothing.
func readBody(c *cursor, e *entry) error {
	if e.ids == "" && (c.hasPrefix("--- ") || c.hasPrefix("Binary files ") || c.hasPrefix("GIT binary patch\n")) {
		return c.bad("content without an index line, which git always writes before it")
	}
	switch {
	case c.hasPrefix("--- "):
		if err := readNameLines(c, e); err != nil {
			return err
		}
		return readHunks(c, &e.file)
	case c.hasPrefix("Binary files "):
		e.file.Binary = true
		return expectLine(c, "Binary files "+e.oldSide()+" and "+e.newSide()+" differ")
	case c.hasPrefix("GIT binary patch\n"):
		e.file.Binary = true
		return readBinaryPatch(c)
	case !e.needsNoBody():
		return c.bad("an entry without its content")
	}
	return nil
}

// readNameLines reads "---" and "+++", which must repeat the names of the header.
// Git puts a TAB behind names with a space.
func readNameLines(c *cursor, e *entry) error {
	for _, want := range []string{"--- " + e.oldSide(), "+++ " + e.newSide()} {
		line, err := c.next()
		if err != nil {
			return err
		}
		if strings.TrimSuffix(line, "\t") != want {
			return c.badPrevious("the name is not the one of the entry's header")
		}
	}
	return nil
}

func expectLine(c *cursor, want string) error {
	line, err := c.next()
	if err == nil && line != want {
		return c.badPrevious("the names are not the ones of the entry's header")
	}
	return err
}

func (e *entry) oldSide() string {
	if e.isNew {
		return "/dev/null"
	}
	return e.old
}

func (e *entry) newSide() string {
	if e.isGone {
		return "/dev/null"
	}
	return e.new
}

// needsNoBody reports whether the header says everything: an empty file that came or went,
// a changed mode, or a pure rename. An entry with other ids is cut off, and so is a rename of less than 100 %.
func (e *entry) needsNoBody() bool {
	before, after, _ := strings.Cut(e.ids, "..")
	switch {
	case e.isNew:
		return isEmptyBlob(after)
	case e.isGone:
		return isEmptyBlob(before)
	}
	return e.ids == "" && (e.from != "" && e.exact || e.from == "" && e.file.OldMode != e.file.NewMode)
}

func isEmptyBlob(id string) bool {
	return len(id) >= 7 && (strings.HasPrefix(emptyBlob1, id) || strings.HasPrefix(emptyBlob256, id))
}

// readBinaryPatch reads the one or two parts of a binary patch, each of which ends with an empty line.
func readBinaryPatch(c *cursor) error {
	if _, err := c.next(); err != nil {
		return err
	}
	for part := 0; part < 2; part++ {
		if part == 1 && !c.hasPrefix("literal ") && !c.hasPrefix("delta ") {
			return nil
		}
		if err := readBinaryPart(c); err != nil {
			return err
		}
	}
	return nil
}

func readBinaryPart(c *cursor) error {
	head, err := c.next()
	if err != nil {
		return err
	}
	kind, size, _ := strings.Cut(head, " ")
	if kind != "literal" && kind != "delta" || size == "" || strings.Trim(size, "0123456789") != "" {
		return c.badPrevious("a malformed binary patch")
	}
	for {
		line, err := c.next()
		if err != nil || line == "" {
			return err
		}
		// One letter for the length, then groups of five digits to the base 85.
		if len(line) < 6 || len(line) > 66 || len(line)%5 != 1 || !isLetter(line[0]) {
			return c.badPrevious("a malformed binary patch")
		}
	}
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }
