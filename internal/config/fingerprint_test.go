package config

import (
	"strings"
	"testing"
)

func TestTheFingerprintFollowsThePolicyAlone(t *testing.T) {
	host := hostFixture(t)
	base := mustMerge(t, Layer{TOML: host}, nil).Fingerprint
	if len(base) != 64 {
		t.Fatalf("no SHA-256: %q", base)
	}
	swap := func(old, new string) string {
		if !strings.Contains(host, old) {
			t.Fatal(old)
		}
		return strings.Replace(host, old, new, 1)
	}
	size := "[size]\nmax_changed_lines = 1000\n\n"
	tests := map[string]struct {
		host, repo string
		same       bool
	}{
		"the same text":                    {host, "", true},
		"a comment":                        {"# more\n" + host, "", true},
		"another order of sections":        {swap(size, "") + "\n" + size, "", true},
		"a default written out":            {swap(size, size+"max_files = 30\n"), "", true},
		"the same value by the repository": {swap(size, "[size]\n"), "size.max_changed_lines = 1000", true},
		"another output":                   {host + "\n[output]\nartifacts = ['report']\n", "", true},
		"another limit":                    {host, "size.max_changed_lines = 999", false},
		"one more path":                    {host, "[hard_orange]\npaths = ['x']", false},
		"a path that is there already":     {host, "[hard_orange]\npaths = ['**/auth/**']", true},
		"other instructions":               {host, "[review]\nextra_instructions = 'x'", false},
		"another order of context files":   {host, "[review]\nrepo_context_files = ['a', 'b']", false},
		"another model":                    {swap("vendor/model-1", "vendor/model-2"), "", false},
		"another import regex":             {host, "[mechanical.imports]\nscala = ['x']", false},
		"the order of globs":               {swap(`docs = ["*.md"]`, `docs = ["*.md", "*.md"]`), "", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := mustMerge(t, Layer{TOML: tt.host}, repoLayer(tt.repo)).Fingerprint
			if (got == base) != tt.same {
				t.Errorf("same: got %v, want %v", got == base, tt.same)
			}
		})
	}
	a := mustMerge(t, Layer{TOML: host}, repoLayer("[review]\nrepo_context_files = ['a', 'b']")).Fingerprint
	b := mustMerge(t, Layer{TOML: host}, repoLayer("[review]\nrepo_context_files = ['b', 'a']")).Fingerprint
	if a == b {
		t.Error("the order of the context files changes the prompt")
	}
}
