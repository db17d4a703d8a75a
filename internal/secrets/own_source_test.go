package secrets

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTheScanOfItsOwnSourceIsClean keeps the examples in pieces: the source is no file of secret_scan_exclude.
func TestTheScanOfItsOwnSourceIsClean(t *testing.T) {
	names, _ := filepath.Glob("*.go")
	for _, name := range names {
		if ok, _ := filepath.Match("*_test.go", name); ok {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range FindIn(name, string(text)) {
			t.Errorf("%s: %s near byte %d", name, m.Name, m.Start)
		}
	}
	if len(names) < 5 {
		t.Fatalf("only %d files", len(names))
	}
}
