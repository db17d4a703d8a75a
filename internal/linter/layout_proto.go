package linter

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/pr"
)

// maxLookups bounds the reads at the base for unchanged files that changed ones import. Many look for what does not exist.
const maxLookups = 1000

// protoPath matches the paths of protocol files that are kept, because imports name them. No part of one can be a flag,
// a hidden file, a way out of the folder or a configuration.
var protoPath = regexp.MustCompile(`^([A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.proto$`)

// maxPath bounds a path that is kept, because folders are made for it.
const maxPath = 500

func keepsPath(name string) bool { return len(name) <= maxPath && protoPath.MatchString(name) }

// importLine matches an import of a protocol file.
var importLine = regexp.MustCompile(`(?m)^[ \t]*import[ \t]+(?:public[ \t]+|weak[ \t]+)?"([^"\n]{1,500})"[ \t]*;`)

// packageLine matches the package of a protocol file.
var packageLine = regexp.MustCompile(`(?m)^[ \t]*package[ \t]+[A-Za-z0-9_.]+[ \t]*;`)

// standIn is the name of a file beside a deleted one: buf refuses a module without files.
const standIn = "werkrevisor_stand_in.proto"

// layOutProto writes each file for buf lint, its two versions for buf breaking, and everywhere the unchanged files,
// from the base, that they import.
func layOutProto(j *job, w *work, files []File, base func(string) (pr.Text, error)) error {
	b := j.budget()
	changed := map[string]bool{}
	for _, f := range files {
		changed[f.Path] = true
	}
	var strange []string
	im := &imports{w: w, b: b, base: base, known: changed, lookups: maxLookups}
	for i := range files {
		f := &files[i]
		if !keepsPath(f.Path) {
			strange = append(strange, f.Path)
			continue
		}
		if !b.take(f.Path, f.Head, f.Base) {
			continue
		}
		if err := w.putVersions(f, changed); err != nil {
			return err
		}
		im.queue = append(im.queue, source{f.Path, f.Head.Body}, source{f.Path, f.Base.Body})
	}
	j.left(strange, "its path has a part that is no plain name, and buf needs real paths")
	if err := im.follow(); err != nil {
		return err
	}
	b.told(j)
	return nil
}

// putVersions writes the versions of one file that there are.
func (w *work) putVersions(f *File, changed map[string]bool) error {
	if f.Head.State == pr.Read {
		for _, side := range []string{filesDir, afterDir} {
			if err := w.put(side+"/"+f.Path, f.Head.Body, f); err != nil {
				return err
			}
		}
	}
	if f.Base.State != pr.Read {
		return nil
	}
	if err := w.put(baseDir+"/"+f.Path, f.Base.Body, f); err != nil {
		return err
	}
	name := path.Join(path.Dir(f.Path), standIn)
	if f.Head.State == pr.Read || changed[name] {
		return nil
	}
	for _, side := range []string{afterDir, baseDir} {
		if err := w.put(side+"/"+name, "syntax = \"proto3\";\n"+packageLine.FindString(f.Base.Body)+"\n", nil); err != nil {
			return err
		}
	}
	return nil
}

// source is a text whose imports are followed.
type source struct{ path, text string }

// imports follows imports to unchanged files.
type imports struct {
	w       *work
	b       *budget
	base    func(string) (pr.Text, error)
	known   map[string]bool // paths that were looked at → the file is there, or changed
	lookups int
	queue   []source
}

func (im *imports) follow() error {
	for len(im.queue) > 0 {
		from := im.queue[0]
		im.queue = im.queue[1:]
		for _, m := range importLine.FindAllStringSubmatch(from.text, maxLookups) {
			if err := im.find(from.path, m[1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// find looks for an import below every folder above the file, because only buf knows which of them is the root.
// One that is not found is told by buf itself.
func (im *imports) find(from, name string) error {
	if strings.HasPrefix(name, "google/protobuf/") { // buf has them
		return nil
	}
	for _, root := range above(from) {
		full := path.Join(root, name)
		if found, looked := im.known[full]; found {
			return nil
		} else if looked || !keepsPath(full) {
			continue
		}
		if im.lookups--; im.lookups < 0 {
			return nil
		}
		im.known[full] = false
		text, err := im.base(full)
		if err != nil || text.State != pr.Read || !im.b.take(full, text) {
			continue
		}
		for _, side := range []string{filesDir, afterDir, baseDir} {
			if err := im.w.put(side+"/"+full, text.Body, nil); err != nil {
				return err
			}
		}
		im.known[full] = true
		im.queue = append(im.queue, source{full, text.Body})
		return nil
	}
	return nil
}

// above lists the folders above a file, the root first.
func above(file string) []string {
	var list []string
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		list = append(list, dir)
	}
	list = append(list, "")
	slices.Reverse(list)
	return list
}
