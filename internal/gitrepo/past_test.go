package gitrepo

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/pr"
)

// subjects lists the history of a path.
func subjects(t *testing.T, tree *Tree, path string, most int) string {
	t.Helper()
	list, err := tree.History(t.Context(), path, most)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, c := range list {
		all = append(all, c.Subject)
	}
	return strings.Join(all, ", ")
}

func TestTheHistoryIsThatOfTheBaseBranch(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("[a]*.go", "1\n")
	r.write("a.go", "1\n")
	first := r.commit("add: the file\n\nbody")
	r.write("a.go", "2\n")
	r.commit("fix: the file")
	r.write("b.go", "1\n")
	r.commit("other")
	r.remove("b.go")
	r.commit("revert: other")
	r.git("switch", "-q", "-c", "feature")
	r.write("a.go", "3\n")
	r.commit("feature")
	tree := openTree(t, r.dir, "main..feature")
	for path, want := range map[string]string{"a.go": "fix: the file, add: the file", "[a]*.go": "add: the file", "b.go": "revert: other, other", "none": "", "*.go": "", ":(glob)*.go": ""} {
		if got := subjects(t, tree, path, 10); got != want {
			t.Errorf("%s: got %q", path, got)
		}
	}
	if got := subjects(t, tree, "a.go", 1); got != "fix: the file" {
		t.Errorf("got %q", got)
	}
	for _, most := range []int{0, -1} {
		if got := subjects(t, tree, "a.go", most); got != "" {
			t.Errorf("got %q", got)
		}
	}
	list, err := tree.History(t.Context(), "[a]*.go", 5)
	want := []pr.PastCommit{{SHA: first, Subject: "add: the file", Time: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}}
	if diff := cmp.Diff(want, list); diff != "" || err != nil {
		t.Error(err, diff)
	}
	r.write("a.go", "4\n")
	for _, spec := range []string{"staged", "worktree"} { // HEAD is the base
		if got := subjects(t, openTree(t, r.dir, spec), "a.go", 9); got != "feature, fix: the file, add: the file" {
			t.Errorf("%s: got %q", spec, got)
		}
	}
}

func TestAtTheBorderOfAShallowCloneNobodyTouchedAFile(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("a.go", "1\n")
	r.write("b.go", "1\n")
	r.commit("first")
	r.write("b.go", "2\n")
	r.commit("border")
	r.write("a.go", "2\n")
	r.commit("newest")
	clone := &repo{t, t.TempDir()}
	clone.git("clone", "-q", "--depth", "2", "--no-local", "file://"+r.dir, ".")
	tree := openTree(t, clone.dir, "HEAD..HEAD")
	if got := subjects(t, tree, "a.go", 9); got != "newest" {
		t.Errorf("got %q", got)
	}
	if got := subjects(t, tree, "b.go", 9); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestWhatACommitObjectSays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, data, subject string
		seconds             int64
	}{
		{"an ordinary one", "tree 1\nauthor a <a@b> 5 +0000\ncommitter c <c@d> 1767225600 +0200\n\nsubject\n\nbody\n", "subject", 1767225600},
		{"a signature in the header", "tree 1\ncommitter c <c@d> 7 +0000\ngpgsig -----\n \n committer x <x> 9 +0000\n\nsubject", "subject", 7},
		{"empty lines in front", "committer c <c> 7 +0000\n\n\r\n\nsubject \r\n", "subject", 7},
		{"another encoding", "committer c <c> 7 +0000\nencoding latin1\n\ncaf\xe9\n", "caf\ufffd", 7},
		{"a name with brackets", "committer >9< <c> 7 +0000\n\nx", "x", 7},
		{"no message", "tree 1\ncommitter c <c> 7 +0000\n", "", 7},
		{"no time", "committer c <c>\n\nx", "x", 0},
		{"a time that is no number", "committer c <c> yesterday\n\nx", "x", 0},
		{"a negative time", "committer c <c> -7 +0000\n\nx", "x", -7},
		{"no committer", "tree 1\n\nx", "x", 0},
		{"nothing", "", "", 0},
	} {
		got := parsePast("id", tt.data)
		if want := (pr.PastCommit{SHA: "id", Subject: tt.subject, Time: time.Unix(tt.seconds, 0).UTC()}); got != want {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
}

func FuzzParsePast(f *testing.F) {
	f.Add("tree 1\ncommitter c <c@d> 1767225600 +0200\n\nsubject\n")
	f.Add("committer \xff> 99999999999999999999\n\n\xff")
	f.Fuzz(func(t *testing.T, data string) {
		c := parsePast("id", data)
		if strings.Contains(c.Subject, "\n") || !utf8.ValidString(c.Subject) || c.SHA != "id" || c.Time.Location() != time.UTC {
			t.Errorf("got %+v", c)
		}
	})
}
