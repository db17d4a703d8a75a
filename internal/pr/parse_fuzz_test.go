package pr

import (
	"errors"
	"strings"
	"testing"
)

// FuzzParseDiff: no panic, errors that tell what they are, and every line of accepted input is either
// a header line or stands in exactly one hunk.
func FuzzParseDiff(f *testing.F) {
	for _, name := range []string{"odd.diff", "typechange-diff.body", "gitattributes-diff.body"} {
		f.Add(readTestdata(f, name))
	}
	for _, entry := range strings.SplitAfter(string(readTestdata(f, "odd.diff")), "\ndiff") {
		f.Add([]byte("diff" + strings.TrimSuffix(strings.TrimPrefix(entry, "diff"), "diff")))
	}
	f.Add([]byte("diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 0\nHcmV?d00001\n\n"))
	f.Fuzz(func(t *testing.T, diff []byte) {
		files, err := ParseDiff(diff)
		if err != nil {
			if !errors.Is(err, ErrIncomplete) {
				t.Fatalf("no ErrIncomplete: %v", err)
			}
			return
		}
		lines := strings.SplitAfter(string(diff), "\n")
		for _, file := range files {
			for _, h := range file.Hunks {
				lines = takeHunk(t, lines, h)
			}
			file.Old.State = Read
			_, _ = Apply(file)
		}
		takeHeaders(t, lines)
	})
}

// takeHunk takes header lines, and then exactly the lines of the hunk.
func takeHunk(t *testing.T, lines []string, h Hunk) []string {
	lines = takeHeaders(t, lines)
	if len(lines) == 0 {
		t.Fatal("more hunks than the input has")
	}
	lines = lines[1:]
	for _, l := range h.Lines {
		got := lines[0]
		if want := string(l.Op) + l.Text + "\n"; got != want && (got != "\n" || want != " \n") {
			t.Fatalf("line %q, hunk has %q", got, want)
		}
		lines = lines[1:]
		if l.NoEOL {
			lines = lines[1:]
		}
	}
	return lines
}

// takeHeaders takes the lines before the next hunk header.
func takeHeaders(t *testing.T, lines []string) []string {
	binary := false
	for len(lines) > 0 && !strings.HasPrefix(lines[0], "@@ ") {
		binary = binary && !strings.HasPrefix(lines[0], "diff ") || strings.HasPrefix(lines[0], "GIT binary patch")
		if !binary && lines[0] != "" && !isHeader(lines[0]) {
			t.Fatalf("%q is neither a header line nor in a hunk", lines[0])
		}
		lines = lines[1:]
	}
	return lines
}

func isHeader(line string) bool {
	for _, prefix := range []string{
		"diff --git ", "index ", "old mode ", "new mode ", "deleted file mode ", "new file mode ", "similarity index ",
		"dissimilarity index ", "rename from ", "rename to ", "copy from ", "copy to ", "--- ", "+++ ", "Binary files ",
	} {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	return false
}
