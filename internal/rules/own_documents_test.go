package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// TestTheDocumentsOfThisRepositoryFollowItsOwnRules applies the rules for documents to all of them, as if they were new.
func TestTheDocumentsOfThisRepositoryFollowItsOwnRules(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	cfg, err := config.Merge(config.Layer{TOML: read("config/werkrevisor.toml")}, &config.Layer{TOML: read(".werkrevisor.toml")})
	if err != nil {
		t.Fatal(err)
	}
	var c pr.Change
	for _, pattern := range []string{"README.md", "docs/*.md", "docs/prs/*.md"} {
		names, _ := filepath.Glob("../../" + pattern)
		if len(names) == 0 {
			t.Fatalf("no document is named %s", pattern)
		}
		for _, name := range names {
			name = strings.TrimPrefix(filepath.ToSlash(name), "../../")
			c.Files = append(c.Files, addedFile(name, read(name)))
		}
	}
	c = Label(c, cfg)
	for _, rule := range All {
		if rule.Name != "writing" && rule.Name != "pr_doc" {
			continue
		}
		for _, r := range rule.Check(c, cfg).Reasons {
			t.Errorf("%s %s", r.Level, r.Text)
		}
	}
}

// addedFile is a new file with this text.
func addedFile(name, text string) pr.File {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	h := pr.Hunk{NewStart: 1, NewLines: len(lines)}
	for i, line := range lines {
		h.Lines = append(h.Lines, pr.Line{Op: pr.Add, New: i + 1, Text: line})
	}
	return pr.File{Path: name, OldPath: name, Status: pr.Added, NewMode: pr.ModeFile, Hunks: []pr.Hunk{h}, Added: len(lines),
		Old: pr.Text{State: pr.Absent}, New: pr.Text{State: pr.Read, Body: text}}
}
