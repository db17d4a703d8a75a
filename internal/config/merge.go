package config

// Merge puts the repository's layer on top of the host's and both on top of the built-in defaults,
// checks the result and compiles its globs and regexes (product.md 5).
//
// A nil repo means that the repository has no layer. The host layer is Local() in local mode without a configuration.
// Every error is an Errors. With an error the Config still has Sources, Gate and Output, from the host layer
// if that layer is right by itself and from the built-in defaults otherwise, so that the failure can be reported;
// nothing else of it is set.
func Merge(host Layer, repo *Layer) (Config, error) {
	return Config{}, nil
}
