// Command measure runs the program as a CI server does, on pull requests of a stand-in, and prints time, peak memory and
// requests. It serves tools/bench and docs/performance.md.
//
//	go run ./tools/measure PROGRAM
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"werkrevisor/internal/fake"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "measure: use: PROGRAM")
		os.Exit(2)
	}
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	for _, p := range pulls {
		if err := measure(ctx, os.Stdout, os.Args[1], p); err != nil {
			fmt.Fprintf(os.Stderr, "measure: %s: %v\n", p.name, err)
			os.Exit(1)
		}
	}
}

// pull is a pull request to measure.
type pull struct {
	name           string
	files, lines   int // changed files, and lines that are replaced in each
	folders        int // depth of the files
	latency, think time.Duration
	deep           bool
}

// pulls are the cases of product.md 13 and of deep.md.
var pulls = []pull{
	{name: "gate, 10 files", files: 10, lines: 10, folders: 2},
	{name: "gate, 300 files", files: 300, lines: 10, folders: 2},
	{name: "gate, 3,000 files, 102,000 lines", files: 3000, lines: 17, folders: 2},
	{name: "gate, 30 files, 100 ms a request", files: 30, lines: 10, folders: 5, latency: 100 * time.Millisecond},
	{name: "deep, 80 files, 200 ms an answer", files: 80, lines: 10, folders: 2, think: 200 * time.Millisecond, deep: true},
	{name: "deep, 300 files", files: 300, lines: 40, folders: 2, deep: true},
}

func (p pull) commits() []fake.Commit {
	side := func(word string) map[string]fake.File {
		files := map[string]fake.File{}
		for i := range p.files {
			name := strings.Repeat("dir/", p.folders) + fmt.Sprintf("pkg%d/file%d.go", i/20, i)
			files[name] = fake.File{Data: "package f\n" + strings.Repeat(fmt.Sprintf("// %s line of file %d.\n", word, i), p.lines)}
		}
		return files
	}
	return []fake.Commit{{Branch: "main", Files: side("old")}, {Branch: "topic", From: "main", Files: side("new")}}
}

// measure runs the gate once on a pull request. An exit code other than that of GREEN is an error.
func measure(ctx context.Context, out io.Writer, program string, p pull) error {
	dir, err := os.MkdirTemp("", "werkrevisor-measure-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, err := fake.InitRepo(dir, p.commits()...); err != nil {
		return err
	}
	g, pull, err := fake.PRFromGit(dir, "main", "topic")
	if err != nil {
		return err
	}
	defer g.Close()
	m, err := fake.NewModel()
	if err != nil {
		return err
	}
	defer m.Close()
	if p.latency > 0 {
		g.Inject(fake.Fault{Path: "…", Before: func() { <-time.After(p.latency) }})
	}
	if p.deep {
		play(m, p.think)
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "WERKATOR_GITEA_BASE_URL=" + g.URL, "WERKATOR_GITEA_OWNER=org", "WERKATOR_GITEA_REPO=demo",
		fmt.Sprintf("WERKATOR_PR_NUMBER=%d", pull.Number), "WERKATOR_PR_HEAD_SHA=" + pull.HeadSHA(), "GITEA_BOT_TOKEN=" + g.Token("bot"),
		"WERKREVISOR_CONFIG_TOML=" + p.config(m.URL)}
	var log bytes.Buffer
	cmd.Stderr = &log
	began := time.Now()
	err = cmd.Run()
	took := time.Since(began)
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) || cmd.ProcessState.ExitCode() != p.exit() {
		return fmt.Errorf("exit code %d instead of %d\n%s", cmd.ProcessState.ExitCode(), p.exit(), log.String())
	}
	usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	peak := int64(0)
	if usage != nil {
		peak = usage.Maxrss / 1024
	}
	requests := len(g.Requests())
	fmt.Fprintf(out, "%-40s %8.0f ms %8d MiB peak %6d requests %4d model calls", p.name, float64(took.Microseconds())/1000, peak, requests, len(m.Calls()))
	if p.latency > 0 {
		fmt.Fprintf(out, "; one request after the other would take %.1f s", (time.Duration(requests+len(m.Calls())) * p.latency).Seconds())
	}
	fmt.Fprintln(out)
	return nil
}

// exit is how the run must end: beyond 300 files not every text is read, which is YELLOW.
func (p pull) exit() int {
	switch {
	case p.deep && p.think > 0:
		return 15 // it finds something
	case p.files > 300:
		return 10
	}
	return 0
}
