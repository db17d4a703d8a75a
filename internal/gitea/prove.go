package gitea

import (
	"fmt"
	"slices"

	"werkrevisor/internal/pr"
)

// matchTrees compares the files of the diff with what differs between merge base and head: the same paths,
// the same modes. It fills in the modes that a diff does not tell (pure renames). Of names that look the same there must be
// as many as in the diff, and what is left of them must not differ.
func matchTrees(files []pr.File, differs map[string]entryPair) error {
	problem := func(path, text string) error {
		return fmt.Errorf("%w: %q %s", errUnproven, path, text)
	}
	left := make(map[string]entryPair, len(differs))
	for name, pair := range differs {
		left[name] = entryPair{slices.Clone(pair.old), slices.Clone(pair.new)}
	}
	for i := range files {
		f := &files[i]
		if f.Status != pr.Added && f.Status != pr.Copied {
			name := asListed(f.OldPath)
			pair := left[name]
			switch ok, there := take(&pair.old, &f.OldMode); {
			case !there:
				return problem(f.OldPath, "did not change or go in the commits")
			case !ok:
				return problem(f.OldPath, "has another old mode in the commits")
			}
			left[name] = pair
		}
		if f.Status != pr.Deleted {
			name := asListed(f.Path)
			pair := left[name]
			switch ok, there := take(&pair.new, &f.NewMode); {
			case !there:
				return problem(f.Path, "did not change or come in the commits")
			case !ok:
				return problem(f.Path, "has another new mode in the commits")
			}
			left[name] = pair
		}
	}
	for name, pair := range left {
		if len(pair.old) != len(pair.new) {
			return problem(name, "changed in the commits and not in the diff")
		}
		for _, e := range pair.old {
			at := slices.Index(pair.new, e)
			if at < 0 {
				return problem(name, "changed in the commits and not in the diff")
			}
			pair.new = slices.Delete(pair.new, at, at+1)
		}
	}
	return nil
}

// take takes an entry with the mode out of a list; a mode that is not known is filled in. there says that the list has any.
func take(list *[]treeEntry, mode *pr.Mode) (ok, there bool) {
	at := slices.IndexFunc(*list, func(e treeEntry) bool { return *mode == 0 || e.mode() == *mode })
	if at < 0 {
		return false, len(*list) > 0
	}
	*mode = (*list)[at].mode()
	*list = slices.Delete(*list, at, at+1)
	return true, true
}

// prove applies the hunks to the old text. Only texts that were read can be proven;
// every other state is a reason of its own, so that such a change is never GREEN.
func prove(f pr.File) error {
	known := func(t pr.Text) bool { return t.State == pr.Read || t.State == pr.Absent }
	if f.Binary || !known(f.Old) || !known(f.New) {
		return nil
	}
	got, err := pr.Apply(f)
	if err != nil {
		return fmt.Errorf("%w: %q: %w", errUnproven, f.Path, err)
	}
	if got != f.New.Body {
		return fmt.Errorf("%w: %q: the old text with the diff is not the new text", errUnproven, f.Path)
	}
	return nil
}
