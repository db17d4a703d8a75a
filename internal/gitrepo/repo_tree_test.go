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

	"werkrevisor/internal/pr"
)

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

func TestHostilePathsNameNothing(t *testing.T) {
	t.Parallel()
	tree := openTree(t, varied(t).dir, "base..HEAD")
	for _, path := range []string{"", "/", "/a.go", "..", "../a.go", "../../etc/passwd", "dir/../a.go", "./a.go", "a.go/", "dir//b.go", "a.go\x00", "a.go\n", "a.go\ndir/b.go",
		`dir\b.go`, "\xff", "none", "link/x", "mod/x", "A.GO", "--output=x", "-a", ":/", ":(glob)**", "*", "HEAD:a.go", strings.Repeat("a/", 100_000) + "a"} {
		for _, side := range []pr.Side{pr.AtHead, pr.AtBase} {
			if text, err := tree.Read(t.Context(), side, path); err != nil || text != (pr.Text{State: pr.Absent}) {
				t.Errorf("%.20q: got %v, %v", path, text, err)
			}
		}
		if entries, ok, err := tree.List(t.Context(), pr.AtHead, path); path != "" && (ok || err != nil) {
			t.Errorf("%.20q: got %v, %v", path, entries, err)
		}
		if list, err := tree.History(t.Context(), path, 5); err != nil || len(list) != 0 {
			t.Errorf("%.20q: got %v, %v", path, list, err)
		}
	}
	for _, side := range []pr.Side{"", "merge base"} {
		if _, err := tree.Read(t.Context(), side, "a.go"); err == nil {
			t.Errorf("side %q gave no error", side)
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
	v, err := tree.inventory(t.Context(), pr.AtHead)
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

func TestTheTreeProvesEveryObject(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		victim, with string
		ask          func(context.Context, *Tree) error
	}{
		"a text": {"HEAD:dir/b.go", "HEAD:same.go", func(ctx context.Context, tree *Tree) error {
			_, err := tree.Read(ctx, pr.AtHead, "dir/b.go")
			return err
		}},
		"a searched text that lost what is searched": {"HEAD:dir/b.go", "HEAD:empty", func(ctx context.Context, tree *Tree) error {
			_, err := tree.Grep(ctx, pr.AtHead, all("package b"))
			return err
		}},
		"a folder": {"base:dir", "HEAD:dir", func(ctx context.Context, tree *Tree) error {
			_, err := tree.Files(ctx, pr.AtBase)
			return err
		}},
		"a folder that is not in the diff": {"HEAD:odd", "HEAD:dir", func(ctx context.Context, tree *Tree) error {
			_, _, err := tree.List(ctx, pr.AtHead, "")
			return err
		}},
		"a commit of the history": {"old", "liar", func(ctx context.Context, tree *Tree) error {
			_, err := tree.History(ctx, "odd/back\\slash", 5)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := varied(t)
			if strings.Contains(name, "history") {
				r.git("tag", "-f", "base") // the forged commit is no part of the diff
				r.git("tag", "old", "HEAD~2")
				r.git("tag", "liar", strings.TrimSpace(r.git("commit-tree", "-m", "liar", "old^{tree}")))
			}
			tree := openTree(t, r.dir, "base..HEAD")
			r.forge(r.id(tt.victim), r.id(tt.with))
			if err := tt.ask(t.Context(), tree); !errors.Is(err, pr.ErrIncomplete) {
				t.Errorf("got %v", err)
			}
			if err := tt.ask(t.Context(), tree); !errors.Is(err, pr.ErrIncomplete) {
				t.Errorf("the second time: got %v", err)
			}
		})
	}
}

func TestTreesThatGrowWithoutEndAreAnError(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	id := strings.TrimSpace(r.input("x", "hash-object", "-w", "--stdin"))
	entry := "100644 blob " + id
	for range 8 { // ten of the level below in each: 10^8 paths of nine trees
		var b strings.Builder
		for i := range 10 {
			fmt.Fprintf(&b, "%s\t%d\n", entry, i)
		}
		entry = "040000 tree " + strings.TrimSpace(r.input(b.String(), "mktree"))
	}
	r.bomb(entry, "bomb")
	_, err := openTree(t, r.dir, "main..bomb").Files(t.Context(), pr.AtHead)
	if !errors.Is(err, pr.ErrIncomplete) || !strings.Contains(err.Error(), "more than 100000 files and folders") {
		t.Errorf("got %v", err)
	}
}

func TestPathsThatAreTooLongAreAnError(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	id := strings.TrimSpace(r.input("x", "hash-object", "-w", "--stdin"))
	entry := "100644 blob " + id
	for range 20 {
		entry = "040000 tree " + strings.TrimSpace(r.input(entry+"\t"+strings.Repeat("d", 250)+"\n", "mktree"))
	}
	r.bomb(entry, "bomb")
	if _, err := openTree(t, r.dir, "main..bomb").Files(t.Context(), pr.AtHead); !errors.Is(err, pr.ErrIncomplete) {
		t.Errorf("got %v", err)
	}
}

// bomb makes main and a branch with a tree; main has it too, so that their diff is small.
func (r *repo) bomb(entry, branch string) {
	r.t.Helper()
	tree := strings.Fields(entry)[2]
	base := strings.TrimSpace(r.git("commit-tree", "-m", "base", tree))
	r.git("update-ref", "refs/heads/main", base)
	r.git("update-ref", "refs/heads/"+branch, strings.TrimSpace(r.git("commit-tree", "-p", base, "-m", branch, tree)))
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
