package config

import (
	"maps"
	"slices"
	"strings"
)

// setting is the effective value of one key.
type setting struct {
	value any
	from  []*parsed // the layers that it comes from, in their order; empty: the built-in defaults
	pos   int       // place in the last of them
}

// byRepo reports whether the repository's layer has a part in the value.
func (s setting) byRepo() bool { return len(s.from) > 0 && s.from[len(s.from)-1].repo }

// effective is the merged configuration, by the path of the key.
type effective map[string]setting

// overlay merges the layers key by key, by the rules of the table. A value that breaks its rule is an error;
// it is never lowered or switched back in silence.
func overlay(host, repo *parsed) (effective, Errors) {
	var errs Errors
	all := effective{}
	for _, k := range Keys {
		if k.Replaced != "" {
			continue
		}
		s, set := setting{value: k.Default}, k.Default != nil
		if e, ok := host.values[k.path()]; ok {
			s, set = setting{e.value, []*parsed{host}, e.pos}, true
			if k.Rule == PerExtension {
				s.value = byExtension(k.Default, e.value)
			}
		}
		if repo != nil {
			if e, ok := repo.values[k.path()]; ok {
				if wrong := breaks(k, s, set, e); wrong != "" {
					errs = append(errs, repo.errorAt(e.pos, k.String(), wrong))
				}
				s, set = join(k, s, repo, e), true
			}
		}
		if set {
			all[k.path()] = s
		}
	}
	return all, errs
}

// errorAt makes an error with the place of a layer.
func (p *parsed) errorAt(pos int, key, text string) *Error {
	e := &Error{Layer: p.role, Key: key, Text: text}
	if pos >= 0 && p.lines != nil {
		e.Line, e.Column = p.lines.at(pos)
	}
	return e
}

// breaks says how a repository value breaks the rule of its key, or "".
func breaks(k Key, host setting, set bool, repo entry) string {
	switch k.Rule {
	case OnlyLower:
		if !set {
			return "may only lower the value of the host config, which has none; set it there"
		}
		if number(repo.value) > number(host.value) {
			return "must not be higher than the value of the host config; lower it or remove it"
		}
	case OnlyOn:
		if host.value == true && repo.value == false {
			return "can only stay on; remove it"
		}
	}
	return ""
}

func number(v any) float64 {
	switch v := v.(type) {
	case int:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

// join puts a repository value on top of what is below it.
func join(k Key, below setting, repo *parsed, e entry) setting {
	s := setting{e.value, []*parsed{repo}, e.pos}
	from := append(slices.Clone(below.from), repo)
	switch k.Rule {
	case Add:
		s = setting{union(below.value.([]string), e.value.([]string)), from, e.pos}
	case Append:
		if host := below.value.(string); strings.TrimSpace(host) != "" {
			s = setting{strings.TrimRight(host, "\n") + "\n\n" + e.value.(string), from, e.pos}
		}
	case PerExtension:
		s = setting{byExtension(below.value, e.value), from, e.pos}
	}
	return s
}

func union(a, b []string) []string {
	seen := make(map[string]bool, len(a)+len(b))
	var all []string
	for _, s := range slices.Concat(a, b) {
		if !seen[s] {
			seen[s] = true
			all = append(all, s)
		}
	}
	return all
}

func byExtension(below, above any) map[string][]string {
	all := maps.Clone(below.(map[string][]string))
	maps.Copy(all, above.(map[string][]string))
	return all
}

// The typed values of the merged configuration; a key that is not set gives the zero value.

func (m effective) bool(path string) bool {
	v, _ := m[path].value.(bool)
	return v
}

func (m effective) int(path string) int {
	v, _ := m[path].value.(int)
	return v
}

func (m effective) number(path string) float64 { return number(m[path].value) }

func (m effective) text(path string) string {
	v, _ := m[path].value.(string)
	return v
}

func (m effective) texts(path string) []string {
	v, _ := m[path].value.([]string)
	return slices.Clone(v)
}

func (m effective) globs(path string) Globs {
	g, _ := NewGlobs(m.texts(path)...) // every pattern was checked
	return g
}

func (m effective) questions(name string) []Question {
	v, _ := m["classifier."+name].value.([]Question)
	return slices.Clone(v)
}
