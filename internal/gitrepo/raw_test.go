package gitrepo

import (
	"errors"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

const rawExample = ":100644 100755 aa bb M\x00a\nb\x00:100644 100644 aa aa R100\x00old name\x00new\tname\x00:000000 120000 00 cc A\x00l\x00"

func TestRawListIsRead(t *testing.T) {
	t.Parallel()
	got, err := parseRaw(rawExample)
	want := []rawEntry{
		{pr.ModeFile, pr.ModeExecutable, "aa", "bb", 'M', "a\nb", "a\nb"},
		{pr.ModeFile, pr.ModeFile, "aa", "aa", 'R', "new\tname", "old name"},
		{0, pr.ModeSymlink, "00", "cc", 'A', "l", "l"},
	}
	if err != nil || len(got) != len(want) {
		t.Fatalf("got %v, %v", got, err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %v, want %v", got[i], want[i])
		}
	}
}

// FuzzParseRaw: no panic, and no byte of accepted input is lost.
func FuzzParseRaw(f *testing.F) {
	f.Add(rawExample)
	f.Add(":100644 100644 a b R")
	f.Fuzz(func(t *testing.T, out string) {
		entries, err := parseRaw(out)
		if err != nil {
			if !errors.Is(err, pr.ErrIncomplete) {
				t.Errorf("got %v", err)
			}
			return
		}
		names := 0
		for _, e := range entries {
			names++
			if e.status == 'R' || e.status == 'C' {
				names++
			}
		}
		if got := strings.Count(out, "\x00"); got != names+len(entries) {
			t.Errorf("%d entries with %d names of %d fields", len(entries), names, got)
		}
	})
}
