package consumers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// maxSiblings is the number of entries that the folder with the checkouts may have.
const maxSiblings = 10_000

// Limits bound a search; 0 stands for the default. Its time is bounded by the context.
type Limits struct {
	Consumers int   // checkouts, in the order of their names; 0: 200
	Entries   int   // files and folders of one checkout that are looked at; 0: 100,000
	Bytes     int64 // read of one checkout; 0: 256 MiB
	Hits      int   // places of one element in one readable checkout that are listed; 0: 50
}

func (l Limits) orDefault() Limits {
	return Limits{
		Consumers: cmp.Or(l.Consumers, 200), Entries: cmp.Or(l.Entries, 100_000),
		Bytes: cmp.Or(l.Bytes, 256<<20), Hits: cmp.Or(l.Hits, 50),
	}
}

// Search looks for elements in the checkouts beside the reviewed one: every folder directly in root ([deep] consumers_root)
// that is no symlink and whose name does not begin with a dot is a consumer, named by its folder. The folder that has
// the name of the reviewed repository, own, is left out, whatever its case.
//
// Regular files are read, up to 1 MiB each, and no symlink is followed. Files with a NUL, and what lies in folders named
// .git, node_modules or vendor, are left out: the latter are copies of what others wrote. Names match as whole words;
// a line is one place, however often a name stands in it. Only for consumers that readable names, in this spelling,
// a Hit says where. Beyond Limits.Hits the places that are listed are those that are met first, folder by folder.
// The outcome depends on nothing but the files, unless the context ends the search.
func Search(ctx context.Context, root, own string, elements []Element, readable []string, limits Limits) Outcome {
	var out Outcome
	if len(elements) == 0 {
		return out
	}
	limits = limits.orDefault()
	m, unusable := newMatcher(elements)
	if unusable > 0 {
		out.note("%d elements have names that cannot be searched", unusable)
	}
	top, err := os.OpenRoot(root)
	var names []string
	if err == nil {
		defer top.Close()
		names, err = siblings(top, own)
	}
	switch {
	case err != nil:
		out.note("[deep] consumers_root = %q: %s; nothing was searched; name a folder of checkouts that can be read", root, reason(err))
		return out
	case len(names) == 0:
		out.note("[deep] consumers_root = %q: it has no checkout besides the reviewed one; nothing was searched", root)
		return out
	case len(names) > limits.Consumers:
		out.note("[deep] consumers_root has %d checkouts; only the first %d were searched", len(names), limits.Consumers)
		names = names[:limits.Consumers]
	}
	hits := make([][]Hit, len(elements))
	for i, name := range names {
		if ctx.Err() != nil {
			out.note("the time of the search ended before consumer %q; %d of %d were not searched", name, len(names)-i, len(names))
			break
		}
		s := newSweep(ctx, name, m, elements, limits, slices.Contains(readable, name))
		if s.run(top) {
			out.Consumers++
		}
		for e := range elements {
			hits[e] = append(hits[e], s.hits(e)...)
		}
		for _, note := range s.notes() {
			out.note("consumer %q: %s", name, note)
		}
	}
	out.Hits = slices.Concat(hits...)
	return out
}

func (o *Outcome) note(format string, args ...any) {
	o.Notes = append(o.Notes, fmt.Sprintf(format, args...))
}

// siblings lists the names of the consumers, sorted.
func siblings(top *os.Root, own string) ([]string, error) {
	entries, err := readFolder(top, ".", maxSiblings)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !strings.EqualFold(e.Name(), own) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// reason says what an error is, without the names that errors of the system hold.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such folder"
	case errors.Is(err, fs.ErrPermission):
		return "it may not be read"
	case errors.Is(err, errTooMany):
		return "it has too many entries"
	}
	return "it cannot be read as a folder"
}
