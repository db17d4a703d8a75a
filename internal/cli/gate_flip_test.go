package cli_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"werkrevisor/internal/fake"
)

// TestAVerdictIsNeverAboutAMixtureOfHeads lets the head flip at random while whole gate runs read it.
// Where a run comes to a verdict, the model got the wanted head and nothing of the other one.
func TestAVerdictIsNeverAboutAMixtureOfHeads(t *testing.T) {
	repo := t.TempDir()
	_, err := fake.InitRepo(repo,
		fake.Commit{Branch: "main", Files: map[string]fake.File{"docs/a.md": {Data: "# A\n\nOne line.\n"}}},
		fake.Commit{Branch: "topic", From: "main", Files: map[string]fake.File{"docs/a.md": {Data: "# A\n\nWanted line.\n"}}},
		fake.Commit{Branch: "evil", From: "main", Files: map[string]fake.File{"docs/a.md": {Data: "# A\n\nOther line.\n"}}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := newAside(repo, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	wanted := a.pull.HeadSHA()
	var mu sync.Mutex // held from the flip to the end of the answer
	coin := rand.New(rand.NewPCG(1, 2))
	bias := 0
	first := false
	for _, path := range []string{"/pulls/7", "/pulls/7.diff", "/pulls/7/files"} {
		a.gitea.Inject(fake.Fault{Method: "GET", Path: path, Edit: func(s string) string { mu.Unlock(); return s }, Before: func() {
			mu.Lock()
			head := "topic"
			if coin.IntN(8) < bias && !(first && path == "/pulls/7") {
				head = "evil"
			}
			if path == "/pulls/7" {
				first = false
			}
			if err := a.pull.Flip(head); err != nil {
				t.Error(err)
			}
		}})
	}
	verdicts, refused := 0, 0
	for n := range 120 {
		mu.Lock()
		bias, first = 1+n%6, true
		mu.Unlock()
		before, calls := len(a.gitea.Writes()), len(a.model.Calls())
		r := a.run("--force")
		for _, call := range a.model.Calls()[calls:] {
			if !strings.Contains(call.User, "Wanted line.") || strings.Contains(call.User, "Other line.") {
				t.Errorf("run %d: the model got another head:\n%s", n, call.User)
			}
		}
		switch writes := a.gitea.Writes()[before:]; {
		case r.exit == 0:
			verdicts++
		case r.exit == 30 && strings.Contains("superseded incomplete_change", r.codes()):
			refused++
			if r.codes() == "superseded" && len(writes) > 0 {
				t.Errorf("run %d is superseded and wrote %v", n, writes)
			}
		default:
			t.Errorf("run %d: exit %d, codes %q\n%s", n, r.exit, r.codes(), r.stderr)
		}
	}
	for _, w := range a.gitea.Writes() {
		if strings.Contains(w.Path, "/statuses/") && !strings.HasSuffix(w.Path, wanted) {
			t.Errorf("a status of another head: %s", w.Path)
		}
	}
	if verdicts == 0 || refused == 0 {
		t.Errorf("%d verdicts, %d refused", verdicts, refused)
	}
	t.Logf("%d verdicts, %d refused", verdicts, refused)
}
