package gitrepo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"werkrevisor/internal/pr"
)

// trackedFile is an entry of the index.
type trackedFile struct {
	mode   pr.Mode
	id     string
	sparse bool // not checked out, so its absence is no deletion
	path   string
}

// diskTree writes the files on disk as a tree: those that the index names, and the untracked ones that are not ignored.
// Bytes are taken as they are: no filter and no conversion of line ends is applied.
func (r *Repo) diskTree(ctx context.Context) (string, error) {
	where := fmt.Sprintf("read the files of %s", r.checkout.root)
	if err := r.copyIndex(); err != nil {
		return "", err
	}
	list, err := r.trackedFiles(ctx)
	if err != nil {
		return "", fmt.Errorf("%s: %w", where, err)
	}
	root, err := os.OpenRoot(r.checkout.root)
	if err != nil {
		return "", fmt.Errorf("%s: %w", where, err)
	}
	defer root.Close()
	ended := func() error { return context.Cause(ctx) }
	d := &disk{root: root, ended: ended, objects: filepath.Join(r.git.dir, "objects"), sha256: r.checkout.sha256, folders: map[string]bool{}}

	var index strings.Builder
	add := func(mode pr.Mode, id, name string) { fmt.Fprintf(&index, "%06o %s 0\t%s\x00", mode, id, name) }
	tracked := make(map[string]bool, len(list))
	for _, t := range list {
		mode, id, err := d.onDisk(t)
		if err == nil {
			err = ended()
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", where, err)
		}
		// Where a folder took the place of a file, what lies in it is untracked.
		tracked[t.path] = mode != 0
		if mode != 0 {
			add(mode, id, t.path)
		}
	}
	files, repos, err := r.untracked(ctx, d, tracked)
	if err != nil {
		return "", fmt.Errorf("%s: %w", where, err)
	}
	for _, name := range files {
		mode, id, err := d.read(name, "")
		if err == nil {
			err = ended()
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", where, err)
		}
		if mode != 0 {
			add(mode, id, name)
		}
	}
	for _, name := range repos {
		if id := d.nestedHead(name); id != "" {
			add(pr.ModeSubmodule, id, name)
		}
	}
	tree, err := r.writeTree(ctx, index.String())
	if err != nil {
		return "", fmt.Errorf("%s: %w", where, err)
	}
	return tree, nil
}

// onDisk returns mode and id of a tracked file as it is on disk; mode 0: it is gone.
func (d *disk) onDisk(t trackedFile) (pr.Mode, string, error) {
	if t.mode == pr.ModeSubmodule && d.isFolder(t.path) {
		if id := d.nestedHead(t.path); id != "" {
			return t.mode, id, nil
		}
		return t.mode, t.id, nil // not checked out
	}
	mode, id, err := d.read(t.path, t.id)
	if err == nil && mode == 0 && t.sparse && !d.isFolder(t.path) {
		return t.mode, t.id, nil
	}
	return mode, id, err
}

// trackedFiles lists the index. A path with a conflict is one entry.
func (r *Repo) trackedFiles(ctx context.Context) ([]trackedFile, error) {
	out, err := r.git.output(ctx, maxList, nil, "ls-files", "-z", "-t", "--stage")
	if err != nil {
		return nil, err
	}
	var list []trackedFile
	for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		head, name, ok := strings.Cut(entry, "\t")
		if !ok {
			continue
		}
		var t trackedFile
		var tag string
		var stage int
		if _, err := fmt.Sscanf(head, "%s %o %s %d", &tag, &t.mode, &t.id, &stage); err != nil {
			return nil, fmt.Errorf("git ls-files prints a malformed entry: %w", err)
		}
		t.sparse, t.path = tag == "S", name
		if n := len(list); n > 0 && list[n-1].path == name {
			continue
		}
		list = append(list, t)
	}
	return list, nil
}

// writeTree makes a tree of the lines of an index.
func (r *Repo) writeTree(ctx context.Context, index string) (string, error) {
	if err := r.newIndex(); err != nil {
		return "", err
	}
	if _, err := r.git.output(ctx, maxWord, strings.NewReader(index), "update-index", "-z", "--index-info"); err != nil {
		return "", err
	}
	return r.git.word(ctx, "write-tree", "--missing-ok")
}
