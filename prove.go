package gitea

import (
	"fmt"

	"werkrevisor/internal/pr"
)

// sides are the tree entries of a file of the diff; empty where the file is not, or where a copy has its source.
type sides struct{ old, new treeEntry }

// matchTrees compares the files of the diff with what differs between merge base and head: the same paths,
// the same modes. It fills in the modes that a diff does not tell (pure renames) and returns the entries of each file.
func matchTrees(files []pr.File, differs map[string]entryPair) ([]sides, error) {
	problem := func(path, text string) error {
		return fmt.Errorf("compare the diff with the commits: %w: %q %s", pr.ErrIncomplete, path, text)
	}
	found := make([]sides, len(files))
	old, new := map[string]bool{}, map[string]bool{}
	for i := range files {
		f := &files[i]
		if f.Status != pr.Added && f.Status != pr.Copied {
			name := asListed(f.OldPath)
			found[i].old = differs[name].old
			switch entry := found[i].old; {
			case entry.SHA == "" || old[name]:
				return nil, problem(f.OldPath, "did not change or go in the commits")
			case f.OldMode == 0:
				f.OldMode = entry.mode()
			case f.OldMode != entry.mode():
				return nil, problem(f.OldPath, "has another old mode in the commits")
			}
			old[name] = true
		}
		if f.Status != pr.Deleted {
			name := asListed(f.Path)
			found[i].new = differs[name].new
			switch entry := found[i].new; {
			case entry.SHA == "" || new[name]:
				return nil, problem(f.Path, "did not change or come in the commits")
			case f.NewMode == 0:
				f.NewMode = entry.mode()
			case f.NewMode != entry.mode():
				return nil, problem(f.Path, "has another new mode in the commits")
			}
			new[name] = true
		}
	}
	for name, pair := range differs {
		if pair.old.SHA != "" && !old[name] || pair.new.SHA != "" && !new[name] {
			return nil, problem(name, "changed in the commits and not in the diff")
		}
	}
	return found, nil
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
		return fmt.Errorf("prove the diff of %q: %w: %w", f.Path, pr.ErrIncomplete, err)
	}
	if got != f.New.Body {
		return fmt.Errorf("prove the diff of %q: %w: the old text with the diff is not the new text", f.Path, pr.ErrIncomplete)
	}
	return nil
}
