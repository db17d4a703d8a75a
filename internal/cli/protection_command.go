package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/protection"
)

const protectionUsage = `Usage:
  werkrevisor branch-protection --branch NAME --status CONTEXT… --approver LOGIN… [options]
                                set the protection of a branch that the gate needs; the old rule is saved first
  werkrevisor branch-protection --restore FILE [options]
                                bring back the rule of a file that this command saved

Needs the token of a repository administrator in GITEA_ADMIN_TOKEN; there is no option for it.

Options:
  --branch NAME      the branch; one call for each branch of [gate] base_branches
  --status CONTEXT   a status that a merge needs, e.g. ai-review/gate; may be repeated, those of the old rule stay
  --base-status NAME the status that names the branch, as [gate] base_context (default: ai-review/base/{base});
                     with none, --branch may also be the name of a rule for several branches, e.g. "release/*"
  --approver LOGIN   whose approval counts: the bot and the human reviewers; may be repeated
  --mode MODE        as [gate] yellow_gate: approval (default), pass_with_review_request or block
                     block leaves the approvals alone and takes no --approver
  --repo URL         the repository, e.g. https://git.example.org/owner/repo
                     (default: WERKATOR_GITEA_BASE_URL, WERKATOR_GITEA_OWNER, WERKATOR_GITEA_REPO)
  --merge-styles LIST
                     the only merge styles that the repository allows, e.g. merge,squash,fast-forward-only; without a rebase
                     the gate holds back less, see docs/security.md (default: left alone)
  --save FILE        where the old rule goes (default: a file here, named by repository, branch and time)
  --dry-run          print what is and what should be, write nothing

Exit codes: 0 done, or nothing to do; 1 not done, or not as asked; 2 wrong use.
`

// protectionFlags are the options of the command.
type protectionFlags struct {
	branch, mode, repo, save, restore string
	styles                            []string
	base                              string
	contexts, approvers               texts
	dryRun                            bool
}

// branchProtection is the command "branch-protection" (seed 001, scenario 18.04; operators.md).
func (c *command) branchProtection(args []string) int {
	f, err := parseProtection(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(c.stdout, protectionUsage)
		return exitDone
	}
	token := c.env(envAdmin)
	if err == nil && token == "" {
		err = fmt.Errorf("%s is not set; put the token of a repository administrator there", envAdmin)
	}
	var t target
	if err == nil {
		t, err = c.repositoryTarget(f.repo)
	}
	if err != nil {
		c.log("werkrevisor branch-protection: " + err.Error())
		c.log("Run werkrevisor branch-protection --help for the usage.")
		return exitUsage
	}
	repo, err := openRepository(t, token)
	if err != nil {
		c.log("werkrevisor branch-protection: " + err.Error())
		return exitUsage
	}
	ctx, stop := limited()
	defer stop()
	p := protector{c: c, ctx: ctx, flags: f, target: t, repo: repo}
	run := p.set
	if f.restore != "" {
		run = p.bringBack
	}
	if err := run(); err != nil {
		c.log("werkrevisor branch-protection: " + err.Error())
		var wrong wrongUse
		if errors.As(err, &wrong) {
			return exitUsage
		}
		return exitCheck
	}
	return exitDone
}

// wrongUse is an error of what the caller typed, found only later.
type wrongUse struct{ error }

func parseProtection(args []string) (f protectionFlags, err error) {
	set := flag.NewFlagSet("branch-protection", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&f.branch, "branch", "", "")
	set.StringVar(&f.mode, "mode", protection.Approval, "")
	set.StringVar(&f.base, "base-status", protection.BaseContext, "")
	set.StringVar(&f.repo, "repo", "", "")
	set.StringVar(&f.save, "save", "", "")
	set.StringVar(&f.restore, "restore", "", "")
	set.Var(&f.contexts, "status", "")
	set.Var(&f.approvers, "approver", "")
	styles := set.String("merge-styles", "", "")
	set.BoolVar(&f.dryRun, "dry-run", false, "")
	rest, err := parseMixed(set, args)
	if err != nil {
		return f, unknownOption(err)
	}
	if f.styles, err = parseStyles(*styles); err != nil {
		return f, err
	}
	if err := f.check(rest); err != nil {
		return f, err
	}
	if f.base != noBaseStatus && f.restore == "" {
		f.contexts = append(f.contexts, config.Gate{BaseContext: f.base}.BaseStatus(f.branch))
	}
	return f, nil
}

// noBaseStatus is the value of --base-status for a rule that asks for no status of its branch.
const noBaseStatus = "none"

// unknownOption writes the error of the flag package as this program writes options.
func unknownOption(err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	return errors.New(strings.Replace(err.Error(), "flag provided but not defined: -", "unknown option --", 1))
}

// patternSigns make the name of a rule one for several branches.
const patternSigns = "*?[{"

func (f protectionFlags) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("there are %d arguments besides the options; repeat --status and --approver for each value", len(rest))
	case f.restore != "" && (len(f.contexts) > 0 || len(f.approvers) > 0 || len(f.styles) > 0):
		return errors.New("--restore takes no --status, no --approver and no --merge-styles: the file says all")
	case f.restore != "":
		return nil
	case f.branch == "" || strings.ContainsAny(f.branch, "\r\n\t"):
		return errors.New("--branch must name the branch, e.g. --branch main")
	case !slices.Contains([]string{protection.Approval, protection.PassWith, protection.Block}, f.mode):
		return errors.New("--mode must be approval, pass_with_review_request or block")
	case f.base != noBaseStatus && !strings.Contains(f.base, config.BasePlace):
		return fmt.Errorf("--base-status must hold %s for the name of the branch, or be none", config.BasePlace)
	case f.base != noBaseStatus && strings.ContainsAny(f.branch, patternSigns):
		return errors.New("one rule for several branches cannot require the status of each of them, and a pattern of statuses is met by the " +
			"status of another branch; call this once for each branch of [gate] base_branches, or give --base-status none if there is only one")
	case len(f.contexts) == 0:
		return errors.New("--status must name at least the gate's context, e.g. --status ai-review/gate; without any every status would be required")
	case f.mode == protection.Block && len(f.approvers) > 0:
		return errors.New("--mode block leaves the approvals alone; leave --approver out")
	case f.mode != protection.Block && len(f.approvers) == 0:
		return errors.New("--approver must name whose approval counts: the bot and the human reviewers")
	}
	return nil
}
