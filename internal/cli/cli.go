// Package cli reads flags, environment and files, wires the clients and starts a run.
//
// It is the only package that reads the environment and the clock.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"

	"werkrevisor/internal/abort"
	"werkrevisor/internal/linter"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/redact"
	"werkrevisor/internal/report"
	"werkrevisor/internal/run"
	"werkrevisor/internal/verdict"
)

// exitFailed is the exit code of everything that goes wrong in gate, dry-run and local mode:
// also for wrong flags and a panic, because the host may know only these five (product.md 2).
var exitFailed = verdict.Error.Exit()

// Exit codes of the subcommands (product.md 2).
const (
	exitDone  = 0
	exitCheck = 1 // the check that the command makes failed
	exitUsage = 2
)

// Main runs the command and returns its exit code.
func Main(version string, args []string, stdin io.Reader, stdout, stderr io.Writer) (exit int) {
	// A linter starts as this program, in namespaces of its own, and before anything else of werkrevisor runs there.
	if len(args) > 0 && args[0] == linter.SandboxWord {
		abort.Release()
		return linter.Sandbox(args[1:])
	}
	secrets := redact.New(secretValues(os.Environ())...)
	c := &command{version: version, secrets: secrets, stdin: stdin,
		stdout: secrets.Writer(stdout), stderr: secrets.Writer(stderr), env: os.Getenv, terminal: isTerminal(stderr), tokens: sync.OnceValues(countTokens)}
	return c.main(args)
}

// main runs the command that the arguments name.
func (c *command) main(args []string) (exit int) {
	signal.Ignore(syscall.SIGPIPE) // a reader of stdout that goes away must not change the exit code
	defer func() {
		if p := recover(); p != nil {
			exit = c.crashed(p)
		}
	}()
	if len(args) > 0 {
		if run, ok := c.commands()[args[0]]; ok {
			abort.Release() // a command that can be interrupted asks for the signals again
			return run(args[1:])
		}
	}
	flags, err := parseFlags(args)
	switch {
	case err != nil:
		c.log("werkrevisor: " + err.Error())
		c.log("Run werkrevisor --help for the usage.")
		c.log(fmt.Sprintf("verdict=ERROR exit=%d reasons=1 comment=none", exitFailed))
		return exitFailed
	case flags.help:
		fmt.Fprint(c.stdout, usage)
		return exitDone
	case flags.version:
		fmt.Fprintf(c.stdout, "werkrevisor %s\n", c.version)
		return exitDone
	}
	c.flags = flags
	ctx, stop := interruptible()
	defer stop()
	return c.review(ctx)
}

// command is one call of the program.
type command struct {
	version        string
	secrets        *redact.Set
	stdin          io.Reader
	stdout, stderr io.Writer
	env            func(string) string
	mode           report.Mode // empty until it is known
	flags          flags
	tokens         func() (count func(text string) int, err error) // sets up the counter at the first call
	limits         limits
	terminal       bool        // stderr is one
	transient      atomic.Bool // it shows a line of progress, which the next line replaces
}

// commands are the subcommands; their exit codes are those of product.md 2.
func (c *command) commands() map[string]func(args []string) int {
	return map[string]func([]string) int{"config": c.config, "jev-eval": c.jevEval,
		"branch-protection": c.branchProtection, "doctor": c.doctor, "simulate": c.simulate, "usage": c.usageReport,
		"explain": c.explain, "replay": c.replay}
}

// log writes one line to stderr with one call, because the host interleaves the two streams in chunks.
func (c *command) log(line string) {
	line = pr.Visible(line) + "\n"
	if c.transient.Swap(false) {
		line = eraseLine + line
	}
	fmt.Fprint(c.stderr, line)
}

// interruptible is a context that a signal cancels, also one that came while the program started.
func interruptible() (context.Context, func()) { return abort.Context(run.ErrInterrupted) }

// crashed turns a panic into the exit code of an ERROR. Its text may hold anything, so only its kind is shown.
func (c *command) crashed(p any) int {
	kind := fmt.Sprintf("%T", p)
	var err error
	if e, ok := p.(error); ok {
		err = e
	}
	var runtimeErr interface{ RuntimeError() }
	if errors.As(err, &runtimeErr) {
		kind = err.Error()
	}
	in := report.Input{Version: c.version, Mode: c.mode, Started: now()}
	in.Decision = verdict.Decide(verdict.Input{Reasons: []verdict.Reason{
		verdict.Fault("internal", "the program failed ("+kind+"); please report this")}})
	c.finish(in)
	return in.Decision.Exit
}
