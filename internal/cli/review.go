package cli

import (
	"context"
	"crypto/rand"
	"fmt"

	"werkrevisor/internal/classify"
	"werkrevisor/internal/config"
	"werkrevisor/internal/deep"
	"werkrevisor/internal/gitea"
	"werkrevisor/internal/gitrepo"
	"werkrevisor/internal/httpx"
	"werkrevisor/internal/jev"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/run"
	"werkrevisor/internal/state"
	"werkrevisor/internal/tokens"
	"werkrevisor/internal/verdict"
)

var (
	_ run.Source    = (*gitea.Client)(nil)
	_ run.Source    = (*gitrepo.Repo)(nil)
	_ run.Publisher = (*gitea.Client)(nil)
)

// review runs one review in the mode that the flags name.
func (c *command) review(ctx context.Context) int {
	switch {
	case c.flags.local:
		c.mode = report.Local
	case c.flags.dryRun:
		c.mode = report.DryRun
	default:
		c.mode = report.Gate
	}
	options := run.Options{Version: c.version, Mode: c.mode, NoRepo: c.flags.noRepoConfig, Force: c.flags.force, Focus: c.flags.focus, Unasked: c.unasked, Unclassified: c.unclassified}
	in, err := c.start(ctx, &options)
	if err != nil {
		in = report.Input{Version: c.version, Mode: c.mode, HostConfig: options.HostConfig, Started: now(), Change: options.Expected}
		in.Decision = verdict.Decide(verdict.Input{Reasons: []verdict.Reason{run.StartFault(ctx, err)}})
	}
	c.finish(in)
	return in.Decision.Exit
}

// start wires the run. An error means that the run could not begin: environment, flags, files or the checkout are wrong.
func (c *command) start(ctx context.Context, o *run.Options) (report.Input, error) {
	deps := run.Deps{Model: c.asker, Classifier: c.classifier, Nonce: rand.Text(), Clock: now, Log: c.log, Redact: c.secrets.String, Limits: c.limits.Run}
	open, what, err := c.source(ctx, o)
	c.log(report.FirstLine(c.version, what, c.mode))
	if err != nil {
		return report.Input{}, err
	}
	if deps.Host, o.HostConfig, err = c.hostLayer(c.flags); err != nil {
		return report.Input{}, err
	}
	if settings, _ := config.Merge(deps.Host, nil); settings.Model.ID != "" {
		go c.tokens() // the vocabulary is ready by the time that the change is read
	}
	if c.flags.repoConfig != "" {
		text, err := readFile(c.flags.repoConfig)
		if err != nil {
			return report.Input{}, err
		}
		o.RepoConfig = &config.Layer{Name: c.flags.repoConfig, TOML: text}
	}
	done, err := open(&deps)
	if err != nil {
		return report.Input{}, err
	}
	defer done()
	return run.Review(ctx, deps, *o), nil
}

// source says what will be reviewed, and returns the function that opens it when the host's configuration is known.
func (c *command) source(ctx context.Context, o *run.Options) (open func(*run.Deps) (done func(), err error), what string, err error) {
	if c.flags.local {
		repo, err := gitrepo.Open(ctx, ".", c.flags.target)
		if err != nil {
			return nil, "local " + c.flags.target, run.ReadError(err)
		}
		return func(d *run.Deps) (func(), error) {
			d.Source = repo
			d.Deep = c.deep(func(pr.Change) deep.Tree { return repo.Tree() })
			return func() { _ = repo.Close() }, nil
		}, repo.Target(), nil
	}
	var t target
	if c.flags.dryRun {
		t, err = c.dryRunTarget(c.flags.target)
	} else {
		t, err = c.gateTarget()
	}
	o.Expected = pr.Change{Origin: pr.FromGitea, Owner: t.owner, Repo: t.repo, Number: t.number, Head: pr.Commit{SHA: t.head}}
	if err != nil {
		return nil, "no PR", err
	}
	what = fmt.Sprintf("%s %s/%s PR %d", t.baseURL, t.owner, t.repo, t.number)
	if t.head != "" {
		what += " head " + t.head
	}
	return func(d *run.Deps) (func(), error) { return func() {}, c.openPR(t, d) }, what, nil
}

// openPR makes the client of a PR. Only a gate run may write.
func (c *command) openPR(t target, d *run.Deps) error {
	settings, _ := config.Merge(d.Host, nil) // [gate] stands even if the host layer alone is incomplete
	client, err := gitea.New(gitea.Config{BaseURL: t.baseURL, Owner: t.owner, Repo: t.repo, Number: t.number, WantHead: t.head,
		Token: c.env(envToken), BotLogin: settings.Gate.BotLogin, HTTP: httpx.New(httpx.Options{HeaderTimeout: c.limits.Answer})})
	if err != nil {
		return err
	}
	if c.env(envStateKey) != "" || c.env(envToken) != "" {
		if d.Key, err = state.NewKey(c.env(envStateKey), c.env(envToken)); err != nil {
			return fmt.Errorf("%s: %w", envStateKey, err)
		}
		if d.Key, err = d.Key.WithOld(c.env(envOldKey)); err != nil {
			return fmt.Errorf("%s: %w", envOldKey, err)
		}
	}
	d.Source = client
	d.Deep = c.deep(func(change pr.Change) deep.Tree { return client.Tree(change) })
	if !c.flags.dryRun {
		d.Publisher = client
	}
	return nil
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
func (c *command) asker(cfg config.Config) model.Asker { return c.client(cfg, cfg.Model, false) }

// client makes the client of a model and its fallbacks. With keyIsChecked it does not look at the key before each request.
func (c *command) client(cfg config.Config, m config.Model, keyIsChecked bool) *model.Client {
	key := func(env string) string {
		value := c.env(env)
		c.secrets.Add(value)
		return value
	}
	return model.New(model.Options{Config: m, Budget: cfg.Budget, Key: key, KeyTimeout: c.limits.Key, KeyIsChecked: keyIsChecked, Tokens: c.tokens,
		HTTP: httpx.New(httpx.Options{AnyStatus: true, HeaderTimeout: run.TimeLimit(cfg)})})
}

// countTokens sets up the counter, for command.tokens. It takes time and memory, so a run without a model does not.
// It begins on the side, where nothing else could catch a panic; then the tokens are estimated.
func countTokens() (count func(text string) int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the token counter failed (%T)", p)
		}
	}()
	counter, err := tokens.New()
	if err != nil {
		return nil, err
	}
	return counter.Count, nil
}

// classifier makes the client of the classifier.
func (c *command) classifier(cfg config.Config) classify.Asker {
	return jev.New(jev.Options{Config: *cfg.Classifier, HTTP: httpx.New(httpx.Options{AnyStatus: true, HeaderTimeout: run.TimeLimit(cfg)}),
		Key: func(env string) string {
			value := c.env(env)
			c.secrets.Add(value)
			return value
		}})
}

// unclassified says why the classifier is not asked in this call; empty: it is asked.
func (c *command) unclassified(cfg config.Config) (string, error) {
	f := c.flags
	switch {
	case f.dryRun && !f.withModel:
		return "a dry run asks none; add --with-model to ask it", nil
	case cfg.Classifier == nil:
		return "there is no [classifier]", nil
	case cfg.Classifier.APIKeyEnv == "" || c.env(cfg.Classifier.APIKeyEnv) != "":
		return "", nil
	}
	why := fmt.Sprintf("%s is not set ([classifier] api_key_env)", cfg.Classifier.APIKeyEnv)
	if f.withModel || !f.local && !f.dryRun {
		return "", &config.Error{Layer: "environment", Key: "[classifier] api_key_env", Text: why}
	}
	return why, nil
}

// unasked says why the model is not asked in this call; empty: it is asked (product.md 2 and 5).
// A gate run and --with-model must ask it, so a missing id or key is an error there.
func (c *command) unasked(cfg config.Config) (string, error) {
	f := c.flags
	if f.dryRun && !f.withModel {
		return "a dry run asks none; add --with-model to ask it", nil
	}
	must := f.withModel || !f.local && !f.dryRun
	why := ""
	lacking := &config.Error{Layer: "environment", Key: "[model] api_key_env"}
	switch {
	case cfg.Model.ID == "":
		why = "no model is configured ([model] id); give --config FILE"
		lacking.Layer, lacking.Key = "host config", "[model] id"
	default:
		if why = c.missingKey(cfg); why == "" {
			return "", nil
		}
	}
	if must {
		lacking.Text = why
		return "", lacking
	}
	return why, nil
}

// missingKey names the first variable that a model needs and that is not set; "": none. The fallbacks of the single
// review are asked only after failures, so theirs are doctor's matter.
func (c *command) missingKey(cfg config.Config) string {
	models, key := []config.Model{cfg.Model}, "[model] api_key_env"
	if cfg.Engine.Review == deepReview {
		models, key = asked(cfg), "[model] or [deep.models] api_key_env"
	}
	for _, m := range models {
		if m.APIKeyEnv != "" && c.env(m.APIKeyEnv) == "" {
			return fmt.Sprintf("%s is not set (%s)", m.APIKeyEnv, key)
		}
	}
	return ""
}
