package config

import _ "embed"

// MaxTOML is the size limit of one layer in bytes; a larger one is an error before it is parsed.
const MaxTOML = 1 << 20

// Layer is the text of one configuration layer.
type Layer struct {
	// Name is what Config.Sources shows: "host" for the operator's layer, and for the repository's layer the place
	// where it was read, e.g. ".werkrevisor.toml at base 3d174cc". Empty means "host" and ".werkrevisor.toml".
	Name string
	TOML string

	embedded bool // the layer is Local(): the model id may be empty
}

//go:embed defaults.toml
var embedded string

// Local is the host layer of the local mode when no configuration is given: complete, without a model
// (product.md 2). Its limits are wide, so that they do not refuse what a repository sets for its real host.
func Local() Layer { return Layer{Name: "embedded", TOML: embedded, embedded: true} }
