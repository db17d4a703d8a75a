package review

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/pr"
)

// names maps what a model may call a listed file to its path: the number in the list, the path itself,
// and the form in which the prompt shows it. A name that could mean two files means the one with this path,
// so that a file called "2" cannot be confirmed in passing.
func (p Prompt) names() map[string]string {
	names := map[string]string{}
	for i, path := range p.Files {
		for _, number := range []string{"%d", "%d.", "#%d"} {
			names[fmt.Sprintf(number, i+1)] = path
		}
	}
	for _, path := range p.Files {
		shown := Quote(path)
		names[shown], names[shown[1:len(shown)-1]] = path, path
	}
	for _, path := range p.Files {
		names[path] = path
	}
	return names
}

// resolver finds the file that a finding means.
type resolver struct {
	names   map[string]string // of the prompt's list
	numbers map[string]string // the numbers of it alone
	files   map[string]pr.File
}

func newResolver(p Prompt, c pr.Change) resolver {
	r := resolver{p.names(), map[string]string{}, map[string]pr.File{}}
	for i, path := range p.Files {
		r.numbers[fmt.Sprint(i+1)] = path
	}
	for _, f := range c.Files {
		if f.Renamed() {
			r.files[f.OldPath] = f
		}
	}
	for _, f := range c.Files {
		r.files[f.Path] = f // a new path counts before an old one
	}
	return r
}

// find lists the files that a name can mean: the one with this number in the prompt's list, and the one with this path,
// the new paths before the old ones of renames. They differ only where a file is called like a number, which an author may
// do on purpose, so the number comes first. Only files of the change are ever found.
func (r resolver) find(name string) []pr.File {
	var list []pr.File
	add := func(path string) {
		if f, known := r.files[path]; known && !slices.ContainsFunc(list, func(g pr.File) bool { return g.Path == f.Path }) {
			list = append(list, f)
		}
	}
	trimmed := strings.TrimSpace(name)
	for _, path := range []string{r.numbers[strings.TrimSuffix(strings.TrimPrefix(trimmed, "#"), ".")], name, r.names[trimmed]} {
		if path != "" {
			add(path)
		}
	}
	return list
}

// Finder finds the listed file that a model means by a number, a path or the form in which the prompt shows it.
func (p Prompt) Finder() func(ref string) (path string, ok bool) {
	names := p.names()
	return func(ref string) (string, bool) {
		path, ok := names[strings.TrimSpace(ref)]
		return path, ok
	}
}
