// Package deep is the second engine beside the single prompt: many reviewers, verified findings, and a result that code
// folds (deep.md). Scripts decide, models judge: a stage that fails is a value of its result, never a log line.
//
// Run is a straight function of stages with one file each. The package does no I/O of its own.
package deep

import (
	"context"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/consumers"
	"werkrevisor/internal/linter"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
)

// Tree is the repository besides the change, as far as facts and tools read it. Its methods may be called at the same time.
// Paths and folders are relative to the root, clean, and with slashes; the root is "".
type Tree interface {
	// Read returns the text of a file; pr.Absent where there is none, pr.NotFile for a folder, symlink or submodule.
	Read(ctx context.Context, side pr.Side, path string) (pr.Text, error)
	// List returns what a folder has, sorted by name; not ok: there is no such folder.
	List(ctx context.Context, side pr.Side, folder string) (entries []pr.Entry, ok bool, err error)
	// Files lists all regular files, sorted.
	Files(ctx context.Context, side pr.Side) ([]string, error)
	// Grep searches in regular files. Binary and oversize files count as searched and give nothing.
	Grep(ctx context.Context, side pr.Side, q pr.Query) (pr.Matches, error)
	// History lists the newest commits of the base branch that touched a file, newest first.
	History(ctx context.Context, path string, most int) ([]pr.PastCommit, error)
}

// Asker is a chain of models.
type Asker interface {
	model.Asker
	// KeyBudget looks at the budget of the key; asked is false where the endpoint has no page about keys.
	KeyBudget(ctx context.Context) (remaining *float64, asked bool, err error)
}

// Deps is what the outside world gives to a deep review.
type Deps struct {
	Tree Tree
	// Model makes the client of a chain: its first model, with the others as its fallbacks. It does not look at the key.
	Model func(config.Model) Asker
	// Lint runs the linters of the host. Base reads a file at the base commit, for their configuration.
	Lint func(ctx context.Context, linters []config.Linter, files []linter.File, base func(path string) (pr.Text, error)) linter.Outcome
	// Sweep searches the checkouts of consumers; nil: none are configured.
	Sweep func(ctx context.Context, elements []consumers.Element) consumers.Outcome
	// Stage is told after each stage: its name, how long it took, and what came of it.
	Stage func(name string, took time.Duration, note string)
	// Progress is told what just happened within a stage, at any time and in any order; nil: nobody watches.
	Progress func(text string)
	Clock    func() time.Time
}
