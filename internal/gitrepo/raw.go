package gitrepo

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"werkrevisor/internal/pr"
)

// diffArgs are the arguments of every diff. Attributes and .gitmodules of the checkout must not hide anything.
var diffArgs = []string{
	"diff", "-M50%", "--full-index", "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative",
	"--ignore-submodules=none", "--submodule=short", "--src-prefix=a/", "--dst-prefix=b/",
}

// rawEntry is one changed path with the ids of both sides.
type rawEntry struct {
	oldMode, newMode pr.Mode
	oldID, newID     string
	status           byte // A, D, M, R, C or T
	path, oldPath    string
}

// readDiff returns the changed files between two trees, and the ids of their blobs in the same order.
// Diff and list of ids come from different calls and must name the same files.
func readDiff(ctx context.Context, g *git, from, to string) ([]pr.File, []rawEntry, error) {
	diff, err := g.output(ctx, pr.MaxDiff, nil, append(diffArgs[:len(diffArgs):len(diffArgs)], "-p", "-U3", from, to, "--")...)
	if err != nil {
		return nil, nil, err
	}
	if err := g.proveTrees(ctx, from, to); err != nil {
		return nil, nil, err
	}
	files, err := pr.ParseDiff(diff)
	if err != nil {
		return nil, nil, err
	}
	list, err := g.output(ctx, maxList, nil, append(diffArgs[:len(diffArgs):len(diffArgs)], "--raw", "-z", "--no-abbrev", from, to, "--")...)
	if err != nil {
		return nil, nil, err
	}
	entries, err := parseRaw(string(list))
	if err != nil {
		return nil, nil, err
	}
	if len(entries) != len(files) {
		return nil, nil, fmt.Errorf("%w: the diff has %d files, the trees differ in %d", pr.ErrIncomplete, len(files), len(entries))
	}
	for i, e := range entries {
		f := &files[i]
		if f.Path != e.path || f.OldPath != e.oldPath || !e.fits(*f) {
			return nil, nil, fmt.Errorf("%w: file %d of the diff is not the file that differs in the trees", pr.ErrIncomplete, i+1)
		}
		f.OldMode, f.NewMode = e.oldMode, e.newMode // the diff has none for a pure rename
	}
	return files, entries, nil
}

// fits reports whether status and modes of a file of the diff are those of the trees.
func (e rawEntry) fits(f pr.File) bool {
	letters := map[pr.Status]byte{
		pr.Added: 'A', pr.Deleted: 'D', pr.Modified: 'M', pr.Renamed: 'R', pr.Copied: 'C', pr.TypeChanged: 'T',
	}
	pure := f.OldMode == 0 && f.NewMode == 0
	return letters[f.Status] == e.status && (pure || f.OldMode == e.oldMode && f.NewMode == e.newMode)
}

// parseRaw reads the output of "git diff --raw -z": ":<modes> <ids> <status>", a name, and a second one for renames.
func parseRaw(out string) ([]rawEntry, error) {
	var entries []rawEntry
	bad := fmt.Errorf("%w: the list of changed files is malformed", pr.ErrIncomplete)
	for out != "" {
		head, rest, ok := strings.Cut(out, "\x00")
		fields := strings.Split(strings.TrimPrefix(head, ":"), " ")
		if !ok || len(fields) != 5 || !strings.HasPrefix(head, ":") || fields[4] == "" {
			return nil, bad
		}
		e := rawEntry{oldID: fields[2], newID: fields[3], status: fields[4][0]}
		for i, mode := range []*pr.Mode{&e.oldMode, &e.newMode} {
			n, err := strconv.ParseUint(fields[i], 8, 32)
			if err != nil {
				return nil, bad
			}
			*mode = pr.Mode(n)
		}
		if e.path, rest, ok = strings.Cut(rest, "\x00"); !ok {
			return nil, bad
		}
		e.oldPath = e.path
		if e.status == 'R' || e.status == 'C' {
			if e.path, rest, ok = strings.Cut(rest, "\x00"); !ok {
				return nil, bad
			}
		}
		entries = append(entries, e)
		out = rest
	}
	return entries, nil
}
