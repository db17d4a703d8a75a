package rules

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// renamable are the extensions of files whose name alone rarely decides what happens with them: source code and documents.
// Configuration is left out: order and place of its files count.
var renamable = append(slices.Clone(braceLanguages),
	strings.Fields("jsx tsx py rb scala groovy dart ex exs erl hs ml clj lua pl pm vue svelte scss less md adoc rst")...)

// neutralRename reports whether a rename keeps category, extension, and everything in the path that a tool
// may take as a switch: test names, platform suffixes, order prefixes, hidden and special folders.
func neutralRename(f pr.File, cfg config.Categories) bool {
	ext := extension(f.Path)
	return slices.Contains(renamable, ext) && path.Ext(f.Path) == path.Ext(f.OldPath) &&
		ext != "json" && ext != "sql" && // data and migrations are found by their names
		!strings.EqualFold(f.Path, f.OldPath) &&
		categoryOf(f.Path, cfg) == categoryOf(f.OldPath, cfg) &&
		!(routable(ext) && (routed(f.Path) || routed(f.OldPath))) &&
		slices.Equal(switches(f.Path), switches(f.OldPath))
}

// routable are the extensions of languages whose frameworks make routes out of folders.
func routable(ext string) bool {
	return isScript(ext) || slices.Contains([]string{"py", "rb", "php", "md", "css"}, ext)
}

// routed reports whether a file lies where frameworks make routes, hooks or migrations out of names.
func routed(name string) bool {
	for segment := range strings.SplitSeq(path.Dir(strings.ToLower(name)), "/") {
		if slices.Contains(routedFolders, segment) {
			return true
		}
	}
	return false
}

var routedFolders = strings.Fields(`pages app routes api functions public static server controllers commands
	migrations migrate hooks plugins middleware middlewares jobs cron initializers autoload templates views content`)

// switchWords are the words of a path that tools treat specially.
var switchWords = strings.Fields(`
	test tests spec specs it e2e bench conftest fixture fixtures testdata mock mocks
	aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1 windows unix posix win32 macos
	386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm x86
	gradle debug release prod production dev development staging local min generated gen pb d disabled enabled available
	public static assets private internal vendor node_modules dist build bin sbin hooks plugins conf etc cron daily hourly weekly
	middleware index main init setup mod lib page route routes layout error loading template default global
	pages api app migrations migration db docs doc dockerfile makefile license readme
	resources java kotlin webapp meta inf services config configuration settings manage wsgi asgi tasks
	client server worker native web examples src cmd fuzz build instrumentation proxy`)

// switches lists what a tool may act on in a path, in order: special words with their place in the name, all numbers,
// names that start with a dot or an underscore or hold signs of routes, and whether the file lies in a folder.
func switches(name string) []string {
	var list []string
	for segment := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(segment, ".") || strings.HasPrefix(segment, "_") || strings.ContainsAny(segment, "()[]{}@+$~#%!&=,;") {
			list = append(list, segment)
		}
		words := pathWords(segment)
		for i, word := range words {
			if strings.ContainsAny(word, "0123456789") || slices.Contains(switchWords, word) {
				// A suffix of Go, a prefix of Python: what counts is the place. The last word is the extension, or stands in a folder.
				list = append(list, word, strconv.FormatBool(i == 0), strconv.FormatBool(i >= len(words)-2))
			}
		}
	}
	list = append(list, toolNames(path.Base(name))...)
	return append(list, "in a folder", strconv.FormatBool(strings.Contains(name, "/")))
}

// pathWords splits a name at dots, dashes, underscores and capital letters: "UserServiceTest.java" has the word "test".
func pathWords(segment string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	small := false
	for _, r := range segment {
		upper := r >= 'A' && r <= 'Z'
		if strings.ContainsRune("._- ", r) || upper && small {
			flush()
		}
		if !strings.ContainsRune("._- ", r) {
			word.WriteRune(r)
		}
		small = !upper
	}
	flush()
	return words
}
