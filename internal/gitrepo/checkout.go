package gitrepo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	maxPointer = 64 << 10  // .git files, commondir, HEAD, a loose ref
	maxConfig  = 1 << 20   // the checkout's config, of which only the storage format is looked at
	maxFile    = 512 << 20 // index, packed-refs and shallow: they grow with the repository
)

// checkout are the places of a local checkout. They are found without git, because git would obey
// the checkout's config.
type checkout struct {
	root    string // folder with .git
	gitDir  string // .git, or where the file .git points to
	common  string // what all worktrees of a repository share: objects and refs
	objects string
	sha256  bool
}

// findCheckout looks for the checkout that dir lies in.
func findCheckout(dir string) (checkout, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return checkout{}, fmt.Errorf("find the checkout of %s: %w", dir, err)
	}
	for root := abs; ; root = filepath.Dir(root) {
		c := checkout{root: root, gitDir: filepath.Join(root, ".git")}
		info, err := os.Stat(c.gitDir)
		switch {
		case err == nil:
			return c.follow(info)
		case !errors.Is(err, fs.ErrNotExist):
			return checkout{}, fmt.Errorf("find the checkout of %s: %w", abs, err)
		case root == filepath.Dir(root):
			return checkout{}, fmt.Errorf("%s is not in a git repository: local mode reviews a checkout, start it there", abs)
		}
	}
}

// follow goes from .git to the real folders.
func (c checkout) follow(info fs.FileInfo) (checkout, error) {
	if !info.IsDir() {
		text, err := readPointer(c.gitDir)
		if err != nil {
			return c, err
		}
		target, ok := strings.CutPrefix(text, "gitdir: ")
		if !ok {
			return c, fmt.Errorf("%s is no git repository: it is a file without a gitdir line", c.gitDir)
		}
		c.gitDir = inFolder(c.root, target)
	}
	c.common = c.gitDir
	text, err := readPointer(filepath.Join(c.gitDir, "commondir"))
	if err == nil {
		c.common = inFolder(c.gitDir, text)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	c.objects = filepath.Join(c.common, "objects")
	if info, err := os.Stat(c.objects); err != nil || !info.IsDir() {
		return c, fmt.Errorf("%s is no git repository: it has no folder %s", c.root, c.objects)
	}
	if strings.ContainsAny(c.objects, "\n\"") {
		return c, fmt.Errorf("the path %q has a quote or a newline, which git's list of object folders cannot hold", c.objects)
	}
	return c.format()
}

// format looks for the storage format in the checkout's config, by its words: the config is never given to git.
func (c checkout) format() (checkout, error) {
	data, err := readLimited(filepath.Join(c.common, "config"), maxConfig)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	for line := range strings.Lines(strings.ToLower(string(data))) {
		key, value, _ := strings.Cut(line, "=")
		switch key, value = strings.TrimSpace(key), strings.TrimSpace(value); {
		case key == "objectformat" && value == "sha256":
			c.sha256 = true
		case key == "refstorage" && value != "files":
			return c, fmt.Errorf("%s keeps its refs in the format %q, which local mode cannot read", c.root, value)
		}
	}
	return c, nil
}

func inFolder(dir, target string) string {
	if filepath.IsAbs(target) {
		return filepath.Clean(target)
	}
	return filepath.Join(dir, target)
}

// readPointer reads a file of one line.
func readPointer(name string) (string, error) {
	data, err := readLimited(name, maxPointer)
	return strings.TrimRight(string(data), "\r\n"), err
}

// readLimited reads a regular file up to limit bytes; a larger one is an error.
func readLimited(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s has more than %d bytes", name, limit)
	}
	return data, err
}
