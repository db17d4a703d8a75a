package rules

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// baseConfig is testdata/base.toml with the keys of another text in the place of its own.
func baseConfig(t testing.TB, override string) config.Config {
	t.Helper()
	base, more := map[string]map[string]any{}, map[string]map[string]any{}
	if _, err := toml.DecodeFile("testdata/base.toml", &base); err != nil {
		t.Fatal(err)
	}
	if _, err := toml.Decode(override, &more); err != nil {
		t.Fatal(err)
	}
	for section, keys := range more {
		if base[section] == nil {
			base[section] = map[string]any{}
		}
		for key, value := range keys {
			base[section][key] = value
		}
	}
	var text bytes.Buffer
	if err := toml.NewEncoder(&text).Encode(base); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Merge(config.Layer{Name: "host", TOML: text.String()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

func (f *fixture) config(t testing.TB) config.Config { return baseConfig(t, f.file("config.toml")) }

// change is the change of a fixture, as a source would read it.
func (f *fixture) change(t testing.TB) pr.Change {
	t.Helper()
	files, err := pr.ParseDiff([]byte(realBytes(f.file("pr.diff"))))
	if err != nil {
		t.Fatal(err)
	}
	old, head := f.folder("old/"), f.folder("head/")
	for i := range files {
		file := &files[i]
		if file.Status == pr.Renamed && file.OldMode == 0 {
			file.OldMode, file.NewMode = pr.ModeFile, pr.ModeFile
		}
		file.Old = textOf(file.Old, old, file.OldPath, file.OldMode)
		file.New = textOf(file.New, head, file.Path, file.NewMode)
	}
	meta := f.meta(t)
	c := pr.Change{Origin: pr.FromGitea, Owner: "o", Repo: "r", Author: pr.User{Login: "ann"}, HeadInBase: true,
		Base: pr.Commit{Ref: "main"}, DefaultBranch: "main", Files: files}
	if meta["local"] != nil {
		c.Origin = pr.FromRange
	}
	if meta["author"] != nil {
		c.Author.Login = meta["author"][0]
	}
	if meta["base"] != nil {
		c.Base.Ref = meta["base"][0]
	}
	c.HeadInBase = meta["fork"] == nil
	c.MergeStyles = meta["style"]
	for _, o := range meta["obstacle"] { // kind, commit, path, why
		part := strings.SplitN(o, "|", 4)
		c.Obstacles = append(c.Obstacles, pr.Obstacle{Kind: pr.ObstacleKind(part[0]), Commit: part[1], Path: part[2], Why: part[3]})
	}
	for _, p := range meta["pusher"] {
		c.Pushers = append(c.Pushers, pr.User{Login: p})
	}
	c.Draft = meta["draft"] != nil
	for _, event := range meta["event"] {
		kind, change, _ := strings.Cut(event, " ")
		from, to, _ := strings.Cut(change, " -> ")
		c.Thread.Events = append(c.Thread.Events, pr.Event{Type: pr.EventType(kind), Old: from, New: to})
	}
	return around(c, f.config(t), old)
}

// around gives a change the folders that Folders wants, as a source reads them from a repository with the old names
// of the changed files and with more files, whose texts it gets.
func around(c pr.Change, cfg config.Config, texts map[string]string) pr.Change {
	modes := map[string]pr.Mode{}
	for name := range texts {
		modes[name] = pr.ModeFile
	}
	for _, f := range c.Files {
		if f.OldMode != 0 && f.Status != pr.Copied {
			modes[f.OldPath] = f.OldMode
		}
	}
	want := pr.Want{}
	want.Folders, want.Manifest = Folders(c, cfg)
	if want.Folders == nil {
		return c
	}
	c.Folders.Base = listing(modes, want.Folders)
	c.Folders.MergeBase = c.Folders.Base
	c.Folders.Manifests = map[string]pr.Text{}
	for _, name := range want.Manifests(c.Folders.Base) {
		c.Folders.Manifests[name] = pr.Text{State: pr.Read, Body: texts[name]}
	}
	return c
}

// listing lists folders, and those above them, of a repository with these files.
func listing(files map[string]pr.Mode, folders []string) pr.Listing {
	entries := map[string]map[string]pr.Mode{}
	for name, mode := range files {
		for mode, at := mode, name; at != ""; mode, at = pr.ModeFolder, pr.Folder(at) {
			folder := pr.Folder(at)
			if entries[folder] == nil {
				entries[folder] = map[string]pr.Mode{}
			}
			entries[folder][filepath.Base(at)] = mode
		}
	}
	found := pr.Listing{}
	for _, folder := range folders {
		for _, above := range pr.Above(folder) {
			var list []pr.Entry
			for name, mode := range entries[above] {
				list = append(list, pr.Entry{Name: name, Mode: mode})
			}
			found.Set(above, list)
		}
	}
	return found
}

func textOf(now pr.Text, texts map[string]string, name string, mode pr.Mode) pr.Text {
	body, found := texts[name]
	switch {
	case now.State == pr.Absent || !found:
		return now
	case mode != 0 && !mode.Regular():
		return pr.Text{State: pr.NotFile}
	case strings.Contains(body, "\x00"):
		return pr.Text{State: pr.NotText}
	case !utf8.ValidString(body):
		return pr.Text{State: pr.NotUTF8}
	}
	return pr.Text{State: pr.Read, Body: body}
}

// gitDiff compares the folders old and head of a fixture, as the server does. Only -update needs it.
// A line "mode head/path 120000" of meta sets a mode; the content of a symlink is its target.
func gitDiff(t testing.TB, f *fixture) string {
	t.Helper()
	dir := t.TempDir()
	git := func(input string, args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_DIR="+filepath.Join(dir, "repo"))
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	git("", "init", "-q")
	tree := func(folder string) string {
		git("", "read-tree", "--empty")
		texts := f.folder(folder)
		names := make([]string, 0, len(texts))
		for name := range texts {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			mode := "100644"
			for _, m := range f.meta(t)["mode"] {
				if path, value, _ := strings.Cut(m, " "); path == folder+name {
					if _, err := strconv.ParseUint(value, 8, 32); err != nil {
						t.Fatal(err)
					}
					mode = value
				}
			}
			id := strings.TrimSpace(git(texts[name], "hash-object", "-w", "--stdin"))
			if mode == "160000" {
				id = strings.TrimSpace(texts[name])
			}
			git("", "update-index", "--add", "--cacheinfo", mode+","+id+","+name)
		}
		return strings.TrimSpace(git("", "write-tree"))
	}
	return git("", "diff", "-M", tree("old/"), tree("head/"))
}

// edited is one file, modified from one text to another, with a diff of its changed middle.
func edited(name, old, head string) pr.File {
	f := pr.File{Path: name, OldPath: name, Status: pr.Modified, OldMode: pr.ModeFile, NewMode: pr.ModeFile,
		Old: pr.Text{State: pr.Read, Body: old}, New: pr.Text{State: pr.Read, Body: head}}
	a, b := textLines(old), textLines(head)
	first := 0
	for first < len(a) && first < len(b) && a[first] == b[first] {
		first++
	}
	last := 0
	for last < len(a)-first && last < len(b)-first && a[len(a)-1-last] == b[len(b)-1-last] {
		last++
	}
	h := pr.Hunk{OldStart: first + 1, NewStart: first + 1}
	add := func(op pr.Op, line string, n int) {
		l := pr.Line{Op: op, Text: strings.TrimSuffix(line, "\n"), NoEOL: !strings.HasSuffix(line, "\n")}
		if op == pr.Add {
			l.New = n
			h.NewLines++
			f.Added++
		} else {
			l.Old = n
			h.OldLines++
			f.Deleted++
		}
		h.Lines = append(h.Lines, l)
	}
	for i, line := range a[first : len(a)-last] {
		add(pr.Remove, line, first+i+1)
	}
	for i, line := range b[first : len(b)-last] {
		add(pr.Add, line, first+i+1)
	}
	if len(h.Lines) > 0 {
		f.Hunks = []pr.Hunk{h}
	}
	return f
}

func textLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
