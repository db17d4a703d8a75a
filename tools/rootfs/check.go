package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"werkrevisor/internal/fake"
)

// maxArchive is the size limit of the archive in bytes (operators.md, "Packaging").
const maxArchive = 20_000_000

// check unpacks an archive and runs the gate inside of it, as the CI server does: sh -c '… bash -c …' with a cleared
// environment. It ends with an error if something is missing, too large, or ends otherwise than it must.
func check(ctx context.Context, archive string, out io.Writer) error {
	info, err := os.Stat(archive)
	if err != nil {
		return err
	}
	if info.Size() > maxArchive {
		return fmt.Errorf("%s has %d bytes, more than %d", archive, info.Size(), maxArchive)
	}
	root, err := os.MkdirTemp("", "werkrevisor-rootfs-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	if text, err := exec.CommandContext(ctx, "tar", "--extract", "--zstd", "--file", archive, "--directory", root).CombinedOutput(); err != nil {
		return fmt.Errorf("unpack %s: %w: %s", archive, err, text)
	}
	fmt.Fprintf(out, "%s: %.1f MB\n", filepath.Base(archive), float64(info.Size())/1e6)
	for _, path := range []string{"bin/sh", "bin/bash", "usr/local/bin/werkrevisor", "etc/passwd", "etc/ssl/certs/ca-certificates.crt", "tmp", "werkrevisor/config/werkprobe.toml"} {
		if _, err := os.Lstat(filepath.Join(root, path)); err != nil {
			return fmt.Errorf("the archive has no %s", path)
		}
	}
	return review(ctx, root, out)
}

// review runs the gate on a pull request of a stand-in.
func review(ctx context.Context, root string, out io.Writer) error {
	repo, err := os.MkdirTemp("", "werkrevisor-repo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(repo)
	if _, err := fake.InitRepo(repo,
		fake.Commit{Branch: "main", Files: map[string]fake.File{"README.md": {Data: "# Demo\n"}}},
		fake.Commit{Branch: "topic", From: "main", Files: map[string]fake.File{"README.md": {Data: "# A demo\n"}}}); err != nil {
		return err
	}
	g, pull, err := fake.PRFromGit(repo, "main", "topic")
	if err != nil {
		return err
	}
	defer g.Close()
	m, err := fake.NewModel()
	if err != nil {
		return err
	}
	defer m.Close()
	config, err := os.ReadFile(filepath.Join(root, "werkrevisor/config/werkprobe.toml"))
	if err != nil {
		return err
	}
	host := strings.Replace(string(config), "[model]\n", "[model]\nbase_url = \""+m.URL+"\"\n", 1)
	host = strings.NewReplacer(`yellow_gate = "approval"`, `yellow_gate = "block"`, "require_wip_transition = true\n", "", "automerge = true\n", "").Replace(host)
	env := []string{"HOME=/root", "PATH=/usr/local/bin:/bin", "WERKATOR_GITEA_BASE_URL=" + g.URL, "WERKATOR_GITEA_OWNER=org",
		"WERKATOR_GITEA_REPO=demo", fmt.Sprintf("WERKATOR_PR_NUMBER=%d", pull.Number), "WERKATOR_PR_HEAD_SHA=" + pull.HeadSHA(),
		"GITEA_BOT_TOKEN=" + g.Token("bot", "write:repository", "write:issue", "read:user"), "OPENROUTER_API_KEY=check-key", "WERKREVISOR_CONFIG_TOML=" + host}
	const script = `mkdir -p /tmp/work && cd /tmp/work && bash -c "$1"`
	log, exit, err := inside(ctx, root, env, "/bin/sh", "-c", script, "sh", "werkrevisor && test -s build/werkrevisor/usage.jsonl")
	if err != nil {
		return err
	}
	fmt.Fprint(out, log)
	if exit != 0 || len(m.Calls()) != 1 || len(pull.Comments()) != 1 {
		return fmt.Errorf("the review inside of the archive ended with %d, %d model calls and %d comments", exit, len(m.Calls()), len(pull.Comments()))
	}
	fmt.Fprintln(out, "the review inside of the archive ended as it must")
	return nil
}

// inside runs a command with the folder as its root, in a namespace of its own where this process is not root.
func inside(ctx context.Context, root string, env []string, command ...string) (log string, exit int, err error) {
	args := append([]string{"chroot", root}, command...)
	if os.Getuid() != 0 {
		args = append([]string{"unshare", "--user", "--map-root-user"}, args...)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = env
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	err = cmd.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return text.String(), ended.ExitCode(), nil
	}
	return text.String(), 0, err
}
