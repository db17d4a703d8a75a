package cli_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// snapshot is the files of a commit by path.
type snapshot map[string]string

// with is a copy in which a path has another text.
func (s snapshot) with(path, text string) snapshot {
	s = maps.Clone(s)
	s[path] = text
	return s
}

// without is a copy that lacks a path.
func (s snapshot) without(path string) snapshot {
	s = maps.Clone(s)
	delete(s, path)
	return s
}

func (s snapshot) paths() []string { return slices.Sorted(maps.Keys(s)) }

// sources are the paths of all but attributes of git.
func (s snapshot) sources() []string {
	return slices.DeleteFunc(s.paths(), func(name string) bool { return path.Base(name) == ".gitattributes" })
}

// node is a commit of a history that is made; the parents are older nodes.
type node struct {
	parents []int
	files   snapshot
	what    string
}

// ancestors are the node and all that it has.
func ancestors(nodes []node, of int) map[int]bool {
	has := map[int]bool{}
	for todo := []int{of}; len(todo) > 0; {
		n := todo[0]
		todo = todo[1:]
		if !has[n] {
			has[n] = true
			todo = append(todo, nodes[n].parents...)
		}
	}
	return has
}

// fork is the newest node that two nodes have.
func fork(nodes []node, a, b int) int {
	ofA, ofB := ancestors(nodes, a), ancestors(nodes, b)
	for n := min(a, b); n > 0; n-- {
		if ofA[n] && ofB[n] {
			return n
		}
	}
	return 0
}

// mergeFiles is what a three-way merge of two nodes takes: file by file, and line by line where both sides keep the count of
// lines. Where they clash it takes the text of ours. clean says that no file was changed on both sides.
func mergeFiles(base, ours, theirs snapshot) (merged snapshot, clean bool) {
	merged, clean = snapshot{}, true
	all := maps.Clone(base)
	maps.Copy(all, ours)
	maps.Copy(all, theirs)
	for path := range all {
		b, inBase := base[path]
		o, inOurs := ours[path]
		t, inTheirs := theirs[path]
		switch {
		case inOurs == inTheirs && o == t:
		case inOurs == inBase && o == b:
			o, inOurs = t, inTheirs
		case inTheirs == inBase && t == b:
		default:
			clean = false
			o = mergeLines(b, o, t)
		}
		if inOurs {
			merged[path] = o
		}
	}
	return merged, clean
}

func mergeLines(base, ours, theirs string) string {
	b, o, t := strings.Split(base, "\n"), strings.Split(ours, "\n"), strings.Split(theirs, "\n")
	if len(b) != len(o) || len(b) != len(t) {
		return ours
	}
	for i := range b {
		if o[i] == b[i] {
			o[i] = t[i]
		}
	}
	return strings.Join(o, "\n")
}

// history is a repository with the branches main and topic.
type history struct {
	dir        string // bare
	main, head string // the tips of main and of topic
	// directoryRenames: the repository sets merge.directoryRenames, so that a merge moves files without a conflict.
	directoryRenames bool
	// ordinary: topic is linear, or main was merged into it, never both sides touched a file, and no folder moved.
	ordinary   bool
	attributes bool // a commit has attributes of git
	merges     int  // merge commits that topic has and main lacks
	steps      []string
	trees      map[string]string // what each style gives, once outcomes was asked; a style that conflicts is missing
}

// newHistory writes the nodes to a bare repository in an empty folder, with a single process; main and topic are nodes.
func newHistory(t testing.TB, dir string, nodes []node, main, topic int, directoryRenames bool) *history {
	t.Helper()
	h := &history{dir: dir, directoryRenames: directoryRenames}
	writeGitDir(t, dir, directoryRenames, "")
	var b bytes.Buffer
	b.WriteString("reset refs/heads/main\n\n")
	for i, n := range nodes {
		h.steps = append(h.steps, fmt.Sprintf("%d %v %s", i, n.parents, n.what))
		fmt.Fprintf(&b, "commit refs/heads/main\nmark :%d\ncommitter a <a@example.org> %d +0000\n", i+1, 1767225600+i)
		fmt.Fprintf(&b, "data %d\n%s\n", len(n.what), n.what)
		for k, p := range n.parents {
			fmt.Fprintf(&b, "%s :%d\n", []string{"from", "merge"}[k], p+1)
		}
		b.WriteString("deleteall\n")
		for _, path := range n.files.paths() {
			h.attributes = h.attributes || filepath.Base(path) == ".gitattributes"
			fmt.Fprintf(&b, "M 100644 inline %s\ndata %d\n%s\n", path, len(n.files[path]), n.files[path])
		}
	}
	fmt.Fprintf(&b, "reset refs/heads/main\nfrom :%d\n\nreset refs/heads/topic\nfrom :%d\n\n", main+1, topic+1)
	cmd := exec.Command("git", "fast-import", "--quiet", "--force", "--date-format=raw")
	cmd.Dir, cmd.Stdin = dir, &b
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("fast-import: %v\n%s\n%s", err, out, strings.Join(h.steps, "\n"))
	}
	h.main, h.head = branchTip(t, dir, "main"), branchTip(t, dir, "topic")
	ofMain := ancestors(nodes, main)
	for n := range ancestors(nodes, topic) {
		if !ofMain[n] && len(nodes[n].parents) > 1 {
			h.merges++
		}
	}
	return h
}

func branchTip(t testing.TB, dir, branch string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "refs", "heads", branch))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

// writeGitDir makes an empty repository in a folder without any process; objects of another one may be borrowed.
func writeGitDir(t testing.TB, dir string, directoryRenames bool, borrowed string) {
	t.Helper()
	config := fmt.Sprintf("[core]\n\trepositoryformatversion = 0\n\tbare = %v\n[gc]\n\tauto = 0\n", borrowed == "")
	if directoryRenames {
		config += "[merge]\n\tdirectoryRenames = true\n"
	}
	files := map[string]string{"HEAD": "ref: refs/heads/main\n", "config": config, "refs/heads/.keep": "", "objects/pack/.keep": ""}
	if borrowed != "" {
		files["objects/info/alternates"] = filepath.Join(borrowed, "objects") + "\n"
	}
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if filepath.Base(name) == ".keep" {
			continue
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
