package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

const usage = `Usage:
  werkrevisor                           review the PR that the environment names, and gate it
  werkrevisor --dry-run PR-URL          review without a model, write nothing to Gitea
  werkrevisor --local [RANGE]           review a range of the checkout, or "staged" or "worktree"
  werkrevisor config check FILE [--repo]
  werkrevisor config explain [--config FILE] [--repo-config FILE | --pr URL]
  werkrevisor jev-eval [--units-only] [--config FILE] FILES…
                                        try the classifier's questions on local documents
  werkrevisor branch-protection …       set or bring back the protection of a branch (see its --help)
  werkrevisor doctor [--pr URL]         check the set-up (see its --help)
  werkrevisor simulate OWNER/REPO [--since 90d]
  werkrevisor simulate --local [RANGE]  what the rules would have said of merged PRs or commits (see its --help)
  werkrevisor usage [FILES…]            what the usage files of many runs say (see its --help)
  werkrevisor explain FILE              say why a run decided as it did, from its evidence.json
  werkrevisor replay FILE [--config HOST [--repo-config FILE]]
                                        check such a record and decide again, also with another configuration

A RANGE is A..B (what a PR of B onto A would be) or A (up to HEAD); without one it is the default branch up to HEAD.

Options:
  --with-model         ask the configured model in --dry-run; it costs money. --local asks a model that --config names
                       if its key is set; with this option a missing key is an error
  --config FILE        host configuration (default: WERKREVISOR_CONFIG_TOML, then WERKREVISOR_CONFIG;
                       --local and --dry-run without any: embedded defaults)
  --repo-config FILE   use this file instead of .werkrevisor.toml at the base commit
  --no-repo-config     leave .werkrevisor.toml out
  --json               print one JSON object on stdout
  --output DIR         folder of the usage file (default in gate mode: build/werkrevisor)
  --formats LIST       artifacts besides those of [output] artifacts, e.g. sarif,junit,rdjson,report,evidence
  --focus TEXT         in --dry-run and --local: what the review looks hardest at
  --force              ignore an earlier verdict of this head
  --version, --help

Exit codes: 0 GREEN, 10 YELLOW, 15 ORANGE, 20 RED, 30 ERROR. "go run" reports every code but 0 as 1.

Examples:
  werkrevisor --local HEAD~1..HEAD
  GITEA_BOT_TOKEN=… werkrevisor --dry-run https://git.example.org/owner/repo/pulls/302 --config host.toml
`

// flags are the options of a review.
type flags struct {
	dryRun, local, withModel, json, force bool
	help, version                         bool
	noRepoConfig                          bool
	config, repoConfig, output, focus     string
	formats                               []string // artifacts besides those of the configuration
	target                                string   // PR URL or range
}

// maxFocus is the longest text of --focus, in bytes.
const maxFocus = 2000

// parseFlags reads the options of a review. Options may stand before and behind the argument.
func parseFlags(args []string) (flags, error) {
	var f flags
	set := flag.NewFlagSet("werkrevisor", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.BoolVar(&f.dryRun, "dry-run", false, "")
	set.BoolVar(&f.local, "local", false, "")
	set.BoolVar(&f.withModel, "with-model", false, "")
	set.BoolVar(&f.json, "json", false, "")
	set.BoolVar(&f.force, "force", false, "")
	set.BoolVar(&f.version, "version", false, "")
	set.BoolVar(&f.noRepoConfig, "no-repo-config", false, "")
	set.StringVar(&f.config, "config", "", "")
	set.StringVar(&f.repoConfig, "repo-config", "", "")
	set.StringVar(&f.output, "output", "", "")
	set.StringVar(&f.focus, "focus", "", "")
	var formats string
	set.StringVar(&formats, "formats", "", "")
	rest, err := parseMixed(set, args)
	if errors.Is(err, flag.ErrHelp) {
		f.help = true
		return f, nil
	}
	if err != nil {
		return f, errors.New(strings.Replace(err.Error(), "flag provided but not defined: -", "unknown option --", 1))
	}
	if len(rest) > 1 {
		return f, fmt.Errorf("there are %d arguments, at most one is expected: a PR URL or a range", len(rest))
	}
	if len(rest) == 1 {
		f.target = rest[0]
	}
	if f.formats, err = splitFormats(formats); err != nil {
		return f, err
	}
	return f, f.check()
}

// check refuses combinations that contradict each other, and says what to do instead.
func (f flags) check() error {
	switch {
	case f.help || f.version:
		return nil
	case f.dryRun && f.local:
		return errors.New("--dry-run and --local exclude each other: the first reads a PR, the second the checkout")
	case f.dryRun && f.target == "":
		return errors.New("--dry-run needs the URL of a PR, e.g. https://git.example.org/owner/repo/pulls/302")
	case !f.dryRun && !f.local && f.target != "":
		return errors.New("the argument is no command, and one is only expected with --dry-run or --local; a gate run takes the PR from the environment")
	case !f.dryRun && !f.local && f.withModel:
		return errors.New("--with-model belongs to --dry-run or --local; a gate run always asks the model")
	case (f.dryRun || f.local) && len(f.formats) > 0 && f.output == "":
		return errors.New("--formats needs --output DIR in a dry or local run, which write nothing else")
	case !f.dryRun && !f.local && f.focus != "":
		return errors.New("--focus belongs to --dry-run or --local; a gate run looks at everything in the same way")
	case len(f.focus) > maxFocus:
		return fmt.Errorf("--focus has %d bytes, at most %d are allowed", len(f.focus), maxFocus)
	case f.noRepoConfig && f.repoConfig != "":
		return errors.New("--repo-config and --no-repo-config exclude each other")
	case !f.dryRun && !f.local && (f.noRepoConfig || f.repoConfig != ""):
		return errors.New("--repo-config and --no-repo-config belong to --dry-run or --local; a gate run takes the policy of the base commit")
	}
	return nil
}

// parseMixed parses options before, between and behind the arguments; behind "--" everything is an argument.
func parseMixed(set *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := set.Parse(args); err != nil {
			return nil, err
		}
		left := set.Args()
		if len(left) == 0 {
			return rest, nil
		}
		if n := len(args) - len(left); n > 0 && args[n-1] == "--" {
			return append(rest, left...), nil
		}
		rest, args = append(rest, left[0]), left[1:]
	}
}
