package deep

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/pr"
)

// filesAt makes given files of paths; the surfaces are those of the paths.
func filesAt(paths ...string) []fileFacts {
	var list []fileFacts
	for _, p := range paths {
		f := pr.File{Path: p, OldPath: p, Status: pr.Modified}
		if strings.HasSuffix(p, ".md") {
			f.Category = pr.Docs
		}
		list = append(list, fileFacts{f, surfacesOf(f)})
	}
	return list
}

func describe(list []area) string {
	var lines []string
	for _, a := range list {
		lines = append(lines, a.name+": "+strings.Join(a.files, " "))
	}
	return strings.Join(lines, "\n")
}

func TestAreasFollowSurfacesAndFolders(t *testing.T) {
	var many []string
	for i := range 20 {
		many = append(many, fmt.Sprintf("pkg%d/f%02d.go", i%3, i))
	}
	for _, tc := range []struct {
		name  string
		paths []string
		most  int
		want  string
	}{
		{"one file", []string{"a.go"}, 10, "code: a.go"},
		{"code with its test", []string{"a/a.go", "a/a_test.go", "b/b.go"}, 10, "code: a/a.go a/a_test.go b/b.go"},
		{"several surfaces, the riskiest first", []string{"README.md", "src/cart.go", "db/migrations/V1.sql", "api/openapi.yaml"}, 10,
			"migration: db/migrations/V1.sql\napi: api/openapi.yaml\ncode: src/cart.go\ndocs: README.md"},
		{"no more areas than allowed", []string{"README.md", "src/cart.go", "db/migrations/V1.sql", "api/openapi.yaml"}, 2,
			"migration+api: db/migrations/V1.sql api/openapi.yaml\ncode+docs: src/cart.go README.md"},
		{"a large group by folders", many, 10, "code-1: pkg0/f00.go pkg0/f03.go pkg0/f06.go pkg0/f09.go pkg0/f12.go pkg0/f15.go\n" +
			"code-2: pkg0/f18.go pkg1/f01.go pkg1/f04.go pkg1/f07.go pkg1/f10.go pkg1/f13.go pkg1/f16.go\n" +
			"code-3: pkg1/f19.go pkg2/f02.go pkg2/f05.go pkg2/f08.go pkg2/f11.go pkg2/f14.go pkg2/f17.go"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, describe(propose(filesAt(tc.paths...), tc.most))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestEveryProposalCoversTheChange: whatever the files, each of them is in exactly one area.
func TestEveryProposalCoversTheChange(t *testing.T) {
	parts := []string{"auth", "db/migrations", "src", "docs", "web", ".github/workflows", "billing", "k8s"}
	ends := []string{"a.go", "b.sql", "c.md", "d.yml", "e.tsx", "Dockerfile", "f.tf", "ä é.java"}
	for range 500 {
		seen := map[string]bool{}
		var paths []string
		for range rand.IntN(120) + 1 {
			p := fmt.Sprintf("%s/%d/%s", parts[rand.IntN(len(parts))], rand.IntN(5), ends[rand.IntN(len(ends))])
			if !seen[p] {
				seen[p] = true
				paths = append(paths, p)
			}
		}
		most := rand.IntN(12) + 1
		list := propose(filesAt(paths...), most)
		if wrong := cover(list, paths, most); wrong != "" {
			t.Fatalf("%s:\n%s", wrong, describe(list))
		}
		names := map[string]bool{}
		for _, a := range list {
			if a.name == "" || names[a.name] || slices.Contains(reserved, a.name) {
				t.Errorf("name %q", a.name)
			}
			names[a.name] = true
		}
	}
}

func TestTheCoverGate(t *testing.T) {
	files := []string{"a", "b", "c"}
	for _, tc := range []struct {
		name string
		list []area
		want string
	}{
		{"exact", []area{{"x", []string{"a"}}, {"y", []string{"b", "c"}}}, ""},
		{"one left out", []area{{"x", []string{"a", "b"}}}, "leaves out 1 of 3"},
		{"one twice", []area{{"x", []string{"a", "b"}}, {"y", []string{"b", "c"}}}, "twice"},
		{"one invented", []area{{"x", []string{"a", "b", "c", "d"}}}, "not part of the change"},
		{"an empty one", []area{{"x", files}, {"y", nil}}, "no file"},
		{"too many", []area{{"x", []string{"a"}}, {"y", []string{"b"}}, {"z", []string{"c"}}}, "more than [deep] max_areas = 2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := cover(tc.list, files, 2); got == "" != (tc.want == "") || !strings.Contains(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestNamesOfAreasAreFitForIDs(t *testing.T) {
	got := named([]area{{name: "Cart & Orders"}, {name: "cart & orders"}, {name: "LANE"}, {name: "../../etc"}, {name: "日本"}, {name: strings.Repeat("x", 99)}})
	want := "cart---orders\ncart---orders-1\narea-1\netc\narea-2\n" + strings.Repeat("x", 40)
	var names []string
	for _, a := range got {
		names = append(names, a.name)
	}
	if diff := cmp.Diff(want, strings.Join(names, "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
