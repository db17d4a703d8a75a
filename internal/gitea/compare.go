package gitea

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
)

// maxTrees is the number of folders that are read at most to compare two commits; more is an error.
const maxTrees = 50_000

// maxDiffers is the number of files that differ at most between two commits; more is an error.
const maxDiffers = 1_000_000

// entryPair is what stands under one path in two commits. It is one entry on a side at most, unless several names look the
// same, because bytes that are no UTF-8 come as U+FFFD.
type entryPair struct{ old, new []treeEntry }

// compareCommits lists every path that differs between two commits, folders excepted, with mode and blob id.
// Folders are read only where their ids differ. Paths have U+FFFD for bytes that are no UTF-8;
// below folders that look the same, entries that do not differ are listed too.
func (c *Client) compareCommits(ctx context.Context, old, new string) (map[string]entryPair, error) {
	found := map[string]entryPair{}
	level := []folderPair{{old: []string{old}, new: []string{new}}}
	for read := 0; len(level) > 0; {
		for _, f := range level {
			read += len(f.old) + len(f.new)
		}
		if len(found) > maxDiffers {
			return nil, fmt.Errorf("compare the commits: %w: more than %d files differ", pr.ErrIncomplete, maxDiffers)
		}
		if read > maxTrees {
			return nil, fmt.Errorf("compare the commits: %w: more than %d folders differ", pr.ErrIncomplete, maxTrees)
		}
		entries := make([][2][][]treeEntry, len(level))
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(parallelTexts)
		for i, f := range level {
			for side, ids := range [][]string{f.old, f.new} {
				entries[i][side] = make([][]treeEntry, len(ids))
				for n, sha := range ids {
					group.Go(safe(func() (err error) {
						entries[i][side][n], err = c.tree(ctx, sha)
						return err
					}))
				}
			}
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		var below []folderPair
		for i, f := range level {
			pairs, err := pairUp(slices.Concat(entries[i][0]...), slices.Concat(entries[i][1]...), f.alike())
			if err != nil {
				return nil, err
			}
			for name, pair := range pairs {
				below = pair.sort(f.path+name, found, below)
			}
		}
		level = below
	}
	return found, nil
}

// folderPair is a folder that differs, with its ids on each side: none, one, or several that look the same.
type folderPair struct {
	path     string
	old, new []string
}

// alike reports whether several folders look the same.
func (f folderPair) alike() bool { return len(f.old) > 1 || len(f.new) > 1 }

// sort puts the files of a pair into found and returns the folders with its folder.
func (e entryPair) sort(path string, found map[string]entryPair, folders []folderPair) []folderPair {
	f := folderPair{path: path + "/"}
	var files entryPair
	split := func(list []treeEntry, ids *[]string, rest *[]treeEntry) {
		for _, entry := range list {
			if entry.mode() == pr.ModeFolder {
				*ids = append(*ids, entry.SHA)
			} else {
				*rest = append(*rest, entry)
			}
		}
	}
	split(e.old, &f.old, &files.old)
	split(e.new, &f.new, &files.new)
	if len(files.old)+len(files.new) > 0 {
		found[path] = files
	}
	if len(f.old)+len(f.new) > 0 {
		return append(folders, f)
	}
	return folders
}

// pairUp pairs the entries that differ by their names. With all it keeps those that do not differ as well: of folders that
// look the same nobody knows which entry is in which.
func pairUp(old, new []treeEntry, all bool) (map[string]entryPair, error) {
	same := map[treeEntry]int{}
	for _, e := range new {
		if !all {
			same[e]++
		}
	}
	pairs := map[string]entryPair{}
	add := func(e treeEntry, place func(*entryPair) *[]treeEntry) error {
		if e.Path == "" || strings.Contains(e.Path, "/") || !validSHA(e.SHA) {
			return fmt.Errorf("compare the commits: %w: an entry of a folder has no name or id", pr.ErrIncomplete)
		}
		pair := pairs[e.Path]
		list := place(&pair)
		if len(*list) > 0 && !all && !strings.ContainsRune(e.Path, utf8.RuneError) {
			return fmt.Errorf("compare the commits: %w: a folder has two entries %q", pr.ErrIncomplete, e.Path)
		}
		*list = append(*list, e)
		pairs[e.Path] = pair
		return nil
	}
	for _, e := range old {
		if same[e] > 0 {
			same[e]--
			continue
		}
		if err := add(e, func(p *entryPair) *[]treeEntry { return &p.old }); err != nil {
			return nil, err
		}
	}
	for _, e := range new {
		if !all && same[e] == 0 {
			continue
		}
		same[e]--
		if err := add(e, func(p *entryPair) *[]treeEntry { return &p.new }); err != nil {
			return nil, err
		}
	}
	return pairs, nil
}

// asListed is a name as the server's JSON spells it: each byte that is no UTF-8 as U+FFFD.
func asListed(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for _, r := range name { // ranging gives one U+FFFD for each such byte
		b.WriteRune(r)
	}
	return b.String()
}
