package rules

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// goMoves are the packages that moved as a whole.
type goMoves struct {
	folders pr.Folders
	paths   map[string]map[string]string // folder of the module → old import path → new import path
}

// goMove is a folder whose files of Go moved.
type goMove struct {
	from, to string
	files    map[string]pr.File // by the name in the folder
	odd      bool               // files went to several folders, or got other names
}

// readGoMoves finds the folders that the change leaves empty of a package of Go, for a folder that was not there.
// A change of a file that steers the go command switches all moves off.
func readGoMoves(files []pr.File, folders pr.Folders, cfg config.Mechanical) goMoves {
	found := goMoves{folders, map[string]map[string]string{}}
	if !cfg.Imports["go"].BuiltIn || folders.Base == nil || folders.MergeBase == nil || slices.ContainsFunc(namesOf(files), steersGo) {
		return found
	}
	touched := map[string]int{} // names of the change in a folder
	byFolder := map[string]*goMove{}
	for _, f := range files {
		for _, name := range f.Paths() {
			touched[pr.Folder(name)]++
		}
		from, to := pr.Folder(f.OldPath), pr.Folder(f.Path)
		if f.Status != pr.Renamed || extension(f.Path) != "go" || from == to {
			continue
		}
		m := byFolder[from]
		if m == nil {
			m = &goMove{from: from, to: to, files: map[string]pr.File{}}
			byFolder[from] = m
		}
		m.odd = m.odd || m.to != to || path.Base(f.Path) != path.Base(f.OldPath)
		m.files[path.Base(f.Path)] = f
	}
	var list []*goMove
	for _, m := range byFolder {
		list = append(list, m)
	}
	// A folder is whole only if those in it are, so the deep ones come first.
	slices.SortFunc(list, func(a, b *goMove) int { return cmp.Or(len(b.from)-len(a.from), cmp.Compare(a.from, b.from)) })
	whole := map[string]string{}
	for _, m := range list {
		n := len(m.files)
		if m.odd || touched[m.from] != n || touched[m.to] != n || !goFolders(m.from, m.to) || !m.leavesNothing(folders, whole) || !m.samePackage() {
			continue
		}
		whole[m.from] = m.to
		found.add(m)
	}
	return found
}

// steersGo reports whether the go command reads in a file where packages are.
func steersGo(name string) bool {
	base := strings.ToLower(path.Base(name))
	return base == goManifest || base == "go.work" || base == "modules.txt" || strings.Contains("/"+strings.ToLower(name), "/vendor/")
}

// goFolders reports whether packages in two folders are seen by the same importers, and in the usual way.
func goFolders(from, to string) bool {
	scope := func(folder string) string {
		return folder[:strings.LastIndex("/"+folder+"/", "/internal/")+1]
	}
	for _, folder := range []string{from, to} {
		for element := range strings.SplitSeq(folder, "/") {
			if element == "" || element == "vendor" || element == "testdata" || strings.HasPrefix(element, "_") ||
				strings.HasPrefix(element, ".") || strings.HasSuffix(element, ".") {
				return false
			}
		}
	}
	return plainPath.MatchString(from) && plainPath.MatchString(to) && scope(from) == scope(to) &&
		!strings.HasPrefix(from, to+"/") && !strings.HasPrefix(to, from+"/")
}

// leavesNothing reports whether the old folder held what moved and nothing else, and the new one was not there.
func (m *goMove) leavesNothing(folders pr.Folders, whole map[string]string) bool {
	for _, at := range bothListings(folders) {
		if !notThere(at, m.to) {
			return false
		}
		n := 0
		for _, e := range at[m.from] {
			if e.Mode == pr.ModeFolder {
				if to, ok := whole[pr.Under(m.from, e.Name)]; !ok || to != pr.Under(m.to, e.Name) {
					return false
				}
				continue
			}
			if _, moved := m.files[e.Name]; !moved || !e.Mode.Regular() {
				return false
			}
			n++
		}
		if n != len(m.files) {
			return false
		}
	}
	return true
}

// notThere reports whether a folder is not in a listing, also not for a disk that does not know the case of names.
func notThere(at pr.Listing, folder string) bool {
	above := pr.Above(folder)
	for i, parent := range above[:len(above)-1] {
		entries, read := at[parent]
		if !read {
			return false
		}
		name := path.Base(above[i+1])
		if at.Mode(parent, name) == pr.ModeFolder {
			continue
		}
		return !slices.ContainsFunc(entries, func(e pr.Entry) bool { return strings.EqualFold(e.Name, name) })
	}
	return false
}

var goPackageName = regexp.MustCompile(`^package ([a-zA-Z]\w*)$`)

// samePackage reports whether importers get the same package as before: unchanged texts of one package, none of which
// names its place. Tests are not imported, and go to the model if they change.
func (m *goMove) samePackage() bool {
	name := ""
	for base, f := range m.files {
		if f.Binary || !f.OldMode.Regular() || f.OldMode != f.NewMode || strings.HasPrefix(base, "_") || strings.HasPrefix(base, ".") || !plainPath.MatchString(base) {
			return false
		}
		if strings.HasSuffix(base, "_test.go") {
			continue
		}
		if f.Old.State != pr.Read || f.New.State != pr.Read || f.Old.Body != f.New.Body || len(f.Hunks) > 0 || namesItsPlace(f.New.Body) {
			return false
		}
		head := strings.TrimSuffix(readHeader(f.New.Body, "go", config.ImportRule{}).head, "\n")
		clause := goPackageName.FindStringSubmatch(head[strings.LastIndexByte(head, '\n')+1:])
		if clause == nil || name != "" && clause[1] != name {
			return false
		}
		name = clause[1]
	}
	return name != "" && name != "main"
}

// namesItsPlace reports whether a text of Go may depend on its folder: cgo, embedded files, generators, linked names.
func namesItsPlace(text string) bool {
	if importsC(text) {
		return true
	}
	for _, after := range strings.Split(text, "//go:")[1:] {
		if !strings.HasPrefix(after, "build ") {
			return true
		}
	}
	return false
}

// add names the import paths of a move, if both folders are in one module that the go command reads in one way.
func (m goMoves) add(move *goMove) {
	root, ok := m.moduleOf(move.from)
	if newRoot, ok2 := m.moduleOf(move.to); !ok || !ok2 || root != newRoot {
		return
	}
	for _, at := range bothListings(m.folders) {
		for _, above := range pr.Above(root) {
			if at.Mode(above, "go.work") != 0 || at.Mode(above, "vendor") != 0 {
				return
			}
		}
	}
	module, ok := goModule(m.folders.Manifests[pr.Under(root, goManifest)].Body) // empty if it could not be read
	if !ok {
		return
	}
	if m.paths[root] == nil {
		m.paths[root] = map[string]string{}
	}
	path := func(folder string) string {
		return module + strings.TrimPrefix("/"+folder, strings.TrimSuffix("/"+root, "/"))
	}
	m.paths[root][path(move.from)] = path(move.to)
}

// moduleOf is the folder of the module that a folder belongs to, in both states of the repository.
func (m goMoves) moduleOf(folder string) (string, bool) {
	base, ok := m.folders.Base.Nearest(folder, goManifest)
	fork, ok2 := m.folders.MergeBase.Nearest(folder, goManifest)
	return base, ok && ok2 && base == fork
}

// seenBy lists the moves that a file sees: those of its own module.
func (m goMoves) seenBy(file string) map[string]string {
	if len(m.paths) == 0 {
		return nil
	}
	root, ok := m.moduleOf(pr.Folder(file))
	if !ok {
		return nil
	}
	return m.paths[root]
}

var goImport = regexp.MustCompile(`^((?:import[ \t]+)?(?:\w+[ \t]+)?")([^"\\]+)"$`)

// followGo returns an import with the new path of its package. What the file calls the package stays: an alias as it
// stands, and without one the package clause, which did not change.
func followGo(seen map[string]string, entry string) (string, bool) {
	c := goImport.FindStringSubmatch(entry)
	if c == nil {
		return "", false
	}
	to, ok := seen[c[2]]
	return c[1] + to + `"`, ok
}
