package fake_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

func TestCommitsAreListedInPagesNewestFirst(t *testing.T) {
	dir := t.TempDir()
	var commits []fake.Commit
	for i := range 60 {
		commits = append(commits, fake.Commit{Branch: "main", Files: map[string]fake.File{"a": data(fmt.Sprint(i))}, Message: fmt.Sprintf("subject %d\n\nbody", i)})
	}
	commits = append(commits, fake.Commit{Branch: "main", Files: map[string]fake.File{"b": data("b")}}, fake.Commit{Branch: "feature", From: "main", Files: map[string]fake.File{"a": data("x")}})
	ids, err := fake.InitRepo(dir, commits...)
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := fake.PRFromGit(dir, "main", "feature")
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	type commit struct {
		SHA     string
		Parents []struct{ SHA string }
		Commit  struct {
			Message   string
			Committer struct{ Date time.Time }
		}
	}
	for _, tt := range []struct {
		query       string
		count, last int // the last commit of the page
	}{
		{"sha=" + ids[60] + "&path=a&limit=3", 3, 57}, {"sha=main&path=a&limit=1000", 50, 10}, {"path=a&page=2", 10, 0}, {"sha=" + ids[60] + "&limit=2", 2, 59}, {"path=a&page=3", 0, 0},
	} {
		var list []commit
		_, body, header := call(t, g, "", "GET", "/commits?"+tt.query, "")
		if json.Unmarshal([]byte(body), &list) != nil || len(list) != tt.count {
			t.Errorf("%s: %d commits", tt.query, len(list))
			continue
		}
		if tt.count == 0 {
			continue
		}
		last := list[len(list)-1]
		if last.SHA != ids[tt.last] || last.Commit.Message != fmt.Sprintf("subject %d\n\nbody", tt.last) || last.Commit.Committer.Date.Unix() != 1767225600 || (len(last.Parents) == 0) != (tt.last == 0) {
			t.Errorf("%s: got %+v", tt.query, last)
		}
		if header.Get("X-Total-Count") == "" {
			t.Errorf("%s: got %v", tt.query, header)
		}
	}
	empty := t.TempDir()
	if _, err := fake.InitRepo(empty); err != nil {
		t.Fatal(err)
	}
	if _, err := g.AddRepo("org", "empty", empty); err != nil {
		t.Fatal(err)
	}
	if status, body, _ := call(t, g, "", "GET", "!/repos/org/empty/commits?path=a", ""); status != 409 || !strings.Contains(body, "Git Repository is empty.") {
		t.Errorf("%d %s", status, body)
	}
}
