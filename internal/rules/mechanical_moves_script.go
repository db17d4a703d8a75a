package rules

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// scriptMoves maps the old name of a module, as a relative import may write it, to its move.
type scriptMoves map[string]scriptMove

type scriptMove struct{ to, form string }

// The ways in which an import names a module; the new import must use the way of the old one.
const (
	byName  = "name"         // ./x.js for x.js
	byStem  = "no extension" // ./x for x.ts
	byIndex = "folder"       // ./x for x/index.ts
)

// readScriptMoves finds the modules whose old and new name no other file may answer to, changed or not: resolvers differ
// in what they take first of x.ts, x.js, x.d.ts, x.ios.js, x/index.ts and x/package.json.
// A changed file that steers resolvers switches all moves off.
func readScriptMoves(files []pr.File, folders pr.Folders, cfg config.Mechanical) scriptMoves {
	names := namesOf(files)
	if slices.ContainsFunc(names, steersModules) {
		return nil
	}
	claims := map[string]int{}
	changed := map[string]bool{}
	for _, name := range names {
		changed[name] = true
		for _, key := range answersTo(name) {
			claims[key]++
		}
	}
	older := readOlderModules(files, folders, changed, claims)
	candidates := scriptMoves{}
	var whole []pr.File
	for _, f := range files {
		ext := extension(f.Path)
		_, _, ok := movedWhole(f, cfg.Imports[ext])
		stem, oldStem := strings.TrimSuffix(f.Path, path.Ext(f.Path)), strings.TrimSuffix(f.OldPath, path.Ext(f.OldPath))
		if !ok || !isScript(ext) || strings.HasSuffix(stem, ".d") || strings.HasSuffix(oldStem, ".d") ||
			strings.Contains(f.Path+f.OldPath, "node_modules") || !older.leaves(f, stem, oldStem) ||
			slices.ContainsFunc([]string{f.Path, f.OldPath, stem, oldStem}, func(n string) bool { return claims[strings.ToLower(n)] != 1 }) {
			continue
		}
		whole = append(whole, f)
		candidates[f.OldPath] = scriptMove{f.Path, byName}
		if slices.Contains([]string{"ts", "tsx", "js", "jsx"}, ext) {
			candidates[oldStem] = scriptMove{stem, byStem}
		}
		dir, oldDir := path.Dir(f.Path), path.Dir(f.OldPath)
		if path.Base(stem) == "index" && path.Base(oldStem) == "index" && claims[strings.ToLower(dir)] == 1 && claims[strings.ToLower(oldDir)] == 1 {
			candidates[oldDir] = scriptMove{dir, byIndex}
		}
	}
	found := scriptMoves{}
	for _, f := range whole {
		if !candidates.keepsItsImports(f, cfg.Imports[extension(f.Path)]) {
			continue
		}
		for _, name := range []string{f.OldPath, strings.TrimSuffix(f.OldPath, path.Ext(f.OldPath)), path.Dir(f.OldPath)} {
			m, ok := candidates[name]
			if ok && (m.to == f.Path || m.to == strings.TrimSuffix(f.Path, path.Ext(f.Path)) || m.form == byIndex && m.to == path.Dir(f.Path)) {
				found[name] = m
			}
		}
	}
	return found
}

// steersModules reports whether tools read in a file how they find modules.
func steersModules(name string) bool {
	base := strings.ToLower(path.Base(name))
	return base == "package.json" || strings.HasPrefix(base, ".") || toolConfig.MatchString(base)
}

// toolConfig finds the configurations of compilers and bundlers, not a module such as appConfig.ts.
var toolConfig = regexp.MustCompile(`(?:ts|js)config|\.config\.|^(?:webpack|deno|metro|babel)\b|(?:import|workspace).*\.(?:jsonc?|ya?ml)$`)

// answersTo lists the names, without case, that may mean a file in an import: without one extension, without two
// (x.d.ts, x.ios.js), and that of the folder for its index.
func answersTo(name string) []string {
	name = strings.ToLower(name)
	keys := []string{name}
	cut := func(n string) (string, bool) {
		ext := path.Ext(n)
		return strings.TrimSuffix(n, ext), ext != "" && ext != path.Base(n)
	}
	stem, ok := cut(name)
	if ok {
		keys = append(keys, stem)
		ext := path.Ext(stem)
		if shorter, ok := cut(stem); ok && !slices.Contains([]string{".test", ".spec", ".stories"}, ext) {
			keys = append(keys, shorter)
		}
	}
	if first, _, _ := strings.Cut(path.Base(name), "."); first == "index" || first == "package" {
		keys = append(keys, path.Dir(name))
	}
	return keys
}

// keepsItsImports reports whether a moved module still means the same by its own relative imports: from another folder
// the same words name another file, unless that moved along. Changed imports of the file go to the model with it.
func (m scriptMoves) keepsItsImports(f pr.File, rule config.ImportRule) bool {
	if path.Dir(f.Path) == path.Dir(f.OldPath) {
		return true
	}
	before, after, _ := movedWhole(f, rule)
	if before.odd || after.odd || relativeText.MatchString(after.rest) || slices.ContainsFunc(after.fixed, relativeText.MatchString) {
		return false
	}
	kept := map[string]bool{}
	for _, e := range before.entries {
		kept[e] = true
	}
	for _, e := range after.entries {
		if s := scriptFrom.FindStringSubmatch(e); kept[e] && (s == nil || strings.HasPrefix(s[3], ".") && !m.same(f.OldPath, s[3], f.Path, s[3])) {
			return false
		}
	}
	return true
}

var (
	// scriptFrom is an import: what stands before the quote, the quote, the module, and the end.
	scriptFrom = regexp.MustCompile(`^(import\b[\w$, \t\n{}]*[ \t\n}]from[ \t]*)(['"])([^'"\\]+)(['"][ \t]*;?)$`)
	// relativeText finds in code what may depend on the folder of the file.
	relativeText = regexp.MustCompile("['\"`]\\.\\.?/|(?:require|import|from)\\s*\\(?\\s*['\"`]\\.|import\\.meta|__dirname|__filename")
	// relativeName is a relative import without steps in its middle, queries and signs.
	relativeName = regexp.MustCompile(`^(?:\.|\.\.(?:/\.\.)*)(?:/[\w-][\w.-]*)+$`)
)

// same reports whether two relative imports, each from its file, name the old and the new place of one module.
func (m scriptMoves) same(oldFile, oldName, file, name string) bool {
	if !relativeName.MatchString(oldName) || !relativeName.MatchString(name) {
		return false
	}
	to, ok := m[path.Join(path.Dir(oldFile), oldName)]
	return ok && path.Join(path.Dir(file), name) == to.to
}

// inOrder reports whether the new entries are the old ones in their order, some left out and some following a move:
// order is evaluation. It returns those that are left out.
func (m scriptMoves) inOrder(file string, before, after []string, rule config.ImportRule) (gone []string, ok bool) {
	for _, e := range before {
		switch {
		case len(after) > 0 && after[0] == e, len(after) > 0 && rule.BuiltIn && m.follows(file, e, after[0]):
			after = after[1:]
		default:
			gone = append(gone, e)
		}
	}
	return gone, len(after) == 0
}

// follows reports whether an import differs from the old one only in the name of a module that moved.
func (m scriptMoves) follows(file, old, now string) bool {
	a, b := scriptFrom.FindStringSubmatch(old), scriptFrom.FindStringSubmatch(now)
	return a != nil && b != nil && a[1] == b[1] && a[2] == b[2] && a[4] == b[4] && a[4][:1] == a[2] && m.same(file, a[3], file, b[3])
}
