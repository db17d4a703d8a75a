package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

func TestTextsHaveTheirStates(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("gone.txt", "old\n")
	r.write("changed.txt", "old\n")
	r.link("target", "link")
	r.write("moved.txt", "a text that moves\n")
	r.commit("base")
	r.remove("gone.txt")
	r.write("changed.txt", "new\n")
	r.write("latin.txt", "\xe9\n")
	r.write("nul.bin", "a\x00b")
	r.write("large.txt", strings.Repeat("large\n", pr.MaxFile/6+1))
	r.write("empty.txt", "")
	r.link("other", "link")
	r.remove("moved.txt")
	r.write("dir/moved.txt", "a text that moves\n")
	r.git("add", "-A")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+",sub")
	r.git("commit", "-q", "-m", "head")
	absent, odd := pr.Text{State: pr.Absent}, pr.Text{State: pr.NotFile}
	read1 := func(s string) pr.Text { return pr.Text{State: pr.Read, Body: s} }
	want := map[string][2]pr.Text{
		"gone.txt":      {read1("old\n"), absent},
		"changed.txt":   {read1("old\n"), read1("new\n")},
		"latin.txt":     {absent, {State: pr.NotUTF8}},
		"nul.bin":       {absent, {State: pr.NotText}},
		"large.txt":     {absent, {State: pr.TooLarge}},
		"empty.txt":     {absent, read1("")},
		"link":          {odd, odd},
		"sub":           {absent, odd},
		"dir/moved.txt": {read1("a text that moves\n"), read1("a text that moves\n")},
	}
	c := read(t, r.dir, "HEAD~1", pr.Want{})
	for _, f := range c.Files {
		if got := [2]pr.Text{f.Old, f.New}; got != want[f.Path] {
			t.Errorf("%s: got states %d and %d", f.Path, f.Old.State, f.New.State)
		}
		if f.Status == pr.Renamed && (f.OldMode != pr.ModeFile || f.NewMode != pr.ModeFile) {
			t.Errorf("%s: modes %o and %o", f.Path, f.OldMode, f.NewMode)
		}
	}
	if len(c.Files) != len(want) {
		t.Errorf("files: %s", paths(c.Files))
	}
}

func TestBeyondTheLimitOnlyWantedTextsAreRead(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.commit("base")
	for i := range pr.MaxTexts + 10 {
		r.write(fmt.Sprintf("f%03d", i), "x\n")
	}
	r.write("z/wanted.md", "wanted\n")
	r.commit("head")
	c := read(t, r.dir, "HEAD~1", pr.Want{Always: func(path string) bool { return path == "z/wanted.md" || path == "f001" }})
	states := map[pr.TextState]int{}
	for _, f := range c.Files {
		states[f.New.State]++
	}
	if last := c.Files[len(c.Files)-1]; last.New.Body != "wanted\n" || last.Old.State != pr.Absent {
		t.Errorf("the last file is %v", last)
	}
	if states[pr.Read] != pr.MaxTexts+2 || states[pr.BeyondLimit] != 9 {
		t.Errorf("states: %v", states)
	}
}

func TestPolicyAndContextComeFromTheTipOfTheBase(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write(pr.RepoConfigPath, "old = 1\n")
	r.write("docs/a.md", "old\n")
	r.commit("fork")
	r.git("checkout", "-q", "-b", "topic")
	r.write(pr.RepoConfigPath, "topic = 1\n")
	r.write("docs/a.md", "topic\n")
	r.commit("topic")
	r.git("checkout", "-q", "main")
	r.write(pr.RepoConfigPath, "tip = 1\n")
	r.write("docs/a.md", "tip\n")
	r.link("a.md", "docs/link.md")
	r.commit("tip")
	c := read(t, r.dir, "main..topic", pr.Want{Context: []string{"docs/link.md", "docs/a.md", "missing", "docs", ":(top)docs/a.md"}})
	if c.RepoConfig.Text.Body != "tip = 1\n" || c.RepoConfig.Odd != "" {
		t.Errorf("config %+v", c.RepoConfig)
	}
	want := []pr.ContextFile{
		{Path: "docs/link.md", Text: pr.Text{State: pr.NotFile}},
		{Path: "docs/a.md", Text: pr.Text{State: pr.Read, Body: "tip\n"}},
		{Path: "missing", Text: pr.Text{State: pr.Absent}},
		{Path: "docs", Text: pr.Text{State: pr.NotFile}},
		{Path: ":(top)docs/a.md", Text: pr.Text{State: pr.Absent}},
	}
	for i := range want {
		if c.Context[i] != want[i] {
			t.Errorf("got %+v, want %+v", c.Context[i], want[i])
		}
	}
	repo := open(t, r.dir, "main..topic")
	for _, name := range []string{"", "../x", "/etc/passwd", "docs/", "a//b"} {
		if _, err := repo.Texts(context.Background(), pr.Change{}, pr.Want{Context: []string{name}}); err == nil ||
			!strings.Contains(err.Error(), "repo_context_files") {
			t.Errorf("%q: got %v", name, err)
		}
	}
}

func TestOddPlacesOfTheRepositoryConfig(t *testing.T) {
	t.Parallel()
	for want, place := range map[string]func(r *repo){
		"":        func(*repo) {},
		"symlink": func(r *repo) { r.link("x", pr.RepoConfigPath) },
		"folder":  func(r *repo) { r.write(pr.RepoConfigPath+"/x", "") },
		"submodule": func(r *repo) {
			r.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+","+pr.RepoConfigPath)
			if err := os.Mkdir(r.path(pr.RepoConfigPath), 0o700); err != nil {
				t.Fatal(err)
			}
		},
	} {
		r := newRepo(t)
		place(r)
		r.git("add", "-A")
		r.git("commit", "-q", "--allow-empty", "-m", "base")
		state := pr.NotFile
		if want == "" {
			state = pr.Absent
		}
		if got := read(t, r.dir, "HEAD", pr.Want{}).RepoConfig; got.Odd != want || got.Text.State != state {
			t.Errorf("%s: got %+v", want, got)
		}
	}
}

func TestADiffThatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("a", "1\n2\n3\n")
	r.commit("base")
	r.write("a", "1\n2\n4\n")
	r.commit("head")
	repo := open(t, r.dir, "HEAD~1")
	c, err := repo.Change(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	lines := c.Files[0].Hunks[0].Lines
	lines[len(lines)-1].Text = "5"
	if _, err := repo.Texts(context.Background(), c, pr.Want{}); !errors.Is(err, pr.ErrIncomplete) {
		t.Errorf("got %v", err)
	}
	c.Files[0].Path, c.Files[0].OldPath = "b", "b"
	if _, err := repo.Texts(context.Background(), c, pr.Want{}); !errors.Is(err, pr.ErrIncomplete) {
		t.Errorf("another path: got %v", err)
	}
}

func TestAMissingBlobIsNoSilence(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("a", "1\n")
	r.commit("base")
	r.write("a", "2\n")
	r.commit("head")
	id := strings.TrimSpace(r.git("rev-parse", "HEAD:a"))
	repo := open(t, r.dir, "HEAD~1")
	r.remove(".git/objects/" + id[:2] + "/" + id[2:])
	if c, err := repo.Change(context.Background()); err == nil {
		t.Errorf("got %+v", c)
	}
	if err := repo.git.readBlobs(context.Background(), []blob{{id, &pr.Text{}}}); !errors.Is(err, pr.ErrIncomplete) {
		t.Errorf("got %v", err)
	}
}
