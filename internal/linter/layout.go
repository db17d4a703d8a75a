package linter

import (
	"fmt"
	"path"
	"strings"

	"werkrevisor/internal/pr"
)

// budget counts what one linter gets against its limits.
type budget struct {
	files int
	bytes int64
	over  []string // what did not fit
	bad   []string // what could not be read as text
}

func (j *job) budget() *budget { return &budget{files: j.limits.Files, bytes: j.limits.Bytes} }

// take reports whether these texts of one file fit. A file that is absent is no text and costs nothing.
func (b *budget) take(name string, texts ...pr.Text) bool {
	var size int64
	for _, t := range texts {
		if t.State != pr.Read && t.State != pr.Absent {
			b.bad = append(b.bad, name)
			return false
		}
		size += int64(len(t.Body))
	}
	if b.files < 1 || size > b.bytes {
		b.over = append(b.over, name)
		return false
	}
	b.files--
	b.bytes -= size
	return true
}

// told notes what the linter did not get.
func (b *budget) told(j *job) {
	j.left(b.bad, "it could not be read as a text file")
	j.left(b.over, fmt.Sprintf("a linter gets at most %d files with %d bytes together", j.limits.Files, j.limits.Bytes))
}

// inOneFolder gives the files generated names in one folder.
func inOneFolder(j *job, w *work, files []File, _ func(string) (pr.Text, error)) error {
	return generate(j, w, files, func(File) string { return filesDir })
}

// byFolder keeps apart what the repository keeps apart, in folders with generated names: to tflint a folder is a module.
func byFolder(j *job, w *work, files []File, _ func(string) (pr.Text, error)) error {
	made := map[string]string{}
	return generate(j, w, files, func(f File) string {
		dir := path.Dir(f.Path)
		if made[dir] == "" {
			made[dir] = fmt.Sprintf("%s/folder-%03d", filesDir, len(made)+1)
		}
		return made[dir]
	})
}

func generate(j *job, w *work, files []File, folder func(File) string) error {
	b := j.budget()
	seen := map[string]bool{}
	n := 0
	for i := range files {
		f := &files[i]
		if !b.take(f.Path, f.Head) {
			continue
		}
		n++
		dir := folder(*f)
		if !seen[dir] {
			seen[dir] = true
			w.dirs = append(w.dirs, dir)
		}
		if err := w.put(dir+"/"+generated(n, f.Path), f.Head.Body, f); err != nil {
			return err
		}
	}
	b.told(j)
	return nil
}

// filesIn lists the files of a folder, as the linter has to name them there.
func (w *work) filesIn(dir string) []string {
	var names []string
	for name, f := range w.names {
		if rest, ok := strings.CutPrefix(name, dir+"/"); ok && f != nil {
			names = append(names, rest)
		}
	}
	return sorted(names)
}
