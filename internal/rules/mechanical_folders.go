package rules

import (
	"path"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// maxFolders is the number of folders of moved files and of their importers up to which moves are followed;
// beyond, nothing is read and no import follows.
const maxFolders = 32

// maxFollowed is the length of the longest name of a moved file that is followed, so that looking at every folder above
// costs little.
const maxFollowed = 500

// goManifest is the file that names a module of Go.
const goManifest = "go.mod"

// Folders names the folders, and the manifest above them, that tell whether the moves of a change explain imports
// (product.md 7). It looks at names and hunks only, because it decides what is read. Without a renamed source file and
// a changed importer of its language it names none.
func Folders(c pr.Change, cfg config.Config) (folders []string, manifest string) {
	if !cfg.Mechanical.Enabled {
		return nil, ""
	}
	imports := map[string]bool{}
	for _, f := range c.Files {
		if f.Status == pr.Modified && len(f.Hunks) > 0 && cfg.Mechanical.Imports[extension(f.Path)].BuiltIn {
			imports[importFamily(extension(f.Path))] = true
		}
	}
	w := wanted{all: map[string]bool{}, packages: map[string]bool{}}
	for _, f := range c.Files {
		ext := extension(f.Path)
		if f.Status != pr.Renamed || !followed(f.Path) || !followed(f.OldPath) || !imports[importFamily(ext)] ||
			ext == "go" && pr.Folder(f.Path) == pr.Folder(f.OldPath) {
			continue
		}
		w.move(f.OldPath)
		w.move(f.Path)
		if ext == "go" {
			w.packages[path.Base(pr.Folder(f.Path))] = true
		}
	}
	if len(w.packages) > 0 {
		manifest = goManifest
		for _, f := range c.Files {
			if f.Status == pr.Modified && extension(f.Path) == "go" && followed(f.Path) && w.importedBy(f) {
				w.add(pr.Folder(f.Path))
			}
		}
	}
	if w.counted > maxFolders || len(w.all) == 0 {
		return nil, ""
	}
	for folder := range w.all {
		folders = append(folders, folder)
	}
	slices.Sort(folders)
	return folders, manifest
}

func followed(name string) bool { return len(name) <= maxFollowed && plainPath.MatchString(name) }

// importFamily groups the extensions whose files import each other's moves by names that folders decide.
// In Rust the texts of the parents decide.
func importFamily(ext string) string {
	switch {
	case isScript(ext):
		return "script"
	case slices.Contains([]string{"go", "java", "kt"}, ext):
		return ext
	}
	return ""
}

type wanted struct {
	all      map[string]bool
	counted  int
	packages map[string]bool // last elements of the folders that packages of Go moved to
}

func (w *wanted) add(folder string) {
	if !w.all[folder] {
		w.all[folder] = true
		w.counted++
	}
}

// move adds what one name of a moved file needs.
func (w *wanted) move(name string) {
	ext := extension(name)
	if importFamily(ext) == "" {
		return
	}
	set, class, ok := classOf(name, ext)
	if ext != "java" && ext != "kt" {
		w.add(pr.Folder(name))
	} else if ok {
		w.add(pr.Folder(name))
		for _, folder := range sourceFolders(set, class) {
			w.all[folder] = true // most of them are not there, and cost no read
		}
	}
}

// importedBy reports whether a changed file of Go has a new line that may import a moved package.
func (w *wanted) importedBy(f pr.File) bool {
	for _, h := range f.Hunks {
		for _, line := range h.Lines {
			text, quoted := strings.CutSuffix(strings.TrimRight(line.Text, " \t\r"), `"`)
			if line.Op == pr.Add && quoted && w.packages[text[strings.LastIndexByte(text, '/')+1:]] {
				return true
			}
		}
	}
	return false
}

// bothListings are the two states of the repository that a move must be proven for: what the change was made of, and
// what it will be merged into.
func bothListings(f pr.Folders) []pr.Listing { return []pr.Listing{f.Base, f.MergeBase} }
