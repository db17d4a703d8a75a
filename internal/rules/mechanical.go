package rules

import (
	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// mechanical names the rule that explains every changed line of a file (seed 000, [mechanical]; product.md 7).
// A mechanical file does not reach the model, so in doubt a file is not mechanical.
func mechanical(f pr.File, cfg config.Config, moved moves) pr.Mechanical {
	if !cfg.Mechanical.Enabled || f.Binary || !f.OldMode.Regular() || f.OldMode != f.NewMode {
		return pr.NotMechanical
	}
	if _, excluded := Excluded(f, cfg); excluded || Unreviewable(f) != "" {
		return pr.NotMechanical
	}
	switch {
	case f.Status == pr.Renamed:
		if len(f.Hunks) > 0 || f.Old.Body != f.New.Body || !neutralRename(f, cfg.Categories) {
			return pr.NotMechanical
		}
		return pr.ByRename
	case f.Status != pr.Modified || len(f.Hunks) == 0 || f.Old.State != pr.Read || f.New.State != pr.Read:
		return pr.NotMechanical
	case onlyWhitespace(f, cfg.Mechanical):
		return pr.ByWhitespace
	case onlyImports(f, cfg.Mechanical, moved):
		return pr.ByImports
	}
	return pr.NotMechanical
}

// WithoutModel reports whether the change needs no model at all: every file is mechanical by whitespace or imports.
// Names of renamed files go to the model, because a rename can switch things on and off (product.md 7).
func WithoutModel(c pr.Change) bool {
	for _, f := range c.Files {
		if f.Mechanical != pr.ByWhitespace && f.Mechanical != pr.ByImports {
			return false
		}
	}
	return len(c.Files) > 0
}

// NothingToRead reports whether a model could read nothing of the change: each file is mechanical by whitespace or imports,
// has no text or no changed line, or is kept from the model. A renamed file is none of them, because its names go there.
// Such a change was not reviewed by anybody.
func NothingToRead(c pr.Change, cfg config.Config) bool {
	for _, f := range c.Files {
		_, excluded := Excluded(f, cfg)
		byProof := f.Mechanical == pr.ByWhitespace || f.Mechanical == pr.ByImports
		empty := f.Added+f.Deleted == 0 && !f.Renamed() && f.Status != pr.Copied
		if !byProof && !excluded && !empty && Unreviewable(f) == "" {
			return false
		}
	}
	return len(c.Files) > 0 && !WithoutModel(c)
}
