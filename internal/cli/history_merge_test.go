package cli_test

import (
	"bytes"
	"crypto/sha1"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// outcome is what merging a history by one style gives.
type outcome string

const (
	// mergeOK: the merged tree is the tip of main plus the reviewed diff.
	mergeOK outcome = "ok"
	// mergeDiffers: git merges, but something else than what was reviewed.
	mergeDiffers outcome = "differs"
	// mergeConflicts: git does not merge, and neither would a server.
	mergeConflicts outcome = "conflict"
)

// mergeStyles are all styles of a server.
var mergeStyles = []string{"merge", "squash", "rebase", "rebase-merge", "fast-forward-only"}

// outcomes merges the history by every style with git and compares what comes out with the tip of main plus the reviewed
// diff. The second result tells the difference for each style that differs. The repository stays as it is.
func (h *history) outcomes(t testing.TB) (map[string]outcome, map[string]string) {
	t.Helper()
	work := filepath.Join(t.TempDir(), "work")
	git := func(args ...string) (string, bool) {
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"--git-dir", work + "/.git", "--work-tree", work}, args...)...)
		cmd.Dir = work
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1", "GIT_EDITOR=true",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org"}
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err == nil
	}
	writeGitDir(t, work+"/.git", h.directoryRenames, h.dir)
	must := func(args ...string) string {
		out, ok := git(args...)
		if !ok {
			t.Fatalf("git %v failed: %s\n%s", args, out, strings.Join(h.steps, "\n"))
		}
		return out
	}
	e := expectation{must: must}
	want, odd := e.tree(h.main, h.head)
	trees, merged := map[string]string{}, map[string]outcome{}
	if !h.attributes {
		if tree, ok := git("merge-tree", "--write-tree", h.main, h.head); ok {
			trees["merge"], trees["squash"] = tree, tree
		}
	} else { // which merge-tree takes from elsewhere
		must("checkout", "-q", "--detach", h.main)
		if _, ok := git("merge", "-q", "--no-ff", "-m", "merge", h.head); ok {
			trees["merge"] = must("rev-parse", "HEAD^{tree}")
			trees["squash"] = trees["merge"]
		} else {
			must("reset", "-q", "--hard")
		}
	}
	must("checkout", "-q", "-f", "--detach", h.head)
	if _, ok := git("rebase", "-q", h.main); ok {
		trees["rebase"] = must("rev-parse", "HEAD^{tree}")
		trees["rebase-merge"] = trees["rebase"] // a merge of what lies on the tip takes the tree of it
	}
	if e.base == h.main {
		trees["fast-forward-only"] = must("rev-parse", h.head+"^{tree}")
	}
	h.trees = trees
	why := map[string]string{}
	for _, style := range mergeStyles {
		merged[style] = mergeConflicts
		if trees[style] == "" {
			continue
		}
		merged[style] = mergeOK
		if len(odd) > 0 {
			merged[style], why[style] = mergeDiffers, "the diff does not fit at "+strings.Join(odd, ", ")
		} else if diff := difference(want, e.entries(trees[style])); diff != "" {
			merged[style], why[style] = mergeDiffers, diff
		}
	}
	return merged, why
}

// expectation finds out what a merge must give.
type expectation struct {
	must func(args ...string) string
	base string // the merge base that a server names
}

// put is a file that the reviewed diff leaves at a path.
type put struct{ from, to, blob string }

// tree is the tip of main with the reviewed diff on it, as blob ids by path. What main renamed is followed. odd names the
// paths where the diff does not fit the tip.
func (e *expectation) tree(main, head string) (want map[string]string, odd []string) {
	e.base, _, _ = strings.Cut(e.must("merge-base", main, head), "\n")
	want = e.entries(main)
	moved := map[string]string{} // where main has a file of the base
	for _, c := range e.changes(e.base, main) {
		if c.kind == 'R' {
			moved[c.old] = c.path
		}
	}
	var puts []put
	for _, c := range e.changes(e.base, head) {
		p, there, fits := e.place(c, want, moved)
		if there == c.newBlob && c.kind == 'A' || there == "" && c.kind == 'D' {
			continue // main has done the same
		}
		if !fits {
			odd = append(odd, c.path)
		}
		puts = append(puts, p)
	}
	for _, p := range puts {
		delete(want, p.from)
	}
	for _, p := range puts {
		if p.to == "" {
			continue
		}
		if want[p.to] != "" && want[p.to] != p.blob {
			odd = append(odd, p.to)
		}
		want[p.to] = p.blob
	}
	return want, odd
}

// place is where a file of the diff belongs at the tip, with the blob that is there now.
func (e *expectation) place(c changedFile, tip, moved map[string]string) (p put, there string, fits bool) {
	at := c.old
	if to, ok := moved[at]; ok {
		at = to
	}
	there, ok := tip[at]
	p, fits = put{at, at, c.newBlob}, true
	switch {
	case c.kind == 'A':
		return p, there, !ok
	case c.kind == 'D':
		p.to = ""
		return p, there, there == c.oldBlob
	case c.kind == 'R':
		fits = at == c.old || at == c.path
		p.to = c.path
	}
	if ok && there != c.oldBlob && there != c.newBlob {
		p.blob, ok = e.mergeFile(there, c.oldBlob, c.newBlob)
	}
	return p, there, fits && ok
}

// changedFile is a file of a diff.
type changedFile struct {
	kind             byte // A, D, M or R
	oldBlob, newBlob string
	old, path        string
}

// changes is a diff with the renames that a server shows.
func (e *expectation) changes(old, new string) (list []changedFile) {
	fields := strings.Split(strings.TrimSuffix(e.must("diff", "--raw", "-z", "-M50%", "--no-abbrev", old, new), "\x00"), "\x00")
	for len(fields) > 1 {
		meta := strings.Fields(fields[0])
		c := changedFile{kind: meta[4][0], oldBlob: meta[2], newBlob: meta[3], old: fields[1], path: fields[1]}
		fields = fields[2:]
		if c.kind == 'R' {
			c.path, fields = fields[0], fields[1:]
		}
		list = append(list, c)
	}
	return list
}

// entries are the blob ids of a commit or tree by path.
func (e *expectation) entries(tree string) map[string]string {
	files := map[string]string{}
	for _, row := range strings.Split(e.must("ls-tree", "-r", "-z", tree), "\x00") {
		if meta, path, ok := strings.Cut(row, "\t"); ok {
			files[path] = strings.Fields(meta)[2]
		}
	}
	return files
}

// mergeFile merges three blobs; ok is false where they clash.
func (e *expectation) mergeFile(ours, base, theirs string) (blob string, ok bool) {
	dir, err := os.MkdirTemp("", "merge-file-")
	if err != nil {
		return "", false
	}
	defer os.RemoveAll(dir)
	args := []string{"merge-file", "-p", "-q"}
	for i, id := range []string{ours, base, theirs} {
		name := filepath.Join(dir, fmt.Sprint(i))
		text := e.must("cat-file", "blob", id)
		if text != "" {
			text += "\n" // every file of a history ends so
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return "", false
		}
		args = append(args, name)
	}
	var out bytes.Buffer
	cmd := exec.Command("git", args...)
	cmd.Stdout = &out
	if cmd.Run() != nil {
		return "", false
	}
	return fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", out.Len(), out.Bytes()))), true
}

// difference names the paths whose text is not the same.
func difference(want, got map[string]string) string {
	var list []string
	for path, id := range want {
		switch {
		case got[path] == "":
			list = append(list, path+" is missing")
		case got[path] != id:
			list = append(list, path+" is another")
		}
	}
	for path := range got {
		if want[path] == "" {
			list = append(list, path+" is too much")
		}
	}
	return strings.Join(list, ", ")
}
