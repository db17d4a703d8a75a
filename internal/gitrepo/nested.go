package gitrepo

import (
	"path"
	"strings"
)

// isRepo reports whether a folder of the checkout is a repository of its own that is at a commit.
// Others are folders like any other: an empty .git must hide no files.
func (d *disk) isRepo(dir string) bool { return d.nestedHead(dir) != "" }

// nestedHead returns the commit that a repository within the checkout is at, or nothing:
// a place outside of the checkout, or one that is reached through a symlink, is not read.
func (d *disk) nestedHead(dir string) string {
	gitDir := path.Join(dir, ".git")
	if text, ok, _ := d.small(gitDir, maxPointer); ok {
		target, isPointer := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
		if !isPointer || path.IsAbs(target) {
			return ""
		}
		gitDir = path.Join(dir, target)
		if gitDir == ".." || strings.HasPrefix(gitDir, "../") {
			return ""
		}
	}
	name := "HEAD"
	for range 5 { // a ref may point to a ref
		text, _, _ := d.small(path.Join(gitDir, name), maxPointer)
		value := strings.TrimSpace(string(text))
		ref, isRef := strings.CutPrefix(value, "ref: ")
		if isID(value, d.sha256) {
			return value
		}
		if !isRef {
			break
		}
		name = path.Join("/", ref)[1:]
	}
	packed, _, _ := d.small(path.Join(gitDir, "packed-refs"), maxFile)
	for line := range strings.Lines(string(packed)) {
		if id, ref, _ := strings.Cut(strings.TrimSpace(line), " "); ref == name && isID(id, d.sha256) {
			return id
		}
	}
	return ""
}

// isID reports whether a text is a full object id.
func isID(s string, sha256 bool) bool {
	size := 40
	if sha256 {
		size = 64
	}
	return len(s) == size && strings.Trim(s, "0123456789abcdef") == ""
}
