package gitrepo

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"werkrevisor/internal/pr"
)

// stubborn is a git that ignores requests to end, and so does its child. Both hold the output and a pipe open.
const stubborn = `#!/bin/sh
trap '' TERM INT HUP
exec 3>HOME/alive 4<>HOME/never
(while :; do read -r x <&4; done) &
echo $$
while :; do read -r x <&4; done
`

// TestGitAndItsChildrenEnd: the pipe ends when the last process that holds it is gone.
func TestGitAndItsChildrenEnd(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	for name, test := range map[string]struct {
		end  func(cancel func(), out io.Reader) error
		want error
	}{
		"when the context ends": {func(cancel func(), out io.Reader) error {
			cancel()
			_, err := io.Copy(io.Discard, out)
			return err
		}, context.Canceled},
		"when the reader ends": {func(func(), io.Reader) error { return boom }, boom},
		"after a panic":        {func(func(), io.Reader) error { panic(boom) }, boom},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home, err := os.MkdirTemp("", "ended-") // its path needs no quotes
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(home)
			bin := filepath.Join(home, "git")
			script := strings.ReplaceAll(stubborn, "HOME", home)
			if err := os.WriteFile(bin, []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"alive", "never"} {
				if err := syscall.Mkfifo(filepath.Join(home, name), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			alive, err := os.OpenFile(filepath.Join(home, "alive"), os.O_RDONLY|syscall.O_NONBLOCK, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer alive.Close()
			g := &git{bin: bin, home: home}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			var pid int
			var ending time.Time
			err = func() (err error) {
				defer func() {
					if p := recover(); p != nil {
						err = p.(error)
					}
				}()
				return g.stream(ctx, nil, func(out io.Reader) error {
					line, err := bufio.NewReader(out).ReadString('\n')
					if err != nil {
						return err
					}
					if pid, err = strconv.Atoi(strings.TrimSpace(line)); err != nil {
						return err
					}
					ending = time.Now()
					return test.end(cancel, out)
				}, "status")
			}()
			if took := time.Since(ending); !errors.Is(err, test.want) || took > time.Second {
				t.Errorf("got %v after %v", err, took)
			}
			if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
				t.Errorf("process %d is still there: %v", pid, err)
			}
			if err := alive.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, alive); err != nil {
				t.Errorf("a child of git still runs: %v", err)
				_ = syscall.Kill(-pid, syscall.SIGKILL)
			}
		})
	}
}

// TestTheFilesOnDiskAreNotReadAfterTheEnd: what this package reads itself ends with the context too.
func TestTheFilesOnDiskAreNotReadAfterTheEnd(t *testing.T) {
	t.Parallel()
	stop := errors.New("stop")
	for _, size := range []int64{1000, 1 << 50} {
		reads := 0
		d := &disk{ended: func() error {
			if reads++; reads > 3 {
				return stop
			}
			return nil
		}}
		if _, err := d.blob(zeros{}, size, "known"); !errors.Is(err, stop) {
			t.Errorf("%d bytes: got %v", size, err)
		}
	}
}

// zeros are zeros that come one by one, without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	p[0] = 0
	return 1, nil
}

func TestAHugeUntrackedFileIsNotRead(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.commit("base")
	r.write("huge", "")
	if err := os.Truncate(r.path("huge"), 1<<40); err != nil { // reading it takes minutes
		t.Fatal(err)
	}
	if c := read(t, r.dir, "worktree", pr.Want{}); len(c.Files) != 1 || !c.Files[0].Binary {
		t.Errorf("got %+v", c.Files)
	}
}

func TestAnEndedContextKillsGit(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("a", "a\n")
	r.commit("base")
	repo := open(t, r.dir, "HEAD..HEAD")
	ctx, cancel := context.WithCancel(context.Background())
	wait := make(chan struct{})
	err := repo.git.stream(ctx, blocked{wait, cancel}, func(out io.Reader) error {
		_, err := out.Read(make([]byte, 1))
		close(wait)
		return err
	}, "cat-file", "--batch")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := repo.Change(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("change: got %v", err)
	}
}

// blocked is an input that ends the context instead of giving anything, and never ends before git does.
type blocked struct {
	wait   chan struct{}
	cancel func()
}

func (b blocked) Read([]byte) (int, error) {
	b.cancel()
	<-b.wait
	return 0, os.ErrClosed
}
