package gitrepo

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const (
	maxUntracked = 1_000_000 // files and folders that are looked at
	maxDepth     = 200       // folders within each other
	maxIgnore    = 1 << 20   // one .gitignore
)

// untracked walks through the checkout, and returns the files that are neither tracked nor ignored,
// and the folders that are repositories of their own.
//
// Which paths are ignored is asked of git, in a work tree of ours that holds nothing but the folders
// and copies of the .gitignore files: one question for all folders of the same depth.
func (r *Repo) untracked(ctx context.Context, d *disk, tracked map[string]bool) (files, repos []string, err error) {
	work := *r.git
	work.work = filepath.Join(r.git.home, "work")
	if err := os.MkdirAll(work.work, 0o700); err != nil {
		return nil, nil, err
	}
	err = copyFile(filepath.Join(r.checkout.common, "info", "exclude"), filepath.Join(r.git.dir, "info", "exclude"))
	if err != nil && !os.IsNotExist(err) {
		return nil, nil, err
	}
	seen := 0
	level := []string{"."}
	for depth := 0; len(level) > 0; depth++ {
		var names []string // of this level, folders end with a slash
		for _, dir := range level {
			entries, err := d.list(dir, work.work)
			if err == nil {
				err = d.ended()
			}
			if err != nil {
				return nil, nil, fmt.Errorf("read the folder %q: %w", dir, err)
			}
			for _, e := range entries {
				switch name := path.Join(dir, e.Name()); {
				case tracked[name]:
				case e.IsDir() && d.isRepo(name):
					repos = append(repos, name)
				case e.IsDir():
					names = append(names, name+"/")
				case e.Type().IsRegular() || e.Type()&fs.ModeSymlink != 0:
					names = append(names, name)
				}
			}
		}
		if seen += len(names); seen > maxUntracked || depth > maxDepth {
			return nil, nil, fmt.Errorf("look for untracked files: there are more than %d, or folders within %d folders; add them to .gitignore, or review staged", maxUntracked, maxDepth)
		}
		if names, err = work.notIgnored(ctx, names); err != nil {
			return nil, nil, err
		}
		level = nil
		for _, name := range names {
			if dir, ok := strings.CutSuffix(name, "/"); ok {
				level = append(level, dir)
			} else {
				files = append(files, name)
			}
		}
	}
	repos, err = work.notIgnored(ctx, repos)
	return files, repos, err
}

// list reads a folder, without .git, and copies its .gitignore and the names of its folders to a work tree of ours.
func (d *disk) list(dir, work string) ([]fs.DirEntry, error) {
	if !d.isFolder(dir) {
		return nil, nil
	}
	info, err := d.root.Lstat(filepath.FromSlash(dir))
	if err != nil {
		return nil, err
	}
	f, err := d.open(dir, info)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".git" })
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	target := filepath.Join(work, filepath.FromSlash(dir))
	if err := os.MkdirAll(target, 0o700); err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.IsDir() {
			if err := os.Mkdir(filepath.Join(target, e.Name()), 0o700); err != nil {
				return nil, err
			}
		}
	}
	data, ok, err := d.small(path.Join(dir, ".gitignore"), maxIgnore)
	if err != nil || !ok {
		return entries, err
	}
	return entries, os.WriteFile(filepath.Join(target, ".gitignore"), data, 0o600)
}

// notIgnored returns those of the names that no pattern ignores.
func (g *git) notIgnored(ctx context.Context, names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	var list strings.Builder
	for _, name := range names {
		list.WriteString("./" + strings.TrimSuffix(name, "/") + "\x00") // a name with : in front would be magic
	}
	out, err := g.output(ctx, maxList, strings.NewReader(list.String()), "check-ignore", "-z", "--stdin", "--no-index")
	if err != nil && !ended(err, 1) { // 1: none is ignored
		return nil, fmt.Errorf("look for ignored files: %w", err)
	}
	ignored := map[string]bool{}
	for name := range strings.SplitSeq(string(out), "\x00") {
		ignored[strings.TrimPrefix(name, "./")] = true
	}
	return slices.DeleteFunc(names, func(name string) bool { return ignored[strings.TrimSuffix(name, "/")] }), nil
}
