package fake

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// gitDir is a git repository on disk.
type gitDir string

// run runs git without any config of the machine or the user.
func (d gitDir) run(ctx context.Context, input []byte, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", string(d), "-c", "core.quotePath=false"}, args...)...)
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=true",
		"GIT_AUTHOR_NAME=fake", "GIT_AUTHOR_EMAIL=fake@example.org", "GIT_AUTHOR_DATE=1767225600 +0000",
		"GIT_COMMITTER_NAME=fake", "GIT_COMMITTER_EMAIL=fake@example.org", "GIT_COMMITTER_DATE=1767225600 +0000"}
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return out, nil
}

// tip is the commit id of a revision. A branch of a bare repository is read from its file, because it is asked for so often.
func (d gitDir) tip(ctx context.Context, rev string) (string, error) {
	if !strings.Contains(rev, "..") {
		if data, err := os.ReadFile(filepath.Join(string(d), "refs", "heads", filepath.FromSlash(rev))); err == nil && len(data) == 41 {
			return string(data[:40]), nil
		}
	}
	return d.line(ctx, "rev-parse", "--verify", "-q", rev+"^{commit}")
}

func (d gitDir) line(ctx context.Context, args ...string) (string, error) {
	out, err := d.run(ctx, nil, args...)
	return strings.TrimSpace(string(out)), err
}

// Commit describes a commit to be made.
type Commit struct {
	Branch string // e.g. "main"; it moves to the new commit
	// From is the branch or commit that a new branch starts from; empty: a commit without a parent.
	// For a branch that exists it is the parent instead of its tip, as a force-push makes it.
	From    string
	Files   map[string]File // written files by path; the names are raw bytes
	Delete  []string        // removed files or folders
	Message string
}

// File is a file of a Commit.
type File struct {
	Mode string // "100644" if empty; "100755", "120000" (symlink, Data is its target), "160000" (submodule, Data is a commit id)
	Data string
}

// InitRepo makes a bare repository in an empty folder, with the branch main as HEAD, and the commits in it.
// It returns the ids of the commits.
func InitRepo(dir string, commits ...Commit) ([]string, error) {
	if _, err := gitDir(dir).run(context.Background(), nil, "init", "-q", "--bare", "-b", "main"); err != nil {
		return nil, err
	}
	return AddCommits(dir, commits...)
}

// AddCommits makes commits in a repository and returns their ids. Equal commits have equal ids everywhere.
func AddCommits(dir string, commits ...Commit) ([]string, error) {
	var ids []string
	for _, c := range commits {
		id, err := gitDir(dir).commit(c)
		if err != nil {
			return ids, fmt.Errorf("commit on %s: %w", c.Branch, err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func (d gitDir) commit(c Commit) (string, error) {
	ctx := context.Background()
	ref := "refs/heads/" + c.Branch
	parent := ""
	if c.From != "" {
		var err error
		if parent, err = d.line(ctx, "rev-parse", "--verify", c.From+"^{commit}"); err != nil {
			return "", err
		}
	} else if tip, err := d.line(ctx, "rev-parse", "--verify", "-q", ref); err == nil {
		parent = tip
	}
	var b bytes.Buffer
	message := c.Message
	if message == "" {
		message = "change"
	}
	fmt.Fprintf(&b, "reset %s\n\ncommit %s\ncommitter fake <fake@example.org> 1767225600 +0000\ndata %d\n%s\n", ref, ref, len(message), message)
	if parent != "" {
		fmt.Fprintf(&b, "from %s\n", parent)
	}
	for _, name := range c.Delete {
		fmt.Fprintf(&b, "D %s\n", quotePath(name))
	}
	names := make([]string, 0, len(c.Files))
	for name := range c.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		f := c.Files[name]
		switch f.Mode {
		case "160000":
			fmt.Fprintf(&b, "M 160000 %s %s\n", f.Data, quotePath(name))
		case "":
			f.Mode = "100644"
			fallthrough
		default:
			fmt.Fprintf(&b, "M %s inline %s\ndata %d\n%s\n", f.Mode, quotePath(name), len(f.Data), f.Data)
		}
	}
	if _, err := d.run(ctx, b.Bytes(), "fast-import", "--quiet", "--force", "--date-format=raw"); err != nil {
		return "", err
	}
	return d.line(ctx, "rev-parse", ref)
}

// quotePath quotes a name as git fast-import reads it.
func quotePath(name string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
