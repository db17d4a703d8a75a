package run

import (
	"context"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/rules"
)

// readTexts completes the snapshot with the texts of the files.
func (r *runner) readTexts(ctx context.Context, in report.Input) (pr.Change, error) {
	step := r.Clock()
	want := pr.Want{Always: alwaysRead(in.Config), Context: in.Config.Review.RepoContextFiles}
	want.Folders, want.Manifest = rules.Folders(in.Change, in.Config)
	change, err := r.Source.Texts(ctx, in.Change, want)
	if err != nil {
		return in.Change, readError{err}
	}
	r.step("texts", r.Clock().Sub(step), "")
	return change, nil
}

// alwaysRead are the files whose texts rules need, whatever the size of the change.
func alwaysRead(cfg config.Config) func(string) bool {
	checked := cfg.Writing.Globs
	if checked.Empty() {
		checked = cfg.Categories.Docs
	}
	return func(path string) bool {
		judged := cfg.Engine.Mode != llm && cfg.Classifier != nil && cfg.Classifier.PRDocGlobs.Has(path)
		return judged || path == pr.RepoConfigPath || cfg.PRDoc.Globs.Has(path) || cfg.Writing.Enabled && checked.Has(path)
	}
}
