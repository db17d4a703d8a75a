package rules

import (
	"slices"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// Relabel labels a change anew of which only the facts are known and not the texts, as an evidence record keeps it.
// Mechanical labels stay where the configuration still allows them: whether a line is explained, only the texts tell.
// additive says whether the changes of the tests only add; it is asked only where the kind depends on it.
func Relabel(c pr.Change, cfg config.Config, additive func() bool) pr.Change {
	c.Files = slices.Clone(c.Files)
	for i := range c.Files {
		f := &c.Files[i]
		f.Category = category(*f, cfg.Categories)
		if _, excluded := Excluded(*f, cfg); excluded || !cfg.Mechanical.Enabled {
			f.Mechanical = pr.NotMechanical
		}
	}
	c.Kind = kindBy(c, cfg.Categories, additive)
	return c
}

// NeedsTexts reports whether a rule, for this change and configuration, looks at more than paths, counts, labels and
// what the server says: without the texts of the change its result would be another one.
func NeedsTexts(rule string, c pr.Change, cfg config.Config) bool {
	has := func(want func(pr.File) bool) bool { return slices.ContainsFunc(c.Files, want) }
	switch rule {
	case "hard_paths", "size", "origin", "merging", "change_kind", "unreviewable":
		return false
	case "readiness":
		return cfg.Gate.RequireWIPTransition && !c.Origin.Local()
	case "repo_config":
		return has(func(f pr.File) bool { return f.Path == pr.RepoConfigPath && f.Status != pr.Deleted })
	case "pr_doc":
		return has(func(f pr.File) bool { return isPRDoc(f.Path, cfg) })
	case "writing":
		return cfg.Writing.Enabled && has(func(f pr.File) bool { return checksWriting(f, cfg) })
	case "secret_scan":
		return cfg.HardYellow.SecretScan
	case "injection":
		return cfg.HardYellow.InjectionScan
	}
	return true
}
