package evidence

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/rules"
)

// Rerun labels a change anew and applies every rule to it, with the recorded configuration (Effective), and names every
// difference to what is recorded. Without texts, or where the run did not come to the rules, it names none: ask HasTexts.
//
// The rule repo_config is left out: it compares with the host's layer alone, and the record has the merged values.
func (r Record) Rerun(cfg config.Config) (differences []string) {
	if !r.HasTexts() {
		return nil
	}
	c, err := r.facts()
	if err != nil {
		return []string{err.Error()}
	}
	c = rules.Label(c, cfg)
	if string(c.Kind) != r.Change.Kind {
		differences = append(differences, fmt.Sprintf("change kind: recorded %q, found again %q", r.Change.Kind, c.Kind))
	}
	for i, f := range c.Files {
		was := r.Change.Files[i]
		if string(f.Category) != was.Category || string(f.Mechanical) != was.Mechanical || rules.Unreviewable(f) != was.Unreviewable {
			differences = append(differences, fmt.Sprintf("labels of file %d: recorded %s %q %q, found again %s %q %q", i+1,
				was.Category, was.Mechanical, was.Unreviewable, f.Category, f.Mechanical, rules.Unreviewable(f)))
		}
	}
	if f := fingerprint(c.Files); f != r.Run.DiffSHA256 {
		differences = append(differences, "the SHA-256 of the diff is another one")
	}
	for _, rule := range rules.All {
		if rule.Name == "repo_config" {
			continue
		}
		was, is := r.result(rule.Name).Reasons, reasons(rule.Check(c, cfg).Reasons)
		if !slices.EqualFunc(was, is, sameReason) {
			differences = append(differences, fmt.Sprintf("rule %s: recorded %s, found again %s", rule.Name, codes(was), codes(is)))
		}
	}
	return differences
}

// HasTexts reports whether the record has the texts that the rules saw, none of them without a secret that was in it.
func (r Record) HasTexts() bool {
	return r.Source != nil && !r.Source.Redacted && len(r.Rules.Results) > 0
}

// sameReason compares what a reason counts as; its text may have been cut.
func sameReason(a, b Reason) bool {
	return a.Source == b.Source && a.Level == b.Level && a.Code == b.Code
}

func codes(list []Reason) string {
	var names []string
	for _, r := range list {
		names = append(names, r.Level+" "+r.Code)
	}
	return or(strings.Join(names, ", "), "nothing")
}

// Effective is the recorded configuration, which its values make as a host's layer. It is not ok if the record has none,
// or hides a part of it.
func (r Record) Effective() (config.Config, bool) {
	var text strings.Builder
	section := ""
	for _, s := range r.Config {
		header, name, found := strings.Cut(s.Key, "] ")
		if !found || strings.Contains(s.Value, "***") || strings.Contains(s.Value, "[redacted]") {
			return config.Config{}, false
		}
		if header != section {
			section = header
			text.WriteString(section + "]\n")
		}
		text.WriteString(name + " = " + s.Value + "\n")
	}
	cfg, err := config.Merge(config.Layer{TOML: text.String()}, nil)
	return cfg, err == nil && cfg.Fingerprint == r.Run.ConfigSHA256
}
