package cli_test

import (
	"strings"
	"testing"
)

// TestGateFollowsAMovedPackage moves a package of Go and its importers: what does not change is read from the base.
func TestGateFollowsAMovedPackage(t *testing.T) {
	const moved = "package ant\n\nvar X = 1\n"
	importer := func(lines ...string) string {
		return "package u\n\nimport (\n\t" + strings.Join(lines, "\n\t") + "\n)\n\nvar X = ant.X\n"
	}
	const old, now = `"x.org/m/old/ant"`, `"x.org/m/fresh/ant"`
	base := map[string]string{"go.mod": "module x.org/m\n", "old/ant/ant.go": moved, "old/old.go": "package old\n",
		"u/u.go": importer(old), "v/v.go": importer(old)}
	const whole = "3 files changed only mechanically and were not reviewed by the model: " +
		"fresh/ant/ant.go (renamed), u/u.go (imports), v/v.go (imports)"
	for _, tc := range []struct {
		name     string
		there    map[string]string // more files of the base
		v        string            // the second importer
		comment  string
		reviewed string // what the model gets
		times    int    // how often it gets the new import
	}{
		{"importers that follow are mechanical", nil, importer(now), whole, "old/ant/ant.go", 0},
		{"an importer that also runs commands is not", nil, importer(`"os/exec"`, now),
			"2 files changed only mechanically and were not reviewed by the model: fresh/ant/ant.go (renamed), u/u.go (imports)", `"os/exec"`, 1},
		{"a file that stays in the old folder", map[string]string{"old/ant/init.go": "package ant\n"}, importer(now),
			"1 file changed only mechanically and was not reviewed by the model: fresh/ant/ant.go (renamed)", "u/u.go", 2},
		{"a folder that was there", map[string]string{"fresh/ant/evil.go": "package ant\n"}, importer(now),
			"1 file changed only mechanically and was not reviewed by the model: fresh/ant/ant.go (renamed)", "u/u.go", 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			all := map[string]string{}
			for _, files := range []map[string]string{base, tc.there} {
				for name, text := range files {
					all[name] = text
				}
			}
			w := newWorld(t, commits(all, map[string]string{"fresh/ant/ant.go": moved, "u/u.go": importer(now), "v/v.go": tc.v}, "old/ant/ant.go"))
			r := w.run()
			comments := w.pull.Comments()
			if len(comments) != 1 || !strings.Contains(comments[0].Body, tc.comment) {
				t.Fatalf("exit %d, codes %s, comments %+v\n%s", r.exit, r.codes(), comments, r.stderr)
			}
			calls := w.model.Calls()
			if len(calls) != 1 || !strings.Contains(calls[0].User, tc.reviewed) {
				t.Fatalf("%d calls, %+v", len(calls), calls)
			}
			if n := strings.Count(calls[0].User, now); n != tc.times {
				t.Errorf("the model gets the new import %d times:\n%s", n, calls[0].User)
			}
		})
	}
}
