package linter

import (
	"errors"
	"slices"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// tool is how one linter is run.
type tool struct {
	program  string
	globs    config.Globs
	configs  []string // where its configuration may be at the base, the first that exists counts
	config   string   // the name that the configuration gets
	concerns func(File) bool
	layOut   func(*job, *work, []File, func(string) (pr.Text, error)) error
	calls    func(*work) []call
}

// atHead reports whether a file still exists.
func atHead(f File) bool { return f.Head.State != pr.Absent }

// toolOf is the linter that an entry of [deep] linters means. A command makes any entry the host's own.
func toolOf(l config.Linter) (tool, error) {
	if len(l.Command) > 0 {
		return ownTool(l)
	}
	t, patterns := knownTool(l.Name)
	if t.program == "" {
		return tool{}, errors.New("it has no command in [deep] linters, so it did not run")
	}
	t.globs = l.Globs
	if l.Globs.Empty() {
		var err error
		if t.globs, err = config.NewGlobs(patterns...); err != nil {
			return tool{}, err
		}
	}
	return t, nil
}

// filesHere stands for the names of the files among the arguments of a host's own command.
const filesHere = "{files}"

// ownTool runs a command of the host.
func ownTool(l config.Linter) (tool, error) {
	read, err := readerOf(l.Format)
	if err != nil {
		return tool{}, err
	}
	args := l.Command[1:]
	if !slices.Contains(args, filesHere) {
		args = append(slices.Clone(args), filesHere)
	}
	return tool{program: l.Command[0], globs: l.Globs, concerns: atHead, layOut: inOneFolder, calls: func(w *work) []call {
		return withFiles(w, func(names []string) call { return call{args: insert(args, names), read: read} })
	}}, nil
}

// insert replaces each {files} by the names.
func insert(args, names []string) []string {
	var all []string
	for _, a := range args {
		if a == filesHere {
			all = append(all, names...)
		} else {
			all = append(all, a)
		}
	}
	return all
}

// withFiles makes one call per folder that has files.
func withFiles(w *work, make func(names []string) call) []call {
	var calls []call
	for _, dir := range w.dirs {
		c := make(w.filesIn(dir))
		c.dir = dir
		calls = append(calls, c)
	}
	return calls
}

func sorted(s []string) []string {
	slices.Sort(s)
	return s
}
