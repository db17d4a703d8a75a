package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/run"
)

const simulateUsage = `Usage:
  werkrevisor simulate OWNER/REPO [--since 90d] [options]   merged PRs of the Gitea server of the environment
  werkrevisor simulate --repo URL [--since 90d] [options]   the same of a repository by its URL
  werkrevisor simulate --local [RANGE] [options]            commits of the checkout: a merge counts as a PR of what it
                                                            brought in (default: the last 1000 of the default branch)

Runs the deterministic part over past changes: read, label, check, decide. It asks no model and writes nothing.
GITEA_BOT_TOKEN is used if it is set; the right to read is enough.

Options:
  --since TIME         PRs merged since: 90d (default), 12w, or a date as 2026-01-31
  --limit N            at most N changes, the newest
  --config FILE        host configuration (default: WERKREVISOR_CONFIG_TOML, then WERKREVISOR_CONFIG, then embedded defaults);
                       given twice, the two are compared
  --repo-config FILE   use this file instead of the .werkrevisor.toml of each change
  --no-repo-config     leave .werkrevisor.toml out
  --json               print one JSON object

Exit codes: 0 done, also after Ctrl-C if something was read; 1 nothing could be read; 2 wrong use.
`

const (
	defaultSince = "90d"
	localCommits = 1000 // commits of the default branch that --local reads without a range
	maxSimulated = 100_000
)

// simulateFlags are the options of the command.
type simulateFlags struct {
	repo, since, repoConfig   string
	local, json, noRepoConfig bool
	configs                   texts
	limit                     int
	target                    string // OWNER/REPO, URL or range
}

// simulate is the command "simulate" (operators.md, "Commands").
func (c *command) simulate(args []string) int {
	f, err := parseSimulate(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(c.stdout, simulateUsage)
		return exitDone
	}
	var job simulation
	if err == nil {
		job, err = c.simulation(f)
	}
	if err != nil {
		c.log("werkrevisor simulate: " + err.Error())
		c.log("Run werkrevisor simulate --help for the usage.")
		return exitUsage
	}
	ctx, stop := interruptible()
	defer stop()
	report, err := job.run(ctx)
	if err != nil {
		c.log("werkrevisor simulate: " + err.Error())
		return exitCheck
	}
	text := report.Text()
	if f.json {
		data, err := report.JSON()
		if err != nil {
			c.log("werkrevisor simulate: the statistics could not be encoded")
			return exitCheck
		}
		text = string(data)
	}
	if _, err := io.WriteString(c.stdout, text); err != nil {
		c.log(fmt.Sprintf("the statistics could not be printed on stdout: %s", cause(err)))
		return exitCheck
	}
	if job.stats.Read() == 0 {
		return exitCheck
	}
	return exitDone
}

func parseSimulate(args []string) (f simulateFlags, err error) {
	set := flag.NewFlagSet("simulate", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&f.repo, "repo", "", "")
	set.StringVar(&f.since, "since", "", "")
	set.IntVar(&f.limit, "limit", 0, "")
	set.BoolVar(&f.local, "local", false, "")
	set.Var(&f.configs, "config", "")
	set.StringVar(&f.repoConfig, "repo-config", "", "")
	set.BoolVar(&f.noRepoConfig, "no-repo-config", false, "")
	set.BoolVar(&f.json, "json", false, "")
	rest, err := parseMixed(set, args)
	if err != nil {
		return f, unknownOption(err)
	}
	given := false
	set.Visit(func(o *flag.Flag) { given = given || o.Name == "limit" })
	if len(rest) == 1 {
		f.target = rest[0]
	}
	switch {
	case len(rest) > 1:
		err = fmt.Errorf("there are %d arguments, at most one is expected: a repository, or a range with --local", len(rest))
	case f.local && (f.repo != "" || f.since != ""):
		err = errors.New("--repo and --since belong to the PRs of a server; with --local give a range")
	case !f.local && f.repo != "" && f.target != "":
		err = errors.New("--repo and the argument both name a repository; give one of them")
	case given && (f.limit < 1 || f.limit > maxSimulated):
		err = fmt.Errorf("--limit must be between 1 and %d", maxSimulated)
	case len(f.configs) > 2:
		err = fmt.Errorf("--config is given %d times; at most two configurations can be compared", len(f.configs))
	case f.noRepoConfig && f.repoConfig != "":
		err = errors.New("--repo-config and --no-repo-config exclude each other")
	}
	return f, err
}

// sinceTime reads a number of days or weeks before now, or a date.
func sinceTime(text string, now time.Time) (time.Time, error) {
	if date, err := time.Parse(time.DateOnly, text); err == nil {
		return date, nil
	}
	days := map[string]int{"d": 1, "w": 7}
	for unit, length := range days {
		if count, ok := strings.CutSuffix(text, unit); ok {
			if n, err := strconv.Atoi(count); err == nil && n > 0 && n <= 36500/length {
				return now.AddDate(0, 0, -n*length), nil
			}
		}
	}
	return time.Time{}, fmt.Errorf("--since is no time; write a number of days or weeks, e.g. 90d or 12w, or a date, e.g. 2026-01-31")
}

// simulation prepares what the flags ask for. An error is a wrong use.
func (c *command) simulation(f simulateFlags) (s simulation, err error) {
	s = simulation{command: c, limit: f.limit, policy: run.Policy{NoRepo: f.noRepoConfig}}
	names := f.configs
	if len(names) == 0 {
		names = texts{""}
	}
	for _, name := range names {
		layer, source, err := c.hostLayer(flags{config: name, local: name != "", dryRun: true})
		if err != nil {
			return s, err
		}
		s.hosts, s.names = append(s.hosts, layer), append(s.names, source)
	}
	if f.repoConfig != "" {
		text, err := readFile(f.repoConfig)
		if err != nil {
			return s, err
		}
		s.policy.RepoConfig = &config.Layer{Name: f.repoConfig, TOML: text}
	}
	if f.local {
		s.open = s.openLocal(f.target)
		return s, nil
	}
	since, err := sinceTime(firstOf(f.since, defaultSince), now())
	if err != nil {
		return s, err
	}
	t, err := c.simulateTarget(firstOf(f.repo, f.target))
	if err != nil {
		return s, err
	}
	s.open = s.openServer(t, since)
	return s, nil
}

// simulateTarget is the repository of a URL, of OWNER/REPO on the server of the environment, or that of the environment.
func (c *command) simulateTarget(name string) (target, error) {
	owner, repo, ok := strings.Cut(name, "/")
	switch {
	case name == "" || strings.Contains(name, "://"):
		return c.repositoryTarget(name)
	case !ok || owner == "" || repo == "" || strings.Contains(repo, "/"):
		return target{}, errors.New("the argument names no repository; write OWNER/REPO, or the URL of its page")
	case c.env(envBaseURL) == "":
		return target{}, fmt.Errorf("%s is not set; set it to the server of the repository, or give its URL", envBaseURL)
	}
	return target{baseURL: c.env(envBaseURL), owner: owner, repo: repo}, nil
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
