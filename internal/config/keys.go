package config

import (
	"slices"
	"strings"
)

// Key is one row of the table of all configuration keys. Checking, merging, explaining and the documentation
// come from it.
type Key struct {
	Section string // e.g. "size"; nested tables have dots, e.g. "deep.models"
	Name    string
	Type    Type
	// Default is the built-in value: bool, int, float64, string or []string by Type, an empty list of tables,
	// or for Regexes a map[string][]string; nil: none, see Required.
	Default  any
	Required bool // there is no default: once the section is set, the key must be set too
	Rule     Rule
	Min, Max float64  // allowed range of a number, both ends included
	Allowed  []string // allowed values of a text or of each entry of a list; empty: any
	// Check says what is wrong with a text or an entry of a list, without quoting it; "" if nothing is. May be nil.
	Check  func(string) string
	Fields []Key  // keys of the tables in a list of tables
	Text   string // meaning, one line
	// Replaced names the key that replaced this one; the key itself is then an error.
	Replaced string
	// Entry: the key stands in each table of a list, e.g. [[model.fallback]].
	Entry bool
}

// String is e.g. "[size] max_files" or "[[model.fallback]] id".
func (k Key) String() string {
	if k.Entry {
		return "[[" + k.Section + "]] " + k.Name
	}
	return "[" + k.Section + "] " + k.Name
}

// path is the key without brackets, e.g. "size.max_files".
func (k Key) path() string { return k.Section + "." + k.Name }

// Type is the type of a value.
type Type string

// The types of values.
const (
	Bool      Type = "true or false"
	Int       Type = "a whole number"
	Number    Type = "a number"
	String    Type = "a text"
	Strings   Type = "a list of texts" // their order matters
	Set       Type = "a set of texts"  // their order does not matter
	GlobList  Type = "a list of globs"
	Regexes   Type = "a table of lists of regexes" // by file extension
	Models    Type = "a list of model tables"
	Questions Type = "a list of question tables"
	Linters   Type = "a list of linter names or tables"
	Criteria  Type = "a table or list of texts" // of a question
)

// Rule says whether and how the repository's layer may change the host's value.
type Rule string

// The layer rules (seed 000, "Config layers").
const (
	HostOnly     Rule = "host"          // the repository must not set it
	Replace      Rule = "replace"       // the repository's value wins
	Add          Rule = "add"           // the lists are joined
	Append       Rule = "append"        // the texts are joined
	OnlyLower    Rule = "only lower"    // lower or equal
	OnlyOn       Rule = "only on"       // the repository can switch it on, not off
	PerExtension Rule = "per extension" // the repository's value wins per file extension
)

// Keys lists every key, section by section in the order of docs/config.md.
var Keys = slices.Concat(modelKeys, budgetKeys, sizeKeys, categoryKeys, pathKeys, docKeys, mechanicalKeys, reviewKeys,
	engineKeys, classifierKeys, gateKeys, deepKeys, outputKeys)

// optional lists the sections that need not be set (product.md 5).
var optional = []string{"engine", "classifier", "deep", "deep.models", "output"}

// Sections lists the sections in the order of Keys.
func Sections() []string {
	var names []string
	for _, k := range Keys {
		if !slices.Contains(names, k.Section) {
			names = append(names, k.Section)
		}
	}
	return names
}

// lookup finds the row of a key by its exact name.
func lookup(keys []Key, section, name string) (Key, bool) {
	for _, k := range keys {
		if k.Section == section && k.Name == name {
			return k, true
		}
	}
	return Key{}, false
}

// isSection reports whether a section, or one inside it, has keys.
func isSection(section string) bool {
	for _, k := range Keys {
		if k.Section == section || strings.HasPrefix(k.Section, section+".") {
			return true
		}
	}
	return false
}

// hostSection reports whether the host must set the section, because the repository cannot complete it.
func hostSection(section string) bool {
	all := true
	for _, k := range Keys {
		if k.Section != section || k.Replaced != "" {
			continue
		}
		ofHost := k.Rule == HostOnly || k.Rule == OnlyLower
		if k.Required && ofHost {
			return true
		}
		all = all && k.Rule == HostOnly
	}
	return all
}
