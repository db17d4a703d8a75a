package config

// notBuilt lists the values that later versions will support. Until then they are errors, never silently ignored
// (product.md, preamble).
var notBuilt = []struct {
	key     string
	value   any
	instead string
}{
	{"engine.review", "deep", `use "single"`},
}

// selects reports whether an effective value is the one that is not built.
func selects(value, notBuilt any) bool {
	return value == notBuilt
}
