package cli

import (
	"context"
	"fmt"
	"os"

	"werkrevisor/internal/config"
	"werkrevisor/internal/consumers"
	"werkrevisor/internal/deep"
	"werkrevisor/internal/linter"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
)

// deepReview is the value of [engine] review for the review in stages.
const deepReview = "deep"

// deep gives the deep review the repository, the models, the linters of the host and the checkouts of consumers.
func (c *command) deep(tree func(pr.Change) deep.Tree) func(config.Config, pr.Change) deep.Deps {
	return func(cfg config.Config, change pr.Change) deep.Deps {
		d := deep.Deps{Tree: tree(change), Model: func(chain config.Model) deep.Asker { return c.client(cfg, chain, true) },
			Lint:     linter.New(linter.Options{Path: c.env("PATH"), Self: []string{selfProgram, linter.SandboxWord}}).Run,
			Progress: c.progress()}
		if root := cfg.Deep.ConsumersRoot; root != "" {
			d.Sweep = func(ctx context.Context, list []consumers.Element) consumers.Outcome {
				return consumers.Search(ctx, root, change.Repo, list, cfg.Deep.ConsumersReadable, consumers.Limits{})
			}
		}
		return d
	}
}

// selfProgram is this program, also when its file was replaced meanwhile.
const selfProgram = "/proc/self/exe"

// eraseLine lets a terminal write its line anew.
const eraseLine = "\r\x1b[K"

// progress shows on a terminal what just happened, on one line that the next one overwrites; nil where nobody watches:
// a gate run has a line for each stage instead.
func (c *command) progress() func(string) {
	if c.mode == report.Gate || !c.terminal || c.env("NO_COLOR") != "" || c.env("TERM") == "dumb" {
		return nil
	}
	return func(text string) {
		c.transient.Store(true)
		fmt.Fprint(c.stderr, eraseLine+"… "+pr.Visible(text))
	}
}

// asked are the models that a review may ask, with their fallbacks; one for each variable that holds a key.
func asked(cfg config.Config) []config.Model {
	chains := []config.Model{cfg.Model}
	if cfg.Engine.Review == deepReview {
		chains = deep.Chains(cfg)
	}
	var list []config.Model
	seen := map[string]bool{}
	for _, first := range chains {
		for _, m := range append([]config.Model{first}, first.Fallback...) {
			if !seen[m.APIKeyEnv] {
				seen[m.APIKeyEnv] = true
				list = append(list, m)
			}
		}
	}
	return list
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
