package linter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"werkrevisor/internal/pr"
)

// buf checks protocol files, and compares them with those of the merge base. It gets real paths, see layOutProto.
func buf() tool {
	return tool{program: "buf", concerns: func(File) bool { return true }, layOut: layOutProto,
		configs: []string{"buf.yaml"}, config: "buf.yaml",
		calls: func(w *work) []call {
			var calls []call
			if w.hasChanged(filesDir) {
				calls = append(calls, call{label: "buf lint", dir: filesDir, read: bufReader(Warning, nil), fine: []int{0, 100},
					args: w.withConfig([]string{"lint", ".", "--error-format=json"}, "--config")})
			}
			if w.hasChanged(baseDir) {
				calls = append(calls, call{label: "buf breaking", dir: afterDir, read: bufReader(Breaking, ofNoPath), fine: []int{0, 100},
					args: w.withConfig([]string{"breaking", ".", "--against", "../" + baseDir, "--error-format=json"}, "--config", "--against-config")})
			}
			return calls
		}}
}

// hasChanged reports whether a folder has a changed file.
func (w *work) hasChanged(dir string) bool { return len(w.filesIn(dir)) > 0 }

// uncompiled is the error about files that buf cannot compile, so that it did not check them.
type uncompiled struct{ why string }

func (u uncompiled) Error() string {
	return "the files do not compile, often because they import what is not there: " + u.why
}

// bufReader reads one JSON object per line. Buf knows no levels. Place finds the file of a problem without a path.
func bufReader(severity Severity, place func(w *work, message string) (*File, bool)) reader {
	return func(out []byte) (parsed, error) {
		var p parsed
		for line := range bytes.Lines(out) {
			if line = bytes.TrimSpace(line); len(line) == 0 {
				continue
			}
			var b struct {
				Path, Type, Message string
				StartLine           int `json:"start_line"`
			}
			if err := json.Unmarshal(line, &b); err != nil {
				return p, notJSON(err)
			}
			if b.Type == "COMPILE" {
				return p, uncompiled{fmt.Sprintf("%s:%d: %s", b.Path, b.StartLine, b.Message)}
			}
			p.results++
			r := remark{path: b.Path, line: b.StartLine, message: b.Message + " [" + b.Type + "]", severity: severity}
			if place != nil {
				r.guess = func(w *work) (*File, bool) { return place(w, b.Message) }
			}
			if !p.add(r) {
				break
			}
		}
		return p, nil
	}
}

// ofNoPath finds the file of a breaking change that has no path, because something was deleted: the deleted file that
// the message names, by its path below some root, or else the first deleted one, or else the first one.
// A breaking change must not be lost only because it has no place.
func ofNoPath(w *work, message string) (f *File, known bool) {
	var first, deleted *File
	for _, name := range w.filesIn(baseDir) {
		f := w.names[baseDir+"/"+name]
		if first == nil {
			first = f
		}
		if f.Head.State != pr.Absent {
			continue
		}
		if deleted == nil {
			deleted = f
		}
		for _, root := range above(name) {
			if strings.Contains(message, `"`+strings.TrimPrefix(strings.TrimPrefix(name, root), "/")+`"`) {
				return f, true
			}
		}
	}
	if deleted != nil {
		first = deleted
	}
	return first, first != nil
}
