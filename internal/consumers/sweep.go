package consumers

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

const (
	maxFile  = 1 << 20 // bytes of one file
	maxDepth = 64      // folders in folders
)

// copies are folders that hold no text of the consumer's own, as .git does.
var copies = []string{"node_modules", "vendor"}

// sweep is the search in one checkout.
type sweep struct {
	ctx      context.Context
	name     string
	matcher  *matcher
	elements []Element
	limits   Limits
	readable bool

	root    *os.Root
	entries int
	bytes   int64
	found   [][]Hit // by element, up to the limit; only for a readable consumer
	count   []int   // places, by element

	unread int    // files or folders that could not be read
	large  int    // files beyond the limit
	copies int    // folders that were left out
	ended  string // why the search ended early
}

func newSweep(ctx context.Context, name string, m *matcher, elements []Element, limits Limits, readable bool) *sweep {
	return &sweep{ctx: ctx, name: name, matcher: m, elements: elements, limits: limits, readable: readable,
		found: make([][]Hit, len(elements)), count: make([]int, len(elements))}
}

// run searches a folder of top; it reports false if nothing of it could be read.
func (s *sweep) run(top *os.Root) bool {
	info, err := top.Lstat(s.name)
	if err == nil && info.IsDir() {
		s.root, err = top.OpenRoot(s.name)
	}
	if err != nil || s.root == nil {
		s.unread++
		return false
	}
	defer s.root.Close()
	if opened, err := s.root.Stat("."); err != nil || !os.SameFile(info, opened) {
		s.unread++
		return false
	}
	s.folder(".", 0)
	return s.entries > 0 || s.unread == 0
}

// folder searches a folder and all below it, in the order of names, until a limit ends the search.
func (s *sweep) folder(name string, depth int) {
	entries, err := readFolder(s.root, name, s.limits.Entries-s.entries)
	switch {
	case errors.Is(err, errTooMany):
		s.ended = fmt.Sprintf("it has more than %d files and folders; the search ended there", s.limits.Entries)
		return
	case err != nil || depth > maxDepth:
		s.unread++
		return
	}
	s.entries += len(entries)
	for _, e := range entries {
		below := path.Join(name, e.Name())
		switch {
		case s.ended != "":
			return
		case s.ctx.Err() != nil:
			s.ended = "the time of the search ended there"
			return
		case e.Name() == ".git": // a file in a worktree
		case e.IsDir() && slices.Contains(copies, e.Name()):
			s.copies++
		case e.IsDir():
			s.folder(below, depth+1)
		case e.Type().IsRegular():
			s.file(below)
		}
	}
}

// file searches a regular file.
func (s *sweep) file(name string) {
	info, err := s.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular(): // changed meanwhile
		return
	case err == nil && info.Size() > maxFile:
		s.large++
		return
	case err == nil && s.bytes+info.Size() > s.limits.Bytes:
		s.ended = fmt.Sprintf("it has more than %d bytes of text; the search ended there", s.limits.Bytes)
		return
	}
	var text []byte
	if err == nil {
		text, err = readFile(s.root, name, info)
	}
	if err != nil {
		s.unread++
		return
	}
	s.bytes += int64(len(text))
	if bytes.IndexByte(text, 0) >= 0 {
		return
	}
	s.matcher.each(text, func(element, line int) {
		s.count[element]++
		if s.readable && len(s.found[element]) < s.limits.Hits {
			s.found[element] = append(s.found[element], Hit{Element: s.elements[element], Consumer: s.name, File: name, Line: line, Count: 1})
		}
	})
}

// hits lists where the consumer uses an element.
func (s *sweep) hits(element int) []Hit {
	switch {
	case s.count[element] == 0:
		return nil
	case !s.readable:
		return []Hit{{Element: s.elements[element], Consumer: s.name, Count: s.count[element]}}
	}
	list := s.found[element]
	slices.SortFunc(list, func(a, b Hit) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return list
}

// notes say what was not searched or is not listed, without any name that is in the checkout.
func (s *sweep) notes() (list []string) {
	if s.unread > 0 {
		list = append(list, fmt.Sprintf("%d files or folders could not be read", s.unread))
	}
	if s.large > 0 {
		list = append(list, fmt.Sprintf("%d files have more than %d bytes and were left out", s.large, maxFile))
	}
	if s.copies > 0 {
		list = append(list, fmt.Sprintf("%d folders named %s were left out", s.copies, strings.Join(copies, " or ")))
	}
	if s.ended != "" {
		list = append(list, s.ended)
	}
	more := 0
	for e, n := range s.count {
		if n > len(s.found[e]) && s.readable {
			more++
		}
	}
	if more > 0 {
		list = append(list, fmt.Sprintf("%d elements are used in more places than the %d that are listed", more, s.limits.Hits))
	}
	return list
}
