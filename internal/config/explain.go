package config

import "strings"

// Setting is one effective value and where it comes from.
type Setting struct {
	Key   string // e.g. "[size] max_files"
	Value string // as TOML; what looks like a token is masked
	Layer string // "defaults", "host", "embedded", "repository", or e.g. "host + repository" for a value of both
}

// Explain lists every effective key in the order of Keys; it is empty for a Config that Merge did not make.
func (c Config) Explain() []Setting {
	var list []Setting
	for _, k := range Keys {
		if s, set := c.values[k.path()]; set && !(k.Section == "classifier" && c.Classifier == nil) {
			list = append(list, Setting{Key: k.String(), Value: mask(render(s.value)), Layer: s.layers()})
		}
	}
	return list
}

func (s setting) layers() string {
	if len(s.from) == 0 {
		return "defaults"
	}
	var names []string
	for _, p := range s.from {
		names = append(names, strings.TrimSuffix(p.role, " config"))
	}
	return strings.Join(names, " + ")
}
