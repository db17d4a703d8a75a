// Command demo shows the whole gate on a few pull requests, one per verdict: offline, against stand-ins of Gitea and of a
// model. It builds the program, runs it as a CI server would, and prints what it says and what it leaves on the server.
//
//	go run ./tools/demo [NAME]
//
// With the name of a scene only that one is shown.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	if err := demo(context.Background(), os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// demo plays all scenes, or the one that is named. It ends with an error if a scene does not end as it promises.
func demo(ctx context.Context, out io.Writer, names []string) error {
	work, err := os.MkdirTemp("", "werkrevisor-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	program := filepath.Join(work, "werkrevisor")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", program, "werkrevisor/cmd/werkrevisor")
	build.Stderr = out
	if err := build.Run(); err != nil {
		return fmt.Errorf("build the program: %w", err)
	}
	host, err := hostConfig(ctx)
	if err != nil {
		return err
	}
	shown := 0
	for n, s := range scenes {
		if len(names) > 0 && names[0] != s.name {
			continue
		}
		shown++
		fmt.Fprintf(out, "\n=== %d. %s: %s\n\n%s\n", n+1, s.name, s.title, s.story)
		st, err := open(filepath.Join(work, s.name), program, host, s)
		if err != nil {
			return fmt.Errorf("scene %s: %w", s.name, err)
		}
		err = st.play(ctx, out, s)
		st.close()
		if err != nil {
			return fmt.Errorf("scene %s: %w", s.name, err)
		}
	}
	if shown == 0 {
		return fmt.Errorf("there is no scene %q", names[0])
	}
	fmt.Fprintf(out, "\n=== %d scenes, each ended as it promised.\n", shown)
	return nil
}

// hostConfig is the example config of a trial repository.
func hostConfig(ctx context.Context) (string, error) {
	where, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("find the module: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(string(where[:max(0, len(where)-1)]), "config", "werkprobe.toml"))
	return string(text), err
}
