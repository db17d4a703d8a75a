package gitea

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
)

func subjects(list []pr.PastCommit) string {
	var all []string
	for _, c := range list {
		all = append(all, c.Subject)
	}
	return strings.Join(all, ", ")
}

func TestTheHistoryIsThatOfTheBaseBranch(t *testing.T) {
	s, tree := treeScene(t)
	for path, want := range map[string]string{"a.go": "second, first", "dir/b.go": "first", "dir/sub/c.go": "first", "new.go": "", "dir": "second, first"[8:], "odd/back\\slash": "first"} {
		list, err := tree.History(t.Context(), path, 10)
		if got := subjects(list); err != nil || got != want {
			t.Errorf("%s: got %q, %v", path, got, err)
		}
	}
	list, err := tree.History(t.Context(), "a.go", 1)
	base, _ := s.pull.Repo().Head("main")
	want := []pr.PastCommit{{SHA: base, Subject: "second", Time: time.Unix(1767225600, 0).UTC()}}
	if diff := cmp.Diff(want, list); diff != "" || err != nil {
		t.Error(err, diff)
	}
	requests := s.Requests()
	query := requests[len(requests)-1].Query
	for _, part := range []string{"sha=" + base, "path=a.go", "limit=1", "stat=false", "verification=false", "files=false"} {
		if !strings.Contains(query, part) {
			t.Errorf("%s is not in %s", part, query)
		}
	}
}

func TestPathsThatGitWouldTakeForCommandsHaveNoHistory(t *testing.T) {
	s := newScene(t, fake.Commit{Branch: "main", Files: files("a", "a\n", ":(exclude)b", "b\n")}, fake.Commit{Branch: "feature", From: "main", Files: files("a", "b\n")})
	change, err := s.client.Change(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tree := s.client.Tree(change)
	s.Forbid("GET", "/commits")
	for _, tt := range []struct {
		path string
		most int
	}{{":(exclude)b", 5}, {"a", 0}, {"a", -1}} {
		if list, err := tree.History(t.Context(), tt.path, tt.most); err != nil || list != nil {
			t.Errorf("%v: got %v, %v", tt, list, err)
		}
	}
	if list := s.Forbidden(); len(list) != 0 {
		t.Errorf("sent %v", list)
	}
}

func TestAnswersAboutTheHistory(t *testing.T) {
	commit := func(i int) string {
		return fmt.Sprintf(`{"sha":"%040x","commit":{"message":"\nsubject %d \r\nbody","committer":{"date":"2026-01-01T02:00:00+02:00"}}}`, i, i)
	}
	var many []string
	for i := range 60 {
		many = append(many, commit(i))
	}
	for _, tt := range []struct {
		name, body string
		status     int
		most       int
		want       string // subjects, or the error's end
		fails      bool
	}{
		{"no commit", `[]`, 200, 5, "", false},
		{"null", `null`, 200, 5, "", false},
		{"more than was asked for", "[" + commit(1) + "," + commit(2) + "]", 200, 1, "subject 1", false},
		{"a long message", `[{"sha":"` + strings.Repeat("a", 40) + `","commit":{"message":"` + strings.Repeat("x", 10<<10) + `","committer":{"date":"2026-01-01T00:00:00Z"}}}]`, 200, 1, strings.Repeat("x", maxMessage), false},
		{"nobody touched it", `{"message":"FileCommitsCount"}`, 404, 5, "", false},
		{"no commits at all", `{"message":"Git Repository is empty."}`, 409, 5, "", false},
		{"a failure", `{"message":""}`, 500, 5, "500 Internal Server Error; the server failed, try again", true},
		{"no list", `{"message":"x"}`, 200, 5, errNotJSON.Error(), true},
		{"a null in the list", `[null]`, 200, 5, errNotJSON.Error(), true},
		{"no commit in it", `[{"sha":"` + strings.Repeat("a", 40) + `"}]`, 200, 5, errNotJSON.Error(), true},
		{"no id", strings.Replace("["+commit(1)+"]", "0000", "zzzz", 1), 200, 5, errNotJSON.Error(), true},
		{"no date", `[{"sha":"` + strings.Repeat("a", 40) + `","commit":{"message":"x","committer":{"date":"yesterday"}}}]`, 200, 5, errNotJSON.Error(), true},
		{"a cut list", "[" + commit(1), 200, 5, errNotJSON.Error(), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, tree := treeScene(t)
			s.Inject(fake.Fault{Path: "/commits", Status: tt.status, Body: tt.body})
			list, err := tree.History(t.Context(), "a.go", tt.most)
			switch {
			case tt.fails && (err == nil || list != nil || !strings.HasSuffix(err.Error(), tt.want)):
				t.Errorf("got %v, %v", list, err)
			case !tt.fails && (err != nil || subjects(list) != tt.want):
				t.Errorf("got %q, %v", subjects(list), err)
			}
		})
	}
	s, tree := treeScene(t)
	s.Inject(fake.Fault{Path: "/commits", Status: 200, Body: "[" + strings.Join(many, ",") + "]"})
	if list, err := tree.History(t.Context(), "a.go", 1000); err != nil || len(list) != pageSize || !list[0].Time.Equal(time.Unix(1767225600, 0)) {
		t.Errorf("%d commits, %v", len(list), err)
	}
}
