package rules

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// classMoves maps the extension and the old name of a class, e.g. "java a.b.C", to where it went.
// A class of one language is not followed by files of the other: which of two sources a compiler for both takes
// is not in the texts.
type classMoves map[string]classMove

type classMove struct{ set, name string }

// readClassMoves finds the classes that moved within their source set. The package clause of both texts must say
// what the path says, and the first declaration must be the class of the file's name, so that nobody else has it.
func readClassMoves(files []pr.File, folders pr.Folders, cfg config.Mechanical) classMoves {
	found := classMoves{}
	places := classPlaces(files)
	older := olderClasses{folders: folders, changed: map[string]bool{}, read: map[string]map[string]bool{}}
	for _, name := range namesOf(files) {
		older.changed[name] = true
	}
	for _, f := range files {
		ext := extension(f.Path)
		if f.Status != pr.Renamed || ext != "java" && ext != "kt" || path.Base(f.Path) != path.Base(f.OldPath) {
			continue
		}
		before, after, ok := movedWhole(f, cfg.Imports[ext])
		oldSet, oldName, ok2 := classOf(f.OldPath, ext)
		set, name, ok3 := classOf(f.Path, ext)
		if !ok || !ok2 || !ok3 || oldSet != set || strings.EqualFold(oldName, name) {
			continue
		}
		oldPack, oldAbove := packageOf(before)
		pack, above := packageOf(after)
		class := path.Base(strings.TrimSuffix(f.Path, path.Ext(f.Path)))
		if oldPack+"."+class != oldName || pack+"."+class != name || oldAbove != above ||
			strings.Contains(f.New.Body, `\u`) || !declaresFirst(after.rest, ext, class) {
			continue
		}
		if places.count(oldName) != 1 || places.count(name) != 1 {
			continue // another file of the PR may be the class of the old or of the new name
		}
		if older.has(set, oldName) || older.has(set, name) {
			continue
		}
		found[ext+" "+oldName] = classMove{set, name}
	}
	return found
}

// classOf splits x/src/main/java/a/b/C.java into the source set x/src/main and a.b.C.
// Kotlin may lie in the folder kotlin too; a move between both folders is not followed.
func classOf(name, ext string) (set, class string, ok bool) {
	folders := []string{"src/main/java", "src/test/java"}
	if ext == "kt" {
		folders = append(folders, "src/main/kotlin", "src/test/kotlin")
	}
	for _, folder := range folders {
		at := strings.Index("/"+name, "/"+folder+"/")
		if at < 0 {
			continue
		}
		class = strings.TrimSuffix(name[at+len(folder)+1:], path.Ext(name))
		return name[:at+len(folder)], strings.ReplaceAll(class, "/", "."), strings.Contains(class, "/") && !strings.Contains(class, ".")
	}
	return "", "", false
}

// packageOf is the package of a text, and what stands above its clause.
func packageOf(h header) (pack, above string) {
	head := strings.TrimSuffix(h.head, "\n")
	at := strings.LastIndexByte(head, '\n') + 1
	clause, ok := strings.CutPrefix(strings.Trim(head[at:], " \t"), "package ")
	if !ok {
		return "", head
	}
	return strings.TrimSuffix(clause, ";"), head[:at]
}

var (
	javaDeclares = regexp.MustCompile(`^(?:(?:public|abstract|final|sealed|non-sealed|strictfp) +)*(?:class|interface|enum|record|@interface) +(\w+)(?:[ (<{]|$)`)
	kotlinClass  = regexp.MustCompile(`^(?:(?:public|internal|abstract|final|open|sealed|data|enum|annotation|value|inline|fun) +)*(?:class|interface|object) +(\w+)(?:[ (<{:]|$)`)
	// annotationLine is an annotation that ends on its line; its strings are not empty, so that no text block starts.
	annotationLine = regexp.MustCompile(`^@[\w.]+(?:\([^"']*(?:"[^"\\]+"[^"']*)*\))?$`)
)

// declaresFirst reports whether the first code behind the imports declares the class, without a comment or a text
// in which the words could stand.
func declaresFirst(body, ext, class string) bool {
	declares := javaDeclares
	if ext == "kt" {
		declares = kotlinClass
	}
	comment, block := false, false
	for len(body) > 0 {
		raw, rest, _ := strings.Cut(body, "\n")
		body = rest
		if len(raw) > maxEntry {
			return false
		}
		switch line := strings.Trim(raw, " \t"); lineOfHeader(line, ext, config.ImportRule{}, &comment, &block) {
		case "blank", "comment":
		case "":
			if line == raw && annotationLine.MatchString(line) && !strings.HasPrefix(line, "@interface") && !strings.Contains(line, "/*") {
				continue
			}
			m := declares.FindStringSubmatch(raw)
			return m != nil && m[1] == class
		default:
			return false
		}
	}
	return false
}

// places lists the changed files of the JVM by the base of their names, without case.
type places map[string][]string

// maxPlaces bounds the names that are compared with each other: beyond, no move counts.
const maxPlaces = 20

func classPlaces(files []pr.File) places {
	found := places{}
	for _, name := range namesOf(files) {
		if !slices.Contains([]string{"java", "kt", "kts", "groovy", "scala", "class"}, extension(name)) {
			continue
		}
		name = strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
		found[path.Base(name)] = append(found[path.Base(name)], "/"+name)
	}
	return found
}

// count is the number of changed files that may be a class, in whatever folder of sources they lie.
func (p places) count(class string) (n int) {
	class = "/" + strings.ToLower(strings.ReplaceAll(class, ".", "/"))
	names := p[path.Base(class)]
	if len(names) > maxPlaces {
		return len(names)
	}
	for _, name := range names {
		if strings.HasSuffix(name, class) {
			n++
		}
	}
	return n
}

// follow returns the entry with the new name of a class that its file sees.
func (m classMoves) follow(file, ext, entry string, values map[string]bool) (string, bool) {
	set, _, ok := classOf(file, ext)
	c := javaClass.FindStringSubmatch(entry)
	if !ok || c == nil {
		return "", false
	}
	to, ok := m[ext+" "+c[1]+c[2]]
	// Tests see the main code of their own module first; nobody else does.
	if !ok || module(to.set) != module(set) || inTests(to.set) && !inTests(set) {
		return "", false
	}
	if values[c[2]] {
		return "", false
	}
	return strings.Replace(entry, c[1]+c[2], to.name, 1), true
}

func inTests(set string) bool { return path.Base(path.Dir(set)) == "test" }

// module cuts src/main/java and the like off the name of a source set.
func module(set string) string { return path.Dir(path.Dir(path.Dir("/" + set))) }

// valueNames lists the names that a text of Kotlin may use as more than a type. An import of Kotlin binds functions and
// values of the name too, which may stand in any file of the package: Ant("x") can be one of them, x: Ant cannot.
func valueNames(body string) map[string]bool {
	found := map[string]bool{}
	for line := range strings.SplitSeq(body, "\n") {
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), "//") {
			continue
		}
		for end := 0; end < len(line); {
			start := end
			for end < len(line) && line[end] != '$' && isNameRune(rune(line[end])) {
				end++
			}
			if end == start {
				end++
			} else if !typePlace(line[:start], line[end:]) {
				found[line[start:end]] = true
			}
		}
	}
	return found
}

// typePlace reports whether only a type can stand between two parts of a line of Kotlin: behind a colon, is and as,
// or alone in angle brackets.
func typePlace(before, after string) bool {
	if strings.HasSuffix(before, "<") {
		return strings.HasPrefix(strings.TrimPrefix(after, "?"), ">")
	}
	trimmed := strings.TrimRight(before, " \t")
	if left, ok := strings.CutSuffix(trimmed, ":"); ok {
		return left != "" && !strings.HasSuffix(left, ":") && !strings.HasSuffix(left, "?") // no reference, no default
	}
	for _, word := range []string{"is", "as", "as?"} {
		if left, ok := strings.CutSuffix(trimmed, word); ok && len(trimmed) < len(before) {
			return left != "" && (strings.HasSuffix(left, " ") || strings.HasSuffix(left, "!"))
		}
	}
	return false
}
