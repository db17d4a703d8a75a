package gitrepo

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

func TestNamesThatGitKeepsBesideTheRefs(t *testing.T) {
	t.Parallel()
	r, fork, main, topic := forked(t)
	r.git("fetch", "-q", ".", "main")
	r.git("reset", "-q", "--hard", "main")
	linked := filepath.Join(t.TempDir(), "linked")
	r.git("worktree", "add", "-q", "--detach", linked, fork)
	(&repo{t, linked}).git("update-ref", "refs/worktree/here", topic)
	(&repo{t, linked}).git("update-ref", "ORIG_HEAD", main)
	for _, test := range []struct{ dir, spec, want string }{
		{r.dir, "main..ORIG_HEAD", topic},
		{r.dir, "topic..FETCH_HEAD", main},
		{linked, "main..refs/worktree/here", topic},
		{linked, "topic..ORIG_HEAD", main},
		{linked, "topic..@", fork},
	} {
		if c := read(t, test.dir, test.spec, pr.Want{}); c.Head.SHA != test.want {
			t.Errorf("%s: got %s", test.spec, c.Head.SHA)
		}
	}
	for _, spec := range []string{"@{u}..HEAD", "main@{1}", "main..@{-1}", "HEAD@{yesterday}", "main@{upstream}..", "@{push}"} {
		_, err := Open(context.Background(), r.dir, spec)
		if err == nil || !strings.Contains(err.Error(), "does not know what git remembers with @{…}; name a branch or a commit") {
			t.Errorf("%s: got %v", spec, err)
		}
	}
}

func TestAShallowCloneWithoutTheMergeBase(t *testing.T) {
	t.Parallel()
	r, fork, main, _ := forked(t)
	clone := filepath.Join(t.TempDir(), "clone")
	r.git("clone", "-q", "--depth", "1", "--no-single-branch", "file://"+r.dir, clone)
	_, err := Open(context.Background(), clone, "origin/main..origin/topic")
	if err == nil || !strings.Contains(err.Error(), "run git fetch --unshallow") {
		t.Errorf("got %v", err)
	}
	shallow := &repo{t, clone}
	shallow.git("fetch", "-q", "--depth", "2", "origin")
	if c := read(t, clone, "origin/main..origin/topic", pr.Want{}); c.MergeBase != fork || paths(c.Files) != "b" {
		t.Errorf("with the merge base: got %s %s", c.MergeBase, paths(c.Files))
	}
	// A border where the history goes on would hide the better merge base.
	r.write(".git/shallow", main+"\n")
	if c := read(t, r.dir, "main..topic", pr.Want{}); c.MergeBase != fork {
		t.Errorf("with a forged border: got %s", c.MergeBase)
	}
	// Without the border, git would look for commits that are not there.
	shallow.remove(".git/shallow")
	_, err = Open(context.Background(), clone, "origin/main~1..origin/topic~1^")
	if err == nil {
		t.Error("a history with holes was read")
	}
	shallow.write(".git/shallow", "no id\n")
	if _, err := Open(context.Background(), clone, "origin/main..origin/topic"); err == nil || !strings.Contains(err.Error(), "is malformed") {
		t.Errorf("a malformed border: got %v", err)
	}
}
