package cli

import (
	"context"
	"crypto/rand"
	"fmt"

	"werkrevisor/internal/config"
	"werkrevisor/internal/gitea"
	"werkrevisor/internal/gitrepo"
	"werkrevisor/internal/httpx"
	"werkrevisor/internal/model"
	"werkrevisor/internal/report"
	"werkrevisor/internal/run"
	"werkrevisor/internal/verdict"
)

var (
	_ run.Source    = (*gitea.Client)(nil)
	_ run.Source    = (*gitrepo.Repo)(nil)
	_ run.Publisher = (*gitea.Client)(nil)
)

// review runs one review in the mode that the flags name.
func (c *command) review(ctx context.Context, f flags) int {
	switch {
	case f.local:
		c.mode = report.Local
	case f.dryRun:
		c.mode = report.DryRun
	default:
		c.mode = report.Gate
	}
	in, err := c.start(ctx, f)
	if err != nil {
		in = report.Input{Version: c.version, Mode: c.mode, Started: now()}
		in.Decision = verdict.Decide(verdict.Input{Reasons: []verdict.Reason{verdict.Fault("config_invalid", err.Error())}})
	}
	c.finish(in, f)
	return in.Decision.Exit
}

// start wires the run. An error means that the run could not begin: environment, flags or files are wrong.
func (c *command) start(ctx context.Context, f flags) (report.Input, error) {
	host, source, err := c.hostLayer(f)
	if err != nil {
		c.log(report.FirstLine(c.version, "no PR yet", c.mode))
		return report.Input{}, err
	}
	deps := run.Deps{
		Model: c.asker, Host: host, Nonce: rand.Text(), Clock: now, Log: c.log, Redact: c.secrets.String,
	}
	options := run.Options{Version: c.version, Mode: c.mode, HostConfig: source, NoRepo: f.noRepoConfig, Unasked: c.unasked(f)}
	if f.repoConfig != "" {
		text, err := readFile(f.repoConfig)
		if err != nil {
			return report.Input{}, err
		}
		options.RepoConfig = &config.Layer{Name: f.repoConfig, TOML: text}
	}
	what, closeSource, err := c.source(ctx, f, host, &deps)
	c.log(report.FirstLine(c.version, what, c.mode))
	if err != nil {
		return report.Input{}, err
	}
	defer closeSource()
	return run.Review(ctx, deps, options), nil
}

// source opens the checkout, or the client of the PR, and says what will be reviewed.
func (c *command) source(ctx context.Context, f flags, host config.Layer, deps *run.Deps) (what string, done func(), err error) {
	if f.local {
		repo, err := gitrepo.Open(ctx, ".", f.target)
		if err != nil {
			return "local " + f.target, nil, err
		}
		deps.Source = repo
		return repo.Target(), func() { _ = repo.Close() }, nil
	}
	var t target
	if f.dryRun {
		t, err = c.dryRunTarget(f.target)
	} else {
		t, err = c.gateTarget()
	}
	if err != nil {
		return "no PR", nil, err
	}
	settings, _ := config.Merge(host, nil) // [gate] stands even if the host layer alone is incomplete
	client, err := gitea.New(gitea.Config{BaseURL: t.baseURL, Owner: t.owner, Repo: t.repo, Number: t.number, WantHead: t.head,
		Token: c.env(envToken), BotLogin: settings.Gate.BotLogin, HTTP: httpx.New(httpx.Options{})})
	if err != nil {
		return "no PR", nil, err
	}
	deps.Source = client
	if !f.dryRun {
		deps.Publisher = client
	}
	what = fmt.Sprintf("%s %s/%s PR %d", t.baseURL, t.owner, t.repo, t.number)
	if t.head != "" {
		what += " head " + t.head
	}
	return what, func() {}, nil
}

// dryRunTarget reads a PR URL. The bot's token belongs to one server: where the environment names it,
// a URL of another origin is refused before any request (product.md 3).
func (c *command) dryRunTarget(url string) (t target, err error) {
	t.baseURL, t.owner, t.repo, t.number, err = gitea.ParsePRURL(url)
	if err != nil {
		return t, err
	}
	if own := c.env(envBaseURL); own != "" && !sameOrigin(own, t.baseURL) {
		return t, fmt.Errorf("the PR is not on the server of %s, to which the token belongs; unset the variable to use the token there", envBaseURL)
	}
	return t, nil
}

// asker makes the client of the model.
func (c *command) asker(cfg config.Config) model.Asker {
	key := func(env string) string {
		value := c.env(env)
		c.secrets.Add(value)
		return value
	}
	return model.New(model.Options{Config: cfg.Model, Budget: cfg.Budget, Key: key,
		HTTP: httpx.New(httpx.Options{AnyStatus: true, HeaderTimeout: run.TimeLimit(cfg)})})
}

// unasked says why the model is not asked in this call; empty: it is asked (product.md 2 and 5).
// A gate run must ask it, so a missing key is an error there.
func (c *command) unasked(f flags) func(config.Config) (string, error) {
	return func(cfg config.Config) (string, error) {
		noKey := cfg.Model.APIKeyEnv != "" && c.env(cfg.Model.APIKeyEnv) == ""
		gate := !f.local && !f.dryRun
		switch {
		case cfg.Model.ID == "":
			return "no model is configured ([model] id); give --config FILE", nil
		case f.dryRun && !f.withModel:
			return "a dry run asks none; add --with-model to ask it", nil
		case noKey && gate:
			return "", &config.Error{Layer: "environment", Key: "[model] api_key_env",
				Text: "the variable " + cfg.Model.APIKeyEnv + " is not set; the host must provide the key of the model"}
		case noKey:
			return fmt.Sprintf("%s is not set ([model] api_key_env)", cfg.Model.APIKeyEnv), nil
		}
		return "", nil
	}
}
