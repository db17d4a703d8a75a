package gitrepo

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

func TestBareRepositories(t *testing.T) {
	t.Parallel()
	r, fork, _, topic := forked(t)
	outer := newRepo(t)
	outer.write("a", "outer\n")
	outer.commit("outer")
	alone, inner, hidden := filepath.Join(t.TempDir(), "demo.git"), outer.path("inner.git"), newRepo(t)
	dotGit := filepath.Join(t.TempDir(), ".git")
	hidden.remove(".git")
	hidden.write(".git", "gitdir: ./.bare\n")
	for _, dir := range []string{alone, inner, dotGit, hidden.path(".bare")} {
		r.git("clone", "-q", "--bare", r.dir, dir)
	}
	linked := filepath.Join(t.TempDir(), "linked")
	r.git("--git-dir="+alone, "worktree", "add", "-q", linked, "topic")
	for name, dir := range map[string]string{
		"alone": alone, "within another checkout": inner, "a folder of it": filepath.Join(inner, "refs"),
		"with the name .git": dotGit, "beside one with the name .git": filepath.Dir(dotGit), "behind a file .git": hidden.dir,
	} {
		t.Run(name, func(t *testing.T) {
			c := read(t, dir, "main..topic", pr.Want{})
			if c.MergeBase != fork || c.Head.SHA != topic || paths(c.Files) != "b" {
				t.Errorf("got %s %s %s", c.MergeBase, c.Head.SHA, paths(c.Files))
			}
			if want := map[string]string{alone: "demo", inner: "inner"}[dir]; want != "" && c.Repo != want {
				t.Errorf("its name is %q", c.Repo)
			}
			for _, spec := range []string{"staged", "worktree"} {
				_, err := Open(context.Background(), dir, spec)
				if err == nil || !strings.Contains(err.Error(), "is a bare repository, which has no index and no files; name a range") {
					t.Errorf("%s: got %v", spec, err)
				}
			}
		})
	}
	for _, dir := range []string{linked, r.path(".git"), r.path(".git/refs")} {
		if got := paths(read(t, dir, "worktree", pr.Want{}).Files); got != "" {
			t.Errorf("a checkout that is not bare, %s: got %s", dir, got)
		}
	}
	// A folder that only has such names is none.
	for _, name := range []string{"HEAD", "objects/x", "refs/x"} {
		outer.write("like/"+name, "text\n")
	}
	if got := read(t, outer.path("like"), "HEAD", pr.Want{}).Repo; got != "demo" {
		t.Errorf("got %q", got)
	}
	if err := os.RemoveAll(outer.path(".git")); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), outer.path("like"), "HEAD"); err == nil {
		t.Error("a folder without .git was opened")
	}
}
