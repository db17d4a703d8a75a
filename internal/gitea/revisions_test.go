package gitea

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
)

// TestRecordedRevisions: what a real server says of commits. The files of a merge are those in which it differs from its
// first parent, so that a merge that took nothing has none.
func TestRecordedRevisions(t *testing.T) {
	for name, want := range map[string][]pr.Revision{
		"styles-two-bases-compare": {
			{ID: "d69ae250474373963949254d7a0cfec24a083fab", Parents: []string{"d2fa041240b2437a9ddf74f56d5033f07d958d0b"}, Touched: []pr.Touch{{Path: "w.go"}}},
			{ID: "d2fa041240b2437a9ddf74f56d5033f07d958d0b",
				Parents: []string{"c0f479dcae157ee1b3d57c4b9b8d1b00ece12094", "1eb7dcd6c40023c84bc88f12383838220d864284"}},
			{ID: "1eb7dcd6c40023c84bc88f12383838220d864284", Parents: []string{"84196b89ecac3db9747110783920d9977fc33b77"}, Touched: []pr.Touch{{Path: "check.go"}}},
		},
		"styles-compare-down": {},
	} {
		var got compared
		if err := json.Unmarshal(load(t, name).body, &got); err != nil || *got.Total != len(want) {
			t.Fatal(name, err)
		}
		list, err := got.revisions("list")
		if diff := cmp.Diff(want, list); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

// TestAHeadThatWasPushedToRefsForIsNoBranch: the server names the base repository for it, and only the label is missing.
func TestAHeadThatWasPushedToRefsForIsNoBranch(t *testing.T) {
	r := load(t, "agit-pull")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { r.serve(w) }))
	t.Cleanup(server.Close)
	c := client(t, Config{BaseURL: server.URL, Owner: "author", Repo: "ag", Number: 1})
	got, err := c.pull(t.Context())
	if err != nil || got.HeadInBase || got.Head.Ref != "refs/pull/1/head" {
		t.Errorf("%v, %+v", err, got)
	}
}

// TestListsOfCommitsThatAreNone: a list that cannot be the commits between two commits fails, and one that nobody can have
// says so.
func TestListsOfCommitsThatAreNone(t *testing.T) {
	from, tip, mid := strings.Repeat("a", 40), strings.Repeat("c", 40), strings.Repeat("b", 40)
	entry := func(id string, parents ...string) string {
		list := make([]string, len(parents))
		for i, p := range parents {
			list[i] = `{"sha":"` + p + `"}`
		}
		return `{"sha":"` + id + `","parents":[` + strings.Join(list, ",") + `],"files":[{"filename":"x","status":"modified"}]}`
	}
	for name, test := range map[string]struct {
		status int
		body   string
		want   error
	}{
		"a page":                       {200, `<html>`, errNotJSON},
		"another object":               {200, `{"message":"hello"}`, errNotJSON},
		"fewer than it says":           {200, `{"total_commits":2,"commits":[` + entry(tip, from) + `]}`, pr.ErrIncomplete},
		"a commit without an id":       {200, `{"total_commits":1,"commits":[` + entry("", from) + `]}`, pr.ErrIncomplete},
		"null":                         {200, `{"total_commits":1,"commits":[null]}`, pr.ErrIncomplete},
		"no files":                     {200, `{"total_commits":1,"commits":[{"sha":"` + tip + `","parents":[]}]}`, pr.ErrNoRevisions},
		"a commit in the middle lacks": {200, `{"total_commits":1,"commits":[` + entry(tip, mid) + `]}`, pr.ErrIncomplete},
		"a commit that nobody reaches": {200, `{"total_commits":2,"commits":[` + entry(tip, from) + `,` + entry(mid, from) + `]}`, pr.ErrIncomplete},
		"one commit twice":             {200, `{"total_commits":2,"commits":[` + entry(tip, from) + `,` + entry(tip, from) + `]}`, pr.ErrIncomplete},
		"the merge base, too":          {200, `{"total_commits":2,"commits":[` + entry(tip, from) + `,` + entry(from, mid) + `]}`, pr.ErrIncomplete},
		"an empty list":                {200, `{"total_commits":0,"commits":[]}`, pr.ErrIncomplete},
		"a server that has no list":    {404, `{"message":"not found"}`, pr.ErrNoRevisions},
		"good":                         {200, `{"total_commits":2,"commits":[` + entry(tip, mid) + `,` + entry(mid, from) + `]}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if want := "/api/v1/repos/org/demo/compare/" + from + "..." + tip; r.URL.Path != want {
					t.Errorf("asked for %s", r.URL.Path)
				}
				w.WriteHeader(test.status)
				_, _ = w.Write([]byte(test.body))
			}))
			t.Cleanup(server.Close)
			c := client(t, Config{BaseURL: server.URL, Owner: "org", Repo: "demo", Number: 1})
			h, err := pr.ReadHistory(t.Context(), revisions{c}, pr.Change{Base: pr.Commit{SHA: from}, MergeBase: from, Head: pr.Commit{SHA: tip}})
			if errors.Is(test.want, pr.ErrNoRevisions) {
				found, failed := h.Obstacles(t.Context(), nil)
				if err != nil || failed != nil || len(found) != 1 || found[0].Kind != pr.DropsCommits {
					t.Errorf("got %v, %v, %v", found, err, failed)
				}
				return
			}
			if !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

// TestAFileThatBecameAnotherTypeIsSeen: the server does not name such a file among those of a commit. Here main made a symlink
// of a file, and the branch picks that and takes it back, so that a rebase would take it out of main.
func TestAFileThatBecameAnotherTypeIsSeen(t *testing.T) {
	dir := t.TempDir()
	link := map[string]fake.File{"check": {Mode: "120000", Data: "safe"}}
	file := map[string]fake.File{"check": {Data: "unsafe\n"}}
	_, err := fake.InitRepo(dir, fake.Commit{Branch: "main", Files: map[string]fake.File{"check": {Data: "unsafe\n"}, "w": {Data: "w\n"}, "safe": {Data: "s\n"}}},
		fake.Commit{Branch: "feature", From: "main", Files: link, Message: "pick"}, fake.Commit{Branch: "feature", Files: file, Message: "back"},
		fake.Commit{Branch: "feature", Files: map[string]fake.File{"w": {Data: "w \n"}}}, fake.Commit{Branch: "main", Files: link, Message: "fix"})
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, dir)
	c, err := s.client.Change(t.Context())
	if err != nil || len(c.Obstacles) != 1 || c.Obstacles[0].Kind != pr.DropsCommits {
		t.Errorf("%v, %+v", err, c.Obstacles)
	}
	if len(c.Files) != 1 {
		t.Errorf("the diff shows %v", describe(c.Files))
	}
}

// TestAMergeBaseThatIsNoneAnyMoreIsFoundOut: the server keeps the merge base of a PR and finds it anew only a while after
// the base branch moved. Here main has got the fix that the branch holds and takes back, which the old diff does not show.
func TestAMergeBaseThatIsNoneAnyMoreIsFoundOut(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) map[string]fake.File { return map[string]fake.File{name: {Data: text}} }
	ids, err := fake.InitRepo(dir, fake.Commit{Branch: "main", Files: map[string]fake.File{"check": {Data: "unsafe\n"}, "w": {Data: "w\n"}}},
		fake.Commit{Branch: "feature", From: "main", Files: file("check", "safe\n")},
		fake.Commit{Branch: "feature", Files: map[string]fake.File{"check": {Data: "unsafe\n"}, "w": {Data: "w \n"}}})
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, dir)
	s.pull.Repo().MergeStyles("merge", "squash")
	if out, err := exec.Command("git", "-C", dir, "update-ref", "refs/heads/main", ids[1]).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if c, err := s.client.Change(t.Context()); !errors.Is(err, pr.ErrIncomplete) {
		t.Errorf("%v, obstacles %+v, %d files", err, c.Obstacles, len(c.Files))
	}
}
