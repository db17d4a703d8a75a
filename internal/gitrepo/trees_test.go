package gitrepo

import (
	"errors"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

func TestTreesAreParsed(t *testing.T) {
	t.Parallel()
	id := strings.Repeat("\x12", 20)
	got, err := parseTree([]byte("100644 a b\x00"+id+"40000 dir\x00"+id), false)
	want := strings.Repeat("12", 20)
	if err != nil || len(got) != 2 || got["a b"] != (treeEntry{pr.ModeFile, want}) || got["dir"] != (treeEntry{pr.ModeFolder, want}) {
		t.Errorf("got %v, %v", got, err)
	}
	for name, text := range map[string]string{
		"an id that is cut off": "100644 a\x00" + id[1:],
		"no name":               "100644 \x00" + id,
		"no mode":               "a\x00" + id,
		"a mode of nothing":     "0 a\x00" + id,
		"no NUL":                "100644 a",
		"one name twice":        "100644 a\x00" + id + "40000 a\x00" + id,
	} {
		if _, err := parseTree([]byte(text), false); !errors.Is(err, pr.ErrIncomplete) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func FuzzParseTree(f *testing.F) {
	f.Add([]byte("100644 a\x00"+strings.Repeat("\x12", 32)), true)
	f.Add([]byte("40000 a\x00"+strings.Repeat("\x12", 20)), false)
	f.Fuzz(func(t *testing.T, data []byte, sha256 bool) {
		entries, err := parseTree(data, sha256)
		if err != nil && !errors.Is(err, pr.ErrIncomplete) {
			t.Error(err)
		}
		for name, e := range entries {
			if name == "" || e.mode == 0 || !isID(e.id, sha256) {
				t.Errorf("%q: %v", name, e)
			}
		}
	})
}
