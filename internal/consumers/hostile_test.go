package consumers

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestOnlyFoldersThatAreConsumersAreSearched(t *testing.T) {
	root := siblingsOf(t, "API/own.go", "CancelOrder\n", ".hidden/h.go", "CancelOrder\n", "file.go", "CancelOrder\n", "z/z.go", "CancelOrder\n")
	outside := siblingsOf(t, "secret.go", "CancelOrder\n")
	if err := os.Symlink(outside, filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("z", filepath.Join(root, "inner")); err != nil {
		t.Fatal(err)
	}
	out := Search(t.Context(), root, "api", elements("CancelOrder"), []string{"z", "link", "inner", "API", ".hidden"}, Limits{})
	if diff := cmp.Diff([]string{"CancelOrder z z.go:1 ×1"}, show(out.Hits)); diff != "" || out.Consumers != 1 {
		t.Errorf("%d consumers: %s", out.Consumers, diff)
	}
}

func TestNoLinkIsFollowedAndNoPipeIsOpened(t *testing.T) {
	root := siblingsOf(t, "z/dir/a.go", "CancelOrder\n", "z/b.go", "CancelOrder\n")
	outside := siblingsOf(t, "secret.go", "CancelOrder\n", "deep/secret.go", "CancelOrder\n")
	for link, target := range map[string]string{
		"z/out": outside, "z/up": "../../" + filepath.Base(outside), "z/file.go": filepath.Join(outside, "secret.go"),
		"z/same.go": "b.go", "z/again": "dir", "z/loop": ".", "z/broken": "none", "z/zero": "/dev/zero",
	} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(root, "z/pipe.go"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	out := Search(ctx, root, "api", elements("CancelOrder"), all, Limits{})
	if diff := cmp.Diff([]string{"CancelOrder z b.go:1 ×1", "CancelOrder z dir/a.go:1 ×1"}, show(out.Hits)); diff != "" || ctx.Err() != nil || out.Notes != nil {
		t.Errorf("%v, notes %q: %s", ctx.Err(), out.Notes, diff)
	}
}

func TestWhatTakesThePlaceOfAFileIsNotRead(t *testing.T) {
	dir := siblingsOf(t, "a", "CancelOrder\n", "b", "CancelOrder\n")
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	info, err := root.Lstat("a")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := readFile(root, "a", info); err != nil || string(text) != "CancelOrder\n" {
		t.Fatalf("got %q, %v", text, err)
	}
	for name, replace := range map[string]func(name string) error{
		"a link":       func(name string) error { return os.Symlink("b", name) },
		"a pipe":       func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"another file": func(name string) error { return os.Link(filepath.Join(dir, "b"), name) },
	} {
		if err := os.Remove(filepath.Join(dir, "a")); err != nil {
			t.Fatal(err)
		}
		if err := replace(filepath.Join(dir, "a")); err != nil {
			t.Fatal(err)
		}
		if text, err := readFile(root, "a", info); err == nil {
			t.Errorf("%s: got %q", name, text)
		}
	}
	pipe, err := root.Lstat(".")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(root, "b", pipe); err == nil {
		t.Error("a file was opened in the place of a folder")
	}
}
