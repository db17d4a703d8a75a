package config

// Key is one row of the table of all configuration keys. Checking, merging, explaining and the documentation
// come from it.
type Key struct {
	Section string // e.g. "size"; nested tables have dots, e.g. "deep.models"
	Name    string
	Type    Type
	// Default is the built-in value: bool, int, float64, string or []string by Type; nil: none, see Required.
	Default  any
	Required bool // no default: host or repository must set it once the section is there
	Rule     Rule
	Min, Max float64  // allowed range of numbers, both ends included
	Allowed  []string // allowed values of a String or of each entry of Strings; empty: any
	Check    func(string) string
	Fields   []Key  // keys of the tables of a list of tables
	Text     string // meaning, one line
	// Replaced names the key that replaced this one; the key itself is then an error.
	Replaced string
}

// String is e.g. "[size] max_files".
func (k Key) String() string { return "[" + k.Section + "] " + k.Name }

// Type is the type of a value.
type Type string

// The types of values.
const (
	Bool      Type = "true or false"
	Int       Type = "whole number"
	Number    Type = "number"
	String    Type = "text"
	Strings   Type = "list of texts" // the order matters
	Set       Type = "list of texts, in any order"
	GlobList  Type = "list of globs"
	Regexes   Type = "table of regex lists" // [mechanical.imports]
	Models    Type = "list of model tables"
	Questions Type = "list of question tables"
	Linters   Type = "list of linter tables"
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
var Keys = []Key{}
