package pr

import (
	"strings"
	"testing"
)

func TestMergeDriver(t *testing.T) {
	names := []string{"src/a.go", "CHANGELOG.md"}
	for text, want := range map[string]int{
		"":                                        0,
		"*.go text\n*.md merge=union\n":           2,
		"CHANGELOG.md merge=union":                1,
		"/CHANGELOG.md\t-text merge=ours\r\n":     1,
		"\ufeffCHANGELOG.md merge=union":          1,
		"   *.go   merge=union":                   1,
		"src/* merge=union":                       1,
		"/src/** merge=union":                     1,
		"**/a.go merge=union":                     1,
		"**.go merge=union":                       1, // no part of a path of its own
		"a.go merge=union":                        1,
		"[ab].go merge=union":                     1, // not understood
		"sr[[:alpha:]]/a.go merge=union":          1, // not understood
		`"a \x.go" merge=union`:                   1, // not understood
		`"a" merge="x`:                            1,
		`\a.go merge=union`:                       1,
		"src/ merge=union":                        1,
		"other/ merge=union":                      1, // git takes it for nothing
		"[attr]mine -diff merge=union\n*.md mine": 2,
		"[attr]mine merge=union\n[attr]yours mine\n*.md yours": 3,
		"[attr]mine merge=union\n*.md -mine":                   0,
		"*.md merge=union\n*.md merge=text":                    1, // a later line takes nothing back
		"# *.md merge=union":                                   0,
		"*.md merge":                                           0,
		"*.md -merge":                                          0,
		"*.md !merge":                                          0,
		"*.md merge=text":                                      0,
		"*.md merge=binary":                                    0,
		"*.md binary":                                          0,
		"*.txt merge=union":                                    0,
		"/a.go merge=union":                                    0,
		"other/a.go merge=union":                               0,
		"*.md notmerge=union":                                  0,
	} {
		if got := mergeDriver(text, names); got != want {
			t.Errorf("%q: line %d, want %d", text, got, want)
		}
	}
}

// FuzzMergeDriver: what is read names a line that is there, and a comment never makes one.
func FuzzMergeDriver(f *testing.F) {
	f.Add("*.md merge=union\n", "a/b.md")
	f.Add("[attr]x merge=y\n\"q\" x\n", "q")
	f.Fuzz(func(t *testing.T, text, name string) {
		line := mergeDriver(text, []string{name})
		if line < 0 || line > strings.Count(text, "\n")+1 {
			t.Errorf("line %d of %q", line, text)
		}
		if line > 0 && !strings.Contains(text, "merge=") {
			t.Errorf("%q names no driver", text)
		}
	})
}
