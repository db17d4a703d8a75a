package gitrepo

import (
	"context"
	"fmt"
	"path"
	"slices"

	"werkrevisor/internal/pr"
)

// Texts returns a copy of the change with the texts of its files, at the merge base and at the head,
// the context files at the base commit, and the folders that are wanted. Change must have been called before.
//
// For every file that is read, the diff applied to the old text must give the new text byte for byte;
// anything else is an error that wraps pr.ErrIncomplete.
func (r *Repo) Texts(ctx context.Context, c pr.Change, want pr.Want) (pr.Change, error) {
	c.Files = slices.Clone(c.Files)
	var wanted []blob
	others := 0
	for i := range c.Files {
		f := &c.Files[i]
		f.Old, f.New = pr.Unread(f.OldMode), pr.Unread(f.NewMode)
		if want.Always == nil || !slices.ContainsFunc(f.Paths(), want.Always) {
			if others++; others > pr.MaxTexts {
				continue
			}
		}
		e, ok := r.ids[f.Path]
		if !ok {
			return c, fmt.Errorf("read the texts of %s: %w: a file is not one of the diff", r.Target(), pr.ErrIncomplete)
		}
		if f.Old.State == pr.BeyondLimit {
			wanted = append(wanted, blob{e.oldID, &f.Old})
		}
		if f.New.State == pr.BeyondLimit {
			wanted = append(wanted, blob{e.newID, &f.New})
		}
	}
	if err := r.git.readBlobs(ctx, wanted); err != nil {
		return c, fmt.Errorf("read the texts of %s: %w", r.Target(), err)
	}
	for i, f := range c.Files {
		if err := prove(f); err != nil {
			return c, fmt.Errorf("prove file %d of the diff: %w", i+1, err)
		}
	}
	pr.SetAside(c.Files)
	for _, name := range want.Context {
		if name == "" || path.Clean("/"+name) != "/"+name {
			return c, fmt.Errorf("[review] repo_context_files: %q is no path from the root of the repository", name)
		}
	}
	found, err := r.textsAt(ctx, want.Context)
	if err != nil {
		return c, err
	}
	c.Context = nil
	for i, name := range want.Context {
		c.Context = append(c.Context, pr.ContextFile{Path: name, Text: found[i].text})
	}
	c.Folders, err = r.folders(ctx, want)
	return c, err
}

// prove applies the hunks to the old text. Texts that could not be read are a reason of their own.
func prove(f pr.File) error {
	known := func(t pr.Text) bool { return t.State == pr.Read || t.State == pr.Absent }
	if f.Binary || !known(f.Old) || !known(f.New) {
		return nil
	}
	got, err := pr.Apply(f)
	if err == nil && got != f.New.Body {
		err = fmt.Errorf("%w: the old text with the diff is not the new text", pr.ErrIncomplete)
	}
	return err
}

// found is what a commit has at a path.
type found struct {
	mode pr.Mode // 0: nothing
	text pr.Text
}

// textsAt reads files of the base commit, in the order of their names.
func (r *Repo) textsAt(ctx context.Context, names []string) ([]found, error) {
	where := fmt.Sprintf("read files at commit %.10s", r.span.base.SHA)
	entries, err := r.git.entriesAt(ctx, r.span.baseTree, names)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	result := make([]found, len(names))
	var wanted []blob
	for i, e := range entries {
		result[i] = found{e.mode, pr.Unread(e.mode)}
		if e.mode.Regular() {
			wanted = append(wanted, blob{e.id, &result[i].text})
		}
	}
	if err := r.git.readBlobs(ctx, wanted); err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	return result, nil
}
