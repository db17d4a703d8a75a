package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/pr"
)

// history has on main, oldest first: a root, a change, an empty commit, a merge without fast-forward, an octopus merge,
// a rename, and a merge of a history of its own.
func history(t *testing.T) *repo {
	r := newRepo(t)
	r.write("a.txt", "one\n")
	r.commit("root")
	r.write("a.txt", "two\n")
	r.commit("change")
	r.commit("empty")
	for _, branch := range []string{"topic", "left", "right"} {
		r.git("checkout", "-q", "-b", branch, "main")
		r.write(branch+".txt", branch+"\n")
		r.commit(branch)
	}
	r.git("checkout", "-q", "topic")
	r.write("topic.txt", "topic\nmore\n")
	r.commit("topic, second")
	r.git("checkout", "-q", "main")
	r.git("merge", "-q", "--no-ff", "-m", "merge topic", "topic")
	r.git("merge", "-q", "-m", "octopus", "left", "right")
	r.git("mv", "a.txt", "b.txt")
	r.commit("rename")
	r.git("checkout", "-q", "--orphan", "other")
	r.git("rm", "-rfq", ".")
	r.write("other.txt", "x\n")
	r.commit("another root")
	r.git("checkout", "-q", "main")
	r.git("merge", "-q", "--allow-unrelated-histories", "-m", "unrelated", "other")
	return r
}

func series(t *testing.T, dir, spec string, most int) *Series {
	t.Helper()
	s, err := OpenSeries(context.Background(), dir, spec, most)
	if err != nil {
		t.Fatalf("open %q: %v", spec, err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(s.git.home); !os.IsNotExist(err) {
			t.Error("the temporary folder is still there")
		}
	})
	return s
}

// shown are the steps of a series as text: title of the head's commit, and the changed files.
func shown(t *testing.T, s *Series) (list []string) {
	t.Helper()
	for _, step := range s.Steps() {
		if step.Gap != "" {
			list = append(list, step.Gap)
			continue
		}
		r, err := s.Open(context.Background(), step)
		if errors.Is(err, ErrUnrelated) {
			list = append(list, GapHistory)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		c, err := r.Change(context.Background())
		if err == nil {
			c, err = r.Texts(context.Background(), c, pr.Want{})
		}
		if err != nil {
			t.Fatal(err)
		}
		text := c.Title + ":"
		for _, f := range c.Files {
			text += fmt.Sprintf(" %s %s +%d -%d", f.Status, f.Path, f.Added, f.Deleted)
			if f.New.State != pr.Read {
				t.Errorf("%s: the text of %s was not read", c.Title, f.Path)
			}
		}
		list = append(list, text)
	}
	return list
}

func TestTheLineOfFirstParentsIsReadAsChanges(t *testing.T) {
	r := history(t)
	all := []string{GapHistory, "rename: renamed b.txt +0 -0", "left: added left.txt +1 -0", "right: added right.txt +1 -0",
		"topic, second: added topic.txt +2 -0", "empty:", "change: modified a.txt +1 -1", GapRoot}
	for _, tc := range []struct {
		name, spec string
		most       int
		want       []string
	}{
		{"the default branch, newest first", "", 100, all},
		{"only the newest commits", "", 2, all[:2]},
		{"a range leaves out what its beginning has", "HEAD~4..HEAD~1", 100, all[1:5]},
		{"three dots are read as two", "HEAD~4...HEAD~1", 100, all[1:5]},
		{"one commit is a range up to HEAD", "HEAD~1", 100, all[:1]},
		{"a branch that the line does not contain", "main..topic", 100, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, shown(t, series(t, r.dir, tc.spec, tc.most))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAMergeIsReadFromItsMergeBaseOntoTheTipOfThatTime(t *testing.T) {
	r := history(t)
	s := series(t, r.dir, "HEAD~3..HEAD~2", 1) // the octopus; its base is the merge of topic
	for i, branch := range []string{"left", "right"} {
		step := s.Steps()[i]
		source, err := s.Open(context.Background(), step)
		if err != nil {
			t.Fatal(err)
		}
		c, err := source.Change(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		tip := func(rev string) string { return strings.TrimSpace(r.git("rev-parse", rev)) }
		want := []string{tip("HEAD~2"), tip("HEAD~3"), tip(branch), tip(branch + "~1")}
		if diff := cmp.Diff(want, []string{step.Commit, c.Base.SHA, c.Head.SHA, c.MergeBase}); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAStepIsReadAsTheRangeOfItsCommits(t *testing.T) {
	r := history(t)
	s := series(t, r.dir, "HEAD~4..HEAD~1", 100)
	for _, step := range s.Steps() {
		source, err := s.Open(context.Background(), step)
		if err != nil {
			t.Fatal(err)
		}
		got, err := source.Change(context.Background())
		if err == nil {
			got, err = source.Texts(context.Background(), got, pr.Want{Folders: []string{""}})
		}
		if err != nil {
			t.Fatal(err)
		}
		want := read(t, r.dir, step.Base+".."+step.Head, pr.Want{Folders: []string{""}})
		want.Base.Ref, want.Head.Ref = got.Base.Ref, got.Head.Ref
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAShallowCloneEndsTheLine(t *testing.T) {
	r := history(t)
	clone := &repo{t, t.TempDir()}
	clone.git("clone", "-q", "--depth", "2", "--no-local", "file://"+r.dir, ".")
	s := series(t, clone.dir, "", 100)
	var gaps []string
	for _, step := range s.Steps() {
		gaps = append(gaps, step.Gap)
	}
	if diff := cmp.Diff([]string{"", GapShallow}, gaps); diff != "" {
		t.Error(diff)
	}
	if _, err := s.Open(context.Background(), s.Steps()[1]); err == nil {
		t.Error("a step without its parent was opened")
	}
}

func TestAForgedCommitIsNotBelieved(t *testing.T) {
	r := history(t)
	victim := strings.TrimSpace(r.git("rev-parse", "HEAD~1"))
	other := strings.TrimSpace(r.git("rev-parse", "HEAD~4"))
	place := r.path(".git/objects/" + victim[:2] + "/" + victim[2:])
	data, err := os.ReadFile(r.path(".git/objects/" + other[:2] + "/" + other[2:]))
	if err != nil {
		t.Fatal(err)
	}
	r.remove(".git/objects/" + victim[:2] + "/" + victim[2:])
	if err := os.WriteFile(place, data, 0o444); err != nil {
		t.Fatal(err)
	}
	s, err := OpenSeries(context.Background(), r.dir, "", 100)
	if err == nil {
		_ = s.Close()
		t.Fatal("a commit with the content of another one was believed")
	}
}

func TestASeriesNeedsALine(t *testing.T) {
	r := history(t)
	for spec, want := range map[string]string{
		"staged": "is no line of commits", "worktree": "is no line of commits", "..HEAD": "names no commit that it begins with",
		"nothing..HEAD": `find the commit "nothing"`, "HEAD..--all": "this is no name of a commit",
	} {
		s, err := OpenSeries(context.Background(), r.dir, spec, 10)
		if err == nil {
			_ = s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	r.git("branch", "-m", "main", "trunk")
	if s, err := OpenSeries(context.Background(), r.dir, "", 10); err == nil || !strings.Contains(err.Error(), "find the default branch") {
		_ = s.Close()
		t.Errorf("without a default branch: %v", err)
	}
	if _, err := OpenSeries(context.Background(), t.TempDir(), "", 10); err == nil {
		t.Error("a folder without a repository was opened")
	}
}

func FuzzTheHeadOfACommit(f *testing.F) {
	f.Add("tree a\nparent b\nparent c\nauthor x\n\nparent d\n")
	f.Add("parent")
	f.Fuzz(func(t *testing.T, data string) {
		c := parseCommit(data)
		for _, id := range append(c.parents, c.tree) {
			if strings.Contains(id, "\n") || !strings.Contains(data, id) {
				t.Errorf("id %q", id)
			}
		}
		if body, _, _ := strings.Cut(data, "\n\n"); len(c.parents) > strings.Count("\n"+body, "\nparent") {
			t.Errorf("%d parents of %q", len(c.parents), data)
		}
	})
}
