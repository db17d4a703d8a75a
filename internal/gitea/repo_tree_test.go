package gitea

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/deep"
	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
)

var _ deep.Tree = (*Tree)(nil)

// treeScene is a pull request in a repository with all kinds of entries.
func treeScene(t *testing.T) (scene, *Tree) {
	t.Helper()
	base := files("a.go", "package a\n", "dir/b.go", "package b\n", "dir/sub/c.go", "package c\n", "same.go", "package a\n", "image.png", "\x89\x00", "latin1.txt", "caf\xe9\n", "empty", "")
	base["link"] = fake.File{Mode: "120000", Data: "a.go"}
	base["mod"] = fake.File{Mode: "160000", Data: strings.Repeat("3", 40)}
	base["odd/back\\slash"] = fake.File{Data: "backslash\n"}
	base["odd/new\nline"] = fake.File{Data: "newline\n"}
	base["odd/latin\xe9"] = fake.File{Data: "hidden\n"}
	base["odd/latin\xe8"] = fake.File{Data: "hidden\n"}
	base["latin\xe9/x"] = fake.File{Data: "hidden\n"}
	s := newScene(t, fake.Commit{Branch: "main", Files: base, Message: "first\n\nwith a body"},
		fake.Commit{Branch: "main", Files: files("a.go", "package a // 2\n"), Message: "second"},
		fake.Commit{Branch: "feature", From: "main", Files: files("a.go", "package head\n", "new.go", "package new\n"), Delete: []string{"dir/sub"}},
	)
	change, err := s.client.Change(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s, s.client.Tree(change)
}

// paths lists the requests since a number of them, without their queries.
func (s scene) since(n int) []string {
	var list []string
	for _, r := range s.Requests()[n:] {
		list = append(list, strings.TrimPrefix(r.Path, "/repos/org/demo"))
	}
	return list
}

func TestTheTreeReadsBothSides(t *testing.T) {
	_, tree := treeScene(t)
	for _, tt := range []struct {
		side       pr.Side
		path, want string
	}{
		{pr.AtHead, "a.go", `"package head\n"`}, {pr.AtBase, "a.go", `"package a // 2\n"`}, {pr.AtHead, "dir/b.go", `"package b\n"`},
		{pr.AtHead, "dir/sub/c.go", "absent"}, {pr.AtBase, "dir/sub/c.go", `"package c\n"`}, {pr.AtBase, "new.go", "absent"},
		{pr.AtHead, "dir", "no file"}, {pr.AtHead, "link", "no file"}, {pr.AtHead, "mod", "no file"}, {pr.AtHead, "empty", `""`},
		{pr.AtHead, "image.png", "no text"}, {pr.AtHead, "latin1.txt", "no UTF-8"}, {pr.AtHead, "odd/back\\slash", `"backslash\n"`},
		{pr.AtHead, "odd/new\nline", `"newline\n"`}, {pr.AtHead, "odd/latin\ufffd", "no file"}, {pr.AtHead, "latin\ufffd/x", "no file"}, {pr.AtHead, "odd/latin\xe9", "absent"},
	} {
		text, err := tree.Read(t.Context(), tt.side, tt.path)
		if got := show(text); err != nil || got != tt.want {
			t.Errorf("%s %q: got %s, %v", tt.side, tt.path, got, err)
		}
	}
	list, err := tree.Files(t.Context(), pr.AtHead)
	want := []string{"a.go", "dir/b.go", "empty", "image.png", "latin1.txt", "latin\ufffd/x", "new.go", "odd/back\\slash", "odd/latin\ufffd", "odd/new\nline", "same.go"}
	if diff := cmp.Diff(want, list); diff != "" || err != nil {
		t.Error(err, diff)
	}
	for folder, want := range map[string]string{"dir": "[{b.go 33188} {sub 16384}] true <nil>", "none": "[] false <nil>", "a.go": "[] false <nil>", "../dir": "[] false <nil>", "dir/": "[] false <nil>"} {
		if got := fmt.Sprint(tree.List(t.Context(), pr.AtBase, folder)); got != want {
			t.Errorf("%q: got %s", folder, got)
		}
	}
	if entries, ok, err := tree.List(t.Context(), pr.AtHead, ""); err != nil || !ok || len(entries) != 11 {
		t.Errorf("got %v, %v, %v", entries, ok, err)
	}
}

func TestOnlyNamesThatTheTreeListsAreRequested(t *testing.T) {
	s, tree := treeScene(t)
	if _, err := tree.Files(t.Context(), pr.AtHead); err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Files(t.Context(), pr.AtBase); err != nil {
		t.Fatal(err)
	}
	before := len(s.Requests())
	for _, path := range []string{"", "/", "/a.go", "..", "../a.go", "dir/../a.go", "./a.go", "a.go/", "dir//b.go", "a.go\x00", "a.go\n", `dir\b.go`, "\xff", "a.go\xff",
		"none", "dir/none", "link/x", "mod/x", "A.GO", "a.go?ref=evil", "a%2ego", "/etc/passwd", strings.Repeat("a/", 5000) + "a"} {
		for _, side := range []pr.Side{pr.AtHead, pr.AtBase} {
			if text, err := tree.Read(t.Context(), side, path); err != nil || text != (pr.Text{State: pr.Absent}) {
				t.Errorf("%.20q: got %v, %v", path, text, err)
			}
		}
		if entries, ok, err := tree.List(t.Context(), pr.AtHead, path); path != "" && (ok || err != nil) {
			t.Errorf("%.20q: got %v, %v", path, entries, err)
		}
		if list, err := tree.History(t.Context(), path, 5); err != nil || list != nil {
			t.Errorf("%.20q: got %v, %v", path, list, err)
		}
	}
	for _, side := range []pr.Side{"", "merge base"} {
		if _, err := tree.Read(t.Context(), side, "a.go"); err == nil {
			t.Errorf("side %q gave no error", side)
		}
	}
	if sent := s.since(before); len(sent) != 0 {
		t.Errorf("sent %q", sent)
	}
}

func TestTreesAndTextsAreReadOnceByAllAtTheSameTime(t *testing.T) {
	s, tree := treeScene(t)
	before := len(s.Requests())
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			for _, path := range []string{"same.go", "dir/b.go", "same.go"} {
				if text, err := tree.Read(t.Context(), pr.AtHead, path); err != nil || text.State != pr.Read {
					t.Errorf("got %v, %v", text, err)
				}
			}
			if text, err := tree.Read(t.Context(), pr.AtBase, "dir/b.go"); err != nil || text.State != pr.Read {
				t.Errorf("got %v, %v", text, err)
			}
			q := pr.Query{Pattern: regexp.MustCompile("package"), MaxFiles: 100, MaxBytes: 1000, MaxMatches: 100}
			if m, err := tree.Grep(t.Context(), pr.AtHead, q); err != nil || len(m.List) != 4 {
				t.Errorf("got %v, %v", m, err)
			}
		})
	}
	group.Wait()
	count := map[string]int{}
	for _, path := range s.since(before) {
		count[path]++
	}
	for path, n := range count {
		if n > 1 && !strings.Contains(path, "new%0Aline") {
			t.Errorf("%s was read %d times", path, n)
		}
	}
	if len(count) != 2+8+1 { // two trees, each readable file, and the contents of a name with a newline
		t.Errorf("read %v", count)
	}
}

func TestASearchIsTheSameWhateverIsKept(t *testing.T) {
	_, tree := treeScene(t)
	q := pr.Query{Pattern: regexp.MustCompile(`(package|newline)`), MaxFiles: 8, MaxBytes: 50, MaxMatches: 100}
	first, err := tree.Grep(t.Context(), pr.AtHead, q)
	if err != nil {
		t.Fatal(err)
	}
	again, err := tree.Grep(t.Context(), pr.AtHead, q)
	if diff := cmp.Diff(first, again); diff != "" || err != nil {
		t.Error(err, diff)
	}
	// The two names that are no UTF-8 cannot be read; the last of the eight is odd/new\nline.
	want := pr.Matches{List: []pr.Match{{Path: "a.go", Line: 1, Text: "package head"}, {Path: "dir/b.go", Line: 1, Text: "package b"}, {Path: "new.go", Line: 1, Text: "package new"}}, Searched: 7, Of: 11, More: true}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Error(diff)
	}
	q.Files, q.MaxBytes = func(path string) bool { return strings.HasPrefix(path, "odd/") }, 1000
	m, err := tree.Grep(t.Context(), pr.AtHead, q)
	want = pr.Matches{List: []pr.Match{{Path: "odd/new\nline", Line: 1, Text: "newline"}}, Searched: 2, Of: 3, More: true}
	if diff := cmp.Diff(want, m); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

func TestAFileBeyondTheLimitIsTooLarge(t *testing.T) {
	s := newScene(t, fake.Commit{Branch: "main", Files: files("a", "a\n", "large", strings.Repeat("x", pr.MaxFile+1))}, fake.Commit{Branch: "feature", From: "main", Files: files("a", "b\n")})
	change, err := s.client.Change(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.client.Tree(change).Read(t.Context(), pr.AtHead, "large")
	if err != nil || text != (pr.Text{State: pr.TooLarge}) {
		t.Errorf("got %v, %v", text.State, err)
	}
}

func TestRecordedRecursiveTree(t *testing.T) {
	tree := replay(t, 1, "tree-recursive-page1", "raw-readme", "raw-quote").Tree(pr.Change{Head: pr.Commit{SHA: recordedHead}})
	list, err := tree.Files(t.Context(), pr.AtHead)
	if err != nil || len(list) != 48 {
		t.Fatalf("%d files, %v: %q", len(list), err, list)
	}
	for path, want := range map[string]string{"README.md": "\"# demo\\n\\nhello\\n\"", `name/quote"d.txt`: `"q\n"`, "sub/mod": "no file", "type/file_to_link": "no file", "name/latin1-\ufffd.txt": "no file", "name": "no file", "none": "absent"} {
		text, err := tree.Read(t.Context(), pr.AtHead, path)
		if got := show(text); err != nil || got != want {
			t.Errorf("%s: got %s, %v", path, got, err)
		}
	}
	if _, err := tree.Files(t.Context(), pr.AtBase); err == nil {
		t.Error("a side without a commit gave no error")
	}
}
