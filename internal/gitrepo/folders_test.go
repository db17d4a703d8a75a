package gitrepo

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/pr"
)

// movedRepo has the branch topic, which moves old/a, and a base branch that went on.
func movedRepo(t *testing.T) *repo {
	r := newRepo(t)
	r.write("go.mod", "module x.org/m\n")
	r.write("old/a/a.go", "package a\n\nvar X = 1\n")
	r.write("old/b.go", "package b\n")
	r.write("u/u.go", "old\n")
	r.commit("fork")
	r.git("checkout", "-q", "-b", "topic")
	r.write("new/a/a.go", "package a\n\nvar X = 1\n")
	r.remove("old/a")
	r.write("u/u.go", "new\n")
	r.commit("topic")
	r.git("checkout", "-q", "main")
	r.write("new/a/evil.go", "package a\n")
	r.write("go.mod", "module x.org/n\n")
	r.link("../go.mod", "u/go.mod")
	r.commit("tip")
	return r
}

func listed(l pr.Listing, folder string) string {
	entries, ok := l[folder]
	if !ok {
		return "unknown"
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name)
	}
	return strings.Join(list, " ")
}

func TestFoldersAreReadInBothStates(t *testing.T) {
	t.Parallel()
	r := movedRepo(t)
	want := pr.Want{Folders: []string{"old/a", "new/a", "u", "go.mod/x"}, Manifest: "go.mod"}
	got := read(t, r.dir, "main..topic", want).Folders
	for _, tt := range []struct{ folder, base, mergeBase string }{
		{"", "go.mod new old u", "go.mod old u"},
		{"old", "a b.go", "a b.go"},
		{"old/a", "a.go", "a.go"},
		{"new", "a", ""},
		{"new/a", "evil.go", ""},
		{"u", "go.mod u.go", "u.go"},
		{"go.mod/x", "", ""},
		{"q", "unknown", "unknown"},
	} {
		if a, b := listed(got.Base, tt.folder), listed(got.MergeBase, tt.folder); a != tt.base || b != tt.mergeBase {
			t.Errorf("%q: got %q and %q", tt.folder, a, b)
		}
	}
	manifests := map[string]pr.Text{"go.mod": {State: pr.Read, Body: "module x.org/n\n"}, "u/go.mod": {State: pr.NotFile}}
	if diff := cmp.Diff(manifests, got.Manifests); diff != "" {
		t.Error(diff)
	}
	if got.Base.Mode("u", "go.mod") != pr.ModeSymlink || got.Base.Mode("", "old") != pr.ModeFolder || got.Base.Mode("", "x") != 0 {
		t.Error("wrong modes")
	}
	if got := read(t, r.dir, "main..topic", pr.Want{Manifest: "go.mod"}).Folders; !cmp.Equal(got, pr.Folders{}) {
		t.Errorf("nobody wanted %v", got)
	}
}

func TestFoldersOfIndexAndDiskAreThoseOfHEAD(t *testing.T) {
	t.Parallel()
	for _, spec := range []string{"staged", "worktree"} {
		r := movedRepo(t)
		r.write("old/a/new.go", "package a\n")
		r.write("go.mod", "module x.org/changed\n")
		r.git("add", "-A")
		got := read(t, r.dir, spec, pr.Want{Folders: []string{"old/a"}, Manifest: "go.mod"}).Folders
		if listed(got.Base, "old/a") != "a.go" || listed(got.MergeBase, "old/a") != "a.go" || got.Manifests["go.mod"].Body != "module x.org/n\n" {
			t.Errorf("%s: got %+v", spec, got)
		}
	}
}

func TestAForgedFolderIsNotBelieved(t *testing.T) {
	t.Parallel()
	r := movedRepo(t)
	repo := open(t, r.dir, "main..topic")
	c, err := repo.Change(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r.forge(r.id("main:new/a"), r.id("topic:new/a"))
	if got, err := repo.Texts(context.Background(), c, pr.Want{Folders: []string{"new/a"}}); !errors.Is(err, pr.ErrIncomplete) || got.Folders.Base != nil {
		t.Errorf("got %v, %v", got.Folders, err)
	}
}

// TestATreeThatNamesTheFolderAboveListsOnlyItself: git makes such trees, and only a strict receiver refuses them.
func TestATreeThatNamesTheFolderAboveListsOnlyItself(t *testing.T) {
	t.Parallel()
	r := movedRepo(t)
	evil := strings.TrimSpace(r.input("100644 blob "+r.id("main:go.mod")+"\tevil.go\n", "mktree"))
	folder := strings.TrimSpace(r.input("100644 blob "+r.id("main:u/u.go")+"\tu.go\n040000 tree "+evil+"\t..\n", "mktree"))
	root := strings.TrimSpace(r.input("040000 tree "+folder+"\tu\n", "mktree"))
	commit := strings.TrimSpace(r.git("commit-tree", "-p", "main", "-m", "odd", root))
	r.git("branch", "odd", commit)
	got := read(t, r.dir, "odd..topic", pr.Want{Folders: []string{"u"}}).Folders.Base
	if listed(got, "") != "u" || listed(got, "u") != ".. u.go" || len(got) != 2 {
		t.Errorf("got %v", got)
	}
}
