package config

import "regexp"

// ImportRule is what [mechanical.imports] says about one file extension.
type ImportRule struct {
	// Regexes match a whole line each; an empty list switches the extension off.
	Regexes []*regexp.Regexp
	// BuiltIn: the regexes are the built-in ones, so the rule knows the language.
	// Extensions with custom regexes allow only reordering and removal (product.md 7).
	BuiltIn bool
}
