package fake_test

import (
	"os/exec"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// branched serves a PR of two commits whose base has moved on; the server and the PR come with the folder of git.
func branched(t *testing.T, more ...fake.Commit) (*fake.Gitea, *fake.Pull, string) {
	t.Helper()
	dir := t.TempDir()
	_, err := fake.InitRepo(dir, append([]fake.Commit{{Branch: "main", Files: map[string]fake.File{"a": data("a\n"), "b": data("b\n")}},
		{Branch: "feature", From: "main", Files: map[string]fake.File{"a": data("A\n")}, Message: "one"},
		{Branch: "feature", Files: map[string]fake.File{"c": data("c\n")}, Message: "two"},
		{Branch: "main", Files: map[string]fake.File{"n": data("n\n")}, Message: "next"}}, more...)...)
	if err != nil {
		t.Fatal(err)
	}
	g, p, err := fake.PRFromGit(dir, "main", "feature")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	return g, p, dir
}

func gitOut(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir}, args...)...).Output()
	if err != nil {
		t.Fatalf("git %v: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}

func TestEveryStyleMovesTheBaseToWhatItGives(t *testing.T) {
	for style, want := range map[string]string{"merge": "Merge pull request/next/change", "squash": "Squash/next/change",
		"rebase": "two/one/next/change", "rebase-merge": "Merge pull request/two/one/next/change"} {
		_, p, dir := branched(t)
		before := gitOut(t, dir, "rev-parse", "main")
		if text := p.MergeBy("human", style); text != "" {
			t.Errorf("%s: %s", style, text)
			continue
		}
		m, _ := p.Merged()
		args := []string{"log", "--format=%s", "--topo-order", "main"}
		if style == "merge" {
			args[2] = "--first-parent"
		}
		log := strings.ReplaceAll(gitOut(t, dir, args...), "\n", "/")
		ids := gitOut(t, dir, "rev-parse", "main", "main^{tree}")
		if log != want || m.Style != style || m.Commit+"\n"+m.Tree != ids {
			t.Errorf("%s: %s; %+v", style, log, m)
		}
		if got := gitOut(t, dir, "ls-tree", "--name-only", "main"); got != "a\nb\nc\nn" {
			t.Errorf("%s: %s", style, got)
		}
		if gitOut(t, dir, "merge-base", "main", before) != before {
			t.Errorf("%s: the base was not moved forward", style)
		}
		if list := strings.Split(gitOut(t, dir, "worktree", "list"), "\n"); len(list) != 1 {
			t.Errorf("%s: work trees are left: %s", style, list)
		}
	}
}

func TestAFastForwardNeedsTheTipOfTheBase(t *testing.T) {
	g, _, _ := branched(t)
	if status, body, _ := call(t, g, g.Token("bot"), "POST", "/pulls/7/merge", `{"Do":"fast-forward-only"}`); status != 500 {
		t.Errorf("%d %s", status, body)
	}
	_, p := simple(t)
	head := p.HeadSHA()
	if text := p.MergeBy("human", "fast-forward-only"); text != "" {
		t.Fatal(text)
	}
	if tip, _ := p.Repo().Head("main"); tip != head {
		t.Error("the base is not at the head")
	}
}

func TestAStyleThatTheRepositoryForbids(t *testing.T) {
	g, p, _ := branched(t)
	p.Repo().MergeStyles("squash", "merge")
	const want = "rebase is not allowed an allowed merge style for this repository"
	status, body, _ := call(t, g, g.Token("bot"), "POST", "/pulls/7/merge", `{"Do":"rebase"}`)
	if status != 405 || !strings.Contains(body, want) {
		t.Errorf("%d %s", status, body)
	}
	p.Repo().Protect("main", fake.Protection{RequiredApprovals: 1})
	later := `{"Do":"rebase","merge_when_checks_succeed":true}`
	if status, body, _ = call(t, g, g.Token("bot"), "POST", "/pulls/7/merge", later); status != 201 {
		t.Errorf("%d %s", status, body)
	}
	if p.ScheduledStyle() != "rebase" {
		t.Errorf("scheduled by %q", p.ScheduledStyle())
	}
	p.Review("human", "APPROVED", p.HeadSHA(), 0)
	if _, merged := p.Merged(); merged || p.Scheduled() != "" || strings.Contains(kinds(timeline(t, g)), "cancel") {
		t.Errorf("merged %v, scheduled by %q, events %s", merged, p.Scheduled(), kinds(timeline(t, g)))
	}
	if text := p.Schedule("bot"); text != "" {
		t.Error(text)
	}
	if m, _ := p.Merged(); m.Style != "squash" {
		t.Errorf("the default style: %+v", m)
	}
}

func kinds(events []struct{ Type string }) string {
	var list []string
	for _, e := range events {
		list = append(list, e.Type)
	}
	return strings.Join(list, " ")
}

// TestAConflictOfARebaseIsNotSeenBefore: the whole merges, but the first of the commits does not apply.
func TestAConflictOfARebaseIsNotSeenBefore(t *testing.T) {
	g, p, dir := branched(t)
	if _, err := fake.AddCommits(dir, fake.Commit{Branch: "feature", Files: map[string]fake.File{"a": data("a\n")}, Message: "back"},
		fake.Commit{Branch: "main", Files: map[string]fake.File{"a": data("other\n")}}); err != nil {
		t.Fatal(err)
	}
	push(t, p, "feature")
	if status, body, _ := call(t, g, g.Token("bot"), "POST", "/pulls/7/merge", `{"Do":"rebase"}`); status != 409 {
		t.Errorf("%d %s", status, body)
	}
	if text := p.MergeBy("human", "merge"); text != "" {
		t.Error(text)
	}
}

func TestAMergeMovesTheBaseOfOtherPullRequests(t *testing.T) {
	_, p, dir := branched(t, fake.Commit{Branch: "second", From: "main~1", Files: map[string]fake.File{"b": data("B\n")}})
	second, err := p.Repo().AddPull(fake.NewPull{Title: "Second", Author: "author", Base: "main", Head: "second"})
	if err != nil {
		t.Fatal(err)
	}
	if text := p.Merge("human"); text != "" {
		t.Fatal(text)
	}
	if text := second.Merge("human"); text != "" || !second.Outdated() {
		t.Error(text, second.Outdated())
	}
	if got := gitOut(t, dir, "show", "main:b") + gitOut(t, dir, "show", "main:a"); got != "BA" {
		t.Error(got)
	}
}
