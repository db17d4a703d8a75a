package gitea

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
)

// git runs git in the repository of the server.
func (s scene) git(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", s.dir, "-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// mergedScene merges pull request 7 with a merge commit, and lets main go on.
func mergedScene(t *testing.T) (s scene, before string) {
	t.Helper()
	s = simple(t)
	if _, err := fake.AddCommits(s.dir, fake.Commit{Branch: "main", Files: map[string]fake.File{".werkrevisor.toml": {Data: "[size]\nmax_files = 3\n"}}}); err != nil {
		t.Fatal(err)
	}
	before = s.git(t, "rev-parse", "main")
	commit := s.git(t, "commit-tree", "-p", "main", "-p", "feature", "-m", "merge", s.git(t, "merge-tree", "--write-tree", "main", "feature"))
	s.git(t, "update-ref", "refs/heads/main", commit)
	if _, err := fake.AddCommits(s.dir, fake.Commit{Branch: "main", Files: map[string]fake.File{".werkrevisor.toml": {Data: "[size]\nmax_files = 99\n"}}}); err != nil {
		t.Fatal(err)
	}
	s.pull.MergedAs("human", commit, time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
	return s, before
}

func TestAMergedPRIsReadAsItWasBeforeTheMerge(t *testing.T) {
	ctx := context.Background()
	open := simple(t)
	want, err := open.client.Change(ctx)
	if err == nil {
		want, err = open.client.Texts(ctx, want, pr.Want{})
	}
	if err != nil {
		t.Fatal(err)
	}
	s, before := mergedScene(t)
	source := Merged{s.client}
	got, err := source.Change(ctx)
	if err == nil {
		got, err = source.Texts(ctx, got, pr.Want{})
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Files, got.Files); diff != "" {
		t.Error(diff)
	}
	if got.Base.SHA != before || got.RepoConfig.Text.Body != "[size]\nmax_files = 3\n" || got.MergeBase != want.MergeBase || got.Head != want.Head {
		t.Errorf("base %+v with %q, merge base %s, head %+v", got.Base, got.RepoConfig.Text.Body, got.MergeBase, got.Head)
	}
	if diff := cmp.Diff([]any{want.Pushers, want.HeadInBase, want.Author}, []any{got.Pushers, got.HeadInBase, got.Author}); diff != "" {
		t.Error(diff)
	}
}

func TestThePolicyIsThatOfTheMergeBaseWhereTheMergeCommitSaysNothing(t *testing.T) {
	for name, edit := range map[string]func(t *testing.T, s scene){
		"a squash commit": func(t *testing.T, s scene) {
			s.pull.MergedAs("human", s.git(t, "commit-tree", "-p", "main", "-m", "squash", "main^{tree}"), time.Now())
		},
		"a merge of another head": func(t *testing.T, s scene) {
			s.pull.MergedAs("human", s.git(t, "commit-tree", "-p", "main", "-p", "main~1", "-m", "merge", "main^{tree}"), time.Now())
		},
		"no merge commit": func(t *testing.T, s scene) { s.pull.MergedAs("human", "", time.Now()) },
		"a merge commit that is gone": func(t *testing.T, s scene) {
			s.pull.MergedAs("human", strings.Repeat("d", 40), time.Now())
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := mergedScene(t)
			edit(t, s)
			got, err := Merged{s.client}.Change(context.Background())
			if err != nil || got.Base.SHA != got.MergeBase || strings.Contains(got.RepoConfig.Text.Body, "max_files") {
				t.Errorf("%v: base %s, merge base %s", err, got.Base.SHA, got.MergeBase)
			}
		})
	}
}

func TestOnlyAMergedPRIsReadAsOne(t *testing.T) {
	s := simple(t)
	if _, err := (Merged{s.client}).Change(context.Background()); err == nil || !strings.Contains(err.Error(), "it is not merged") {
		t.Errorf("an open PR: %v", err)
	}
	s.pull.SetState("human", "closed")
	if _, err := (Merged{s.client}).Change(context.Background()); err == nil || !strings.Contains(err.Error(), "it is not merged") {
		t.Errorf("a closed PR: %v", err)
	}
}

func TestAMergedPRIsProvenAsAnOpenOne(t *testing.T) {
	s, _ := mergedScene(t)
	s.Inject(fake.Fault{Path: "/pulls/7.diff", Edit: func(body string) string { return strings.Replace(body, "\n+", "\n+x", 1) }})
	source := Merged{s.client}
	change, err := source.Change(context.Background())
	if err == nil {
		_, err = source.Texts(context.Background(), change, pr.Want{})
	}
	if err == nil {
		t.Error("a diff that does not belong to the commits was believed")
	}
}

func TestTheListOfMergedPRs(t *testing.T) {
	s, _ := mergedScene(t)
	repo := s.pull.Repo()
	day := func(n int) time.Time { return time.Date(2026, 6, n, 0, 0, 0, 0, time.UTC) }
	for n := 20; n < 30; n++ {
		p, err := repo.AddPull(fake.NewPull{Number: n, Title: "t", Author: "author", Base: "main", Head: "feature"})
		if err != nil {
			t.Fatal(err)
		}
		p.MergedAs("human", "", day(n-10)) // from June 10 to 19
	}
	list := func() (numbers []int, err error) {
		repository, err := OpenRepository(Config{BaseURL: s.URL, Owner: "org", Repo: "demo", Token: s.Token("bot")})
		if err != nil {
			t.Fatal(err)
		}
		pulls, err := repository.MergedSince(context.Background(), day(15))
		for _, p := range pulls {
			numbers = append(numbers, p.Number)
		}
		return numbers, err
	}
	got, err := list()
	if diff := cmp.Diff([]int{29, 28, 27, 26, 25}, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	for name, body := range map[string]string{"no list": `{"message":"x"}`, "cut": `[{"number":1`, "HTML": "<html>"} {
		s.Calm()
		s.Inject(fake.Fault{Path: "/pulls", Status: 200, Body: body})
		if got, err := list(); err == nil || strings.Contains(err.Error(), "html") {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	s.Calm()
	// A server that ignores the page sends the same ones again and again: that is an end.
	s.Inject(fake.Fault{Path: "/pulls", Status: 200, Body: `[null,{"number":3,"merged":true,"merged_at":"2026-06-20T00:00:00Z","updated_at":"2026-06-20T00:00:00Z"},{"number":4,"merged":true,"updated_at":"2026-06-20T00:00:00Z"}]`})
	if got, err := list(); err != nil || len(got) != 1 || got[0] != 3 {
		t.Errorf("%v, %v", got, err)
	}
}
