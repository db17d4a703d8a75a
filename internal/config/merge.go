package config

import (
	"slices"
	"strings"
)

// Merge puts the repository's layer on top of the host's and both on top of the built-in defaults,
// checks the result and compiles its globs and regexes (product.md 5).
//
// A nil repo means that the repository has no layer. The host layer is Local() in local mode without a configuration.
// Every error is an Errors. With an error the Config still has Sources, Gate and Output, from the host layer
// if that layer is right by itself and from the built-in defaults otherwise, so that the failure can be reported;
// nothing else of it is set.
func Merge(host Layer, repo *Layer) (Config, error) {
	s := newStack(host, repo)
	sources := s.sources()
	if len(s.errs) > 0 {
		known := s.hostOnly()
		return Config{Sources: sources, Gate: known.gate(), Output: known.output()}, s.errs
	}
	c := s.values.build()
	c.Sources, c.Fingerprint = sources, s.values.fingerprint()
	c.Warnings = warnings(c.Model)
	c.host, c.values = host, s.values
	return c, nil
}

// stack holds the layers of one merge and what is wrong with them.
type stack struct {
	hostLayer  Layer
	repoLayer  *Layer
	host, repo *parsed // repo is nil without a layer of the repository
	values     effective
	errs       Errors
}

func newStack(host Layer, repo *Layer) *stack {
	s := &stack{hostLayer: host, repoLayer: repo}
	role := hostConfig
	if host.embedded {
		role = embeddedConfig
	}
	s.host = parse(role, host.TOML)
	if strings.TrimSpace(host.TOML) == "" {
		s.host.errs = Errors{{Layer: role, Text: "there is none; set WERKREVISOR_CONFIG_TOML or WERKREVISOR_CONFIG, or give --config FILE"}}
	}
	s.errs = append(s.errs, s.host.errs...)
	if repo != nil {
		s.repo = parse(repoConfig, repo.TOML)
		s.errs = append(s.errs, s.repo.errs...)
	}
	if onlyUnknown(s.errs) {
		s.merge()
	}
	return s
}

// merge overlays the layers and checks the whole. Keys that are not known are already reported and left out.
func (s *stack) merge() {
	var broken Errors
	s.values, broken = overlay(s.host, s.repo)
	v := validator{m: s.values, host: s.host, repo: s.repo, embedded: s.hostLayer.embedded}
	v.complete()
	if len(broken) == 0 && len(v.errs) == 0 {
		v.consistent()
	}
	s.errs = slices.Concat(s.errs, broken, v.errs)
	s.errs.sort()
}

// hostOnly is what can be known of the host's own keys although something is wrong.
func (s *stack) hostOnly() effective {
	host := s.host
	if len(host.errs) > 0 {
		host = &parsed{}
	}
	values, _ := overlay(host, nil)
	return values
}

// sources names the layers, e.g. "defaults + host + repository (.werkrevisor.toml at base 3d174cc)".
func (s *stack) sources() string {
	text := "defaults + " + orElse(s.hostLayer.Name, "host")
	if s.repoLayer != nil {
		text += " + repository (" + orElse(s.repoLayer.Name, ".werkrevisor.toml") + ")"
	}
	return text
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
