package pr

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func place(path string, mode Mode, id string) Place { return Place{path, mode, id} }

func TestAnInventoryKnowsFilesAndFolders(t *testing.T) {
	v, err := NewInventory([]Place{
		place("b/y.go", ModeFile, "1"), place("b", ModeFolder, "2"), place("b.go", ModeExecutable, "3"), place("a", ModeSymlink, "4"),
		place("b/m", ModeSubmodule, "5"), place("b/c", ModeFolder, "6"), place("b/c/x", ModeFile, "7"), place("hidden", ModeFile, ""), place("e", ModeFolder, "8"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b.go", "b/c/x", "b/y.go", "hidden"}, v.Files()); diff != "" {
		t.Error(diff)
	}
	for folder, want := range map[string]string{"": "[{a 40960} {b 16384} {b.go 33261} {e 16384} {hidden 33188}] true", "b": "[{c 16384} {m 57344} {y.go 33188}] true",
		"b/c": "[{x 33188}] true", "e": "[] true", "a": "[] false", "b.go": "[] false", "none": "[] false", "b/": "[] false", "/": "[] false", ".": "[] false"} {
		entries, ok := v.List(folder)
		if got := fmt.Sprint(entries, ok); got != want {
			t.Errorf("%q: got %s, want %s", folder, got, want)
		}
	}
	for path, want := range map[string]TextState{"b/y.go": BeyondLimit, "b.go": BeyondLimit, "a": NotFile, "b": NotFile, "b/m": NotFile, "hidden": NotFile,
		"": Absent, "none": Absent, "./b.go": Absent, "b/../b.go": Absent, "/b.go": Absent, "b.go/": Absent, `b\y.go`: Absent, "b.go\x00": Absent} {
		if got := v.Unread(path); got != (Text{State: want}) {
			t.Errorf("%q: got %v", path, got)
		}
	}
	v.Files()[0] = "changed"
	entries, _ := v.List("b")
	entries[0].Name = "changed"
	if again, _ := v.List("b"); v.Files()[0] != "b.go" || again[0].Name != "c" {
		t.Error("a caller changed the inventory")
	}
}

func TestNamesThatNoCheckoutCanHaveAreListedButNotRead(t *testing.T) {
	v, err := NewInventory([]Place{
		place("..", ModeFolder, "1"), place("../x", ModeFile, "2"), place(".", ModeFile, "3"), place("a", ModeFolder, "4"),
		place("a/", ModeFile, "5"), place("a/..", ModeFile, "6"), place("n\x00", ModeFile, "7"), place("ok\\", ModeFile, "8"),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range v.Files() {
		if want := map[bool]TextState{true: BeyondLimit, false: NotFile}[name == "ok\\"]; v.Unread(name).State != want {
			t.Errorf("%q: got %v", name, v.Unread(name))
		}
	}
}

func TestAnInventoryThatContradictsItselfIsAnError(t *testing.T) {
	many := make([]Place, MaxInventory+1)
	for i := range many {
		many[i] = place(fmt.Sprint(i), ModeFile, "1")
	}
	if _, err := NewInventory(many[:MaxInventory]); err != nil {
		t.Error(err)
	}
	for name, places := range map[string][]Place{
		"a path twice":            {place("a", ModeFile, "1"), place("a", ModeFile, "1")},
		"a path in no folder":     {place("a/b", ModeFile, "1")},
		"a path in a file":        {place("a", ModeFile, "1"), place("a/b", ModeFile, "1")},
		"an absolute path":        {place("/a", ModeFile, "1")},
		"an empty path":           {place("", ModeFile, "1")},
		"a path that is too long": {place(strings.Repeat("a", MaxPath+1), ModeFile, "1")},
		"too many paths":          many,
	} {
		if _, err := NewInventory(places); !errors.Is(err, ErrIncomplete) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
