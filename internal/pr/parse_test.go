package pr

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// summary is one line about a file: status, modes, names and counts.
func summary(f File) string {
	binary := ""
	if f.Binary {
		binary = " binary"
	}
	return fmt.Sprintf("%s %o>%o %q>%q +%d -%d%s", f.Status, f.OldMode, f.NewMode, f.OldPath, f.Path, f.Added, f.Deleted, binary)
}

func summaries(files []File) (lines []string) {
	for _, f := range files {
		lines = append(lines, summary(f))
	}
	return lines
}

func readTestdata(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func parse(t testing.TB, diff string) []File {
	t.Helper()
	files, err := ParseDiff([]byte(diff))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestOddNamesAndModesArriveIntact(t *testing.T) {
	want := strings.Split(strings.TrimSpace(`
modified 100644>100644 "a b/c">"a b/c" +1 -1
renamed 0>0 "b b.txt">"b b b.txt" +0 -0
modified 100644>100644 "bin.dat">"bin.dat" +0 -0 binary
added 0>100644 "bom.txt">"bom.txt" +1 -0
copied 100644>100644 "src.txt">"copy.txt" +1 -0
modified 100644>100644 "cr.txt">"cr.txt" +1 -1
modified 100644>100644 "crlf.txt">"crlf.txt" +1 -1
renamed 0>0 "dir with space/file one.txt">"dir with space/file two.txt" +0 -0
renamed 0>0 "empty_del.txt">"empty_new.txt" +0 -0
deleted 100644>0 "gone.txt">"gone.txt" +0 -1
modified 100644>100644 "latin.txt">"latin.txt" +1 -1
modified 120000>120000 "link">"link" +1 -1
modified 100644>100755 "mode.sh">"mode.sh" +0 -0
modified 100644>100644 "new\nline.txt">"new\nline.txt" +1 -1
added 0>100644 "newnonl.txt">"newnonl.txt" +1 -0
modified 100644>100644 "nonl.txt">"nonl.txt" +1 -1
modified 100644>100644 "nonl2.txt">"nonl2.txt" +1 -1
modified 100644>100644 "quo\"te.txt">"quo\"te.txt" +1 -1
modified 100644>100644 "src.txt">"src.txt" +1 -0
modified 100644>100644 "tab\there.txt">"tab\there.txt" +1 -1
modified 100644>100644 "tricky.txt">"tricky.txt" +6 -6
added 0>100644 "zero.bin">"zero.bin" +0 -0 binary
renamed 100644>100644 "ünï.txt">"ünï2.txt" +1 -1`), "\n")
	if d := cmp.Diff(want, summaries(parse(t, string(readTestdata(t, "odd.diff"))))); d != "" {
		t.Error(d)
	}
}

func TestRecordedDiffsOfTheServerAreRead(t *testing.T) {
	for name, want := range map[string]int{
		"pr-diff.body": 55, "pr-diff-binary.body": 55, "typechange-diff.body": 4, "gitattributes-diff.body": 3,
	} {
		if got := len(parse(t, string(readTestdata(t, name)))); got != want {
			t.Errorf("%s: %d files, want %d", name, got, want)
		}
	}
	files := parse(t, string(readTestdata(t, "pr-diff.body")))
	for _, want := range []string{
		`type changed 100644>120000 "type/file_to_link">"type/file_to_link" +1 -1`,
		`added 0>100644 "name/latin1-\xe9.txt">"name/latin1-\xe9.txt" +1 -0`,
		`added 0>100644 "name/trailing space ">"name/trailing space " +1 -0`,
		`modified 100644>100755 "mode/both.sh">"mode/both.sh" +1 -1`,
		`modified 160000>160000 "sub/mod">"sub/mod" +1 -1`,
	} {
		if !strings.Contains(strings.Join(summaries(files), "\n")+"\n", want+"\n") {
			t.Errorf("missing: %s", want)
		}
	}
}

func TestEveryLineHasItsNumberAndText(t *testing.T) {
	const diff = "diff --git a/x b/x\nindex 1111111..2222222 100755\n--- a/x\n+++ b/x\n" +
		"@@ -2,3 +2,3 @@ func x() { @@ -1 +1 @@\n a\r\n\n---- a/y\n+++++ b/y\n" +
		"@@ -9,2 +9 @@\n-\u2028b\x0c\n-old\n\\ No newline at end of file\n+new\n\\ No newline at end of file\n"
	want := File{
		Path: "x", OldPath: "x", Status: Modified, OldMode: ModeExecutable, NewMode: ModeExecutable, Added: 2, Deleted: 3,
		Hunks: []Hunk{
			{OldStart: 2, OldLines: 3, NewStart: 2, NewLines: 3, Section: "func x() { @@ -1 +1 @@", Lines: []Line{
				{Op: Context, Old: 2, New: 2, Text: "a\r"}, {Op: Context, Old: 3, New: 3},
				{Op: Remove, Old: 4, Text: "--- a/y"}, {Op: Add, New: 4, Text: "++++ b/y"},
			}},
			{OldStart: 9, OldLines: 2, NewStart: 9, NewLines: 1, Lines: []Line{
				{Op: Remove, Old: 9, Text: "\u2028b\x0c"}, {Op: Remove, Old: 10, Text: "old", NoEOL: true},
				{Op: Add, New: 9, Text: "new", NoEOL: true},
			}},
		},
	}
	if d := cmp.Diff([]File{want}, parse(t, diff)); d != "" {
		t.Error(d)
	}
}

func TestSidesThatDoNotExistAreAbsent(t *testing.T) {
	for _, f := range parse(t, string(readTestdata(t, "pr-diff.body"))) {
		if (f.Status == Added) != (f.Old.State == Absent) || (f.Status == Deleted) != (f.New.State == Absent) {
			t.Errorf("%s: old %d, new %d", summary(f), f.Old.State, f.New.State)
		}
	}
}

// TestRefused is the other half: what is not exactly a diff of git is no diff.
func TestRefused(t *testing.T) {
	const head = "diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n"
	const good = head + "@@ -1 +1 @@\n-a\n+b\n"
	parse(t, good)
	tests := map[string]struct {
		diff string
		line int
	}{
		"a line before the first file":        {"hello\n" + good, 1},
		"a line behind the counted lines":     {good + "+secret\n", 8},
		"an empty line behind a hunk":         {good + "\n", 8},
		"a hunk that is cut off":              {head + "@@ -1,2 +1 @@\n-a\n", 7},
		"a line that is cut off":              {good[:len(good)-1], 7},
		"a hunk that counts too few lines":    {head + "@@ -1,9 +1,9 @@\n-a\n+b\n" + good, 8},
		"more lines of one side":              {head + "@@ -1 +1,2 @@\n-a\n-a\n+b\n", 7},
		"a huge count":                        {head + "@@ -1,2147483647 +1,2147483647 @@\n-a\n+b\n", 8},
		"a count beyond all numbers":          {head + "@@ -1,99999999999999999999 +1 @@\n-a\n+b\n", 5},
		"a negative count":                    {head + "@@ -1,-1 +1 @@\n-a\n+b\n", 5},
		"a hunk without a change":             {head + "@@ -1 +1 @@\n a\n", 6},
		"overlapping hunks":                   {good + "@@ -1 +1 @@\n-a\n+b\n", 8},
		"hunks that shift without a reason":   {good + "@@ -5 +6 @@\n-a\n+b\n", 8},
		"a hunk behind the end of the text":   {good + noEOL + "\n@@ -5 +5 @@\n-a\n+b\n", 9},
		"a text that goes on behind its end":  {head + "@@ -1,2 +1 @@\n-a\n" + noEOL + "\n-b\n+c\n", 7},
		"two remarks about one end":           {good + noEOL + "\n" + noEOL + "\n", 9},
		"names without a hunk":                {head, 5},
		"an entry without content":            {"diff --git a/x b/x\nindex 1111111..2222222 100644\n", 3},
		"a new file that is cut off":          {"diff --git a/x b/x\nnew file mode 100644\nindex 0000000..2222222\n", 4},
		"a header and nothing else":           {"diff --git a/x b/x\n", 2},
		"another name behind +++":             {strings.Replace(good, "+++ b/x", "+++ b/y", 1), 4},
		"a new file with an old name":         {strings.Replace(addedX("100644"), "/dev/null", "a/x", 1), 4},
		"a new file with old lines":           {strings.Replace(addedX("100644"), "@@ -0,0 +1 @@", "@@ -1 +1 @@\n-a", 1), 1},
		"two names that no rename explains":   {"diff --git a/x b/y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", 1},
		"a rename to another name":            {"diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to z\n", 1},
		"a rename without a target":           {"diff --git a/x b/x\nrename from x\n", 1},
		"new and deleted":                     {"diff --git a/x b/x\nnew file mode 100644\ndeleted file mode 100644\n", 1},
		"a header line twice":                 {"diff --git a/x b/x\nold mode 100644\nold mode 100755\n", 3},
		"a mode that is no number":            {"diff --git a/x b/x\nold mode 10064x\n", 2},
		"CRLF headers":                        {strings.ReplaceAll(good, "\n", "\r\n"), 2},
		"other prefixes":                      {strings.NewReplacer("a/x", "i/x", "b/x", "w/x").Replace(good), 1},
		"a combined diff":                     {"diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,2 @@@\n- b\n", 1},
		"a name with a bad escape":            {`diff --git "a/\q" "b/\q"` + "\nold mode 100644\nnew mode 100755\n", 1},
		"a name with a NUL":                   {`diff --git "a/\000" "b/\000"` + "\nold mode 100644\nnew mode 100755\n", 1},
		"an empty name":                       {"diff --git a/ b/\nold mode 100644\nnew mode 100755\n", 1},
		"one path twice":                      {good + good, 8},
		"a deletion that comes back":          {deletedX + addedX("100755"), 8},
		"a type change in the wrong order":    {addedX("120000") + deletedX, 8},
		"an old name that another entry uses": {"diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n" + good, 5},
		"binary files of another name":        {"diff --git a/x b/x\nindex 1111111..2222222 100644\nBinary files a/x and b/y differ\n", 3},
		"a binary patch that is cut off":      {"diff --git a/x b/x\nindex 1111111..2222222 100644\nGIT binary patch\nliteral 5\nMcmZ\n\n", 5},
		"lines without an index line":         {strings.Replace(good, "index 1111111..2222222 100644\n", "", 1), 2},
		"binary content without index line":   {"diff --git a/x b/x\nBinary files a/x and b/x differ\n", 2},
		"an index line without the mode":      {strings.Replace(good, " 100644", "", 1), 1},
		"a rename whose lines are cut off":    {"diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n", 5},
		"a type change in one entry":          {"diff --git a/x b/x\nold mode 100644\nnew mode 120000\n", 1},
		"the mode of a folder":                {strings.Replace(good, "100644", "040000", 1), 2},
		"a path out of the repository":        {strings.ReplaceAll(good, "/x", "/../x"), 1},
		"an absolute path":                    {strings.ReplaceAll(good, "/x", "//x"), 1},
		"a path that ends in a slash":         {strings.ReplaceAll(good, "/x", "/x/"), 1},
		"a binary patch without an end":       {"diff --git a/x b/x\nindex 1111111..2222222 100644\nGIT binary patch\nliteral 0\n", 5},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files, err := ParseDiff([]byte(test.diff))
			if !errors.Is(err, ErrIncomplete) {
				t.Fatalf("%d files, error %v", len(files), err)
			}
			if place := fmt.Sprintf(": line %d of the diff: ", test.line); !strings.Contains(err.Error(), place) {
				t.Errorf("%v, want line %d", err, test.line)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error repeats content: %v", err)
			}
		})
	}
}

const deletedX = "diff --git a/x b/x\ndeleted file mode 100644\nindex 1111111..0000000\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"

func addedX(mode string) string {
	return "diff --git a/x b/x\nnew file mode " + mode + "\nindex 0000000..1111111\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n"
}

func TestTheLinesOfADiffHaveALimit(t *testing.T) {
	header := "diff --git a/%[1]s b/%[1]s\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/%[1]s\n@@ -0,0 +1,%[2]d @@\n"
	within := fmt.Sprintf(header, "x", MaxLines-1) + strings.Repeat("+\n", MaxLines-1)
	if files, err := ParseDiff([]byte(within)); err != nil || files[0].Added != MaxLines-1 {
		t.Errorf("%d files, %v", len(files), err)
	}
	beyond := within + fmt.Sprintf(header, "y", 2) + "+\n+\n"
	if _, err := ParseDiff([]byte(beyond)); !errors.Is(err, ErrIncomplete) || !strings.Contains(err.Error(), "limit") {
		t.Errorf("%v", err)
	}
}
