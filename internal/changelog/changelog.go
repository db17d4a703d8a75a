// Package changelog finds the changesets of Liquibase changelogs: formatted SQL, YAML, XML and JSON (classifier.md).
package changelog

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// Changeset is one changeset of a changelog.
type Changeset struct {
	ID, Author string
	Text       string // its whole text in the file, rollback included
	Line       int    // where it starts, from 1
}

// Key names a changeset within its file.
func (c Changeset) Key() string { return c.Author + ":" + c.ID }

// maxSets is the number of changesets of one file that are listed; a larger file is no changelog that somebody wrote.
const maxSets = 10_000

// Is reports whether a path may be a changelog; only its text tells.
func Is(name string) bool { return parser(name) != nil }

// Parse lists the changesets of a text in their order. A text that is no changelog, or cannot be read, has none.
// It takes time linear in the size of the text.
func Parse(name, text string) []Changeset {
	parse := parser(name)
	if parse == nil {
		return nil
	}
	list := parse(text)
	if len(list) > maxSets {
		list = list[:maxSets]
	}
	return list
}

// starts are what looks like the start of a changeset, by format.
var starts = map[string]*regexp.Regexp{
	".sql":  regexp.MustCompile(`(?im)^\s*--\s*changeset\b`),
	".yaml": regexp.MustCompile(`\bchangeSet["']?\s*:`),
	".xml":  regexp.MustCompile(`<(?:[\w.-]+:)?changeSet[\s/>]`),
	".json": regexp.MustCompile(`"changeSet"\s*:`),
}

// Unread reports whether a text looks as if it had other changesets than those that Parse lists: it cannot be read, or is
// written in a way that Parse does not know. Such a changelog is not judged in full.
func Unread(name, text string) bool {
	ext := strings.ToLower(path.Ext(name))
	if ext == ".yml" {
		ext = ".yaml"
	}
	start, known := starts[ext]
	if !known || ext != ".sql" && !strings.Contains(text, root) {
		return false
	}
	list := Parse(name, text)
	if slices.ContainsFunc(list, func(c Changeset) bool { return c.Text == "" }) || ext == ".yaml" && aliased(text) {
		return true // what a changeset does stands elsewhere: in an entity, or behind an anchor
	}
	commented := 0
	switch ext {
	case ".xml":
		commented = commentedXML(text, start)
	case ".yaml":
		commented = commentedYAML(text, start)
	}
	return len(start.FindAllStringIndex(text, -1))-commented != len(list)
}

func parser(name string) func(string) []Changeset {
	switch strings.ToLower(path.Ext(name)) {
	case ".sql":
		return parseSQL
	case ".yaml", ".yml":
		return parseYAML
	case ".xml":
		return parseXML
	case ".json":
		return parseJSON
	}
	return nil
}

// root is the name that every changelog but formatted SQL holds.
const root = "databaseChangeLog"

// lines counts the line numbers of growing offsets.
type lines struct {
	text   string
	offset int
	line   int // of offset, from 0
}

func (l *lines) at(offset int) int {
	l.line += strings.Count(l.text[l.offset:offset], "\n")
	l.offset = offset
	return l.line + 1
}
