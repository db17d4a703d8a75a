package cli

import (
	"context"
	"fmt"
	"slices"

	"werkrevisor/internal/config"
	"werkrevisor/internal/doctor"
	"werkrevisor/internal/gitea"
	"werkrevisor/internal/model"
	"werkrevisor/internal/run"
)

// serverFacts asks the server what does not depend on the configuration. It returns the repository's layer at the tip of
// the base branch, nil if there is none, and the name of that branch.
func (c *command) serverFacts(ctx context.Context, f *doctor.Facts, t target) (layer *config.Layer, base string) {
	if t.baseURL == "" || c.env(envToken) == "" {
		return nil, ""
	}
	s := &f.Server
	s.Page, s.Admin = t.page(), c.env(envAdmin) != ""
	repo, err := openRepository(t, c.env(envToken))
	if err != nil {
		s.Page, f.Env.URL = "", err.Error()
		return nil, ""
	}
	if s.Problem = problem(repo.Ping(ctx)); s.Problem != "" {
		return nil, ""
	}
	account, err := repo.Owner(ctx)
	if s.Problem = problem(err); err != nil {
		return nil, ""
	}
	s.Login, s.Scopes = account.Login, account.Scopes
	settings, err := repo.Settings(ctx)
	if s.Access = problem(err); err != nil {
		return nil, ""
	}
	s.MayWrite = settings.MayWrite
	s.Archived, s.DefaultBranch, s.MergeStyle, s.MergeStyles = settings.Archived, settings.DefaultBranch, settings.DefaultMergeStyle, settings.MergeStyles
	if s.Assignees, err = repo.Assignees(ctx); err != nil {
		s.Access = problem(err)
		return nil, ""
	}
	s.Comments = problem(repo.ReadsComments(ctx))
	base, tip := settings.DefaultBranch, ""
	if t.number > 0 {
		f.PR = c.pullFacts(ctx, t, "")
		if f.PR.Problem == "" && f.PR.Change.Base.Ref != "" {
			base, tip = f.PR.Change.Base.Ref, f.PR.Change.Base.SHA
		}
	}
	layer, err = repoLayerAt(ctx, repo, base, tip)
	f.Config.RepoProblem = problem(err)
	return layer, base
}

// repoLayerAt reads the repository's layer at a commit, or at the tip of a branch where no commit is named.
func repoLayerAt(ctx context.Context, repo *gitea.Repository, branch, tip string) (*config.Layer, error) {
	if tip == "" {
		b, found, err := repo.Branch(ctx, branch)
		if err != nil || !found {
			return nil, err // that a base branch is missing is a finding of its own
		}
		tip = b.Tip
	}
	read, err := repo.Config(ctx, tip)
	if err != nil {
		return nil, err
	}
	return run.RepoLayer(read, tip)
}

// branchFacts reads the branches that the configuration lets PRs into: as the bot, and with the admin token their rules.
func (c *command) branchFacts(ctx context.Context, f *doctor.Facts, t target, base string) {
	if base == "" || f.Server.Access != "" {
		return
	}
	bot, err := openRepository(t, c.env(envToken))
	if err != nil {
		return
	}
	names := f.Config.Value.Gate.BaseBranches
	if len(names) == 0 {
		names = []string{f.Server.DefaultBranch}
	}
	for _, name := range names {
		got, found, err := bot.Branch(ctx, name)
		b := doctor.Branch{Name: name, Problem: problem(err), Found: found, Protected: got.Protected, RequiredApprovals: got.RequiredApprovals,
			StatusCheck: got.StatusCheck, Contexts: got.Contexts, MayPush: got.MayPush, MayMerge: got.MayMerge}
		if f.Server.Admin && found && got.Protected && f.Server.AdminProblem == "" {
			f.Server.AdminProblem = problem(c.ruleFacts(ctx, t, &b))
		}
		f.Server.Branches = append(f.Server.Branches, b)
	}
}

// ruleFacts reads the rule that counts for a branch, as an administrator.
func (c *command) ruleFacts(ctx context.Context, t target, b *doctor.Branch) error {
	admin, err := openRepository(t, c.env(envAdmin))
	if err != nil {
		return err
	}
	got, _, err := admin.Branch(ctx, b.Name)
	if err != nil {
		return err
	}
	name := got.Rule
	if name == "" {
		name = b.Name // what the server says to nobody else: then reading the rule is refused
	}
	rule, err := admin.Rule(ctx, name)
	if err == nil && rule == nil {
		err = fmt.Errorf("the rule of the branch %s cannot be found", b.Name)
	}
	b.Rule = rule
	return err
}

// configFacts merges and checks the configuration as a run does.
func (c *command) configFacts(f *doctor.Config, host config.Layer, layer *config.Layer) {
	cfg, err := config.Merge(host, layer)
	if err != nil {
		f.Problem = err.Error()
		return
	}
	if cfg.Model.ID == "" && cfg.Engine.Mode != "classifier" {
		f.Problem = "[model] id is empty, so no model reviews anything; name one"
		return
	}
	f.Value, f.Layers, f.Limit = &cfg, layer != nil, run.TimeLimit(cfg)
}

// modelFacts looks for the keys that [engine] mode needs, and asks what the model's may spend.
// It sends no request to a model and none to a classifier.
func (c *command) modelFacts(ctx context.Context, f *doctor.Model, cfg config.Config) {
	var names []string
	if cfg.Engine.Mode != "classifier" {
		for _, m := range asked(cfg) {
			names = append(names, m.APIKeyEnv)
		}
	}
	if cfg.Engine.Mode != "llm" && cfg.Classifier != nil {
		names = append(names, cfg.Classifier.APIKeyEnv)
	}
	for _, name := range names {
		if name != "" && c.env(name) == "" && !slices.Contains(f.MissingKeys, name) {
			f.MissingKeys = append(f.MissingKeys, name)
		}
	}
	if len(f.MissingKeys) > 0 || cfg.Engine.Mode == "classifier" {
		return
	}
	client, ok := c.asker(cfg).(*model.Client)
	if !ok {
		return
	}
	var err error
	f.Remaining, f.Asked, err = client.KeyBudget(ctx)
	f.Problem = problem(err)
}

// problem is the text of an error, or "".
func problem(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
