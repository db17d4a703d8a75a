package gitrepo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const maxRefs = 500_000 // loose refs

// The ids of the empty tree.
const (
	emptyTree1   = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
	emptyTree256 = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
)

// config is the whole configuration that git sees, but for the storage format in front
// and the empty tree at the end, from which a newer git takes the attributes: those of HEAD could hide lines.
// Files beside the objects that repeat what objects say are not used: git would believe them without a look.
const config = `[core]
	bare = true
	quotePath = false
	attributesFile = /dev/null
	hooksPath = /dev/null
	fsmonitor = false
	logAllRefUpdates = false
	commitGraph = false
	multiPackIndex = false
	useReplaceRefs = false
	untrackedCache = false
[pack]
	useBitmaps = false
	readReverseIndex = false
[protocol]
	allow = never
[gc]
	auto = 0
[maintenance]
	auto = false
[attr]
	tree = `

// heads are the names of commits beside the refs. All but HEAD may be missing.
var heads = []string{"HEAD", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD", "BISECT_HEAD"}

// newShadow makes a GIT_DIR of ours in home, that reads the objects of the checkout, and copies what names commits:
// HEAD and the like, and refs. Nothing of the checkout's config comes along (product.md 3).
func newShadow(c checkout, bin, home string) (*git, error) {
	g := &git{bin: bin, home: home, dir: filepath.Join(home, "git"), sha256: c.sha256}
	tree := emptyTree1
	format := "[core]\n	repositoryFormatVersion = 0\n"
	if c.sha256 {
		tree = emptyTree256
		format = "[core]\n	repositoryFormatVersion = 1\n[extensions]\n	objectFormat = sha256\n"
	}
	for _, dir := range []string{"objects/info", "refs", "info"} {
		if err := os.MkdirAll(filepath.Join(g.dir, dir), 0o700); err != nil {
			return nil, err
		}
	}
	for name, text := range map[string]string{
		"config":                  format + config + tree + "\n",
		"objects/info/alternates": c.objects + "\n",
		"info/attributes":         "* !diff\n", // stands above every .gitattributes
	} {
		if err := os.WriteFile(filepath.Join(g.dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	for _, name := range heads {
		err := copyFile(filepath.Join(c.gitDir, name), filepath.Join(g.dir, name))
		if err != nil && (name == "HEAD" || !errors.Is(err, fs.ErrNotExist)) {
			return nil, fmt.Errorf("read %s of %s: %w", name, c.root, err)
		}
	}
	err := copyFile(filepath.Join(c.common, "packed-refs"), filepath.Join(g.dir, "packed-refs"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the refs of %s: %w", c.root, err)
	}
	for _, dir := range slices.Compact([]string{c.common, c.gitDir}) { // a linked worktree has refs of its own
		if err := copyRefs(filepath.Join(dir, "refs"), filepath.Join(g.dir, "refs")); err != nil {
			return nil, fmt.Errorf("read the refs of %s: %w", c.root, err)
		}
	}
	return g, nil
}

// copyFile copies a regular file of the checkout, up to maxFile bytes.
func copyFile(from, to string) error {
	data, err := readLimited(from, maxFile)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}

// copyRefs copies the loose refs. Symlinks and everything that is no ref stay behind.
func copyRefs(from, to string) error {
	root, err := os.OpenRoot(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	left := maxRefs
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		target := filepath.Join(to, filepath.FromSlash(name))
		switch {
		case errors.Is(err, fs.ErrNotExist): // deleted meanwhile
			return nil
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(target, 0o700)
		case !d.Type().IsRegular() || strings.HasSuffix(name, ".lock"):
			return nil
		}
		if left--; left < 0 {
			return fmt.Errorf("%s has more than %d loose refs: run git pack-refs --all", from, maxRefs)
		}
		info, err := d.Info()
		if err != nil || info.Size() > maxPointer {
			return nil
		}
		data, err := root.ReadFile(name)
		if err != nil {
			return nil
		}
		return os.WriteFile(target, data, 0o600)
	})
}
