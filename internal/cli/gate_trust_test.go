package cli_test

import (
	"testing"

	"werkrevisor/internal/fake"
)

// TestWhoMayOnlyReadIsNotTrusted: a member of a team that may only read is among the assignees, and a head that was pushed to
// refs/for has the repository's id; neither needs write access.
func TestWhoMayOnlyReadIsNotTrusted(t *testing.T) {
	for name, change := range map[string]func(w *world){
		"a member of a team that may only read": func(w *world) { w.gitea.AddTeamReader("author") },
		"a head that was pushed to refs/for": func(w *world) {
			pull, err := w.pull.Repo().AddPull(fake.NewPull{Number: 8, Title: "A change", Author: "author", Base: "main", Head: "topic", AGit: true})
			if err != nil {
				w.t.Fatal(err)
			}
			w.t.Setenv("WERKATOR_PR_NUMBER", "8")
			w.t.Setenv("WERKATOR_PR_HEAD_SHA", pull.HeadSHA())
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, commits(nil, codeChange), safe)
			change(w)
			if r := w.run(); r.exit != 10 || r.codes() != "untrusted_author" {
				t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
			}
		})
	}
}
