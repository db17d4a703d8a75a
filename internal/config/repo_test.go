package config

import (
	"strings"
	"testing"
)

func TestCheckRepoTellsInvalidFromUnknown(t *testing.T) {
	c := mustMerge(t, Layer{TOML: hostFixture(t)}, nil)
	tests := map[string]struct {
		text             string
		invalid, unknown int
	}{
		"fine":                            {"[size]\nmax_files = 3", 0, 0},
		"empty":                           {"", 0, 0},
		"not TOML":                        {"[size", 1, 0},
		"not UTF-8":                       {"a = '\xff'", 1, 0},
		"too large":                       {strings.Repeat("# comment\n", MaxTOML/10+1), 1, 0},
		"unknown key":                     {"[size]\nmax_things = 3", 0, 1},
		"unknown section":                 {"[new]\nx = 3", 0, 1},
		"unknown change kind":             {"[categories]\nauto_approvable = ['docs_only', 'new_kind']", 0, 1},
		"a change kind that never passes": {"[categories]\nauto_approvable = ['mixed']", 1, 0},
		"unknown key of a question":       {"[classifier]\nsection_questions = [{ name = 'a', type = 'noul', instructions = 'i', red_above = 1, yellow_above = 1, new = 1 }]", 0, 1},
		"unknown and invalid":             {"[new]\nx = 3\n[size]\nmax_files = -1", 1, 1},
		"unknown and higher":              {"[new]\nx = 3\n[model]\nmax_context_tokens = 999999", 1, 1},
		"unknown and too little budget":   {"[new]\nx = 3\n[budget]\nmax_usd_per_review = 0.01", 1, 1},
		"a key of the host":               {"[gate]\nobserve = true", 1, 0},
		"an unknown key of a host table":  {"[gate]\nnew = true", 0, 1},
		"a replaced key":                  {"[review]\nred_min_findings = 1", 1, 0},
		"a key in the wrong case":         {"[size]\nMAX_FILES = 1", 0, 1},
		"thousands of unknown keys":       {"[size]\n" + numbered(5000), 0, maxErrors},
		"one invalid among thousands":     {"[size]\n" + numbered(5000) + "max_files = 'x'", 1, maxErrors - 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := c.CheckRepo(tt.text)
			if len(got.Invalid) != tt.invalid || len(got.Unknown) != tt.unknown {
				t.Errorf("got %d invalid and %d unknown: %v %v", len(got.Invalid), len(got.Unknown), got.Invalid, got.Unknown)
			}
		})
	}
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("k")
		for d := i; d > 0; d /= 10 {
			b.WriteByte(byte('a' + d%10))
		}
		b.WriteString(" = 1\n")
	}
	return b.String()
}

func TestTheHostMayNeedTheRepositoryConfig(t *testing.T) {
	whole := mustMerge(t, Layer{TOML: hostFixture(t)}, nil)
	if got := whole.CheckNoRepo(); len(got.Invalid) != 0 {
		t.Errorf("a complete host config needs no repository config: %v", got.Invalid)
	}
	host := strings.Replace(hostFixture(t), "[size]\nmax_changed_lines = 1000\n", "", 1)
	partly := mustMerge(t, Layer{TOML: host}, repoLayer("[size]\nmax_files = 3"))
	if got := partly.CheckNoRepo(); len(got.Invalid) != 1 || got.Invalid[0].Key != "[size]" {
		t.Errorf("the missing section must be named: %v", got.Invalid)
	}
	if got := partly.CheckRepo("[writing]\n"); len(got.Invalid) != 1 {
		t.Errorf("a file that drops a needed section is invalid: %v", got.Invalid)
	}
}

func TestAConfigThatMergeDidNotMakeFailsClosed(t *testing.T) {
	if got := (Config{}).CheckRepo("[size]\n"); len(got.Invalid) == 0 {
		t.Error("without a host config nothing is valid")
	}
}
