package linter

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"werkrevisor/internal/pr"
)

// workRoot is where a linter sees its work folder, within its sandbox; no folder of the host has to have this name.
const workRoot = "/work"

// The folders below the work folder. Configuration stands apart from the files, so no linter finds it by itself.
const (
	filesDir  = "files"
	baseDir   = "base"  // what buf compares: the files before the change
	afterDir  = "after" // and after it
	configDir = "config"
)

// work is the folder that one linter gets as workRoot.
type work struct {
	temp   string           // the host's folder around it
	folder string           // the host's name of /work
	config string           // below /work; "": the base has none
	names  map[string]*File // path below /work → file; nil for one that is there for others only
	dirs   []string         // below /work: where the linter is started
	roots  int
}

// newWork makes the folder; nobody else may enter it.
func newWork(temp string) (*work, error) {
	made, err := os.MkdirTemp(temp, "werkrevisor-linter-")
	if err != nil {
		return nil, err
	}
	if made, err = filepath.EvalSymlinks(made); err != nil { // the kernel lists mounts by their real paths
		return nil, err
	}
	w := &work{temp: made, folder: filepath.Join(made, "work"), names: map[string]*File{}}
	if err := os.MkdirAll(filepath.Join(w.folder, filesDir), 0o700); err != nil {
		w.remove()
		return nil, err
	}
	return w, nil
}

func (w *work) remove() { _ = os.RemoveAll(w.temp) } // best effort: the folder is below that of the system

// emptyRoot makes a folder for the root of one run.
func (w *work) emptyRoot() (string, error) {
	w.roots++
	root := filepath.Join(w.temp, fmt.Sprintf("root-%d", w.roots))
	return root, os.Mkdir(root, 0o700)
}

// put writes one file, whose name is made by this package or checked by protoPath.
func (w *work) put(name, text string, f *File) error {
	full := filepath.Join(w.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
		return err
	}
	w.names[name] = f
	return os.WriteFile(full, []byte(text), 0o600)
}

// configure writes the configuration of the linter, if the base has one. A configuration that cannot be read keeps
// the linter from running: without it, it would report what the project has decided otherwise.
func (w *work) configure(t tool, base func(string) (pr.Text, error)) (reason string) {
	for _, name := range t.configs {
		text, err := base(name)
		switch {
		case err != nil:
			return "its configuration " + name + " at the base could not be read: " + err.Error()
		case text.State == pr.Absent:
			continue
		case text.State != pr.Read:
			return "its configuration " + name + " at the base is no readable text file"
		}
		w.config = configDir + "/" + t.config
		if err := w.put(w.config, text.Body, nil); err != nil {
			return "its configuration could not be written: " + err.Error()
		}
		delete(w.names, w.config) // a problem of the configuration is none of the change
		return ""
	}
	return ""
}

// find tells which file a linter means; nil and known is a file that only stands there for others.
func (w *work) find(c call, r remark) (f *File, known bool) {
	name := r.path
	if name == "" && r.guess != nil {
		return r.guess(w)
	}
	if r.uri {
		u, err := url.Parse(name)
		if err != nil || u.Scheme != "" && u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
			return nil, false
		}
		name = u.Path
	}
	if !strings.HasPrefix(name, "/") {
		name = path.Join(workRoot, c.dir, name)
	}
	name, ok := strings.CutPrefix(path.Clean(name), workRoot+"/")
	if !ok {
		return nil, false
	}
	f, known = w.names[name]
	return f, known
}

// plainExtension matches the extensions that a generated name keeps.
var plainExtension = regexp.MustCompile(`^\.[A-Za-z0-9]{1,10}$`)

// generated is the name of the nth file. It has nothing of the real one but a plain extension, by which linters
// know the language, so that it can be no flag, no hidden file and no configuration.
func generated(n int, real string) string {
	base := path.Base(real)
	ext := path.Ext(base)
	switch lower := strings.ToLower(base); {
	case strings.HasPrefix(lower, "dockerfile"), strings.HasPrefix(lower, "containerfile"), strings.EqualFold(ext, ".dockerfile"):
		ext = ".Dockerfile"
	case !plainExtension.MatchString(ext):
		ext = ""
	}
	return fmt.Sprintf("file-%03d%s", n, ext)
}
