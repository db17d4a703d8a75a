package gitrepo

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"werkrevisor/internal/pr"
)

// revisions reads commits for pr.History. Every commit and every tree is proven by its id.
type revisions struct{ git *git }

// obstacles says what stands in the way of merging the range. What is not committed yet is one commit on HEAD.
func (r *Repo) obstacles(ctx context.Context, c pr.Change) ([]pr.Obstacle, error) {
	if c.Head.SHA == "" || r.single {
		return nil, nil
	}
	h, err := pr.ReadHistory(ctx, revisions{r.git}, c)
	if err != nil {
		return nil, fmt.Errorf("read the commits of %s: %w", r.Target(), err)
	}
	found, err := h.Obstacles(ctx, c.Files)
	if err != nil {
		return nil, fmt.Errorf("read the commits of %s: %w", r.Target(), err)
	}
	return found, nil
}

// Since lists the commits that tip has and from, one of its ancestors, lacks.
// Git itself found that from is their merge base.
func (r revisions) Since(ctx context.Context, from, _, tip string) ([]pr.Revision, error) {
	out, err := r.git.output(ctx, maxList, nil, "rev-list", "-n", strconv.Itoa(pr.MaxRevisions+1), tip, "^"+from, "--")
	if err != nil {
		return nil, fmt.Errorf("list the commits from %.10s to %.10s: %w", from, tip, err)
	}
	ids := strings.Fields(string(out))
	if len(ids) > pr.MaxRevisions {
		return nil, pr.ErrManyRevisions
	}
	commits := map[string]lineCommit{}
	if err := r.git.readCommits(ctx, ids, commits); err != nil {
		return nil, err
	}
	var parents []string
	for _, id := range ids {
		if p := commits[id].parents; len(p) > 0 && commits[p[0]].tree == "" {
			parents = append(parents, p[0])
		}
	}
	slices.Sort(parents)
	parents = slices.Compact(parents)
	if r.git.shallow {
		there, err := r.git.existing(ctx, parents)
		if err != nil {
			return nil, err
		}
		if len(there) < len(parents) {
			return nil, fmt.Errorf("%w: the checkout is a shallow clone without some of them", pr.ErrNoRevisions)
		}
	}
	if err := r.git.readCommits(ctx, parents, commits); err != nil {
		return nil, err
	}
	list, steps := make([]pr.Revision, len(ids)), make([]treeStep, 0, len(ids))
	for i, id := range ids {
		c := commits[id]
		list[i] = pr.Revision{ID: id, Parents: c.parents}
		step := treeStep{revision: i, new: c.tree}
		if len(c.parents) > 0 {
			step.old = commits[c.parents[0]].tree
		}
		steps = append(steps, step)
	}
	if err := r.git.touched(ctx, steps, list); err != nil {
		return nil, err
	}
	return list, nil
}

// Complete has nothing to add: Since compares the trees.
func (revisions) Complete(_ context.Context, list []pr.Revision) ([]pr.Revision, error) {
	return list, nil
}

// treeStep is a folder in which a revision differs from its first parent; an empty id says that there is none on that side.
type treeStep struct {
	revision int
	folder   string
	old, new string
}

// touched descends where folders differ, and notes the files. All folders of one level are read by one process.
func (g *git) touched(ctx context.Context, steps []treeStep, list []pr.Revision) error {
	for size := 0; len(steps) > 0; {
		if size += len(steps); size > pr.MaxTouched || ctx.Err() != nil {
			return cmp.Or(context.Cause(ctx), pr.ErrManyRevisions)
		}
		var ids []string
		for _, s := range steps {
			if s.old == s.new {
				continue
			}
			for _, id := range []string{s.old, s.new} {
				if id != "" {
					ids = append(ids, id)
				}
			}
		}
		slices.Sort(ids)
		ids = slices.Compact(ids)
		trees := make(map[string]map[string]treeEntry, len(ids))
		err := g.readObjects(ctx, "tree", ids, func(i int, size int64, content io.Reader) (err error) {
			trees[ids[i]], err = g.readTree(size, content)
			return err
		})
		if err != nil {
			return fmt.Errorf("read the folders of the commits: %w", err)
		}
		var below []treeStep
		for _, s := range steps {
			if s.old == s.new {
				continue
			}
			r := &list[s.revision]
			known := len(r.Touched)
			if below = s.compare(trees[s.old], trees[s.new], r, below); len(below) > pr.MaxTouched {
				return pr.ErrManyRevisions
			}
			for _, t := range r.Touched[known:] {
				if size += t.Size(); size > pr.MaxTouched {
					return pr.ErrManyRevisions
				}
			}
		}
		steps = below
	}
	return nil
}

// compare notes the files that differ, and appends the folders that do.
func (s treeStep) compare(old, new map[string]treeEntry, r *pr.Revision, below []treeStep) []treeStep {
	names := make([]string, 0, len(new))
	for name, e := range new {
		if old[name] != e {
			names = append(names, name)
		}
	}
	for name := range old {
		if _, both := new[name]; !both {
			names = append(names, name)
		}
	}
	for _, name := range names {
		step := treeStep{revision: s.revision, folder: pr.Under(s.folder, name)}
		was, is := old[name], new[name]
		if was.mode == pr.ModeFolder {
			step.old, was = was.id, treeEntry{}
		}
		if is.mode == pr.ModeFolder {
			step.new, is = is.id, treeEntry{}
		}
		if was != is {
			r.Touched = append(r.Touched, pr.Touch{Path: step.folder, Added: was.mode == 0, Removed: is.mode == 0})
		}
		if step.old != step.new {
			below = append(below, step)
		}
	}
	return below
}

// Entries is what a commit has at some paths.
func (r revisions) Entries(ctx context.Context, commit string, paths []string) (map[string]pr.Place, error) {
	roots, err := r.git.rootTrees(ctx, []string{commit})
	if err != nil {
		return nil, err
	}
	entries, err := r.git.entriesAt(ctx, roots[0], paths)
	if err != nil {
		return nil, err
	}
	found := make(map[string]pr.Place, len(paths))
	for i, e := range entries {
		if e.mode != 0 {
			found[paths[i]] = pr.Place{Path: paths[i], Mode: e.mode, ID: e.id}
		}
	}
	return found, nil
}

// Text reads a blob, which its id proves.
func (r revisions) Text(ctx context.Context, _ string, file pr.Place) (text pr.Text, err error) {
	err = r.git.readBlobs(ctx, []blob{{file.ID, &text}})
	return text, err
}

// Spell leaves names as they are: git tells their bytes.
func (revisions) Spell(path string) string { return path }
