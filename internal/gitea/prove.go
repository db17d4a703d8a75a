package gitea

import (
	"fmt"

	"werkrevisor/internal/pr"
)

// matchTrees compares the files of the diff with what differs between merge base and head: the same paths,
// the same modes. It fills in the modes that a diff does not tell (pure renames).
func matchTrees(files []pr.File, differs map[string]entryPair) error {
	problem := func(path, text string) error {
		return fmt.Errorf("%w: %q %s", errUnproven, path, text)
	}
	old, new := map[string]bool{}, map[string]bool{}
	for i := range files {
		f := &files[i]
		if f.Status != pr.Added && f.Status != pr.Copied {
			name := asListed(f.OldPath)
			switch entry := differs[name].old; {
			case entry.SHA == "" || old[name]:
				return problem(f.OldPath, "did not change or go in the commits")
			case f.OldMode == 0:
				f.OldMode = entry.mode()
			case f.OldMode != entry.mode():
				return problem(f.OldPath, "has another old mode in the commits")
			}
			old[name] = true
		}
		if f.Status != pr.Deleted {
			name := asListed(f.Path)
			switch entry := differs[name].new; {
			case entry.SHA == "" || new[name]:
				return problem(f.Path, "did not change or come in the commits")
			case f.NewMode == 0:
				f.NewMode = entry.mode()
			case f.NewMode != entry.mode():
				return problem(f.Path, "has another new mode in the commits")
			}
			new[name] = true
		}
	}
	for name, pair := range differs {
		if pair.old.SHA != "" && !old[name] || pair.new.SHA != "" && !new[name] {
			return problem(name, "changed in the commits and not in the diff")
		}
	}
	return nil
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
