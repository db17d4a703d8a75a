package config

import (
	"fmt"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Globs is a checked list of path patterns.
//
// A pattern without "/" matches the base name in any directory; "**" matches any number of directories,
// and "*" never crosses a "/" (seed 000, [categories]).
type Globs struct {
	patterns []glob
}

type glob struct{ text, folded string }

// NewGlobs checks the patterns; an error names the first bad one by its place in the list, from 1.
func NewGlobs(patterns ...string) (Globs, error) {
	g := Globs{patterns: make([]glob, 0, len(patterns))}
	for i, p := range patterns {
		if p == "" || !doublestar.ValidatePattern(p) {
			return Globs{}, fmt.Errorf("pattern %d is no valid glob", i+1)
		}
		g.patterns = append(g.patterns, glob{p, fold(p)})
	}
	return g, nil
}

// Match returns the first pattern that matches the path.
func (g Globs) Match(name string) (pattern string, ok bool) {
	base := path.Base(name)
	for _, p := range g.patterns {
		if matches(p.text, name, base) {
			return p.text, true
		}
	}
	return "", false
}

// MatchFolded is Match without regard to case and Unicode composition, for the paths that must not be
// missed by a spelling that some file systems treat as the same name (product.md 7).
func (g Globs) MatchFolded(name string) (pattern string, ok bool) {
	name = fold(name)
	base := path.Base(name)
	for _, p := range g.patterns {
		if matches(p.folded, name, base) {
			return p.text, true
		}
	}
	return "", false
}

// Has reports whether any pattern matches the path.
func (g Globs) Has(name string) bool {
	_, ok := g.Match(name)
	return ok
}

// Empty reports whether the list has no pattern.
func (g Globs) Empty() bool { return len(g.patterns) == 0 }

// Strings lists the patterns as they were written.
func (g Globs) Strings() []string {
	list := make([]string, len(g.patterns))
	for i, p := range g.patterns {
		list[i] = p.text
	}
	return list
}

// Add is a list with the patterns of both; repeated patterns stay once.
func (g Globs) Add(more Globs) Globs {
	all := Globs{patterns: append([]glob(nil), g.patterns...)}
	for _, p := range more.patterns {
		if !contains(all.patterns, p) {
			all.patterns = append(all.patterns, p)
		}
	}
	return all
}

func contains(list []glob, p glob) bool {
	for _, q := range list {
		if q == p {
			return true
		}
	}
	return false
}

func matches(pattern, name, base string) bool {
	if !strings.Contains(pattern, "/") {
		name = base
	}
	return doublestar.MatchUnvalidated(pattern, name)
}

func fold(s string) string { return norm.NFC.String(cases.Fold().String(norm.NFC.String(s))) }
