package pr

import (
	"strconv"
	"strings"
)

// entry is one entry of a diff while it is read.
type entry struct {
	names
	file     File
	isNew    bool
	isGone   bool
	from, to string          // of a rename or copy, as written
	exact    bool            // a similarity of 100 %
	mode     Mode            // of the index line; 0 without one
	ids      string          // of the index line: "old..new"
	seen     map[string]bool // header lines that came already
}

// headerLines are the extended header lines of git, without those that name the files.
var headerLines = []struct {
	prefix string
	read   func(e *entry, value string) bool
}{
	{"old mode ", func(e *entry, v string) bool { return readMode(v, &e.file.OldMode) }},
	{"new mode ", func(e *entry, v string) bool { return readMode(v, &e.file.NewMode) }},
	{"deleted file mode ", func(e *entry, v string) bool { e.isGone = true; return readMode(v, &e.file.OldMode) }},
	{"new file mode ", func(e *entry, v string) bool { e.isNew = true; return readMode(v, &e.file.NewMode) }},
	{"similarity index ", func(e *entry, v string) bool { e.exact = v == "100%"; return isPercentage(v) }},
	{"dissimilarity index ", func(_ *entry, v string) bool { return isPercentage(v) }},
	{"rename from ", func(e *entry, v string) bool { e.from = v; e.file.Status = Renamed; return v != "" }},
	{"rename to ", func(e *entry, v string) bool { e.to = v; return v != "" }},
	{"copy from ", func(e *entry, v string) bool { e.from = v; e.file.Status = Copied; return v != "" }},
	{"copy to ", func(e *entry, v string) bool { e.to = v; return v != "" }},
	{"index ", readIndex},
}

// readHeader reads "diff --git" and the extended header lines behind it.
func readHeader(c *cursor) (*entry, error) {
	start := c.line
	line, err := c.next()
	if err != nil {
		return nil, err
	}
	header, ok := strings.CutPrefix(line, "diff --git ")
	if !ok {
		return nil, c.badPrevious("it belongs to no file and to no hunk")
	}
	e := &entry{seen: map[string]bool{}}
	for readHeaderLine(c, e, &err) {
	}
	if err != nil {
		return nil, err
	}
	if err := e.settle(header); err != "" {
		return nil, badDiff(start, err)
	}
	return e, nil
}

// readHeaderLine reads one extended header line; it returns false where there is none.
func readHeaderLine(c *cursor, e *entry, err *error) bool {
	for _, h := range headerLines {
		if !c.hasPrefix(h.prefix) {
			continue
		}
		var line string
		if line, *err = c.next(); *err != nil {
			return false
		}
		if e.seen[h.prefix] || !h.read(e, line[len(h.prefix):]) {
			*err = c.badPrevious("a header line that is repeated or malformed")
			return false
		}
		e.seen[h.prefix] = true
		return true
	}
	return false
}

// settle derives names, status and modes of the entry from its header lines; it returns what is wrong with them.
func (e *entry) settle(header string) string {
	f := &e.file
	rename := e.seen["rename from "] && e.seen["rename to "]
	copied := e.seen["copy from "] && e.seen["copy to "]
	both := e.seen["old mode "] && e.seen["new mode "]
	var ok bool
	switch {
	case rename != (e.seen["rename from "] || e.seen["rename to "]),
		copied != (e.seen["copy from "] || e.seen["copy to "]),
		both != (e.seen["old mode "] || e.seen["new mode "]),
		count(rename, copied, e.isNew, e.isGone) > 1, both && (e.isNew || e.isGone),
		e.mode != 0 && (both || e.isNew || e.isGone),
		e.ids != "" && e.mode == 0 && !both && !e.isNew && !e.isGone,
		both && !sameType(f.OldMode, f.NewMode):
		return "header lines that contradict each other"
	case rename || copied:
		e.names, ok = renamedNames(header, e.from, e.to)
	default:
		e.names, ok = equalNames(header)
	}
	if !ok {
		return "the names of this entry do not agree"
	}
	oldName, ok1 := withoutPrefix(e.old, 'a')
	newName, ok2 := withoutPrefix(e.new, 'b')
	if ok1 && ok2 {
		f.OldPath, ok1 = unquoteName(oldName)
		f.Path, ok2 = unquoteName(newName)
	}
	if !ok1 || !ok2 || !isPath(f.OldPath) || !isPath(f.Path) {
		return "a malformed name"
	}
	switch {
	case e.isNew:
		f.Status, f.Old.State = Added, Absent
	case e.isGone:
		f.Status, f.New.State = Deleted, Absent
	case !rename && !copied:
		f.Status = Modified
	}
	if e.mode != 0 {
		f.OldMode, f.NewMode = e.mode, e.mode
	}
	return ""
}

// count is the number of conditions that hold.
func count(conditions ...bool) (n int) {
	for _, c := range conditions {
		if c {
			n++
		}
	}
	return n
}

// readMode reads a mode, six octal digits, of a file, a symlink or a submodule.
func readMode(s string, mode *Mode) bool {
	n, err := strconv.ParseUint(s, 8, 32)
	*mode = Mode(n)
	return err == nil && len(s) == 6 && (mode.Regular() || *mode == ModeSymlink || *mode == ModeSubmodule)
}

// sameType reports whether both modes are files, both symlinks or both submodules.
func sameType(a, b Mode) bool { return a&0o170000 == b&0o170000 }

func isPercentage(s string) bool {
	n, err := strconv.ParseUint(strings.TrimSuffix(s, "%"), 10, 8)
	return err == nil && n <= 100 && strings.HasSuffix(s, "%")
}

// readIndex reads "<old id>..<new id>", and the mode where it did not change.
func readIndex(e *entry, s string) bool {
	ids, mode, hasMode := strings.Cut(s, " ")
	if hasMode && !readMode(mode, &e.mode) {
		return false
	}
	e.ids = ids
	before, after, ok := strings.Cut(ids, "..")
	return ok && isHex(before) && isHex(after)
}

func isHex(s string) bool {
	return s != "" && strings.Trim(s, "0123456789abcdef") == ""
}
