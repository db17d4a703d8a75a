package config

import (
	"fmt"
	"regexp"
)

// Miss is one entry of misses.toml: something that an earlier review did not see (deep.md, "Configuration").
type Miss struct {
	ID      string // e.g. "MISS-012"
	Globs   Globs
	Pattern *regexp.Regexp // on added lines; nil: every change of a file
	Lesson  string
}

// The bounds of misses.toml: its entries are checks in every prompt.
const (
	maxMisses = 1000
	maxLesson = 2000 // bytes
)

// missID is the shape of an id, which stands in titles and reasons.
var missID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$`)

// ParseMisses reads misses.toml; where is what an error calls it. The error names place and key, and quotes nothing of
// the file.
func ParseMisses(where, text string) ([]Miss, error) {
	root, places, bad := parseTOML(text)
	if bad != nil {
		bad.Layer = where
		return nil, bad
	}
	fail := func(pos int, what string) ([]Miss, error) {
		line, column := places.at(max(pos, 0))
		return nil, &Error{Layer: where, Line: line, Column: column, Key: "[[miss]]", Text: what}
	}
	for _, name := range root.names {
		if name != "miss" {
			return fail(root.nodes[name].pos, "the file may only have [[miss]] entries")
		}
	}
	entries, ok := root.nodes["miss"].value.([]node)
	if !ok && len(root.names) > 0 || len(entries) > maxMisses {
		return fail(root.nodes["miss"].pos, fmt.Sprintf("must be a list of at most %d tables", maxMisses))
	}
	var list []Miss
	seen := map[string]bool{}
	for _, n := range entries {
		t, ok := n.value.(*table)
		if !ok {
			return fail(n.pos, "must be a table")
		}
		m, what := t.miss()
		if what == "" && seen[m.ID] {
			what = "id stands twice"
		}
		if what != "" {
			return fail(n.pos, what)
		}
		seen[m.ID] = true
		list = append(list, m)
	}
	return list, nil
}

// miss reads one entry; what says what is wrong with it.
func (t *table) miss() (m Miss, what string) {
	var globs []string
	for _, name := range t.names {
		value := t.nodes[name].value
		text, isText := value.(string)
		switch {
		case name == "globs":
			list, ok := value.([]node)
			for _, n := range list {
				glob, isGlob := n.value.(string)
				ok = ok && isGlob
				globs = append(globs, glob)
			}
			if !ok {
				return m, "globs must be a list of texts"
			}
		case name != "id" && name != "pattern" && name != "lesson":
			return m, "an entry has id, globs, pattern and lesson, and nothing else"
		case !isText:
			return m, name + " must be a text"
		case name == "id":
			m.ID = text
		case name == "lesson":
			m.Lesson = text
		case text != "":
			var err error
			if m.Pattern, err = regexp.Compile(text); err != nil || len(text) > maxLesson {
				return m, "pattern is no regular expression of Go (RE2)"
			}
		}
	}
	var err error
	switch m.Globs, err = NewGlobs(globs...); {
	case err != nil:
		return m, "globs: " + err.Error()
	case len(globs) == 0:
		return m, `globs is missing; use ["**"] for every file`
	case !missID.MatchString(m.ID):
		return m, "id is missing, or has other characters than letters, digits, dots, dashes and underscores"
	case m.Lesson == "" || len(m.Lesson) > maxLesson:
		return m, fmt.Sprintf("lesson is missing, or longer than %d bytes", maxLesson)
	}
	return m, ""
}
