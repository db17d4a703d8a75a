package gitrepo

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

func TestUntrackedFilesCountUnlessTheyAreIgnored(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write(".gitignore", "*.log\n/build/\n!keep.log\n")
	r.write("sub/.gitignore", "local\n")
	r.write("build/tracked", "1\n")
	r.git("add", "-f", "build/tracked")
	r.commit("base")
	r.write(".git/info/exclude", "private\n")
	for _, name := range []string{
		"a.log", "keep.log", "build/out", "deep/build/in", "deep/x.log", "sub/local", "local", "private", "new dir/ü.txt", ":(glob)x", "*",
	} {
		r.write(name, "new\n")
	}
	r.write("build/tracked", "2\n")
	want := "* :(glob)x build/tracked deep/build/in keep.log local new dir/ü.txt"
	if got := paths(read(t, r.dir, "worktree", pr.Want{}).Files); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := r.git("-c", "core.quotePath=false", "status", "--porcelain", "-uall"); strings.Count(got, "\n") != 7 {
		t.Errorf("git itself lists\n%s", got)
	}
}

func TestWhatLiesOnDiskCountsAndNotWhatIsStaged(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for _, name := range []string{"both", "file", "folder/x", "gone", "mode", "type"} {
		r.write(name, "1\n")
	}
	r.commit("base")
	r.write("both", "staged\n")
	r.git("add", "both")
	r.write("both", "disk\n")
	r.remove("file")
	r.write("file/inner", "1\n")
	r.remove("folder")
	r.write("folder", "2\n")
	r.remove("gone")
	r.link("both", "type")
	if err := os.Chmod(r.path("mode"), 0o755); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range read(t, r.dir, "worktree", pr.Want{}).Files {
		got = append(got, f.Path+" "+string(f.Status))
		if f.Path == "both" && f.New.Body != "disk\n" {
			t.Errorf("both is %q", f.New.Body)
		}
	}
	want := "both modified, file deleted, folder added, folder/x deleted, gone deleted, mode modified, type type changed"
	if s := strings.Join(got, ", "); s != strings.Replace(want, "file deleted", "file/inner renamed", 1) && s != want {
		t.Errorf("got %s", s)
	}
	if f := read(t, r.dir, "staged", pr.Want{}).Files; paths(f) != "both" || f[0].New.Body != "staged\n" {
		t.Errorf("staged: %s", paths(f))
	}
}

func TestRepositoriesWithinTheCheckout(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("a", "1\n")
	first := r.commit("base")
	inner := &repo{t, r.path("inner")}
	r.write("inner/x", "1\n")
	inner.git("init", "-q", "-b", "main")
	commit := inner.commit("inner")
	r.write("broken/.git", "gitdir: /etc\n")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+first+",inner")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+first+",empty")
	r.git("commit", "-q", "-m", "submodules")
	if err := os.Mkdir(r.path("empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	r.write("untracked/x", "1\n")
	untracked := &repo{t, r.path("untracked")}
	untracked.git("init", "-q")
	untracked.commit("untracked")
	untracked.git("pack-refs", "--all")
	c := read(t, r.dir, "worktree", pr.Want{})
	if paths(c.Files) != "inner untracked" || c.Files[0].Status != pr.Modified || c.Files[1].NewMode != pr.ModeSubmodule {
		t.Fatalf("got %s", paths(c.Files))
	}
	lines := c.Files[0].Hunks[0].Lines
	if lines[1].Text != "Subproject commit "+commit {
		t.Errorf("got %q", lines[1].Text)
	}
}

func TestSparseFilesAreNotDeleted(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("in/a", "1\n")
	r.write("out/b", "1\n")
	r.commit("base")
	r.git("sparse-checkout", "set", "--sparse-index", "in")
	if got := paths(read(t, r.dir, "worktree", pr.Want{}).Files); got != "" {
		t.Errorf("got %s", got)
	}
	r.write("out/b", "2\n")
	if got := paths(read(t, r.dir, "worktree", pr.Want{}).Files); got != "out/b" {
		t.Errorf("got %s", got)
	}
}

func TestASplitIndexIsRead(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("a", "1\n")
	r.write("b", "1\n")
	r.commit("base")
	r.git("update-index", "--split-index")
	r.write("b", "2\n")
	r.git("add", "b")
	for _, spec := range []string{"staged", "worktree"} {
		if got := paths(read(t, r.dir, spec, pr.Want{}).Files); got != "b" {
			t.Errorf("%s: got %s", spec, got)
		}
	}
}

func TestAHugeFileOnDiskIsBinary(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("huge", "")
	r.commit("base")
	if err := os.Truncate(r.path("huge"), pr.MaxDiff+1); err != nil {
		t.Fatal(err)
	}
	c := read(t, r.dir, "worktree", pr.Want{})
	if len(c.Files) != 1 || !c.Files[0].Binary || c.Files[0].New.State != pr.NotText {
		t.Errorf("got %+v", c.Files)
	}
	r.commit("huge")
	if c := read(t, r.dir, "worktree", pr.Want{}); len(c.Files) != 0 {
		t.Errorf("a huge file that did not change: %+v", c.Files)
	}
}

// TestManySmallFilesNeedLittleMemory: with a packer of its own, a file of one line took a megabyte and a millisecond.
func TestManySmallFilesNeedLittleMemory(t *testing.T) {
	d := &disk{objects: t.TempDir()}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range 100 {
		if _, err := d.store([]byte("line "+itoa(i)), ""); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 20<<20 {
		t.Errorf("100 files needed %d bytes", got)
	}
}

func TestAnEmptyGitFolderHidesNoFiles(t *testing.T) {
	t.Parallel()
	for name, hide := range map[string]func(r *repo){
		"a folder": func(r *repo) { r.write("sub/.git/x", "") },
		"a file":   func(r *repo) { r.write("sub/.git", "") },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			r.write("a", "1\n")
			r.commit("base")
			r.write("sub/x.go", "package x\n")
			hide(r)
			if got := paths(read(t, r.dir, "worktree", pr.Want{}).Files); got != "sub/x.go" {
				t.Errorf("got %q", got)
			}
		})
	}
}
