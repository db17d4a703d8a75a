package pr

import (
	"io"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// secondOpinion lets another parser read the lines of one entry, and compares what both counted (product.md 6).
//
// The lines that name the file are replaced by plain names: the library cannot read a quoted name that ends with
// a backslash, and needs quadratic time for names full of spaces. Names are compared elsewhere, by readHeader.
func secondOpinion(text string, e *entry) bool {
	files, preamble, err := gitdiff.Parse(&neutralNames{rest: text})
	if err != nil || len(files) != 1 || preamble != "" {
		return false
	}
	f := files[0]
	added, deleted, lines := 0, 0, 0
	for _, h := range f.TextFragments {
		added += int(h.LinesAdded)
		deleted += int(h.LinesDeleted)
		lines += len(h.Lines)
	}
	ours := 0
	for _, h := range e.file.Hunks {
		ours += len(h.Lines)
	}
	return f.IsBinary == e.file.Binary && added == e.file.Added && deleted == e.file.Deleted &&
		lines == ours && len(f.TextFragments) == len(e.file.Hunks) &&
		f.IsNew == e.isNew && f.IsDelete == e.isGone &&
		f.IsRename == (e.file.Status == Renamed) && f.IsCopy == (e.file.Status == Copied)
}

// neutralNames hands out the lines of one entry without copying them.
// It has the method that the library prefers to a reader of its own.
type neutralNames struct {
	rest   string
	inBody bool // behind the first hunk header everything is content
}

// plainNames are the lines of a header that name the file, and what stands for them.
var plainNames = []struct{ prefix, plain string }{
	{"diff --git ", "diff --git a/f b/f\n"},
	{"rename from ", "rename from f\n"},
	{"rename to ", "rename to f\n"},
	{"copy from ", "copy from f\n"},
	{"copy to ", "copy to f\n"},
	{"--- /dev/null\n", "--- /dev/null\n"},
	{"+++ /dev/null\n", "+++ /dev/null\n"},
	{"--- ", "--- a/f\n"},
	{"+++ ", "+++ b/f\n"},
	{"Binary files ", "Binary files a/f and b/f differ\n"},
}

// ReadString returns the next line with its \n.
func (n *neutralNames) ReadString(byte) (string, error) {
	end := strings.IndexByte(n.rest, '\n') + 1
	if end == 0 {
		return "", io.EOF
	}
	line := n.rest[:end]
	n.rest = n.rest[end:]
	n.inBody = n.inBody || strings.HasPrefix(line, "@@ ")
	if n.inBody {
		return line, nil
	}
	for _, name := range plainNames {
		if strings.HasPrefix(line, name.prefix) {
			return name.plain, nil
		}
	}
	return line, nil
}

// Read exists because the library asks for a reader; it never calls it.
func (n *neutralNames) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
