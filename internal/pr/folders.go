package pr

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// ModeFolder is the mode of a folder in a Listing.
const ModeFolder Mode = 0o040000

// Folders is what stands beside the changed files, where a rule wants to know it (Want.Folders).
// The zero value means that nobody asked or that it is not known; no rule may take it for "nothing is there".
type Folders struct {
	// Base is the tip of the base branch, to which the PR will be merged, and MergeBase what the PR was made of.
	Base, MergeBase Listing
	// Manifests are the texts at the base commit of the files that Want.Manifest names, by path.
	Manifests map[string]Text
}

// Listing is what one commit has in some folders: the entries of each by its path from the root, which is "".
// A folder that is not there has no entries; one without a key was not read. Entries are sorted by their names.
type Listing map[string][]Entry

// Entry is what a folder has under a name, without case folding; the name has no slash.
type Entry struct {
	Name string
	Mode Mode // ModeFolder for a folder
}

// Set stores the entries of a folder, which it sorts.
func (l Listing) Set(folder string, entries []Entry) {
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	l[folder] = entries
}

// Mode is the mode of what a folder has under a name; 0: nothing, or the folder was not read.
func (l Listing) Mode(folder, name string) Mode {
	entries := l[folder]
	i, ok := slices.BinarySearchFunc(entries, name, func(e Entry, n string) int { return cmp.Compare(e.Name, n) })
	if !ok {
		return 0
	}
	return entries[i].Mode
}

// Nearest is the first folder, from the given one up to the root, that has something with this name.
// It is not ok if none has, or if one on the way was not read.
func (l Listing) Nearest(folder, name string) (where string, ok bool) {
	above := Above(folder)
	for _, at := range slices.Backward(above) {
		if _, read := l[at]; !read {
			return "", false
		}
		if l.Mode(at, name) != 0 {
			return at, true
		}
	}
	return "", false
}

// Above lists the folders from the root to the given one, e.g. "", "a" and "a/b" for "a/b".
func Above(folder string) []string {
	list := []string{""}
	for i := range len(folder) {
		if folder[i] == '/' {
			list = append(list, folder[:i])
		}
	}
	if folder != "" {
		list = append(list, folder)
	}
	return list
}

// Under is the path of what a folder has under a name. The name is taken as it stands, because a tree of git may
// be made to hold "..".
func Under(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// Folder is the folder of a file, as Listing writes it.
func Folder(file string) string { return strings.TrimPrefix(path.Dir("/"+file), "/") }

// Manifests lists the paths that have Want.Manifest for the wanted folders, sorted.
// Beyond MaxManifests it lists none, so that the rules know none.
func (w Want) Manifests(base Listing) []string {
	if w.Manifest == "" {
		return nil
	}
	found := map[string]bool{}
	var paths []string
	for _, folder := range w.Folders {
		where, ok := base.Nearest(folder, w.Manifest)
		if file := Under(where, w.Manifest); ok && !found[file] {
			found[file] = true
			paths = append(paths, file)
		}
	}
	if len(paths) > MaxManifests {
		return nil
	}
	slices.Sort(paths)
	return paths
}
