package rules

import (
	"testing"

	"werkrevisor/internal/pr"
)

func TestRenamesThatToolsActOn(t *testing.T) {
	cfg := baseConfig(t, "").Categories
	for _, tc := range []struct {
		from, to string
		neutral  bool
	}{
		{"src/A.java", "src/AIT.java", false},
		{"src/A.java", "src/ITCase.java", false},
		{"src/A.java", "src/ITOrder.java", false},
		{"src/HTTP.java", "src/HTTPTest.java", false},
		{"src/A.java", "src/ATestCase.java", false},
		{"src/A.kt", "src/ASpec.kt", false},
		{"src/AIT.java", "src/BIT.java", true},
		{"src/Order.java", "src/Latest.java", true},
		{"src/Order.java", "src/Item.java", true},
		{"src/x.py", "src/sitecustomize.py", false},
		{"src/x.py", "src/usercustomize.py", false},
		{"src/x.py", "src/random.py", false},
		{"src/json.py", "src/x.py", false},
		{"src/x.py", "src/orders.py", true},
		{"src/a.h", "src/string.h", false},
		{"src/a.h", "src/orders.h", true},
		{"src/random.js", "src/orders.js", true},
		{"src/a.js", "src/gulpfile.js", false},
		{"src/a.js", "src/Gruntfile.js", false},
		{"src/a.js", "src/vite.config.js", false},
		{"src/x.swift", "src/Package.swift", false},
		{"src/x.swift", "src/Parcel.swift", true},
		{"src/a.kts", "src/a.gradle.kts", false},
		{"src/A.java", "src/package-info.java", false},
	} {
		f := pr.File{OldPath: tc.from, Path: tc.to, Status: pr.Renamed}
		if got := neutralRename(f, cfg); got != tc.neutral {
			t.Errorf("%s to %s: neutral %v", tc.from, tc.to, got)
		}
	}
}

func TestCriticalPathsInDisguise(t *testing.T) {
	cfg := baseConfig(t, "")
	for name, want := range map[string]bool{
		"src/auth./a.go": true, "src/auth /a.go": true, "src/a\u200buth/a.go": true, "src/ａuth/a.go": true, "src/AUTH. ./a.go": true, "src/ auth/a.go": true,
		"src/auth.d/a.go": false, "src/author/a.go": false, "src/auth/a.go": true,
	} {
		out := hardPaths(pr.Change{Files: []pr.File{{Path: name, OldPath: name, Status: pr.Modified}}}, cfg)
		hit := false
		for _, r := range out.Reasons {
			hit = hit || r.Code == "critical_path"
		}
		if hit != want {
			t.Errorf("%q: %v", name, hit)
		}
	}
}
