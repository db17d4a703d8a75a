package cli_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"werkrevisor/internal/fake"
)

// strictWorld is a PR whose verdict hangs on many reads: the repository config makes a path critical and the change too
// large, the timeline shows a retarget and a stranger's push, and the text of a file has hidden characters.
func strictWorld(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	_, err := fake.InitRepo(dir,
		fake.Commit{Branch: "main", Files: map[string]fake.File{
			".werkrevisor.toml": {Data: "[size]\nmax_files = 1\n[hard_orange]\npaths = [\"lib/**\"]\n"}, "README.md": {Data: "# Demo\n"}}},
		fake.Commit{Branch: "other", From: "main"},
		fake.Commit{Branch: "topic", From: "main", Files: map[string]fake.File{
			"lib/a.go": {Data: "package lib\n\n// A \u202e is it.\nfunc A() {}\n"}, "lib/deep/b.go": {Data: "package deep\n"}}})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// spoilers make another answer of a good one; the headers stay.
var spoilers = map[string]func(string) string{
	"nothing":       func(string) string { return "" },
	"null":          func(string) string { return "null" },
	"an empty list": func(string) string { return "[]" },
	"an object":     func(string) string { return "{}" },
	"an error":      func(string) string { return `{"message":"` + bodyCanary + `","url":"x"}` },
	"half":          func(s string) string { return s[:len(s)/2] },
}

// TestOneSpoiledAnswerNeverImprovesAVerdict spoils each answer of a run in each way, one at a time: the run either fails
// or still has every reason that it has without.
func TestOneSpoiledAnswerNeverImprovesAVerdict(t *testing.T) {
	repo, output := strictWorld(t), t.TempDir()
	begin := func(name string) (*aside, error) {
		a, err := newAside(repo, filepath.Join(output, name))
		if err != nil {
			return nil, err
		}
		a.gitea.AddUser("author", false) // and so the head is in a fork, whose owner lets a stranger push
		if err := a.pull.Push("stranger", "topic", false); err != nil {
			return nil, err
		}
		if err := a.pull.Retarget("author", "other"); err != nil {
			return nil, err
		}
		return a, a.pull.Retarget("stranger", "main") // the only push event that is left then is by who changed the base
	}
	a, err := begin("good")
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	good := a.run()
	want := strings.Fields(good.codes())
	if len(want) < 5 || good.exit != 15 {
		t.Fatalf("the run without a spoiled answer has exit %d, codes %v", good.exit, want)
	}
	var group sync.WaitGroup
	limit := make(chan struct{}, 3)
	for n := range len(a.gitea.Requests()) {
		for name, spoil := range spoilers {
			group.Go(func() {
				limit <- struct{}{}
				defer func() { <-limit }()
				a, err := begin(fmt.Sprintf("%d %s", n, name))
				if err != nil {
					t.Error(err)
					return
				}
				defer a.close()
				a.gitea.Inject(fake.Fault{Path: "…", After: n, Times: 1, Edit: spoil})
				r := a.run()
				if r.exit == 30 {
					return
				}
				for _, code := range want {
					if !slices.Contains(strings.Fields(r.codes()), code) || r.exit < 15 {
						request := a.gitea.Requests()[n]
						t.Errorf("%s instead of the answer to %s %s?%s: exit %d, codes %q", name, request.Method, request.Path, request.Query, r.exit, r.codes())
						break
					}
				}
			})
		}
	}
	group.Wait()
}

func TestAFailedReadLeavesTheEarlierResultAlone(t *testing.T) {
	for _, fault := range []fake.Fault{
		{Method: "GET", Path: "/pulls/7/files", Status: 500},
		{Method: "GET", Path: "/pulls/7.diff", Edit: func(string) string { return "" }},
		{Method: "GET", Path: "/raw/…", Status: 500},
	} {
		t.Run(fault.Path, func(t *testing.T) {
			w := newWorld(t, commits(nil, codeChange), risky)
			w.run()
			before := w.pull.Comments()
			w.gitea.Inject(fault)
			if r := w.run(); r.exit != 30 {
				t.Fatalf("exit %d\n%s", r.exit, r.stderr)
			}
			if list := w.pull.Comments(); len(list) != 2 || list[0] != before[0] {
				t.Errorf("comments %+v", list)
			}
			if err := w.gitea.Heal(); err != nil {
				t.Fatal(err)
			}
			r := w.run()
			list := w.pull.Comments()
			if r.exit != 15 || !r.usage.Reused || len(list) != 1 || list[0].ID != before[0].ID || unsealed(list[0].Body) != unsealed(before[0].Body) {
				t.Errorf("exit %d, codes %s, comments %+v", r.exit, r.codes(), list)
			}
		})
	}
}

// unsealed is a comment of the bot without its hidden state.
func unsealed(body string) string {
	marker, rest, _ := strings.Cut(body, "\n")
	_, rest, _ = strings.Cut(rest, "\n")
	return marker + "\n" + strings.TrimSpace(rest)
}
