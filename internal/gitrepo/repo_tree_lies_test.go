package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

func TestHostilePathsNameNothing(t *testing.T) {
	t.Parallel()
	tree := openTree(t, varied(t).dir, "base..HEAD")
	for _, path := range []string{"", "/", "/a.go", "..", "../a.go", "../../etc/passwd", "dir/../a.go", "./a.go", "a.go/", "dir//b.go", "a.go\x00", "a.go\n", "a.go\ndir/b.go",
		`dir\b.go`, "\xff", "none", "link/x", "mod/x", "A.GO", "--output=x", "-a", ":/", ":(glob)**", "*", "HEAD:a.go", strings.Repeat("a/", 100_000) + "a"} {
		for _, side := range []pr.Side{pr.AtHead, pr.AtBase} {
			if text, err := tree.Read(t.Context(), side, path); err != nil || text != (pr.Text{State: pr.Absent}) {
				t.Errorf("%.20q: got %v, %v", path, text, err)
			}
		}
		if entries, ok, err := tree.List(t.Context(), pr.AtHead, path); path != "" && (ok || err != nil) {
			t.Errorf("%.20q: got %v, %v", path, entries, err)
		}
		if list, err := tree.History(t.Context(), path, 5); err != nil || len(list) != 0 {
			t.Errorf("%.20q: got %v, %v", path, list, err)
		}
	}
	for _, side := range []pr.Side{"", "merge base"} {
		if _, err := tree.Read(t.Context(), side, "a.go"); err == nil {
			t.Errorf("side %q gave no error", side)
		}
	}
}

func TestTheTreeProvesEveryObject(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		victim, with string
		ask          func(context.Context, *Tree) error
	}{
		"a text": {"HEAD:dir/b.go", "HEAD:same.go", func(ctx context.Context, tree *Tree) error {
			_, err := tree.Read(ctx, pr.AtHead, "dir/b.go")
			return err
		}},
		"a searched text that lost what is searched": {"HEAD:dir/b.go", "HEAD:empty", func(ctx context.Context, tree *Tree) error {
			_, err := tree.Grep(ctx, pr.AtHead, all("package b"))
			return err
		}},
		"a folder": {"base:dir", "HEAD:dir", func(ctx context.Context, tree *Tree) error {
			_, err := tree.Files(ctx, pr.AtBase)
			return err
		}},
		"a folder that is not in the diff": {"HEAD:odd", "HEAD:dir", func(ctx context.Context, tree *Tree) error {
			_, _, err := tree.List(ctx, pr.AtHead, "")
			return err
		}},
		"a commit of the history": {"old", "liar", func(ctx context.Context, tree *Tree) error {
			_, err := tree.History(ctx, "odd/back\\slash", 5)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := varied(t)
			if strings.Contains(name, "history") {
				r.git("tag", "-f", "base") // the forged commit is no part of the diff
				r.git("tag", "old", "HEAD~2")
				r.git("tag", "liar", strings.TrimSpace(r.git("commit-tree", "-m", "liar", "old^{tree}")))
			}
			tree := openTree(t, r.dir, "base..HEAD")
			r.forge(r.id(tt.victim), r.id(tt.with))
			if err := tt.ask(t.Context(), tree); !errors.Is(err, pr.ErrIncomplete) {
				t.Errorf("got %v", err)
			}
			if err := tt.ask(t.Context(), tree); !errors.Is(err, pr.ErrIncomplete) {
				t.Errorf("the second time: got %v", err)
			}
		})
	}
}

func TestTreesThatGrowWithoutEndAreAnError(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	id := strings.TrimSpace(r.input("x", "hash-object", "-w", "--stdin"))
	entry := "100644 blob " + id
	for range 8 { // ten of the level below in each: 10^8 paths of nine trees
		var b strings.Builder
		for i := range 10 {
			fmt.Fprintf(&b, "%s\t%d\n", entry, i)
		}
		entry = "040000 tree " + strings.TrimSpace(r.input(b.String(), "mktree"))
	}
	r.bomb(entry, "bomb")
	_, err := openTree(t, r.dir, "main..bomb").Files(t.Context(), pr.AtHead)
	if !errors.Is(err, pr.ErrIncomplete) || !strings.Contains(err.Error(), "more than 100000 files and folders") {
		t.Errorf("got %v", err)
	}
}

func TestPathsThatAreTooLongAreAnError(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	id := strings.TrimSpace(r.input("x", "hash-object", "-w", "--stdin"))
	entry := "100644 blob " + id
	for range 20 {
		entry = "040000 tree " + strings.TrimSpace(r.input(entry+"\t"+strings.Repeat("d", 250)+"\n", "mktree"))
	}
	r.bomb(entry, "bomb")
	if _, err := openTree(t, r.dir, "main..bomb").Files(t.Context(), pr.AtHead); !errors.Is(err, pr.ErrIncomplete) {
		t.Errorf("got %v", err)
	}
}

// bomb makes main and a branch with a tree; main has it too, so that their diff is small.
func (r *repo) bomb(entry, branch string) {
	r.t.Helper()
	tree := strings.Fields(entry)[2]
	base := strings.TrimSpace(r.git("commit-tree", "-m", "base", tree))
	r.git("update-ref", "refs/heads/main", base)
	r.git("update-ref", "refs/heads/"+branch, strings.TrimSpace(r.git("commit-tree", "-p", base, "-m", branch, tree)))
}
