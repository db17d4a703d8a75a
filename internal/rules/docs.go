package rules

import (
	"path"
	"slices"
	"strings"

	"werkrevisor/internal/pr"
)

// textDocuments are the extensions for which the exemption of docs holds:
// docs/conf.py and docs/package.json are code, wherever they lie (product.md 7).
var textDocuments = []string{".md", ".adoc", ".rst", ".txt"}

// buildTexts are read by build tools, whatever their extension says.
var buildTexts = mustGlobs("CMakeLists.txt", "*requirements*.txt", "*constraints*.txt")

// exemptDoc reports whether a file is a text document of the category docs, with its old name too,
// and stays a regular file. Such files count neither for [size] nor for the path lists of [hard_orange] and [hard_yellow].
func exemptDoc(f pr.File) bool {
	if f.Category != pr.Docs || odd(f.OldMode) || odd(f.NewMode) {
		return false
	}
	return isTextDocument(f.Path) && isTextDocument(f.OldPath)
}

func isTextDocument(name string) bool {
	if _, build := buildTexts.MatchFolded(name); build {
		return false
	}
	return slices.Contains(textDocuments, strings.ToLower(path.Ext(name)))
}

// odd reports whether a mode is one of something else than a regular file.
func odd(m pr.Mode) bool { return m != 0 && !m.Regular() }
