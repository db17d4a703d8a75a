package gitrepo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	root    string // folder with .git, or a bare repository
	gitDir  string // .git, or where the file .git points to
	common  string // what all worktrees of a repository share: objects and refs
	objects string
	sha256  bool
	bare    bool // there is no index and there are no files
}

// findCheckout looks for the checkout or the bare repository that dir lies in. As with git, the innermost one counts.
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
		case isGitDir(root):
			c := checkout{root: root, gitDir: root, common: root, objects: filepath.Join(root, "objects")}
			c, err := c.format()
			if filepath.Base(root) == ".git" && !c.bare {
				continue // the .git of a checkout
			}
			c.bare = true
			return c, err
		case root == filepath.Dir(root):
			return checkout{}, fmt.Errorf("%s is not in a git repository: local mode reviews a checkout, start it there", abs)
		}
	}
}

// isGitDir reports whether a folder is a repository itself, by the signs that git looks for.
func isGitDir(dir string) bool {
	for _, name := range []string{"objects", "refs"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.IsDir() {
			return false
		}
	}
	head, err := readPointer(filepath.Join(dir, "HEAD"))
	return err == nil && (strings.HasPrefix(head, "ref: refs/") || isID(head, false) || isID(head, true))
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
	return c.format()
}

// format looks for the storage format in the checkout's config, by its words: the config is never given to git.
func (c checkout) format() (checkout, error) {
	if strings.ContainsAny(c.objects, "\n\"") {
		return c, fmt.Errorf("the path %q has a quote or a newline, which git's list of object folders cannot hold", c.objects)
	}
	data, err := readLimited(filepath.Join(c.common, "config"), maxConfig)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	for line := range strings.Lines(strings.ToLower(string(data))) {
		if section, rest, ok := strings.Cut(line, "]"); ok && strings.HasPrefix(strings.TrimSpace(section), "[") {
			line = rest
		}
		line, _, _ = strings.Cut(line, "#")
		line, _, _ = strings.Cut(line, ";")
		key, value, given := strings.Cut(line, "=")
		switch key, value = strings.TrimSpace(key), strings.Trim(value, " \t\r\n\""); {
		case key == "objectformat" && value == "sha256":
			c.sha256 = true
		case key == "objectformat" && value != "sha1":
			return c, fmt.Errorf("%s has object ids of a format that local mode cannot read: extensions.objectFormat must be sha1 or sha256", c.root)
		case key == "bare":
			c.bare = (!given || slices.Contains([]string{"true", "yes", "on", "1"}, value)) && c.gitDir == c.common // linked worktrees are not bare
		case key == "refstorage" && value != "files":
			return c, fmt.Errorf("%s keeps its refs in a format that local mode cannot read: run git refs migrate --ref-format=files there", c.root)
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
