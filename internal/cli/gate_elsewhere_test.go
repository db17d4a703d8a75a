package cli_test

import (
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

// second opens PR 8 of a branch, and moves the runs to it.
func (w *world) second(branch string) *fake.Pull {
	w.t.Helper()
	other, err := w.pull.Repo().AddPull(fake.NewPull{Number: 8, Title: "Again", Author: "author", Base: "main", Head: branch})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Setenv("WERKATOR_PR_NUMBER", "8")
	w.t.Setenv("WERKATOR_PR_HEAD_SHA", other.HeadSHA())
	return other
}

// TestASecondPRDoesNotForget: PR 7 has a finding of high severity, and a model that calls PR 8 safe does not help.
func TestASecondPRDoesNotForget(t *testing.T) {
	moved := "package a\n\n// A divides.\nfunc A(x int) int {\n\treturn 1 / x\n}\n"
	for _, tc := range []struct {
		name  string
		next  fake.Commit
		exit  int
		codes string
	}{
		{"the same commit", fake.Commit{Branch: "next", From: "topic"}, 15, "high_finding earlier_finding"},
		{"an amended commit", fake.Commit{Branch: "next", From: "main", Files: map[string]fake.File{"src/a.go": {Data: moved}}}, 10, "earlier_finding"},
		{"a renamed file", fake.Commit{Branch: "next", From: "main", Files: map[string]fake.File{"src/c.go": {Data: moved}}}, 10, "earlier_finding"},
		{"another line", fake.Commit{Branch: "next", From: "main", Files: map[string]fake.File{"src/a.go": {Data: "package a\n\nfunc A() int { return 2 }\n"}}}, 0, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			list := commits(nil, codeChange)
			branch := "topic"
			if tc.next.Files != nil {
				list, branch = append(list, tc.next), "next"
			}
			w := newWorld(t, list, risky, safe)
			w.gitea.StartAt(time.Now().Add(-time.Hour))
			if r := w.run(); r.exit != 15 {
				t.Fatalf("exit %d\n%s", r.exit, r.stderr)
			}
			w.second(branch)
			if r := w.run(); r.exit != tc.exit || r.codes() != tc.codes {
				t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
			}
		})
	}
}

// TestAFindingThatWasLetInIsNoMemory: PR 7 was merged by a human, and its line is the base's.
func TestAFindingThatWasLetInIsNoMemory(t *testing.T) {
	again := fake.Commit{Branch: "next", From: "main", Files: map[string]fake.File{"src/b.go": {Data: strings.Replace(code("return 1 / x")["src/a.go"], "func A", "func B", 1)}}}
	w := newWorld(t, append(commits(nil, codeChange), again), risky, safe)
	w.gitea.StartAt(time.Now().Add(-time.Hour))
	if r := w.run(); r.exit != 15 {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	w.pull.SetState("human", "merged")
	w.second("next")
	if r := w.run(); r.exit != 0 {
		t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
	}
}
