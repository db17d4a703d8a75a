package pr

import (
	"cmp"
	"context"
)

// renameLimit is a number of added and deleted files for which git still looks for renames of all; it stops beyond 1000 of
// them in a diff, and beyond 7000 in a merge.
const renameLimit = 900

// moves looks for files and folders that one side moved and the other side touches. A merge follows what moved: it puts a
// change into the file's new place, and a new file into its folder's new place.
func (h *History) moves(ctx context.Context, files []File) error {
	var old, fresh, left, gone []string
	for _, f := range files {
		path, was := h.reader.Spell(f.Path), h.reader.Spell(f.OldPath)
		switch f.Status {
		case Modified, TypeChanged:
			old = append(old, was)
		case Renamed:
			old, fresh, left = append(old, was), append(fresh, path), append(left, was)
		case Added, Copied:
			fresh = append(fresh, path)
		case Deleted:
			gone = append(gone, was)
		}
	}
	if len(fresh)+len(gone) > renameLimit { // the diff may show renames as something else
		left = append(left, gone...)
	}
	if err := h.movedFiles(ctx, old); err != nil {
		return err
	}
	if h.picks() {
		fresh = append(fresh, h.touched()...)
	}
	if err := h.movedFolders(ctx, foldersOf(fresh...)); err != nil {
		return err
	}
	return h.filledFolders(ctx, h.change.Head.SHA, foldersOf(left...), "")
}

// movedFiles looks for files that the change changes and the base branch has no more.
func (h *History) movedFiles(ctx context.Context, paths []string) error {
	tip, err := h.at(ctx, h.change.Base.SHA, paths)
	if err != nil {
		return err
	}
	for _, p := range paths {
		if odd(p) || tip[p].ID == "" || tip[p].Mode == ModeFolder {
			h.add(MovesFiles, h.onTip.gone[p], p, "the change changes a file that the base branch has moved or removed since")
			return nil
		}
	}
	return nil
}

// movedFolders looks for folders that the change puts files into and the base branch has no more.
func (h *History) movedFolders(ctx context.Context, folders []string) error {
	before, err := h.at(ctx, h.change.MergeBase, folders)
	if err != nil {
		return err
	}
	tip, err := h.at(ctx, h.change.Base.SHA, folders)
	if err != nil {
		return err
	}
	for _, f := range folders {
		if !odd(f) && (before[f].Mode != ModeFolder || tip[f].Mode == ModeFolder) {
			continue
		}
		if err := h.listBase(ctx); err != nil {
			return err
		}
		if odd(f) || h.baseErr != nil || h.onTip.from(f) {
			h.add(MovesFiles, h.onTip.out[f], f, "the change puts files into a folder that the base branch has moved since")
			return nil
		}
	}
	return nil
}

// moves is what revisions may have moved, by the folders above the files that they touched.
type moves struct {
	out   map[string]string // folders that files were taken out of, with the newest revision that did so
	gone  map[string]string // files that were removed, likewise
	below map[string]int    // files that were added below a folder
	first map[string]placed // one of them
	added int               // files that were added anywhere
}

// placed is a file with the revision that added it.
type placed struct{ path, revision string }

func movesOf(list ...Revision) moves {
	m := moves{out: map[string]string{}, gone: map[string]string{}, below: map[string]int{}, first: map[string]placed{}}
	for _, r := range list {
		for _, t := range r.Touched {
			if !t.Added && !t.Removed {
				continue
			}
			if t.Added {
				m.added++
			} else if m.gone[t.Path] == "" {
				m.gone[t.Path] = r.ID
			}
			for _, f := range foldersOf(t.Path) {
				if t.Removed {
					m.out[f] = cmp.Or(m.out[f], r.ID)
					continue
				}
				if m.below[f]++; m.first[f].path == "" {
					m.first[f] = placed{t.Path, r.ID}
				}
			}
		}
	}
	return m
}

// from reports whether the revisions may have moved a folder: they took files out of it and made others elsewhere.
func (m moves) from(folder string) bool { return m.out[folder] != "" && m.added > m.below[folder] }

// filledFolders looks for folders that a commit has no more and that got new files on the base branch.
func (h *History) filledFolders(ctx context.Context, commit string, folders []string, named string) error {
	now, err := h.at(ctx, commit, folders)
	if err != nil {
		return err
	}
	for _, f := range folders {
		if !odd(f) && now[f].Mode == ModeFolder {
			continue
		}
		if err := h.listBase(ctx); err != nil {
			return err
		}
		switch filled := h.onTip.first[f]; {
		case h.baseErr != nil:
			h.add(MovesFiles, named, f, "the branch moves this folder, and the commits of the base branch since the merge base "+
				"cannot be looked at: "+shortfall(h.baseErr))
			return nil
		case filled.path != "":
			h.add(MovesFiles, cmp.Or(named, filled.revision), filled.path, "the branch moves the folder in which the base branch has got this new file since")
			return nil
		}
	}
	return nil
}
