package pr

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// MaxInventory is the number of paths of one commit, folders included, that an Inventory holds.
const MaxInventory = 100_000

// MaxPath is the length of a path in bytes; no system can check out a longer one.
const MaxPath = 4096

// Place is what a commit has at a path.
type Place struct {
	Path string
	Mode Mode
	ID   string // of the blob or tree; empty: the file cannot be read by this name
}

// Inventory is everything that one commit has, by path. It is made once and never changed.
type Inventory struct {
	places  map[string]Place
	files   []string // regular files, sorted
	folders Listing
}

// NewInventory takes the places of a commit in any order, each below a folder that is one of them.
// What contradicts itself is an error that wraps ErrIncomplete. Names that no checkout could have, such as "..",
// are listed, but nothing can be read by them.
func NewInventory(places []Place) (*Inventory, error) {
	if len(places) > MaxInventory {
		return nil, TooManyPaths()
	}
	v := &Inventory{places: make(map[string]Place, len(places)), folders: Listing{"": nil}}
	for _, p := range places {
		if !CleanPath(p.Path) {
			p.ID = ""
		}
		other, twice := v.places[p.Path]
		if p.Path == "" || p.Path[0] == '/' || len(p.Path) > MaxPath || twice && (other.ID != "" || p.ID != "") {
			return nil, fmt.Errorf("%w: a path is empty, absolute, too long or listed twice", ErrIncomplete)
		}
		v.places[p.Path] = p
		if _, listed := v.folders[p.Path]; p.Mode == ModeFolder && !listed {
			v.folders[p.Path] = nil
		}
	}
	for _, p := range slices.Sorted(maps.Keys(v.places)) {
		at := strings.LastIndexByte(p, '/')
		above := p[:max(at, 0)]
		siblings, ok := v.folders[above]
		if !ok {
			return nil, fmt.Errorf("%w: %q lies in no folder", ErrIncomplete, p)
		}
		mode := v.places[p].Mode
		v.folders[above] = append(siblings, Entry{p[at+1:], mode})
		if mode.Regular() {
			v.files = append(v.files, p)
		}
	}
	for folder, entries := range v.folders {
		v.folders.Set(folder, entries)
	}
	return v, nil
}

// TooManyPaths is the error for a commit that has more than MaxInventory paths.
func TooManyPaths() error {
	return fmt.Errorf("%w: the repository has more than %d files and folders, which is too many to look around in it", ErrIncomplete, MaxInventory)
}

// At is what stands at a path; mode 0: nothing.
func (v *Inventory) At(path string) Place { return v.places[path] }

// Unread is the state of a path before it is read: BeyondLimit for a file that can be read, else what Read returns for it.
func (v *Inventory) Unread(path string) Text {
	p := v.places[path]
	if p.Mode.Regular() && p.ID == "" {
		return Text{State: NotFile}
	}
	return Unread(p.Mode)
}

// Files lists the regular files, sorted by their paths.
func (v *Inventory) Files() []string { return slices.Clone(v.files) }

// List returns what a folder has, sorted by name; not ok: there is no such folder.
func (v *Inventory) List(folder string) ([]Entry, bool) {
	entries, ok := v.folders[folder]
	return slices.Clone(entries), ok
}

// CleanPath reports whether a path leads from the root to a file without detours. Its bytes need not be UTF-8.
func CleanPath(name string) bool {
	return name != "" && len(name) <= MaxPath && path.Clean("/"+name) == "/"+name && !strings.Contains(name, "\x00")
}
