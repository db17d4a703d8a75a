package rules

import (
	"slices"
	"testing"

	"werkrevisor/internal/pr"
)

// TestEverySetOfCategoriesHasItsKind goes through every set of categories, with additive and with modified tests,
// with and without mechanical files, and compares with the table of the specification.
func TestEverySetOfCategoriesHasItsKind(t *testing.T) {
	cfg := baseConfig(t, "")
	parts := []struct{ category, path string }{
		{"api", "openapi.yaml"}, {"tests", "a_test.go"}, {"docs", "a.md"}, {"main", "a.go"}, {"harmless", ".editorconfig"}, {"other", "a.xyz"},
	}
	for set := range 1 << len(parts) {
		for _, modified := range []bool{false, true} {
			for _, mechanical := range []bool{false, true} {
				var has []string
				var c pr.Change
				for i, part := range parts {
					if set&(1<<i) == 0 {
						continue
					}
					has = append(has, part.category)
					f := edited(part.path, "", "x\n")
					if modified {
						f = edited(part.path, "y\n", "x\n")
					}
					c.Files = append(c.Files, f)
				}
				if mechanical {
					c.Files = append(c.Files, edited("src/test/w.c", "int  a;\n", "int a;\n"))
				}
				if got, want := Label(c, cfg).Kind, kindOf(has, modified, mechanical); got != want {
					t.Errorf("%v modified=%v mechanical=%v: %s, want %s", has, modified, mechanical, got, want)
				}
			}
		}
	}
}

// kindOf is the table of seed 000, [categories], read row by row.
func kindOf(has []string, modified, mechanical bool) pr.Kind {
	only := func(allowed ...string) bool {
		return !slices.ContainsFunc(has, func(c string) bool { return c != "harmless" && !slices.Contains(allowed, c) })
	}
	in := func(c string) bool { return slices.Contains(has, c) }
	switch {
	case len(has) == 0 && mechanical:
		return pr.MechanicalOnly
	case len(has) == 0:
		return pr.Mixed
	case only():
		return pr.HarmlessOnly
	case only("docs"):
		return pr.DocsOnly
	case only("tests", "docs") && modified:
		return pr.TestsModified
	case only("tests"):
		return pr.TestsOnlyAdded
	case only("tests", "docs"):
		return pr.DocsAndTests
	case only("main", "docs"):
		return pr.Refactoring
	case only("main", "tests", "docs") && in("main") && modified:
		return pr.FeatureWithModifiedTests
	case only("main", "tests", "docs") && in("main"):
		return pr.FeatureWithTests
	}
	return pr.Mixed
}

func TestBothCategoriesOfARenameCount(t *testing.T) {
	cfg := baseConfig(t, "")
	for _, tc := range []struct {
		from, to string
		kind     pr.Kind
		category pr.Category
	}{
		{"a.go", "docs/a.md", pr.Refactoring, pr.Main},
		{"docs/a.md", "a.go", pr.Refactoring, pr.Main},
		{"a_test.go", "docs/a.md", pr.TestsModified, pr.Tests},
		{"a_test.go", "a.go", pr.FeatureWithModifiedTests, pr.Main},
		{"a.xyz", "a.md", pr.Mixed, pr.Other},
		{"openapi.yaml", "a.md", pr.Mixed, pr.APISpec},
		{"a.md", "b.txt", pr.Mixed, pr.Other},
		{".editorconfig", "a.md", pr.DocsOnly, pr.Harmless},
	} {
		f := pr.File{Path: tc.to, OldPath: tc.from, Status: pr.Renamed, OldMode: pr.ModeFile, NewMode: pr.ModeFile}
		c := Label(pr.Change{Files: []pr.File{f}}, cfg)
		if c.Kind != tc.kind || c.Files[0].Category != tc.category || c.Files[0].Mechanical != pr.NotMechanical {
			t.Errorf("%s to %s: %s %s %s", tc.from, tc.to, c.Kind, c.Files[0].Category, c.Files[0].Mechanical)
		}
	}
}
