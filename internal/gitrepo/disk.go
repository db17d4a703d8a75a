package gitrepo

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"werkrevisor/internal/pr"
)

// tooLarge stands for a changed file on disk that no diff could hold. Its NUL makes it binary.
const tooLarge = "\x00a file on disk beyond the size limit of a diff\n"

// disk reads the files of the checkout. It never follows a symlink: every folder of a path is looked at first,
// and an opened file must be the one that was looked at. What is changed at the same moment stays within the checkout.
type disk struct {
	root    *os.Root
	ended   func() error // not nil when reading must end
	objects string       // where new blobs go: objects of our GIT_DIR
	sha256  bool
	folders map[string]bool // real folders, by path
	packer  *zlib.Writer
}

// read returns mode and blob id of a path, and writes its blob if that is not known.
// Mode 0 means that there is no file or symlink.
func (d *disk) read(name, known string) (mode pr.Mode, id string, err error) {
	if !d.isFolder(path.Dir(name)) {
		return 0, "", nil
	}
	info, err := d.root.Lstat(filepath.FromSlash(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, "", nil
	case err != nil:
		return 0, "", err
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := d.root.Readlink(filepath.FromSlash(name))
		if err != nil {
			return 0, "", err
		}
		id, err = d.store([]byte(target), known)
		return pr.ModeSymlink, id, err
	case !info.Mode().IsRegular():
		return 0, "", nil
	}
	mode = pr.ModeFile
	if info.Mode()&0o100 != 0 {
		mode = pr.ModeExecutable
	}
	f, err := d.open(name, info)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	id, err = d.blob(f, info.Size(), known)
	return mode, id, err
}

// isFolder reports whether a path is a folder without any symlink in it.
func (d *disk) isFolder(name string) bool {
	if name == "." {
		return true
	}
	is, ok := d.folders[name]
	if !ok {
		info, err := d.root.Lstat(filepath.FromSlash(name))
		is = err == nil && info.IsDir() && d.isFolder(path.Dir(name))
		d.folders[name] = is
	}
	return is
}

// open opens the file or folder that info describes. It does not wait for a pipe that took its place.
func (d *disk) open(name string, info fs.FileInfo) (*os.File, error) {
	f, err := d.root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !os.SameFile(info, opened) {
		err = fmt.Errorf("%q was replaced while it was read", name)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// small reads a regular file up to limit bytes; ok is false where there is none.
func (d *disk) small(name string, limit int64) (data []byte, ok bool, err error) {
	if !d.isFolder(path.Dir(name)) {
		return nil, false, nil
	}
	info, err := d.root.Lstat(filepath.FromSlash(name))
	if err != nil || !info.Mode().IsRegular() {
		return nil, false, nil
	}
	f, err := d.open(name, info)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	data, err = io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%q has more than %d bytes", name, limit)
	}
	return data, err == nil, err
}

// blob returns the id of a file's content. A file beyond the limit is hashed only to see that it did not change.
func (d *disk) blob(f io.Reader, size int64, known string) (string, error) {
	f = untilEnded{f, d.ended}
	if size > pr.MaxDiff {
		if known == "" {
			return d.store([]byte(tooLarge), known)
		}
		h := objectHash(d.sha256, "blob", size)
		if _, err := io.Copy(h, io.LimitReader(f, size)); err != nil {
			return "", err
		}
		if id := hex.EncodeToString(h.Sum(nil)); id == known {
			return id, nil
		}
		return d.store([]byte(tooLarge), known)
	}
	data, err := io.ReadAll(io.LimitReader(f, pr.MaxDiff))
	if err != nil {
		return "", err
	}
	return d.store(data, known)
}

// untilEnded is a reader that fails when reading must end.
type untilEnded struct {
	io.Reader
	ended func() error
}

func (u untilEnded) Read(p []byte) (int, error) {
	if err := u.ended(); err != nil {
		return 0, err
	}
	return u.Reader.Read(p)
}

// store writes a blob as git does, unless it has the id of one that is known.
func (d *disk) store(data []byte, known string) (string, error) {
	h := objectHash(d.sha256, "blob", int64(len(data)))
	h.Write(data)
	id := hex.EncodeToString(h.Sum(nil))
	if id == known {
		return id, nil
	}
	packed, err := d.pack(data)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(d.objects, id[:2])
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return id, os.WriteFile(filepath.Join(dir, id[2:]), packed, 0o600)
}

// pack returns a blob in the form of a loose object. One packer serves all, because a new one is large.
func (d *disk) pack(data []byte) ([]byte, error) {
	var packed bytes.Buffer
	if d.packer == nil {
		var err error
		if d.packer, err = zlib.NewWriterLevel(&packed, zlib.BestSpeed); err != nil {
			return nil, err
		}
	}
	d.packer.Reset(&packed)
	fmt.Fprintf(d.packer, "blob %d\x00", len(data))
	if _, err := d.packer.Write(data); err != nil {
		return nil, err
	}
	err := d.packer.Close()
	return packed.Bytes(), err
}
