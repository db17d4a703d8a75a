package gitrepo

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

// repo is a real repository in a temporary folder.
type repo struct {
	t   testing.TB
	dir string
}

func newRepo(t testing.TB, args ...string) *repo {
	t.Helper()
	r := &repo{t, filepath.Join(t.TempDir(), "demo")}
	if err := os.Mkdir(r.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r.git(append([]string{"init", "-q", "--template=", "-b", "main"}, args...)...)
	return r
}

// git runs git as a user would, and returns what it prints.
func (r *repo) git(args ...string) string {
	r.t.Helper()
	return r.input("", args...)
}

// input runs git with an input.
func (r *repo) input(stdin string, args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "HOME="+r.dir,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
		"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (r *repo) path(name string) string { return filepath.Join(r.dir, name) }

func (r *repo) write(name, text string) {
	r.t.Helper()
	if err := os.MkdirAll(filepath.Dir(r.path(name)), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(r.path(name), []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) remove(name string) {
	r.t.Helper()
	if err := os.RemoveAll(r.path(name)); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) link(target, name string) {
	r.t.Helper()
	r.remove(name)
	if err := os.Symlink(target, r.path(name)); err != nil {
		r.t.Fatal(err)
	}
}

// commit commits everything and returns its id.
func (r *repo) commit(message string) string {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
	return strings.TrimSpace(r.git("rev-parse", "HEAD"))
}

func open(t testing.TB, dir, spec string) *Repo {
	t.Helper()
	r, err := Open(context.Background(), dir, spec)
	if err != nil {
		t.Fatalf("open %q: %v", spec, err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// read reads change and texts.
func read(t testing.TB, dir, spec string, want pr.Want) pr.Change {
	t.Helper()
	r := open(t, dir, spec)
	c, err := r.Change(context.Background())
	if err != nil {
		t.Fatalf("change of %q: %v", spec, err)
	}
	c, err = r.Texts(context.Background(), c, want)
	if err != nil {
		t.Fatalf("texts of %q: %v", spec, err)
	}
	return c
}

// numstat is the list of files as "git diff --numstat -z -M" prints it.
func numstat(files []pr.File) string {
	var b strings.Builder
	for _, f := range files {
		if f.Status == pr.TypeChanged && f.Binary {
			f.Added, f.Deleted = 0, 0
		}
		added, deleted := itoa(f.Added), itoa(f.Deleted)
		if f.Binary {
			added, deleted = "-", "-"
		}
		b.WriteString(added + "\t" + deleted + "\t")
		if f.Renamed() {
			b.WriteString("\x00" + f.OldPath + "\x00")
		}
		b.WriteString(f.Path + "\x00")
	}
	return b.String()
}
