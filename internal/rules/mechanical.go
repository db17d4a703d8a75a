package rules

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// mechanical names the rule that explains every changed line of a file (seed 000, [mechanical]; product.md 7).
// A mechanical file does not reach the model, so in doubt a file is not mechanical.
func mechanical(f pr.File, cfg config.Config) pr.Mechanical {
	if !cfg.Mechanical.Enabled || f.Binary || !f.OldMode.Regular() || f.OldMode != f.NewMode {
		return pr.NotMechanical
	}
	if _, excluded := Excluded(f, cfg); excluded || Unreviewable(f) != "" {
		return pr.NotMechanical
	}
	switch {
	case f.Status == pr.Renamed && len(f.Hunks) == 0 && neutralRename(f, cfg.Categories):
		return pr.ByRename
	case f.Status != pr.Modified || len(f.Hunks) == 0 || f.Old.State != pr.Read || f.New.State != pr.Read:
		return pr.NotMechanical
	case onlyWhitespace(f, cfg.Mechanical):
		return pr.ByWhitespace
	case onlyImports(f, cfg.Mechanical):
		return pr.ByImports
	}
	return pr.NotMechanical
}

// WithoutModel reports whether the change needs no model at all: every file is mechanical by whitespace or imports.
// Names of renamed files go to the model, because a rename can switch things on and off (product.md 7).
func WithoutModel(c pr.Change) bool {
	for _, f := range c.Files {
		if f.Mechanical != pr.ByWhitespace && f.Mechanical != pr.ByImports {
			return false
		}
	}
	return len(c.Files) > 0
}

// neutralRename reports whether a rename keeps category, extension, and everything in the path that a tool
// may take as a switch: test names, platform suffixes, order prefixes, hidden and special folders.
func neutralRename(f pr.File, cfg config.Categories) bool {
	return categoryOf(f.Path, cfg) == categoryOf(f.OldPath, cfg) && path.Ext(f.Path) == path.Ext(f.OldPath) &&
		slices.Equal(switches(f.Path), switches(f.OldPath))
}

// switchWords are the words of a path that tools treat specially.
var switchWords = strings.Fields(`
	test tests spec specs it e2e bench conftest fixture fixtures testdata mock mocks
	aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1 windows unix posix win32 macos
	386 amd64 arm arm64 loong64 mips mips64 ppc64 ppc64le riscv64 s390x wasm x86
	debug release prod production dev development staging local min generated gen pb d disabled enabled available
	public static assets private internal vendor node_modules dist build bin sbin hooks plugins conf etc cron daily hourly weekly
	middleware index main init setup mod lib page route routes layout error loading template default global
	pages api app migrations migration db docs doc dockerfile makefile license readme`)

// switches lists what a tool may act on in a path, in order: special words, numbers at the start of a name,
// leading dots and underscores, and whole special folders.
func switches(name string) []string {
	var list []string
	for segment := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(segment, ".") || strings.HasPrefix(segment, "_") {
			list = append(list, segment)
		}
		digits := strings.TrimLeft(segment, "0123456789")
		if n := len(segment) - len(digits); n > 0 {
			list = append(list, segment[:n])
		}
		for _, word := range pathWords(segment) {
			if slices.Contains(switchWords, word) {
				list = append(list, word)
			}
		}
	}
	list = append(list, "depth "+strconv.FormatBool(strings.Contains(name, "/")))
	return list
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
