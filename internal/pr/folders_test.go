package pr

import (
	"strings"
	"testing"
)

func TestTheNearestFolderWithAName(t *testing.T) {
	t.Parallel()
	l := Listing{}
	l.Set("", []Entry{{"z", ModeFolder}, {"go.mod", ModeFile}, {"a", ModeFolder}})
	l.Set("a", []Entry{{"b", ModeFolder}, {"Go.mod", ModeFile}})
	l.Set("a/b", []Entry{{"go.mod", ModeSymlink}})
	l.Set("a/b/c", nil)
	l.Set("y/z", nil)
	for _, tc := range []struct {
		folder, want string
		ok           bool
	}{
		{"", "", true}, {"a", "", true}, {"a/b", "a/b", true}, {"a/b/c", "a/b", true},
		{"a/c", "", false}, // not read
		{"y/z", "", false}, // the folder above was not read
		{"a/b/c/d", "", false},
	} {
		if got, ok := l.Nearest(tc.folder, "go.mod"); got != tc.want || ok != tc.ok {
			t.Errorf("%q: got %q, %v", tc.folder, got, ok)
		}
	}
	if _, ok := l.Nearest("a/b", "go.work"); ok {
		t.Error("found a file that is nowhere")
	}
	if _, ok := (Listing)(nil).Nearest("", "go.mod"); ok {
		t.Error("found a file in nothing")
	}
}

func TestFoldersAbove(t *testing.T) {
	t.Parallel()
	for folder, want := range map[string]string{"": "", "a": "|a", "a/bc/d": "|a|a/bc|a/bc/d"} {
		if got := strings.Join(Above(folder), "|"); got != want {
			t.Errorf("%q: got %q", folder, got)
		}
	}
	for file, want := range map[string]string{"a": "", "a/b": "a", "a/b/c.go": "a/b"} {
		if got := Folder(file); got != want {
			t.Errorf("%q: got %q", file, got)
		}
	}
}
