package consumers

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
)

var (
	errTooMany  = errors.New("a folder has too many entries")
	errReplaced = errors.New("a file or folder was replaced while it was read")
)

// readFolder lists a folder, sorted by name; more than most entries are errTooMany.
func readFolder(root *os.Root, name string, most int) ([]fs.DirEntry, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	f, err := open(root, name, info)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(most + 1)
	if err != nil && err != io.EOF {
		return nil, err
	}
	for len(entries) <= most && err == nil { // the system may give fewer at a time
		var more []fs.DirEntry
		more, err = f.ReadDir(most + 1 - len(entries))
		entries = append(entries, more...)
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	if len(entries) > most {
		return nil, errTooMany
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// readFile reads the regular file that info describes.
func readFile(root *os.Root, name string, info fs.FileInfo) ([]byte, error) {
	f, err := open(root, name, info)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = errReplaced
	}
	return text, err
}

// open opens what info describes: no symlink, since that is never followed, and nothing that took its place meanwhile.
// It does not wait for a pipe.
func open(root *os.Root, name string, info fs.FileInfo) (*os.File, error) {
	if !info.IsDir() && !info.Mode().IsRegular() {
		return nil, errReplaced
	}
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && (!os.SameFile(info, opened) || info.Mode().Type() != opened.Mode().Type()) { // numbers of files come again
		err = errReplaced
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
