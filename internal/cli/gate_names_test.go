package cli_test

import (
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// TestNamesThatDifferOnlyInBytesThatAreNotUTF8AreForAHuman: the server's lists write both alike, which is no failure.
func TestNamesThatDifferOnlyInBytesThatAreNotUTF8AreForAHuman(t *testing.T) {
	base := map[string]string{"docs/a.md": "# A\n", "docs/\xe9.md": "# E\n", "docs/\xe8.md": "# F\n", "\xe9/x.md": "# G\n", "\xe8/x.md": "# H\n"}
	for name, change := range map[string]map[string]string{
		"both new":                  {"docs/n\xe9.md": "# E\n", "docs/n\xe8.md": "# F\n"},
		"both changed":              {"docs/\xe9.md": "# E2\n", "docs/\xe8.md": "# F2\n"},
		"in folders that look same": {"\xe9/x.md": "# G2\n", "\xe8/x.md": "# H2\n", "docs/a.md": "# B\n"},
	} {
		t.Run(name, func(t *testing.T) {
			script := []fake.ModelAnswer{safe}
			if change["docs/a.md"] == "" { // nothing else to read
				script = nil
			}
			w := newWorld(t, commits(base, change), script...)
			r := w.run()
			if r.exit != 10 || !strings.Contains(r.stderr, "unreviewable_change: 2 changed files") || !strings.Contains(r.stderr, "(not UTF-8)") {
				t.Errorf("gate: exit %d\n%s", r.exit, r.stderr)
			}
		})
		t.Run(name+", local", func(t *testing.T) {
			checkout(t, commits(base, change))
			if exit, _, stderr := local(t); exit != 10 || !strings.Contains(stderr, "unreviewable_change: 2 changed files") {
				t.Errorf("local: exit %d\n%s", exit, stderr)
			}
		})
	}
}
