package gitea

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
)

// maxTrees is the number of folders that are read at most to compare two commits; more is an error.
const maxTrees = 50_000

// entryPair is what stands under one path in two commits; an empty SHA says that there is nothing.
type entryPair struct{ old, new treeEntry }

// compareCommits lists every path that differs between two commits, folders excepted, with mode and blob id.
// Folders are read only where their ids differ (gitea.md, finding 17). Paths have U+FFFD for bytes that are no UTF-8.
func (c *Client) compareCommits(ctx context.Context, old, new string) (map[string]entryPair, error) {
	found := map[string]entryPair{}
	level := []folderPair{{old: old, new: new}}
	for read := 0; len(level) > 0; {
		if read += 2 * len(level); read > maxTrees {
			return nil, fmt.Errorf("compare the commits: %w: more than %d folders differ", pr.ErrIncomplete, maxTrees)
		}
		entries := make([][2][]treeEntry, len(level))
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(parallelTexts)
		for i, f := range level {
			for side, sha := range []string{f.old, f.new} {
				if sha == "" {
					continue
				}
				group.Go(safe(func() (err error) {
					entries[i][side], err = c.tree(ctx, sha)
					return err
				}))
			}
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		var below []folderPair
		for i, f := range level {
			pairs, err := pairUp(entries[i][0], entries[i][1])
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

// folderPair is a folder that differs; an empty id says that there is none on that side.
type folderPair struct{ path, old, new string }

// sort puts the files of a pair into found and returns the folders with its folder.
func (e entryPair) sort(path string, found map[string]entryPair, folders []folderPair) []folderPair {
	f := folderPair{path: path + "/"}
	if e.old.mode() == pr.ModeFolder {
		f.old, e.old = e.old.SHA, treeEntry{}
	}
	if e.new.mode() == pr.ModeFolder {
		f.new, e.new = e.new.SHA, treeEntry{}
	}
	if e.old.SHA != "" || e.new.SHA != "" {
		found[path] = e
	}
	if f.old != "" || f.new != "" {
		return append(folders, f)
	}
	return folders
}

// pairUp pairs the entries that differ by their names. Different names that look the same, because bytes that are
// no UTF-8 come as U+FFFD, cannot be told apart.
func pairUp(old, new []treeEntry) (map[string]entryPair, error) {
	same := map[treeEntry]int{}
	for _, e := range new {
		same[e]++
	}
	pairs := map[string]entryPair{}
	add := func(e treeEntry, put func(*entryPair) *treeEntry) error {
		if e.Path == "" || strings.Contains(e.Path, "/") || !validSHA(e.SHA) {
			return fmt.Errorf("compare the commits: %w: an entry of a folder has no name or id", pr.ErrIncomplete)
		}
		pair := pairs[e.Path]
		if place := put(&pair); place.SHA == "" {
			*place = e
			pairs[e.Path] = pair
			return nil
		}
		return fmt.Errorf("compare the commits: %w: two names look like %q", pr.ErrIncomplete, e.Path)
	}
	for _, e := range old {
		if same[e] > 0 {
			same[e]--
			continue
		}
		if err := add(e, func(p *entryPair) *treeEntry { return &p.old }); err != nil {
			return nil, err
		}
	}
	for _, e := range new {
		if same[e] == 0 {
			continue
		}
		same[e]--
		if err := add(e, func(p *entryPair) *treeEntry { return &p.new }); err != nil {
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
