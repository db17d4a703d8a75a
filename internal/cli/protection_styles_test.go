package cli_test

import (
	"strings"
	"testing"
)

// TestMergeStylesAreSetAndBroughtBack: the styles are saved with the rule, set, and restored with it.
func TestMergeStylesAreSetAndBroughtBack(t *testing.T) {
	w := newAdmin(t)
	if r := w.protect(append(askFor, "--dry-run")...); !strings.Contains(r.stdout, "note: the repository allows rebase and rebase-merge") {
		t.Errorf("no advice:\n%s", r.stdout)
	}
	dry := w.protect(append(askFor, "--merge-styles", "merge,squash", "--dry-run")...)
	if dry.exit != 0 || !strings.Contains(dry.stdout, "should be merge, squash (default merge)") || len(w.gitea.Writes()) != 0 || len(savedFiles(t)) != 0 {
		t.Fatalf("dry run: exit %d, %d writes\n%s", dry.exit, len(w.gitea.Writes()), dry.stdout)
	}
	set := w.protect(append(askFor, "--merge-styles", "squash, merge")...)
	files := savedFiles(t)
	if set.exit != 0 || !strings.Contains(set.stdout, "done: the repository allows squash, merge") || len(files) != 1 {
		t.Fatalf("set: exit %d, files %v\n%s%s", set.exit, files, set.stdout, set.stderr)
	}
	writes := len(w.gitea.Writes())
	again := w.protect(append(askFor, "--merge-styles", "merge,squash")...)
	if again.exit != 0 || len(w.gitea.Writes()) != writes || len(savedFiles(t)) != 1 {
		t.Errorf("again: exit %d\n%s", again.exit, again.stdout)
	}
	back := w.protect("--restore", files[0])
	if back.exit != 0 || !strings.Contains(back.stdout, "done: the repository allows merge, rebase, rebase-merge, squash, fast-forward-only") {
		t.Errorf("back: exit %d\n%s%s", back.exit, back.stdout, back.stderr)
	}
}

func TestMergeStylesThatAreNone(t *testing.T) {
	w := newAdmin(t)
	for _, list := range []string{"octopus", "merge,merge", ",", "merge;squash"} {
		if r := w.protect(append(askFor, "--merge-styles", list)...); r.exit != 2 || !strings.Contains(r.stderr, "--merge-styles must list some of") {
			t.Errorf("%s: exit %d\n%s", list, r.exit, r.stderr)
		}
	}
	if r := w.protect("--restore", "x.json", "--merge-styles", "merge"); r.exit != 2 {
		t.Errorf("with --restore: exit %d", r.exit)
	}
}
