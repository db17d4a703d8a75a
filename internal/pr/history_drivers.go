package pr

import (
	"context"
	"fmt"
	"strings"
)

// drivers looks for files that both sides change and that the tip of the base branch merges by a driver of its own: the
// driver `union` brings lines back that one side removed. Git reads the attributes of the branch that it merges into.
func (h *History) drivers(ctx context.Context, files []File) error {
	names, err := h.contested(ctx, files)
	if err != nil || len(names) == 0 {
		return err
	}
	below := map[string][]string{"": names} // the contested files by the folders above them
	wanted := []string{AttributesFile}
	for _, f := range foldersOf(names...) {
		for _, name := range names {
			if rest, ok := strings.CutPrefix(name, f+"/"); ok {
				below[f] = append(below[f], rest)
			}
		}
		wanted = append(wanted, Under(f, AttributesFile))
	}
	there, err := h.at(ctx, h.change.Base.SHA, wanted)
	if err != nil {
		return err
	}
	for _, p := range wanted {
		place, ok := there[p]
		if !ok || place.Mode == ModeFolder || place.Mode == ModeSubmodule {
			continue
		}
		text := Text{State: NotFile}
		if place.Mode != ModeSymlink && !odd(p) {
			if text, err = h.reader.Text(ctx, h.change.Base.SHA, place); err != nil {
				return fmt.Errorf("read the merge attributes of %.10s: %w", h.change.Base.SHA, err)
			}
		}
		line := 0
		if text.State == Read {
			line = mergeDriver(text.Body, below[Folder(p)])
		}
		switch {
		case text.State != Read:
			h.add(OtherDriver, "", p, "both sides change a file below this one, and it cannot be read")
			return nil
		case line > 0:
			h.add(OtherDriver, "", p, fmt.Sprintf("both sides change a file for which line %d of this file names a merge driver", line))
			return nil
		}
	}
	return nil
}

// contested are the files of the diff that the base branch changed, too, since the merge base, by each name that they have.
func (h *History) contested(ctx context.Context, files []File) ([]string, error) {
	var names []string
	for _, f := range files {
		if f.Status != Deleted { // a file that one side removes and the other one changes is a conflict
			for _, p := range f.Paths() {
				names = append(names, h.reader.Spell(p))
			}
		}
	}
	before, err := h.at(ctx, h.change.MergeBase, names)
	if err != nil {
		return nil, err
	}
	tip, err := h.at(ctx, h.change.Base.SHA, names)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, f := range files {
		paths, both := f.Paths(), false
		for i, p := range paths {
			paths[i] = h.reader.Spell(p)
			at := tip[paths[i]]
			both = both || at.ID != "" && (odd(paths[i]) || at.ID != before[paths[i]].ID)
		}
		if both && f.Status != Deleted {
			list = append(list, paths...)
		}
	}
	return list, nil
}
