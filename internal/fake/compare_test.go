package fake_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
)

// compared is what a comparison tells, with the place of a commit in the history instead of its id.
type compared struct {
	Total   int `json:"total_commits"`
	Commits []struct {
		SHA, Created string
		Commit       struct {
			Message string
			Tree    struct{ SHA string }
		}
		Parents []struct{ SHA, Created string }
		Files   []struct{ Filename, Status string }
		Stats   struct{ Total, Additions, Deletions int }
	}
}

// named gives each commit a name by its message.
func (c compared) named(names map[string]string) compared {
	name := func(id *string) {
		if n, ok := names[*id]; ok {
			*id = n
		}
	}
	for i := range c.Commits {
		row := &c.Commits[i]
		name(&row.SHA)
		name(&row.Commit.Tree.SHA)
		for k := range row.Parents {
			name(&row.Parents[k].SHA)
		}
	}
	return c
}

// twoBases makes the history of the recorded comparison: main merged a and b, and the branch starts at a, takes b without
// its change, and changes a blank.
func twoBases(t *testing.T) (*fake.Gitea, map[string]string) {
	t.Helper()
	dir := t.TempDir()
	script := `
commit() { git add -A && git commit -q -m "$1"; }
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
at() { export GIT_COMMITTER_DATE="2026-01-01T00:00:0$1Z"; }
git init -q -b main . && at 0
echo one > w.go; echo check > check.go; commit start
git checkout -q -b b && at 2 && echo checked > check.go && commit 'security fix'
git checkout -q -b a main && at 3 && echo n > n.md && commit a
git checkout -q main && at 4 && git merge -q --no-ff -m mb b
at 5 && git merge -q --no-ff -m ma a
git checkout -q -b feature a && at 6 && git merge -q -s ours -m 'Merge b' b
at 7 && echo ' one' > w.go && commit ws
git checkout -q main`
	cmd := exec.CommandContext(t.Context(), "sh", "-e", "-c", script)
	cmd.Dir, cmd.Env = dir, []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1"}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	g, p, err := fake.PRFromGit(dir+"/.git", "main", "feature")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	names := map[string]string{}
	for _, rev := range []string{"main", "main^1", "main^1^", "a", "b", "feature", "feature^"} {
		id, err := p.Repo().Head(rev)
		if err != nil {
			t.Fatal(err)
		}
		names[id] = rev
	}
	return g, names
}

func TestAComparisonIsAsRecorded(t *testing.T) {
	g, names := twoBases(t)
	asRecorded := map[string]string{
		"d69ae250474373963949254d7a0cfec24a083fab": "feature", "d2fa041240b2437a9ddf74f56d5033f07d958d0b": "feature^",
		"1eb7dcd6c40023c84bc88f12383838220d864284": "b", "c0f479dcae157ee1b3d57c4b9b8d1b00ece12094": "a",
		"3f2c9d495ccfe4da4704a7ddf2ba0131b0bc272e": "main", "dde0cc9176d222b04608c97a6b41233bca689683": "main^1",
		"84196b89ecac3db9747110783920d9977fc33b77": "main^1^",
	}
	for span, name := range map[string]string{
		"main...feature": "styles-two-bases-compare", "main..feature": "styles-two-bases-compare-two-dots",
		"feature..main": "styles-two-bases-compare-two-dots-back",
	} {
		var want, got compared
		recorded(t, name, &want)
		status, body, header := call(t, g, "", "GET", "/compare/"+span+"?verification=false", "")
		if err := json.Unmarshal([]byte(body), &got); err != nil || status != 200 || header.Get("X-Total-Count") != "" {
			t.Fatalf("%d %v %v", status, err, header)
		}
		if d := cmp.Diff(want.named(asRecorded), got.named(names)); d != "" {
			t.Errorf("%s: %s", span, d)
		}
	}
}

func TestAnOldServerTakesTwoDotsForThree(t *testing.T) {
	g, names := twoBases(t)
	g.OldCompare(true)
	ids := map[string]string{}
	for id, name := range names {
		ids[name] = id
	}
	var two, three compared
	for span, into := range map[string]*compared{ids["main"] + ".." + ids["feature"]: &two, ids["main"] + "..." + ids["feature"]: &three} {
		_, body, _ := call(t, g, "", "GET", "/compare/"+span, "")
		if err := json.Unmarshal([]byte(body), into); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(three, two); d != "" || two.Total != 3 {
		t.Errorf("%d commits: %s", two.Total, d)
	}
}

func TestAComparisonNamesEveryFileThatGiteaNames(t *testing.T) {
	link := fake.File{Mode: "120000", Data: "x"}
	g, p := server(t,
		fake.Commit{Branch: "main", Files: map[string]fake.File{"a": data("a\n"), "d/ b\n": data("b\n"), "old": data("moved\n")}},
		fake.Commit{Branch: "feature", From: "main", Files: map[string]fake.File{"a": link, "d/ b\n": data("c\n"), "new": data("moved\n")},
			Delete: []string{"old"}, Message: "a\n\nb: \x02"})
	var got compared
	_, body, _ := call(t, g, "", "GET", "/compare/main..."+p.HeadSHA(), "")
	if err := json.Unmarshal([]byte(body), &got); err != nil || got.Total != 1 {
		t.Fatal(err, body)
	}
	want := []struct{ Filename, Status string }{{"new", "added"}, {"old", "removed"}, {"d/ b\n", "modified"}} // not "a": its type changed
	if d := cmp.Diff(want, got.Commits[0].Files); d != "" || got.Commits[0].Commit.Message != "a\n\nb: \x02" {
		t.Errorf("%q: %s", got.Commits[0].Commit.Message, d)
	}
	for _, span := range []string{"main...gone", "gone..main", "main.." + strings.Repeat("d", 40), "main...--all", "...main"} {
		if status, body, _ := call(t, g, "", "GET", "/compare/"+span, ""); status != 404 {
			t.Errorf("%s: %d %s", span, status, body)
		}
	}
}
