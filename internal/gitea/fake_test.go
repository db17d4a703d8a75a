package gitea

import (
	"fmt"
	"testing"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
)

// scene is a fake server with pull request 7 of org/demo, and a client of the bot.
type scene struct {
	*fake.Gitea
	pull   *fake.Pull
	client *Client
	dir    string
}

// newScene makes the branches main and feature of the commits; the first commit must be on main.
func newScene(t *testing.T, commits ...fake.Commit) scene {
	t.Helper()
	dir := t.TempDir()
	if _, err := fake.InitRepo(dir, commits...); err != nil {
		t.Fatal(err)
	}
	return serve(t, dir)
}

// serve is a scene on a repository that is there already.
func serve(t *testing.T, dir string) scene {
	t.Helper()
	server, pull, err := fake.PRFromGit(dir, "main", "feature")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	t.Cleanup(func() {
		for _, unused := range server.Unused() {
			t.Errorf("unused fault: %s", unused)
		}
	})
	s := scene{Gitea: server, pull: pull, dir: dir}
	s.client = s.as(t, Config{Token: server.Token("bot")})
	return s
}

// as is a client with another config.
func (s scene) as(t *testing.T, cfg Config) *Client {
	t.Helper()
	cfg.BaseURL, cfg.Owner, cfg.Repo, cfg.Number = s.URL, "org", "demo", 7
	if cfg.BotLogin == "" {
		cfg.BotLogin = "bot"
	}
	return client(t, cfg)
}

// simple is a pull request that changes one file.
func simple(t *testing.T) scene {
	t.Helper()
	return newScene(t,
		fake.Commit{Branch: "main", Files: files("a.txt", "one\ntwo\n", pr.RepoConfigPath, "[size]\n")},
		fake.Commit{Branch: "feature", From: "main", Files: files("a.txt", "one\n2\n")},
		fake.Commit{Branch: "evil", From: "main", Files: files("a.txt", "one\nevil\n", "evil.sql", "x\n")},
		fake.Commit{Branch: "other", From: "main", Files: files("b.txt", "b\n")},
	)
}

func files(pairs ...string) map[string]fake.File {
	m := map[string]fake.File{}
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = fake.File{Data: pairs[i+1]}
	}
	return m
}

// read is Change and Texts.
func read(t *testing.T, c *Client, want pr.Want) (pr.Change, error) {
	t.Helper()
	change, err := c.Change(t.Context())
	if err != nil {
		return change, err
	}
	return c.Texts(t.Context(), change, want)
}

func mustRead(t *testing.T, c *Client, want pr.Want) pr.Change {
	t.Helper()
	change, err := read(t, c, want)
	if err != nil {
		t.Fatal(err)
	}
	return change
}

// describe writes a change as one line per file: status, names, counts, modes and texts.
func describe(files []pr.File) []string {
	var lines []string
	for _, f := range files {
		name := fmt.Sprintf("%q", f.Path)
		if f.Renamed() {
			name = fmt.Sprintf("%q -> %q", f.OldPath, f.Path)
		}
		lines = append(lines, fmt.Sprintf("%s %s +%d -%d %o %o %s %s", f.Status, name, f.Added, f.Deleted, f.OldMode, f.NewMode, show(f.Old), show(f.New)))
	}
	return lines
}

func show(t pr.Text) string {
	if t.State == pr.Read {
		return fmt.Sprintf("%q", t.Body)
	}
	return [...]string{"not read", "absent", "read", "too large", "no UTF-8", "no text", "no file", "beyond the limit"}[t.State]
}

func numbered(n int, format string) []string {
	var pairs []string
	for i := range n {
		pairs = append(pairs, fmt.Sprintf(format, i), fmt.Sprintf("text %d\n", i))
	}
	return pairs
}
