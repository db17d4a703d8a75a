package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"werkrevisor/internal/pr"
)

// border writes the border of a shallow clone: the commits of the checkout's list that have a parent which is not there.
// Git would also end the history at any other commit of the list, so that a forged one could hide the merge base.
func (g *git) border(ctx context.Context, c checkout) error {
	where := "read the border of the shallow clone " + c.root
	data, err := readLimited(filepath.Join(c.common, "shallow"), maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	listed := strings.Fields(string(data))
	for _, id := range listed {
		if !isID(id, c.sha256) {
			return fmt.Errorf("%s: its file shallow is malformed; run git fetch --unshallow there", where)
		}
	}
	there, err := g.existing(ctx, listed)
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	parents := make([][]string, len(there))
	var all []string
	err = g.readObjects(ctx, "commit", there, func(i int, size int64, content io.Reader) (err error) {
		parents[i], err = readParents(size, content)
		all = append(all, parents[i]...)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	if all, err = g.existing(ctx, all); err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	known := make(map[string]bool, len(all))
	for _, id := range all {
		known[id] = true
	}
	var border strings.Builder
	for i, id := range there {
		for _, parent := range parents[i] {
			if !known[parent] {
				border.WriteString(id + "\n")
				break
			}
		}
	}
	if border.Len() == 0 {
		return nil
	}
	g.shallow = true
	return os.WriteFile(filepath.Join(g.dir, "shallow"), []byte(border.String()), 0o600)
}

// readParents returns the parents that a commit names.
func readParents(size int64, content io.Reader) ([]string, error) {
	if size > maxTree {
		return nil, fmt.Errorf("%w: a commit has more than %d bytes", pr.ErrIncomplete, maxTree)
	}
	data, err := io.ReadAll(content)
	if err != nil {
		return nil, err
	}
	var parents []string
	for line := range strings.Lines(string(data)) {
		key, id, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch key {
		case "tree":
		case "parent":
			parents = append(parents, id)
		default:
			return parents, nil
		}
	}
	return parents, nil
}

// existing returns those of the ids that the checkout has an object for.
func (g *git) existing(ctx context.Context, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	out, err := g.output(ctx, maxList, strings.NewReader(strings.Join(ids, "\n")+"\n"), "cat-file", "--batch-check")
	if err != nil {
		return nil, err
	}
	var found []string
	for line := range strings.Lines(string(out)) {
		if id, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " "); rest != "missing" {
			found = append(found, id)
		}
	}
	return found, nil
}
