package cli_test

import (
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// TestAChangeThatNoModelCanReadAsksNone is never GREEN either.
func TestAChangeThatNoModelCanReadAsksNone(t *testing.T) {
	start := map[string]fake.File{"docs/a.md": {Data: "# A\n"}, "docs/run.md": {Data: "# B\n"}}
	pointer := "version https://git-lfs.github.com/spec/v1\noid sha256:" + strings.Repeat("a", 64) + "\nsize 12\n"
	for name, tc := range map[string]struct {
		files map[string]fake.File
		asked int
	}{
		"binary":         {map[string]fake.File{"docs/a.png": {Data: "\x89PNG\x00\x01"}}, 0},
		"LFS pointer":    {map[string]fake.File{"docs/b.md": {Data: pointer}}, 0},
		"symlink":        {map[string]fake.File{"docs/c.md": {Mode: "120000", Data: "a.md"}}, 0},
		"mode only":      {map[string]fake.File{"docs/run.md": {Mode: "100755", Data: "# B\n"}}, 0},
		"empty":          {map[string]fake.File{"docs/empty.md": {}}, 0},
		"all of them":    {map[string]fake.File{"docs/a.png": {Data: "\x00"}, "docs/empty.md": {}, "docs/run.md": {Mode: "100755", Data: "# B\n"}}, 0},
		"and one line":   {map[string]fake.File{"docs/a.png": {Data: "\x00"}, "docs/a.md": {Data: "# C\n"}}, 1},
		"other name too": {map[string]fake.File{"docs/moved.md": {Data: "# A\n"}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			change := fake.Commit{Branch: "topic", From: "main", Files: tc.files}
			if name == "other name too" {
				change.Delete = []string{"docs/a.md"}
			}
			script := []fake.ModelAnswer{safe}[:tc.asked]
			w := newWorld(t, []fake.Commit{{Branch: "main", Files: start}, change}, script...)
			r := w.run()
			if asked := len(w.model.Calls()); (asked > 0) != (tc.asked > 0) {
				t.Errorf("the model was asked %d times", asked)
			}
			unread := strings.Contains(r.stderr, "no_model_review: no model reviewed this change: no file of it has a changed text")
			if tc.asked == 0 && (r.exit != 10 || !unread || !strings.Contains(r.stdout, `"calls":0`)) || tc.asked > 0 && unread {
				t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
			}
		})
	}
}
