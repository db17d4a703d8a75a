package review

import (
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// secretly is a change of a file that holds the value in its unchanged and its removed lines.
func secretly(value string) pr.Change {
	line := func(name string) string { return name + ` = "` + value + `"` }
	old := line("password") + "\na\nb\n" + line("oldToken") + "\nc\n"
	now := line("password") + "\na\nB\nc\n"
	f := pr.File{Path: "src/a.go", OldPath: "src/a.go", Status: pr.Modified, OldMode: pr.ModeFile, NewMode: pr.ModeFile, Category: pr.Main,
		Old: pr.Text{State: pr.Read, Body: old}, New: pr.Text{State: pr.Read, Body: now}, Added: 1, Deleted: 2,
		Hunks: []pr.Hunk{{OldStart: 1, OldLines: 5, NewStart: 1, NewLines: 4, Lines: []pr.Line{
			{Op: pr.Context, Old: 1, New: 1, Text: line("password")}, {Op: pr.Context, Old: 2, New: 2, Text: "a"},
			{Op: pr.Remove, Old: 3, Text: "b"}, {Op: pr.Remove, Old: 4, Text: line("oldToken")}, {Op: pr.Add, New: 3, Text: "B"},
			{Op: pr.Context, Old: 5, New: 4, Text: "c"}}}}}
	return pr.Change{Files: []pr.File{f}, Title: "use " + line("password"), Body: line("secret") + "\n",
		Context: []pr.ContextFile{{Path: "AGENTS.md", Text: pr.Text{State: pr.Read, Body: "the token=" + value + "\n"}}}}
}

func TestSecretsAreMaskedEverywhereButInAddedLines(t *testing.T) {
	value := "Zk4" + "hunter77"
	for _, read := range []bool{true, false} {
		c := secretly(value)
		if !read {
			c.Files[0].Old.State, c.Files[0].New.State = pr.BeyondLimit, pr.BeyondLimit
			c.Files[0].Old.Body, c.Files[0].New.Body = "", ""
		}
		in := Input{Change: c, Nonce: "N", Config: config.Config{Review: config.Review{FullFiles: true, MaxFullFileChars: 1e6, MaxFullFilesChars: 1e6,
			PRDescription: "after_diff"}, HardYellow: config.HardYellow{SecretScan: true}}}
		p := Build(in)
		if strings.Contains(p.User, value) || !strings.Contains(p.User, `oldToken = "<masked`) || p.Masked < 4 {
			t.Errorf("read %v: %d masked\n%s", read, p.Masked, p.User)
		}
		if !strings.Contains(p.User, "in the place of a secret that you must not see") {
			t.Error("the prompt does not explain its masks")
		}
		if gap := Gap(in, p); gap != "" {
			t.Errorf("read %v: %s", read, gap)
		}
		if c.Files[0].Hunks[0].Lines[3].Text != `oldToken = "`+value+`"` {
			t.Error("the change itself was masked")
		}
		in.Config.HardYellow.SecretScan = false
		if p := Build(in); p.Masked != 0 || !strings.Contains(p.User, value) {
			t.Errorf("a scan that the host switched off masks %d lines", p.Masked)
		}
	}
}

// TestAnAddedLineIsNeverMasked: the rule decides about added lines. What it lets pass stands in the prompt byte for byte.
func TestAnAddedLineIsNeverMasked(t *testing.T) {
	value := "Zk4" + "hunter77"
	c := secretly(value)
	c.Files[0].Hunks[0].Lines[4].Text = `token = "` + value + `"`
	c.Files[0].New.Body = strings.Replace(c.Files[0].New.Body, "B\n", `token = "`+value+"\"\n", 1)
	in := Input{Change: c, Nonce: "N", Config: config.Config{HardYellow: config.HardYellow{SecretScan: true}, Review: config.Review{PRDescription: "omit"}}}
	p := Build(in)
	if gap := Gap(in, p); gap != "" || strings.Count(p.User, value) != 1 {
		t.Errorf("gap %q\n%s", gap, p.User)
	}
}
