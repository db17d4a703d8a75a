package rules

import (
	"path"
	"slices"
	"strings"

	"werkrevisor/internal/pr"
)

// sourceFolders lists where a module may have the classes of the package that a class is in.
func sourceFolders(set, class string) []string {
	root, pack := strings.TrimPrefix(module(set), "/"), path.Dir(strings.ReplaceAll(class, ".", "/"))
	var list []string
	for _, sources := range []string{"main/java", "main/kotlin", "test/java", "test/kotlin"} {
		list = append(list, path.Join(root, "src", sources, pack))
	}
	return list
}

// olderClasses are the classes that were there before and do not change, by the names of their files.
type olderClasses struct {
	folders pr.Folders
	changed map[string]bool
	read    map[string]map[string]bool // folder → names without extension and case; nil if the folder is not known
}

// has reports whether the module may have another class of the name, which some importers would get in its place.
func (o olderClasses) has(set, class string) bool {
	name := strings.ToLower(class[strings.LastIndexByte(class, '.')+1:])
	return slices.ContainsFunc(sourceFolders(set, class), func(folder string) bool {
		names, ok := o.read[folder]
		if !ok {
			names = o.names(folder)
			o.read[folder] = names
		}
		return names == nil || names[name]
	})
}

func (o olderClasses) names(folder string) map[string]bool {
	names := map[string]bool{}
	for _, at := range bothListings(o.folders) {
		entries, read := at[folder]
		if !read {
			return nil
		}
		for _, e := range entries {
			if !o.changed[pr.Under(folder, e.Name)] {
				name, _, _ := strings.Cut(strings.ToLower(e.Name), ".")
				names[name] = true
			}
		}
	}
	return names
}

// olderModules is what lay beside moved scripts before and does not change.
type olderModules struct {
	folders pr.Folders
	taken   map[string]bool // names of folders, without case
	steers  map[string]bool // folders with a file that tells tools how they find modules
	doubled map[string]bool // folders that a disk may take for another one of the same letters
}

// readOlderModules reads the folders of moved scripts, each once, and counts what their files answer to in claims.
func readOlderModules(files []pr.File, folders pr.Folders, changed map[string]bool, claims map[string]int) olderModules {
	o := olderModules{folders, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	wanted, spelled := map[string]bool{}, map[string]string{}
	for _, f := range files {
		if f.Status != pr.Renamed || !isScript(extension(f.Path)) {
			continue
		}
		for _, name := range f.Paths() {
			if folder := pr.Folder(name); o.known(folder) && !wanted[folder] {
				for _, above := range pr.Above(folder) {
					wanted[above], spelled[strings.ToLower(above)] = true, above
				}
			}
		}
	}
	counted := map[string]bool{}
	for folder := range wanted {
		o.doubled[folder] = o.doubled[folder] || spelled[strings.ToLower(folder)] != folder
		for _, e := range slices.Concat(folders.Base[folder], folders.MergeBase[folder]) {
			name := pr.Under(folder, e.Name)
			if changed[name] || counted[name] {
				continue
			}
			counted[name] = true
			if !e.Mode.Regular() { // a folder, a symlink that may lead to one, a submodule
				o.taken[strings.ToLower(name)] = true
				if same, ok := spelled[strings.ToLower(name)]; ok && same != name {
					o.doubled[same] = true
				}
			}
			if e.Mode == pr.ModeFolder {
				continue
			}
			o.steers[folder] = o.steers[folder] || steersModules(name)
			for _, key := range answersTo(name) {
				claims[key]++
			}
		}
	}
	return o
}

// known reports whether a folder was read in both states of the repository.
func (o olderModules) known(folder string) bool {
	_, base := o.folders.Base[folder]
	_, fork := o.folders.MergeBase[folder]
	return base && fork
}

// leaves reports whether what was there before leaves one reading of a move: nothing takes the names as folders,
// and no tool is told something else about the one place than about the other.
func (o olderModules) leaves(f pr.File, stem, oldStem string) bool {
	for _, name := range []string{f.Path, f.OldPath, stem, oldStem} {
		if o.taken[strings.ToLower(name)] {
			return false
		}
	}
	if !o.known(pr.Folder(f.OldPath)) || !o.known(pr.Folder(f.Path)) {
		return false
	}
	from, to := pr.Above(pr.Folder(f.OldPath)), pr.Above(pr.Folder(f.Path))
	if slices.ContainsFunc(slices.Concat(from, to), func(folder string) bool { return o.doubled[folder] }) {
		return false
	}
	for len(from) > 0 && len(to) > 0 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	return !slices.ContainsFunc(slices.Concat(from, to), func(folder string) bool { return !o.known(folder) || o.steers[folder] })
}
