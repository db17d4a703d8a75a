package report

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPlacesInTheTextOfAReason(t *testing.T) {
	paths := map[string]bool{"a.go": true, "src/a.go": true, "a b.go": true, "x:3": true, "é/ü.go": true, "": true}
	for _, tc := range []struct {
		name, text string
		want       []spot
	}{
		{"a file and a line", "risky: src/a.go:7", []spot{{"src/a.go", 7, 7}}},
		{"several places", "see a.go:1, src/a.go:2 and 17 more", []spot{{"a.go", 1, 1}, {"src/a.go", 2, 2}}},
		{"the longest name wins", "in a b.go:4", []spot{{"a b.go", 4, 4}}},
		{"a name that ends like a place", "x:3:5", []spot{{"x:3", 5, 5}}},
		{"letters beyond ASCII", "(é/ü.go:12)", []spot{{"é/ü.go", 12, 12}}},
		{"a file that did not change", "b.go:3", nil},
		{"the end of another name", "xa.go:3 lib/a.go:3", nil},
		{"no line", "a.go:0 a.go:x a.go: a.go", nil},
		{"a number that is too large", "a.go:99999999999999999999", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, spotsIn(tc.text, paths), cmp.AllowUnexported(spot{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzPlacesInTheTextOfAReason(f *testing.F) {
	f.Add("see a.go:1, src/a.go:2", "src/a.go")
	f.Add(strings.Repeat("a:1", 2000), "a")
	f.Fuzz(func(t *testing.T, text, path string) {
		started := time.Now()
		found := spotsIn(text, map[string]bool{path: true})
		if len(found) > 2*maxEvidence || time.Since(started) > time.Second {
			t.Errorf("%d places, %s", len(found), time.Since(started))
		}
		for _, s := range found {
			if s.path != path || s.start < 1 || s.end != s.start || !strings.Contains(text, path+":") {
				t.Errorf("%+v", s)
			}
		}
	})
}
