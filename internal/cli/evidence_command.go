package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"werkrevisor/internal/config"
	"werkrevisor/internal/evidence"
	"werkrevisor/internal/pr"
)

const evidenceUsage = `Usage:
  werkrevisor explain FILE   say what a run saw and why it decided so, from its evidence record
  werkrevisor replay FILE    check the hashes of a record and decide again from it, without network or model
  werkrevisor replay FILE --config HOST [--repo-config FILE]
                             decide with another configuration, as far as the record tells what that needs

Exit codes: 0 done and the same, 1 the record was changed or the decision differs, 2 wrong use.
`

// explain is the command of operators.md that prints a record for a person.
func (c *command) explain(args []string) int {
	set := flag.NewFlagSet("explain", flag.ContinueOnError)
	record, exit := c.openRecord(set, args)
	if record == nil {
		return exit
	}
	return c.show(record.Explain())
}

// replay is the command of operators.md that decides again.
func (c *command) replay(args []string) int {
	set := flag.NewFlagSet("replay", flag.ContinueOnError)
	var f flags
	set.StringVar(&f.config, "config", "", "")
	set.StringVar(&f.repoConfig, "repo-config", "", "")
	record, exit := c.openRecord(set, args)
	if record == nil {
		return exit
	}
	if f.config == "" {
		if f.repoConfig != "" {
			c.log("werkrevisor replay: --repo-config belongs to --config HOST: the two make one configuration")
			return exitUsage
		}
		page, same := record.Report()
		if exit = c.show(page); !same {
			exit = exitCheck
		}
		return exit
	}
	cfg, err := otherConfig(f)
	if err != nil {
		c.notValid(err)
		return exitUsage
	}
	page, err := record.Compare(cfg)
	if err != nil {
		c.log("werkrevisor replay: " + err.Error())
		return exitCheck
	}
	return c.show(page)
}

// show prints a page on stdout.
func (c *command) show(page string) int {
	if _, err := io.WriteString(c.stdout, page); err != nil {
		c.log(fmt.Sprintf("the result could not be printed on stdout: %s", cause(err)))
		return exitCheck
	}
	return exitDone
}

// openRecord parses the arguments and reads the record that they name. Without a record, exit says how the command ends.
func (c *command) openRecord(set *flag.FlagSet, args []string) (record *evidence.Record, exit int) {
	set.SetOutput(io.Discard)
	rest, err := parseMixed(set, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.stdout, evidenceUsage)
		return nil, exitDone
	case err != nil:
		c.log("werkrevisor " + set.Name() + ": " + strings.Replace(err.Error(), "flag provided but not defined: -", "unknown option --", 1))
		fmt.Fprint(c.stderr, evidenceUsage)
		return nil, exitUsage
	case len(rest) != 1:
		fmt.Fprint(c.stderr, evidenceUsage)
		return nil, exitUsage
	}
	data, err := readRecord(rest[0])
	if err != nil {
		c.log("werkrevisor " + set.Name() + ": " + err.Error())
		return nil, exitUsage
	}
	opened, err := evidence.Open(data)
	if err != nil {
		c.log(fmt.Sprintf("%s was changed, or is no record of this version: %s", pr.Visible(rest[0]), err))
		return nil, exitCheck
	}
	return &opened, exitDone
}

// otherConfig is the configuration that a record is decided with again.
func otherConfig(f flags) (config.Config, error) {
	text, err := readFile(f.config)
	if err != nil {
		return config.Config{}, err
	}
	var repo *config.Layer
	if f.repoConfig != "" {
		text, err := readFile(f.repoConfig)
		if err != nil {
			return config.Config{}, err
		}
		repo = &config.Layer{Name: f.repoConfig, TOML: text}
	}
	return config.Merge(config.Layer{TOML: text}, repo)
}

// readRecord reads a file with the size limit of a record.
func readRecord(name string) ([]byte, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe without a writer must not hang the command
	if err != nil {
		return nil, fmt.Errorf("the record %s cannot be opened: %w", name, cause(err))
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("the record %s is no regular file", name)
	}
	data, err := io.ReadAll(io.LimitReader(file, evidence.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("the record %s cannot be read: %w", name, cause(err))
	}
	return data, nil
}
