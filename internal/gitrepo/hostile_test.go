package gitrepo

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"werkrevisor/internal/pr"
)

// hostileConfig names a program for everything that a config can name one for.
const hostileConfig = `[core]
	fsmonitor = "%s"
	pager = "%s"
	editor = "%s"
	sshCommand = "%s"
	hooksPath = hooks
	worktree = /
	attributesFile = attributes
[pager]
	diff = "%s"
	log = "%s"
[filter "x"]
	clean = "%s"
	smudge = "%s"
	process = "%s"
	required = true
[diff]
	external = "%s"
	ignoreSubmodules = all
	noprefix = true
[diff "x"]
	textconv = "%s"
	command = "%s"
[merge "x"]
	driver = "%s"
[alias]
	diff = "!%s"
	rev-parse = "!%s"
[remote "origin"]
	url = "ext::%s"
	promisor = true
	partialclonefilter = blob:none
[extensions]
	partialClone = origin
[gpg]
	program = "%s"
[log]
	showSignature = true
[credential]
	helper = "!%s"
[submodule]
	recurse = true
`

func TestNothingOfAHostileCheckoutRuns(t *testing.T) {
	r := newRepo(t)
	r.write("a.txt", "one\n")
	r.write("sub/b.x", "one\n")
	base := r.commit("base")
	r.write(".gitattributes", "* filter=x diff=x merge=x\n*.x -diff\n")
	r.write(".gitmodules", "[submodule \"m\"]\n\tpath = m\n\turl = ext::x\n\tignore = all\n\tupdate = !x\n")
	r.write("a.txt", "two\n")
	r.write("sub/b.x", "two\n")
	r.git("add", "-A")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+base+",m")
	r.git("commit", "-q", "-m", "head")
	if err := os.Mkdir(r.path("m"), 0o700); err != nil {
		t.Fatal(err)
	}
	r.write("a.txt", "three\n")
	r.write("new.txt", "new\n")

	marker := filepath.Join(t.TempDir(), "marker")
	program := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\ntouch '"+marker+"'\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(r.dir, ".git", "config")
	old, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	hostile := string(old) + strings.ReplaceAll(hostileConfig, "%s", program)
	if err := os.WriteFile(config, []byte(hostile), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, hook := range []string{"fsmonitor-watchman", "post-index-change", "reference-transaction", "pre-auto-gc"} {
		for _, dir := range []string{".git/hooks", "hooks"} {
			r.write(dir+"/"+hook, "#!/bin/sh\ntouch '"+marker+"'\n")
			if err := os.Chmod(r.path(dir+"/"+hook), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Setenv("GIT_EXTERNAL_DIFF", program)
	t.Setenv("GIT_PAGER", program)
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
	t.Setenv("GIT_CONFIG_VALUE_0", program)
	for spec, want := range map[string]string{
		base + "..HEAD": ".gitattributes .gitmodules a.txt m sub/b.x",
		"staged":        "",
		"worktree": "a.txt hooks/fsmonitor-watchman hooks/post-index-change hooks/pre-auto-gc " +
			"hooks/reference-transaction new.txt",
	} {
		if spec == base+"..HEAD" {
			r := open(t, r.dir, spec)
			if r.git.dir == "" || !strings.HasPrefix(r.git.dir, r.git.home) {
				t.Errorf("GIT_DIR is %q", r.git.dir)
			}
		}
		if got := paths(read(t, r.dir, spec, pr.Want{}).Files); got != want {
			t.Errorf("%q: got %q, want %q", spec, got, want)
		}
	}
	if _, err := os.Stat(marker); !errors.Is(err, os.ErrNotExist) {
		t.Fatal("a program of the checkout ran")
	}
	// The same checkout does run programs where git sees its config: otherwise this test would show nothing.
	cmd := exec.Command("git", "status")
	cmd.Dir = r.dir
	_ = cmd.Run()
	if _, err := os.Stat(marker); err != nil {
		t.Fatalf("the hostile checkout is harmless: %v", err)
	}
}

func paths(files []pr.File) string {
	var names []string
	for _, f := range files {
		names = append(names, f.Path)
	}
	return strings.Join(names, " ")
}

func TestAttributesHideNoLines(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("a.txt", "one\n")
	r.write(".gitattributes", "*.txt -diff\n")
	r.commit("base")
	r.write("a.txt", "two\n")
	r.commit("head")
	f := read(t, r.dir, "HEAD~1", pr.Want{}).Files[0]
	if f.Binary || f.Added != 1 || f.Deleted != 1 {
		t.Errorf("got %+v", f)
	}
}

// TestAttributesAreNeverUsed asks git itself, also for the place where a newer git looks in a bare repository: the index.
func TestAttributesAreNeverUsed(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("a.txt", "one\n")
	r.write(".gitattributes", "*.txt binary\n")
	r.commit("base")
	repo := open(t, r.dir, "staged")
	if _, err := repo.Change(context.Background()); err != nil {
		t.Fatal(err)
	}
	got, err := repo.git.word(context.Background(), "check-attr", "--cached", "diff", "--", "a.txt")
	if err != nil || got != "a.txt: diff: unspecified" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestFilesOnDiskAreReadWithoutFollowingLinks(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRepo(t)
	r.write("dir/secret", "harmless\n")
	r.write("file", "harmless\n")
	r.write("pipe", "harmless\n")
	r.write("other/x", "harmless\n")
	r.commit("base")
	r.remove("dir")
	r.link(outside, "dir")
	r.link(filepath.Join(outside, "secret"), "file")
	r.remove("pipe")
	if err := syscall.Mkfifo(r.path("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.link("other", "inner")
	r.write(".gitignore", "")
	c := read(t, r.dir, "worktree", pr.Want{})
	got := map[string]string{}
	for _, f := range c.Files {
		got[f.Path] = string(f.Status)
		for _, h := range f.Hunks {
			for _, l := range h.Lines {
				if l.Text == "secret" {
					t.Errorf("%s: a file outside of the checkout was read", f.Path)
				}
			}
		}
	}
	want := map[string]string{".gitignore": "added", "dir": "added", "dir/secret": "deleted", "file": "type changed", "inner": "added", "pipe": "deleted"}
	for name, status := range want {
		if got[name] != status {
			t.Errorf("%s is %q, want %q", name, got[name], status)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %v", got)
	}
}

func TestTooMuchOutputIsAnError(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("a", strings.Repeat("a\n", 100_000))
	r.commit("base")
	repo := open(t, r.dir, "HEAD..HEAD")
	if _, err := repo.git.output(context.Background(), 1000, nil, "cat-file", "blob", "HEAD:a"); !errors.Is(err, pr.ErrIncomplete) {
		t.Errorf("got %v", err)
	}
}
