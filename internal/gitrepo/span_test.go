package gitrepo

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

// forked is a repository whose branches main and topic have both left their common commit.
func forked(t *testing.T) (r *repo, fork, main, topic string) {
	r = newRepo(t)
	r.write("a", "1\n")
	fork = r.commit("fork")
	r.git("checkout", "-q", "-b", "topic")
	r.write("b", "1\n")
	topic = r.commit("Topic\n\nWhy it is.\nMore.")
	r.git("checkout", "-q", "main")
	r.write("c", "1\n")
	main = r.commit("main goes on")
	r.git("checkout", "-q", "topic")
	return r, fork, main, topic
}

func TestSpecs(t *testing.T) {
	t.Parallel()
	r, fork, main, topic := forked(t)
	r.git("tag", "-a", "-m", "v1", "v1", fork)
	if err := os.MkdirAll(r.path("deep/folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		spec                             string
		base, baseRef, head, ref, merges string
		paths                            string
	}{
		"nothing: the default branch to HEAD":      {"", main, "main", topic, "HEAD", fork, "b"},
		"two names: what a PR would be":            {"main..topic", main, "main", topic, "topic", fork, "b"},
		"three dots are the same":                  {"main...topic", main, "main", topic, "topic", fork, "b"},
		"the other way round":                      {"topic..main", topic, "topic", main, "main", fork, "c"},
		"one name goes to HEAD":                    {"v1", fork, "v1", topic, "HEAD", fork, "b"},
		"a short id":                               {fork[:9] + "..", fork, fork[:9], topic, "HEAD", fork, "b"},
		"an ancestor":                              {"HEAD~1..HEAD", fork, "HEAD~1", topic, "HEAD", fork, "b"},
		"a missing name is HEAD":                   {"..main", topic, "HEAD", main, "main", fork, "c"},
		"the same commit twice is an empty change": {"HEAD..HEAD", topic, "HEAD", topic, "HEAD", topic, ""},
		"the index, where nothing is staged":       {"staged", topic, "HEAD", "", "index", topic, ""},
		"the files on disk, where nothing changed": {"worktree", topic, "HEAD", "", "files on disk", topic, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := read(t, r.path("deep/folder"), test.spec, pr.Want{})
			if c.Base != (pr.Commit{Ref: test.baseRef, SHA: test.base}) || c.Head != (pr.Commit{Ref: test.ref, SHA: test.head}) ||
				c.MergeBase != test.merges || paths(c.Files) != test.paths {
				t.Errorf("got base %v, head %v, merge base %s, files %s", c.Base, c.Head, c.MergeBase, paths(c.Files))
			}
			if c.Repo != "demo" || c.State != pr.Open || c.DefaultBranch != "main" || !c.Origin.Local() {
				t.Errorf("got %+v", c)
			}
			now, err := open(t, r.dir, test.spec).Now(context.Background())
			if err != nil || now != c.Now() {
				t.Errorf("now %v, %v", now, err)
			}
		})
	}
	c := read(t, r.dir, "", pr.Want{})
	if c.Title != "Topic" || c.Body != "Why it is.\nMore." {
		t.Errorf("title %q, body %q", c.Title, c.Body)
	}
	want := "demo, main (" + fork[:10] + ") to HEAD (" + topic[:10] + ")"
	if got := open(t, r.dir, "").Target(); got != want {
		t.Errorf("target %q, want %q", got, want)
	}
}

func TestTheDefaultBranchIsTheOneOfTheRemote(t *testing.T) {
	t.Parallel()
	r, fork, _, topic := forked(t)
	r.git("update-ref", "refs/remotes/origin/dev", fork)
	r.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev")
	c := read(t, r.dir, "", pr.Want{})
	if c.Base != (pr.Commit{Ref: "dev", SHA: fork}) || c.DefaultBranch != "dev" || c.Head.SHA != topic {
		t.Errorf("base %v, default branch %q", c.Base, c.DefaultBranch)
	}
	r.git("update-ref", "--no-deref", "-d", "refs/remotes/origin/HEAD")
	r.git("branch", "-m", "main", "master")
	if c := read(t, r.dir, "", pr.Want{}); c.Base.Ref != "master" {
		t.Errorf("base %v", c.Base)
	}
}

func TestEveryKindOfCheckoutIsRead(t *testing.T) {
	t.Parallel()
	r, fork, main, topic := forked(t)
	other := filepath.Join(t.TempDir(), "other")
	r.git("worktree", "add", "-q", "--detach", other, main)
	if c := read(t, other, "topic..HEAD", pr.Want{}); c.Head.SHA != main || paths(c.Files) != "c" || c.Repo != "other" {
		t.Errorf("a linked worktree: %v %s", c.Head, paths(c.Files))
	}
	for name, args := range map[string][]string{
		"a shared clone":  {"clone", "-q", "--shared", r.dir},
		"a shallow clone": {"clone", "-q", "--depth", "1", "file://" + r.dir},
	} {
		clone := filepath.Join(t.TempDir(), "clone")
		r.git(append(args, clone)...)
		if c := read(t, clone, "HEAD..HEAD", pr.Want{}); c.Head.SHA != topic {
			t.Errorf("%s: %v", name, c.Head)
		}
	}
	r.git("pack-refs", "--all")
	r.git("gc", "-q")
	if c := read(t, r.dir, "", pr.Want{}); c.MergeBase != fork || paths(c.Files) != "b" {
		t.Errorf("packed refs: %v", c.MergeBase)
	}
}

func TestRepositoriesWithSHA256AreRead(t *testing.T) {
	t.Parallel()
	r := newRepo(t, "--object-format=sha256")
	r.write("a", "1\n")
	base := r.commit("base")
	r.write("a", "2\n")
	r.write("b", "")
	for _, spec := range []string{"worktree", "staged", base} {
		switch spec {
		case "staged":
			r.git("add", "-A")
		case base:
			r.commit("head")
		}
		c := read(t, r.dir, spec, pr.Want{})
		if len(c.MergeBase) != 64 || paths(c.Files) != "a b" || c.Files[0].New.Body != "2\n" {
			t.Errorf("%s: %v", spec, paths(c.Files))
		}
	}
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	r, _, _, _ := forked(t)
	r.git("checkout", "-q", "--orphan", "alone")
	r.commit("no parent")
	empty, reftable, format := newRepo(t), newRepo(t), newRepo(t)
	reftable.write(".git/config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n")
	format.write(".git/config", "[core]\n\trepositoryformatversion = 1\n[Extensions] objectFormat = \"sha999\"\n")
	conflict := newRepo(t)
	conflict.write("a", "1\n")
	conflict.commit("base")
	conflict.git("update-index", "--force-remove", "a")
	blob := strings.TrimSpace(conflict.git("hash-object", "-w", "a"))
	conflict.git("update-index", "--add", "--cacheinfo", "100644,"+blob+",b")
	conflict.input("100644 "+blob+" 2\tc\n100644 "+blob+" 3\tc\n", "update-index", "--index-info")
	tests := map[string]struct{ dir, spec, want string }{
		"no repository":           {t.TempDir(), "", "is not in a git repository"},
		"an unknown name":         {r.dir, "main..nothing", `find the commit "nothing": the checkout has no such branch, tag or commit`},
		"a name like an option":   {r.dir, "--output=x", "no name of a commit"},
		"no common commit":        {r.dir, "main..alone", "no merge base"},
		"a file's name":           {r.dir, "main:a", "no such branch, tag or commit"},
		"no commit":               {empty.dir, "worktree", "no commit yet"},
		"no default branch":       {empty.dir, "", "no origin/HEAD, no main and no master"},
		"refs of another format":  {reftable.dir, "", "keeps its refs in a format that local mode cannot read: run git refs migrate"},
		"ids of another format":   {format.dir, "", "extensions.objectFormat must be sha1 or sha256"},
		"an index with conflicts": {conflict.dir, "staged", "conflicts of a merge"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			repo, err := Open(context.Background(), test.dir, test.spec)
			if err == nil {
				defer repo.Close()
				_, err = repo.Change(context.Background())
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Open(context.Background(), r.dir, ""); err == nil || !strings.Contains(err.Error(), "needs the program git") {
		t.Errorf("without git: %v", err)
	}
}

func TestNothingStaysInTheTemporaryFolder(t *testing.T) {
	r, _, _, _ := forked(t)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		what, spec       string
		opening, reading context.Context
	}{
		{"a review", "worktree", context.Background(), context.Background()},
		{"an error", "main..nothing", context.Background(), context.Background()},
		{"a context that ends at the start", "worktree", ended, ended},
		{"a context that ends later", "worktree", context.Background(), ended},
		{"a panic", "main..HEAD", panics{ended}, ended},
	} {
		func() {
			defer func() { _ = recover() }()
			repo, err := Open(test.opening, r.dir, test.spec)
			if err != nil {
				return
			}
			defer repo.Close()
			if _, err := repo.Change(test.reading); err != nil && test.reading != ended {
				t.Error(err)
			}
		}()
		if left, _ := os.ReadDir(temp); len(left) > 0 {
			t.Errorf("%s leaves %v", test.what, left)
			_ = os.RemoveAll(filepath.Join(temp, left[0].Name()))
		}
	}
}

// panics is a context that panics when it is used.
type panics struct{ context.Context }

func (panics) Done() <-chan struct{} { panic("a context that panics") }
