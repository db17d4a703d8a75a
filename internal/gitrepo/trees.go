package gitrepo

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"werkrevisor/internal/pr"
)

const maxTree = 64 << 20 // bytes of one commit or tree object

// treeEntry is what a tree has under a name.
type treeEntry struct {
	mode pr.Mode
	id   string
}

// rootTrees returns the trees of commits, and proves the commits by their ids.
func (g *git) rootTrees(ctx context.Context, commits []string) ([]string, error) {
	trees := make([]string, len(commits))
	err := g.readObjects(ctx, "commit", commits, func(i int, size int64, content io.Reader) error {
		head := make([]byte, min(size, 128))
		if _, err := io.ReadFull(content, head); err != nil {
			return err
		}
		line, _, _ := strings.Cut(string(head), "\n")
		tree, ok := strings.CutPrefix(line, "tree ")
		if !ok || !isID(tree, g.sha256) {
			return fmt.Errorf("%w: commit %.10s names no tree", pr.ErrIncomplete, commits[i])
		}
		trees[i] = tree
		return nil
	})
	return trees, err
}

// proveTrees proves every tree that the diff of two trees reads. Git reports truly what it reads, so
// the trees that it names within proven ones are those to prove next: one list of all of them will do.
func (g *git) proveTrees(ctx context.Context, from, to string) error {
	out, err := g.output(ctx, maxList, nil, "diff-tree", "-r", "-t", "-z", "--raw", "--no-abbrev", "--no-renames", from, to, "--")
	if err != nil {
		return err
	}
	entries, err := parseRaw(string(out))
	if err != nil {
		return err
	}
	ids := []string{from, to}
	for _, e := range entries {
		if e.oldMode == pr.ModeFolder {
			ids = append(ids, e.oldID)
		}
		if e.newMode == pr.ModeFolder {
			ids = append(ids, e.newID)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return g.readObjects(ctx, "tree", ids, func(int, int64, io.Reader) error { return nil })
}

// entriesAt returns what a tree has at paths, in their order; mode 0 is nothing. All trees on the way are proven.
func (g *git) entriesAt(ctx context.Context, root string, paths []string) ([]treeEntry, error) {
	found := make([]treeEntry, len(paths))
	rest := slices.Clone(paths)
	for i := range found {
		found[i] = treeEntry{pr.ModeFolder, root}
	}
	for {
		wanted := map[string][]int{} // tree → paths that go through it
		var ids []string
		for i, e := range found {
			if rest[i] == "" {
				continue
			}
			if e.mode != pr.ModeFolder {
				found[i], rest[i] = treeEntry{}, ""
				continue
			}
			if wanted[e.id] == nil {
				ids = append(ids, e.id)
			}
			wanted[e.id] = append(wanted[e.id], i)
		}
		if len(ids) == 0 {
			return found, nil
		}
		err := g.readObjects(ctx, "tree", ids, func(n int, size int64, content io.Reader) error {
			entries, err := g.readTree(size, content)
			if err != nil {
				return fmt.Errorf("tree %.10s: %w", ids[n], err)
			}
			for _, i := range wanted[ids[n]] {
				name, below, _ := strings.Cut(rest[i], "/")
				found[i], rest[i] = entries[name], below
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
}

// readTree reads a tree object: "<mode> <name>", a NUL and the bytes of the id, for each entry.
func (g *git) readTree(size int64, content io.Reader) (map[string]treeEntry, error) {
	if size > maxTree {
		return nil, fmt.Errorf("%w: it has more than %d bytes", pr.ErrIncomplete, maxTree)
	}
	data, err := io.ReadAll(content)
	if err != nil {
		return nil, err
	}
	return parseTree(data, g.sha256)
}

func parseTree(data []byte, sha256 bool) (map[string]treeEntry, error) {
	width := 20
	if sha256 {
		width = 32
	}
	entries := map[string]treeEntry{}
	for len(data) > 0 {
		head, rest, ok := bytes.Cut(data, []byte{0})
		mode, name, both := strings.Cut(string(head), " ")
		n, err := strconv.ParseUint(mode, 8, 32)
		if !ok || !both || name == "" || err != nil || n == 0 || len(rest) < width {
			return nil, fmt.Errorf("%w: its entries are malformed", pr.ErrIncomplete)
		}
		if _, twice := entries[name]; twice {
			return nil, fmt.Errorf("%w: it has one name twice", pr.ErrIncomplete)
		}
		entries[name] = treeEntry{pr.Mode(n), hex.EncodeToString(rest[:width])}
		data = rest[width:]
	}
	return entries, nil
}
