package gitrepo

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"werkrevisor/internal/pr"
)

const (
	maxList = 256 << 20 // output of one git call that lists paths or ids
	maxWord = 64 << 10  // output of one git call that answers with a word

	afterKill = 500 * time.Millisecond // how long the pipes of a killed git are waited for
)

// git runs git in a GIT_DIR of ours. It is the only place that starts a process.
type git struct {
	bin     string
	home    string // our temporary folder: HOME and working directory of git
	dir     string // GIT_DIR, in home
	sha256  bool   // what ids are made with
	shallow bool   // a part of the history is not there
	work    string // a work tree of ours for the calls that need one, else empty
}

// findGit looks for the program.
func findGit() (string, error) {
	bin, err := exec.LookPath("git")
	if err != nil {
		return "", errors.New("find git: local mode needs the program git in PATH")
	}
	return filepath.Abs(bin)
}

// environment is all that git sees of the world: nothing is inherited (product.md 3).
func (g *git) environment() []string {
	env := []string{
		"PATH=" + filepath.Dir(g.bin),
		"LANG=C.UTF-8",
		"HOME=" + g.home,
		"XDG_CONFIG_HOME=" + g.home,
		"GIT_DIR=" + g.dir,
		"GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_SYSTEM=" + os.DevNull,
		"GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_ATTR_NOSYSTEM=1",
		"GIT_NO_LAZY_FETCH=1",
		"GIT_NO_REPLACE_OBJECTS=1",
		"GIT_ALLOW_PROTOCOL=",
		"GIT_OPTIONAL_LOCKS=0",
		"GIT_TERMINAL_PROMPT=0",
		"GIT_PAGER=cat",
	}
	if g.work != "" { // check-ignore, which refuses literal names
		return append(env, "GIT_WORK_TREE="+g.work)
	}
	return append(env, "GIT_LITERAL_PATHSPECS=1")
}

// gitError is a git that ended with another status than 0.
type gitError struct {
	command string
	status  int
	message string // first line of its standard error
}

func (e *gitError) Error() string {
	return fmt.Sprintf("git %s ended with status %d: %s", e.command, e.status, e.message)
}

// ended reports whether git ended by itself with this status.
func ended(err error, status int) bool {
	var failed *gitError
	return errors.As(err, &failed) && failed.status == status
}

// output runs git and returns what it prints, up to limit bytes; more is an error that wraps pr.ErrIncomplete.
func (g *git) output(ctx context.Context, limit int64, stdin io.Reader, args ...string) ([]byte, error) {
	var out []byte
	err := g.stream(ctx, stdin, func(r io.Reader) (err error) {
		out, err = io.ReadAll(io.LimitReader(r, limit+1))
		if err == nil && int64(len(out)) > limit {
			err = fmt.Errorf("%w: git %s prints more than %d bytes", pr.ErrIncomplete, command(args), limit)
		}
		return err
	}, args...)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// word runs git and returns the one word or line that it prints.
func (g *git) word(ctx context.Context, args ...string) (string, error) {
	out, err := g.output(ctx, maxWord, nil, args...)
	return strings.TrimSpace(string(out)), err
}

// stream runs git and lets read take its output. The end of the context, an error of read or a panic in it
// kills git with all that it started: they are a process group of their own.
func (g *git) stream(ctx context.Context, stdin io.Reader, read func(io.Reader) error, args ...string) error {
	running, kill := context.WithCancel(ctx)
	defer kill()
	cmd := exec.CommandContext(running, g.bin, args...)
	cmd.Env = g.environment()
	cmd.Dir = cmp.Or(g.work, g.home)
	cmd.Stdin = stdin
	cmd.WaitDelay = afterKill
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	message := &head{limit: 4 << 10}
	cmd.Stderr = message
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("run git %s: %w", command(args), err)
	}
	cmd.Cancel = func() error {
		defer out.Close() // ends a read from a process that left the group
		return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("run git %s: %w", command(args), err)
	}
	waited := false
	defer func() { // after a panic, which goes on
		if !waited {
			kill()
			_ = cmd.Wait()
		}
	}()
	readErr := read(out)
	if readErr != nil {
		kill()
	}
	waitErr := cmd.Wait()
	waited = true
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("run git %s: %w", command(args), context.Cause(ctx))
	case errors.As(waitErr, &exit) && exit.ExitCode() > 0:
		return &gitError{command(args), exit.ExitCode(), message.firstLine()}
	case readErr != nil:
		return readErr
	case waitErr != nil:
		return fmt.Errorf("run git %s: %w", command(args), waitErr)
	}
	return nil
}

// command is the subcommand of git among its arguments, for error texts.
func command(args []string) string {
	for i := 0; i < len(args); i++ {
		if args[i] == "-c" {
			i++
		} else if !strings.HasPrefix(args[i], "-") {
			return args[i]
		}
	}
	return ""
}

// head keeps the first bytes that are written to it.
type head struct {
	buf   bytes.Buffer
	limit int
}

func (h *head) Write(p []byte) (int, error) {
	h.buf.Write(p[:min(len(p), h.limit-h.buf.Len())])
	return len(p), nil
}

func (h *head) firstLine() string {
	line, _, _ := strings.Cut(h.buf.String(), "\n")
	return pr.Visible(strings.TrimSpace(line))
}
