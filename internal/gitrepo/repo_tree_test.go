package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/deep"
	"werkrevisor/internal/pr"
)

var _ deep.Tree = (*Tree)(nil)

// openTree reads the change of a spec and returns the tree besides it.
func openTree(t testing.TB, dir, spec string) *Tree {
	t.Helper()
	r := open(t, dir, spec)
	if _, err := r.Change(context.Background()); err != nil {
		t.Fatalf("change of %q: %v", spec, err)
	}
	return r.Tree()
}

// varied is a repository with all kinds of entries, and two commits.
func varied(t testing.TB, args ...string) *repo {
	t.Helper()
	r := newRepo(t, args...)
	for name, text := range map[string]string{"a.go": "package a\n", "dir/b.go": "package b\n", "dir/sub/c.go": "package c\n", "same.go": "package a\n",
		"image.png": "\x89\x00", "latin1.txt": "caf\xe9\n", "empty": "", "odd/back\\slash": "backslash\n", "odd/new\nline": "newline\n", "odd/latin\xe9": "latin\n"} {
		r.write(name, text)
	}
	r.link("a.go", "link")
	base := r.commit("first")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+base+",mod")
	r.git("commit", "-q", "-m", "submodule")
	r.git("tag", "base")
	r.write("a.go", "package head\n")
	r.write("new.go", "package new\n")
	r.remove("dir/sub")
	r.git("add", "a.go", "new.go", "dir")
	r.git("commit", "-q", "-m", "head")
	return r
}

func show(t pr.Text) string {
	if t.State == pr.Read {
		return fmt.Sprintf("%q", t.Body)
	}
	return [...]string{"not read", "absent", "read", "too large", "no UTF-8", "no text", "no file", "beyond the limit"}[t.State]
}

func TestTheTreeReadsBothSides(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"sha1", "sha256"} {
		tree := openTree(t, varied(t, "--object-format="+format).dir, "base..HEAD")
		for _, tt := range []struct {
			side       pr.Side
			path, want string
		}{
			{pr.AtHead, "a.go", `"package head\n"`}, {pr.AtBase, "a.go", `"package a\n"`}, {pr.AtHead, "dir/b.go", `"package b\n"`},
			{pr.AtHead, "dir/sub/c.go", "absent"}, {pr.AtBase, "dir/sub/c.go", `"package c\n"`}, {pr.AtBase, "new.go", "absent"},
			{pr.AtHead, "dir", "no file"}, {pr.AtHead, "link", "no file"}, {pr.AtHead, "mod", "no file"}, {pr.AtHead, "empty", `""`},
			{pr.AtHead, "image.png", "no text"}, {pr.AtHead, "latin1.txt", "no UTF-8"}, {pr.AtHead, "odd/back\\slash", `"backslash\n"`},
			{pr.AtHead, "odd/new\nline", `"newline\n"`}, {pr.AtHead, "odd/latin\xe9", `"latin\n"`}, {pr.AtHead, "odd/latin\ufffd", "absent"},
		} {
			text, err := tree.Read(t.Context(), tt.side, tt.path)
			if got := show(text); err != nil || got != tt.want {
				t.Errorf("%s: %s %q: got %s, %v", format, tt.side, tt.path, got, err)
			}
		}
		list, err := tree.Files(t.Context(), pr.AtHead)
		want := []string{"a.go", "dir/b.go", "empty", "image.png", "latin1.txt", "new.go", "odd/back\\slash", "odd/latin\xe9", "odd/new\nline", "same.go"}
		if diff := cmp.Diff(want, list); diff != "" || err != nil {
			t.Error(format, err, diff)
		}
		for folder, want := range map[string]string{"dir": "[{b.go 33188} {sub 16384}] true <nil>", "none": "[] false <nil>", "a.go": "[] false <nil>", "../dir": "[] false <nil>", "dir/": "[] false <nil>", ".": "[] false <nil>"} {
			if got := fmt.Sprint(tree.List(t.Context(), pr.AtBase, folder)); got != want {
				t.Errorf("%s: %q: got %s", format, folder, got)
			}
		}
		if entries, ok, err := tree.List(t.Context(), pr.AtHead, ""); err != nil || !ok || len(entries) != 10 {
			t.Errorf("%s: got %v, %v, %v", format, entries, ok, err)
		}
	}
}

func TestTheHeadIsWhatTheDiffLeadsTo(t *testing.T) {
	t.Parallel()
	r := varied(t)
	r.write("a.go", "staged\n")
	r.git("add", "a.go")
	r.write("a.go", "on disk\n")
	r.write("untracked.go", "untracked\n")
	for spec, want := range map[string]string{"staged": `"staged\n" absent "package head\n"`, "worktree": `"on disk\n" "untracked\n" "package head\n"`, "base..HEAD": `"package head\n" absent "package a\n"`} {
		tree := openTree(t, r.dir, spec)
		var got []string
		for _, at := range []struct {
			side pr.Side
			path string
		}{{pr.AtHead, "a.go"}, {pr.AtHead, "untracked.go"}, {pr.AtBase, "a.go"}} {
			text, err := tree.Read(t.Context(), at.side, at.path)
			if err != nil {
				t.Errorf("%s: %v", spec, err)
			}
			got = append(got, show(text))
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", spec, diff)
		}
	}
	if _, err := open(t, r.dir, "staged").Tree().Files(t.Context(), pr.AtHead); err == nil {
		t.Error("a tree without a change gave no error")
	}
}

func all(pattern string) pr.Query {
	return pr.Query{Pattern: regexp.MustCompile(pattern), MaxFiles: 1000, MaxBytes: 1 << 30, MaxMatches: 1000}
}

func describe(m pr.Matches) string {
	var list []string
	for _, match := range m.List {
		list = append(list, fmt.Sprintf("%q:%d", match.Path, match.Line))
	}
	return fmt.Sprintf("%s; %d of %d %v", strings.Join(list, " "), m.Searched, m.Of, m.More)
}

func TestASearchFindsAllLines(t *testing.T) {
	t.Parallel()
	tree := openTree(t, varied(t).dir, "base..HEAD")
	only := all("package")
	only.Files = func(path string) bool { return strings.HasPrefix(path, "dir/") }
	few := all("package|line")
	few.MaxFiles, few.MaxMatches = 8, 2
	for range 2 { // from the objects, and from what is kept
		for _, tt := range []struct {
			q    pr.Query
			want string
		}{
			{all("package (a|b|head|new)$"), `"a.go":1 "dir/b.go":1 "new.go":1 "same.go":1; 10 of 10 false`},
			{all("(?i)PACKAGE H"), `"a.go":1; 10 of 10 false`},
			{all("newline|latin|backslash|caf"), `"odd/back\\slash":1 "odd/latin\xe9":1 "odd/new\nline":1; 10 of 10 false`},
			{only, `"dir/b.go":1; 1 of 1 false`},
			{few, `"a.go":1 "dir/b.go":1; 6 of 10 true`},
		} {
			m, err := tree.Grep(t.Context(), pr.AtHead, tt.q)
			if got := describe(m); err != nil || got != tt.want {
				t.Errorf("%s: got %s, %v", tt.q.Pattern, got, err)
			}
		}
	}
}

// TestASearchHoldsFewTextsAtATime: what one process reads is cut off, and the rest is read by the next one.
func TestASearchHoldsFewTextsAtATime(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i := range 7 {
		r.write(fmt.Sprintf("f%d", i), fmt.Sprintf("%d\n%sneedle\n", i, strings.Repeat(strings.Repeat("x", 4095)+"\n", pr.MaxFile/4096-1)))
	}
	r.write("large", strings.Repeat("x", pr.MaxFile+1))
	r.commit("base")
	tree := openTree(t, r.dir, "HEAD..HEAD")
	places := make([]pr.Place, 0, 8)
	v, err := tree.At(t.Context(), pr.AtHead)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range v.Files() {
		places = append(places, v.At(name))
	}
	texts, err := tree.readMany(t.Context(), places)
	if err != nil || len(texts) != grepBytes/pr.MaxFile {
		t.Errorf("%d texts, %v", len(texts), err)
	}
	tree = openTree(t, r.dir, "HEAD..HEAD")
	for range 2 {
		m, err := tree.Grep(t.Context(), pr.AtHead, all("needle"))
		if err != nil || len(m.List) != 7 || m.Searched != 8 || m.More {
			t.Errorf("got %d lines, %d searched, %v", len(m.List), m.Searched, err)
		}
	}
	if text, err := tree.Read(t.Context(), pr.AtHead, "large"); err != nil || text != (pr.Text{State: pr.TooLarge}) {
		t.Errorf("got %v, %v", text.State, err)
	}
}

func TestTheTreeServesManyAtTheSameTime(t *testing.T) {
	t.Parallel()
	tree := openTree(t, varied(t).dir, "base..HEAD")
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, path := range []string{"same.go", "dir/b.go", "a.go"} {
				if text, err := tree.Read(t.Context(), pr.AtHead, path); err != nil || text.State != pr.Read {
					t.Errorf("got %v, %v", text, err)
				}
			}
			if m, err := tree.Grep(t.Context(), pr.AtBase, all("package")); err != nil || len(m.List) != 4 {
				t.Errorf("got %v, %v", m, err)
			}
			if list, err := tree.History(t.Context(), "a.go", 5); err != nil || len(list) != 1 {
				t.Errorf("got %v, %v", list, err)
			}
		})
	}
	group.Wait()
}

func TestTheEndOfTheContextEndsTheTree(t *testing.T) {
	t.Parallel()
	tree := openTree(t, varied(t).dir, "base..HEAD")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, ask := range map[string]func() error{
		"read":    func() error { _, err := tree.Read(ctx, pr.AtHead, "a.go"); return err },
		"grep":    func() error { _, err := tree.Grep(ctx, pr.AtHead, all("x")); return err },
		"history": func() error { _, err := tree.History(ctx, "a.go", 5); return err },
	} {
		if err := ask(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
