package config

// Key is one row of the table Keys.
type Key struct {
	Section string // "model", "deep.models", or the name of a kind of table entries, e.g. "model.fallback"
	Name    string
	Type    Type
	Entries string // for Tables: the section that describes one entry

	// Default is the value of the lowest layer: string, []string, bool, int or float64 by Type.
	// nil: the key is required, unless Optional, Inherit or a list of tables.
	Default  any
	Optional bool // may stay unset
	Inherit  bool // entries of model.fallback: unset means the value of [model]

	Rule    LayerRule
	Allowed []string // the only values of a string, or of the entries of a list
	Min     float64  // lowest number
	Max     float64  // highest number; 0: a billion
	Empty   bool     // the empty string is a value
	Meaning string   // one sentence or two, for docs/config.md
}

// Title is the key as texts name it: "[size] max_files", or "[[model.fallback]] id" for entries.
func (k Key) Title() string { return title(k.Section) + " " + k.Name }

// Required reports whether host or repository must set the key when its section is used.
func (k Key) Required() bool {
	return k.Default == nil && !k.Optional && !k.Inherit && k.Type != Tables && k.Type != Imports
}

func (k Key) id() string { return k.Section + "." + k.Name }

// Type is the type of a key's value.
type Type string

// The types of the values.
const (
	String   Type = "string"             // one line
	Text     Type = "text"               // may have many lines
	URL      Type = "URL"                // https, or http of a loopback address
	EnvName  Type = "name of a variable" // of the environment
	Path     Type = "path"               // inside the repository
	Bool     Type = "true or false"      //
	Int      Type = "integer"            //
	Float    Type = "number"             // integers count too
	Strings  Type = "list of strings"    // none is empty
	Globs    Type = "list of globs"      //
	Paths    Type = "list of paths"      // inside the repository
	Kinds    Type = "list of kinds"      // change kinds
	Tables   Type = "list of tables"     //
	Imports  Type = "table of regexes"   // file extension without the dot → regexes
	Criteria Type = "table or list"      // what the options of a question mean
)

// LayerRule says what the repository's layer may do with a key (seed 000, "Config layers").
type LayerRule string

// The layer rules.
const (
	HostOnly     LayerRule = "host"
	Replace      LayerRule = "replace"
	Add          LayerRule = "add"
	Append       LayerRule = "append"
	OnlyLower    LayerRule = "only lower"
	OnlyOn       LayerRule = "only on"
	PerExtension LayerRule = "per extension"
)

// Section is one section of the configuration, or one kind of table entries.
type Section struct {
	Name     string
	Optional bool // need not be set by host or repository
	Entry    bool // describes entries of a list of tables and is no section of its own
	Meaning  string
}

// findKey looks up a key by its section and name, both exact.
func findKey(section, name string) (Key, bool) {
	for _, k := range Keys {
		if k.Section == section && k.Name == name {
			return k, true
		}
	}
	return Key{}, false
}

func findSection(name string) (Section, bool) {
	for _, s := range Sections {
		if s.Name == name {
			return s, true
		}
	}
	return Section{}, false
}

// title is "[size]", or "[[model.fallback]]" for a kind of entries.
func title(section string) string {
	if s, _ := findSection(section); s.Entry {
		return "[[" + section + "]]"
	}
	return "[" + section + "]"
}

func (k Key) max() float64 {
	if k.Max == 0 {
		return 1e9
	}
	return k.Max
}
