package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"

	"werkrevisor/internal/doctor"
	"werkrevisor/internal/gitea"
	"werkrevisor/internal/pr"
)

const doctorUsage = `Usage:
  werkrevisor doctor [--pr URL] [--config FILE] [--repo URL]
                     check the set-up: one line PASS, WARN or FAIL per check, with what to do

It reads the environment of a gate run and writes nothing. With the token of a repository administrator in
GITEA_ADMIN_TOKEN it checks every field of the branch protection, else what the bot's token shows.

Options:
  --pr URL       check the preconditions of this PR, too (default: the PR of the environment, if it names one)
  --config FILE  the host configuration (default: WERKREVISOR_CONFIG_TOML, then WERKREVISOR_CONFIG)
  --repo URL     the repository (default: that of --pr, then that of the environment)

Exit codes: 0 no FAIL, 1 at least one, 2 wrong use.
`

// doctorFlags are the options of the command.
type doctorFlags struct{ pr, repo, config string }

// doctor is the command "doctor" (operators.md, "Commands").
func (c *command) doctor(args []string) int {
	var f doctorFlags
	set := flag.NewFlagSet("doctor", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&f.pr, "pr", "", "")
	set.StringVar(&f.repo, "repo", "", "")
	set.StringVar(&f.config, "config", "", "")
	rest, err := parseMixed(set, args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(c.stdout, doctorUsage)
		return exitDone
	}
	var t target
	switch {
	case err != nil:
		err = unknownOption(err)
	case len(rest) > 0:
		err = fmt.Errorf("there are %d arguments besides the options; give the PR with --pr", len(rest))
	default:
		t, err = c.doctorTarget(f)
	}
	if err != nil {
		c.log("werkrevisor doctor: " + err.Error())
		c.log("Run werkrevisor doctor --help for the usage.")
		return exitUsage
	}
	ctx, stop := limited()
	defer stop()
	lines := doctor.Run(c.facts(ctx, f, t))
	for _, line := range lines {
		fmt.Fprintln(c.stdout, pr.Visible(line.String()))
	}
	failed, warned := doctor.Failed(lines), doctor.Warned(lines)
	c.log(fmt.Sprintf("werkrevisor %s doctor: %d PASS, %d WARN, %d FAIL", c.version, len(lines)-failed-warned, warned, failed))
	if failed > 0 {
		return exitCheck
	}
	return exitDone
}

// doctorTarget is the repository, and the PR if one is named; its URL is empty where nobody names a repository,
// which is a finding and no wrong use.
func (c *command) doctorTarget(f doctorFlags) (t target, err error) {
	switch {
	case f.pr != "" && f.repo != "":
		return t, errors.New("--pr names the repository; leave --repo out")
	case f.pr != "":
		return c.dryRunTarget(f.pr)
	case f.repo != "":
		return c.repositoryTarget(f.repo)
	}
	if t, err = c.repositoryTarget(""); err != nil {
		return target{}, nil
	}
	if n, err := strconv.Atoi(c.env(envNumber)); err == nil && n > 0 {
		t.number = n
	}
	return t, nil
}

// facts gathers all that the checks look at.
func (c *command) facts(ctx context.Context, f doctorFlags, t target) doctor.Facts {
	facts := doctor.Facts{Env: c.environmentFacts(f), Machine: machineFacts(c.env)}
	host, source, err := c.hostLayer(flags{config: f.config, local: f.config != ""})
	facts.Config.Source = source
	if err != nil {
		facts.Config.Problem = err.Error()
	}
	facts.Config.Age = fileAge(source)
	layer, base := c.serverFacts(ctx, &facts, t)
	if err == nil {
		c.configFacts(&facts.Config, host, layer)
	}
	if cfg := facts.Config.Value; cfg != nil {
		c.modelFacts(ctx, &facts.Model, *cfg)
		c.branchFacts(ctx, &facts, t, base)
	}
	return facts
}

// pullFacts looks at the PR.
func (c *command) pullFacts(ctx context.Context, t target, botLogin string) *doctor.PR {
	client, err := gitea.New(gitea.Config{BaseURL: t.baseURL, Owner: t.owner, Repo: t.repo, Number: t.number, Token: c.env(envToken), BotLogin: botLogin})
	if err != nil {
		return &doctor.PR{Problem: err.Error()}
	}
	change, err := client.Look(ctx)
	if err != nil {
		return &doctor.PR{Problem: err.Error()}
	}
	return &doctor.PR{Change: change}
}
