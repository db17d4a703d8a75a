// Package changelog finds the changesets of Liquibase changelogs: formatted SQL, YAML, XML and JSON (classifier.md).
package changelog

import (
	"path"
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
