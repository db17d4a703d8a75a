package config

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheEmbeddedConfigIsCompleteAndNamesNoModel(t *testing.T) {
	c := mustMerge(t, Local(), nil)
	if c.Model.ID != "" || len(c.Model.Fallback) != 0 {
		t.Error("the local mode must not spend money")
	}
	got := slices.Sorted(slices.Values(c.Categories.AutoApprovable))
	if diff := cmp.Diff(slices.Sorted(slices.Values(Approvable)), got); diff != "" {
		t.Errorf("every change kind of the seed is auto-approvable: %s", diff)
	}
	if c.HardOrange.Paths.Empty() || c.HardYellow.Paths.Empty() || !c.HardYellow.SecretScan || !c.HardYellow.InjectionScan {
		t.Error("the embedded config must have critical and risky paths and both scans")
	}
	for _, s := range Sections() {
		if _, set := parse(embeddedConfig, embedded).sections[s]; !set && !slices.Contains(optional, s) {
			t.Errorf("[%s] is not set", s)
		}
	}
}

func TestTheEmbeddedCategoriesFitCommonLanguages(t *testing.T) {
	c := mustMerge(t, Local(), nil).Categories
	order := []struct {
		name  string
		globs Globs
	}{{"api_spec", c.APISpec}, {"tests", c.Tests}, {"docs", c.Docs}, {"main", c.Main}, {"harmless", c.Harmless}}
	for path, want := range map[string]string{
		"internal/a/a.go": "main", "internal/a/a_test.go": "tests", "internal/a/testdata/x.toml": "tests",
		"src/main/java/de/A.java": "main", "src/test/java/de/ATest.java": "tests", "src/test/resources/x.json": "tests",
		"app/views.py": "main", "tests/test_views.py": "tests", "app/test_views.py": "tests", "conftest.py": "tests",
		"src/app.ts": "main", "src/app.spec.ts": "tests", "src/__tests__/app.tsx": "tests", "web/index.html": "main",
		"src/lib.rs": "main", "tests/it.rs": "tests", "lib/a.rb": "main", "spec/a_spec.rb": "tests",
		"README.md": "docs", "docs/a.adoc": "docs", "docs/notes.txt": "docs", "LICENSE": "docs",
		"api/openapi.yaml": "api_spec", "proto/a.proto": "api_spec", "openapi-v2.json": "api_spec",
		".editorconfig": "harmless", "package.json": "other", "Dockerfile": "other", "a.bin": "other", "latest.go": "main",
	} {
		got := "other"
		for _, o := range order {
			if o.globs.Has(path) {
				got = o.name
				break
			}
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

func TestARepositoryConfigOfARealHostWorksLocally(t *testing.T) {
	c := mustMerge(t, Local(), &Layer{TOML: read(t, "testdata/ok/repo-everything.toml")})
	if c.Model.MaxContextTokens != 80000 || len(c.Classifier.FileQuestions) != 1 {
		t.Error("the repository's values are missing")
	}
}

func TestOnlyTheEmbeddedConfigMayHaveNoModel(t *testing.T) {
	if _, err := Merge(Layer{Name: "embedded", TOML: embedded}, nil); err == nil {
		t.Error("the same text as a host config must be refused")
	}
}
