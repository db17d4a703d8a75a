package config

// Setting is one effective value and where it comes from.
type Setting struct {
	Key   string // e.g. "[size] max_files"
	Value string // as TOML; what looks like a token is masked
	Layer string // "defaults", "host", "embedded", "repository", or e.g. "host + repository" for a value of both
}

// Explain lists every effective key in the order of Keys; it is empty for a Config that Merge did not make.
func (c Config) Explain() []Setting { return nil }
