package pr

// ParseDiff reads the whole output of "git diff -p" (product.md 6). Its files come in the order of the diff;
// the two entries of a type change become one file. All texts are substrings of one copy of the diff.
//
// It refuses every line that is neither a known header line nor counted by a hunk, entries that are cut off,
// names that do not agree, and paths that occur twice; two parsers must count the same.
// All these errors wrap ErrIncomplete and name the line, never its content.
//
// A file without a mode in the diff, i.e. a pure rename or copy, keeps the modes 0: the source knows them from the trees.
// Old and New are NotRead, or Absent on the side where the file does not exist.
func ParseDiff(diff []byte) ([]File, error) {
	c := &cursor{text: string(diff), line: 1}
	var files []File
	seen := pathSet{}
	for !c.done() {
		start, line := c.pos, c.line
		e, err := readEntry(c)
		if err != nil {
			return nil, err
		}
		if !secondOpinion(c.text[start:c.pos], e) {
			return nil, badDiff(line, "two parsers do not agree on this entry")
		}
		if n := len(files); n > 0 && isTypeChange(files[n-1], e.file) {
			files[n-1] = typeChange(files[n-1], e.file)
			continue
		}
		if !seen.add(e.file) {
			return nil, badDiff(line, "a path that another entry has as well")
		}
		files = append(files, e.file)
	}
	return files, nil
}

func readEntry(c *cursor) (*entry, error) {
	if c.hasPrefix("diff --cc ") || c.hasPrefix("diff --combined ") {
		return nil, c.bad("a combined diff of a merge, which has more than one old side")
	}
	e, err := readHeader(c)
	if err != nil {
		return nil, err
	}
	if err := readBody(c, e); err != nil {
		return nil, err
	}
	return e, nil
}

// isTypeChange reports whether two neighbours are one file whose type changed, e.g. to a symlink.
func isTypeChange(gone, come File) bool {
	return gone.Status == Deleted && come.Status == Added && gone.Path == come.Path &&
		!sameType(gone.OldMode, come.NewMode)
}

// typeChange merges the two entries of a type change: the hunks of the deletion come before those of the addition.
func typeChange(gone, come File) File {
	f := gone
	f.Status = TypeChanged
	f.NewMode = come.NewMode
	f.Binary = gone.Binary || come.Binary
	f.Hunks = append(f.Hunks[:len(f.Hunks):len(f.Hunks)], come.Hunks...)
	f.Added += come.Added
	f.Deleted += come.Deleted
	f.New.State = NotRead
	return f
}

// pathSet holds the paths of a diff. A rename takes its old path away from everybody else.
type pathSet map[string]bool

func (s pathSet) add(f File) bool {
	if f.Status == Renamed {
		if s[f.OldPath] {
			return false
		}
		s[f.OldPath] = true
	}
	if s[f.Path] {
		return false
	}
	s[f.Path] = true
	return true
}
