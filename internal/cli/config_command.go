package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

const configUsage = `Usage:
  werkrevisor config check FILE          check a host configuration, offline
  werkrevisor config check FILE --repo   check a .werkrevisor.toml (with --config FILE: against that host)
  werkrevisor config explain [--config FILE] [--repo-config FILE]
                                         print every effective key, its value and the layer that set it
  werkrevisor config explain --pr URL    the same with .werkrevisor.toml at the base commit of a PR, as a run reads it
                                         (with GITEA_BOT_TOKEN where the repository is not public)

Exit codes: 0 valid, 1 not valid, 2 wrong use.
`

// config is the command "config check" and "config explain" (operators.md).
func (c *command) config(args []string) int {
	var f flags
	repo := false
	set := flag.NewFlagSet("config", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&f.config, "config", "", "")
	set.StringVar(&f.repoConfig, "repo-config", "", "")
	set.BoolVar(&repo, "repo", false, "")
	pull := ""
	set.StringVar(&pull, "pr", "", "")
	rest, err := parseMixed(set, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.stdout, configUsage)
		return exitDone
	case err != nil:
		c.log("werkrevisor config: " + err.Error())
		fmt.Fprint(c.stderr, configUsage)
		return exitUsage
	case len(rest) == 2 && rest[0] == "check" && (f.repoConfig != "" || f.config != "" && !repo):
		c.log("werkrevisor config check: --config belongs to --repo, and --repo-config to explain; " +
			"check a repository configuration with: config check .werkrevisor.toml --repo --config HOST")
		return exitUsage
	case len(rest) == 2 && rest[0] == "check" && pull == "":
		return c.configCheck(rest[1], repo, f)
	case len(rest) == 1 && rest[0] == "explain" && !repo && (pull == "" || f.repoConfig == ""):
		return c.configExplain(f, pull)
	}
	fmt.Fprint(c.stderr, configUsage)
	return exitUsage
}

func (c *command) configCheck(file string, repo bool, f flags) int {
	text, err := readFile(file)
	if err != nil {
		return c.notValid(err)
	}
	host := config.Layer{TOML: text}
	var repoLayer *config.Layer
	if repo {
		repoLayer = &config.Layer{Name: file, TOML: text}
		if host, err = c.explainHost(f); err != nil {
			return c.notValid(err)
		}
	}
	cfg, err := config.Merge(host, repoLayer)
	if err != nil {
		if !repo && filepath.Base(file) == pr.RepoConfigPath {
			c.log("this looks like a repository configuration; check it with --repo")
		}
		return c.notValid(err)
	}
	fmt.Fprintf(c.stdout, "%s: valid\n", pr.Visible(file))
	c.warn(cfg)
	return exitDone
}

func (c *command) configExplain(f flags, pull string) int {
	host, err := c.explainHost(f)
	if err != nil {
		return c.notValid(err)
	}
	var repo *config.Layer
	switch {
	case pull != "":
		if repo, err = c.layerOfPR(pull); err != nil {
			return c.notValid(err)
		}
	case f.repoConfig != "":
		text, err := readFile(f.repoConfig)
		if err != nil {
			return c.notValid(err)
		}
		repo = &config.Layer{Name: f.repoConfig, TOML: text}
	}
	cfg, err := config.Merge(host, repo)
	if err != nil {
		return c.notValid(err)
	}
	fmt.Fprintf(c.stdout, "# %s\n", cfg.Sources)
	for _, s := range cfg.Explain() {
		fmt.Fprintf(c.stdout, "%s = %s  # %s\n", s.Key, s.Value, s.Layer)
	}
	c.warn(cfg)
	return exitDone
}

// layerOfPR reads the repository's layer at the base commit of a PR; nil: there is none.
func (c *command) layerOfPR(url string) (*config.Layer, error) {
	t, err := c.dryRunTarget(url)
	if err != nil {
		return nil, err
	}
	ctx, stop := limited()
	defer stop()
	seen := c.pullFacts(ctx, t, "")
	if seen.Problem != "" {
		return nil, errors.New(seen.Problem)
	}
	repo, err := openRepository(t, c.env(envToken))
	if err != nil {
		return nil, err
	}
	return repoLayerAt(ctx, repo, seen.Change.Base.Ref, seen.Change.Base.SHA)
}

// warn prints on stderr what is valid and still without effect.
func (c *command) warn(cfg config.Config) {
	for _, w := range cfg.Warnings {
		c.log("warning: " + w)
	}
}

// explainHost is the host layer that a run with these flags would use; without any it is the embedded one.
func (c *command) explainHost(f flags) (config.Layer, error) {
	f.local = true
	layer, _, err := c.hostLayer(f)
	return layer, err
}

// notValid lists every problem on a line of its own.
func (c *command) notValid(err error) int {
	var list config.Errors
	if !errors.As(err, &list) {
		c.log(err.Error())
		return exitCheck
	}
	for _, e := range list {
		c.log(e.Error())
	}
	return exitCheck
}
