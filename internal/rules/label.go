package rules

import (
	"slices"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// Label returns a copy of the change in which every file has its category and the rule that explains it
// mechanically, and the change has its kind. It is pure and does not touch the change that it was given.
func Label(c pr.Change, cfg config.Config) pr.Change {
	c.Files = slices.Clone(c.Files)
	moved := readMoves(c, cfg.Mechanical)
	for i := range c.Files {
		f := &c.Files[i]
		f.Category = category(*f, cfg.Categories)
		f.Mechanical = mechanical(*f, cfg, moved)
	}
	c.Kind = kind(c, cfg.Categories)
	return c
}

// category is the category of a file. A renamed file that was or becomes something else than docs is no docs,
// so that a rename lends nobody the exemptions of docs.
func category(f pr.File, cfg config.Categories) pr.Category {
	now := categoryOf(f.Path, cfg)
	if now == pr.Docs && f.Renamed() {
		return categoryOf(f.OldPath, cfg)
	}
	return now
}

// categoryOf is the first category whose globs match; the order is that of seed 000, [categories].
func categoryOf(path string, cfg config.Categories) pr.Category {
	for _, c := range []struct {
		globs    config.Globs
		category pr.Category
	}{
		{cfg.APISpec, pr.APISpec}, {cfg.Tests, pr.Tests}, {cfg.Docs, pr.Docs}, {cfg.Main, pr.Main}, {cfg.Harmless, pr.Harmless},
	} {
		if c.globs.Has(path) {
			return c.category
		}
	}
	return pr.Other
}
