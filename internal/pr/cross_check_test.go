package pr

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// recordedList reads recorded pages of the server's file list.
func recordedList(t *testing.T, pages ...string) (list []Listed) {
	t.Helper()
	for _, page := range pages {
		var entries []struct {
			Path    string `json:"filename"`
			OldPath string `json:"previous_filename"`
			Status  string `json:"status"`
			Added   int    `json:"additions"`
			Deleted int    `json:"deletions"`
		}
		if err := json.Unmarshal(readTestdata(t, page), &entries); err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			list = append(list, Listed(e))
		}
	}
	return list
}

func TestRecordedListsAgreeWithTheirDiffs(t *testing.T) {
	for diff, pages := range map[string][]string{
		"pr-diff.body":            {"pr-files-p1.json", "pr-files-p2.json"},
		"pr-diff-binary.body":     {"pr-files-p1.json", "pr-files-p2.json"},
		"typechange-diff.body":    {"typechange-files.json"},
		"gitattributes-diff.body": {"gitattributes-files.json"},
	} {
		if err := CrossCheck(parse(t, string(readTestdata(t, diff))), recordedList(t, pages...)); err != nil {
			t.Errorf("%s: %v", diff, err)
		}
	}
}

// bigChange is a PR of 120 entries, two of which are type changes, and its list as the server cuts it:
// the last two files are hidden.
func bigChange(t *testing.T) ([]File, []Listed) {
	t.Helper()
	var diff strings.Builder
	for i := range 120 {
		switch name := fmt.Sprintf("dir/f%03d.txt", i); i {
		case 10, 60:
			diff.WriteString(strings.ReplaceAll(deletedX+addedX("120000"), "/x", "/"+name))
		default:
			diff.WriteString(strings.ReplaceAll(addedX("100644"), "/x", "/"+name))
		}
	}
	files := parse(t, diff.String())
	list, typeChanges := listEntries(files)
	if len(files) != 120 || typeChanges != 2 {
		t.Fatalf("%d files, %d type changes", len(files), typeChanges)
	}
	return files, list[:len(list)-typeChanges]
}

func TestTypeChangesExplainWhatTheListHides(t *testing.T) {
	files, list := bigChange(t)
	if err := CrossCheck(files, list); err != nil {
		t.Error(err)
	}
	whole, _ := listEntries(files)
	if err := CrossCheck(files, whole); err != nil {
		t.Errorf("a list that hides nothing: %v", err)
	}
}

func TestOtherDifferencesAreRefused(t *testing.T) {
	files, list := bigChange(t)
	last := len(list) - 1
	tests := map[string]func() []Listed{
		"one entry more is hidden": func() []Listed { return list[:last] },
		"one entry less is hidden": func() []Listed { return append(slices.Clone(list), Listed{"dir/f118.txt", "", "added", 1, 0}) },
		"an entry in the middle": func() []Listed {
			return append(slices.Delete(slices.Clone(list), 5, 6), Listed{"dir/f118.txt", "", "added", 1, 0})
		},
		"an entry twice":             func() []Listed { return append(slices.Delete(slices.Clone(list), 5, 6), list[6]) },
		"a file that the diff lacks": func() []Listed { l := slices.Clone(list); l[3].Path = "other"; return l },
		"another number of lines":    func() []Listed { l := slices.Clone(list); l[3].Added++; return l },
		"another status":             func() []Listed { l := slices.Clone(list); l[3].Status = "deleted"; return l },
		"an unknown status":          func() []Listed { l := slices.Clone(list); l[3].Status = "moved"; return l },
		"a rename":                   func() []Listed { l := slices.Clone(list); l[3].Status, l[3].OldPath = "renamed", "a"; return l },
		"an empty list":              func() []Listed { return nil },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			if err := CrossCheck(files, change()); !errors.Is(err, ErrIncomplete) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestWithoutATypeChangeNothingMayBeHidden(t *testing.T) {
	files := parse(t, string(readTestdata(t, "gitattributes-diff.body")))
	list := recordedList(t, "gitattributes-files.json")
	if err := CrossCheck(files, list[:2]); !errors.Is(err, ErrIncomplete) {
		t.Errorf("got %v", err)
	}
}

func TestNamesThatBecomeEqualAreCounted(t *testing.T) {
	diff := strings.ReplaceAll(addedX("100644"), "/x", "/\xe9") + strings.ReplaceAll(addedX("100644"), "/x", "/\xe8")
	entry := Listed{"\ufffd", "", "added", 1, 0}
	files := parse(t, diff)
	if err := CrossCheck(files, []Listed{entry, entry}); err != nil {
		t.Error(err)
	}
	other := entry
	other.Added = 2
	for name, list := range map[string][]Listed{"one is hidden": {entry}, "one too many": {entry, entry, entry}, "another one": {entry, other}} {
		if err := CrossCheck(files, list); !errors.Is(err, ErrIncomplete) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := CrossCheck(files[:1], []Listed{entry}); err != nil {
		t.Error(err)
	}
}

func TestFilesOfNamesThatLookAlikeAreSetAside(t *testing.T) {
	read := Text{State: Read, Body: "x"}
	file := func(name, old string) File { return File{Path: name, OldPath: old, Old: read, New: read} }
	files := []File{file("a\xe9", "a\xe9"), file("b\xe9", "b\xe9"), file("c", "a\xe8"), file("a\ufffd.go", "a\ufffd.go"), file("d\xe9", "d\xe8"), file("e", "e")}
	files[0].Old = Text{State: Absent}
	SetAside(files)
	got := ""
	for _, f := range files {
		got += fmt.Sprint(f.Old.State == Read, f.New.State == Read, " ")
	}
	if got != "false false true true false false true true false false true true " || files[0].Old.State != Absent || files[0].New.State != NotUTF8 {
		t.Errorf("got %s", got)
	}
}
