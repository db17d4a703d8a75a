package linter

import (
	"os"
	"strings"
	"testing"

	"werkrevisor/internal/config"
)

// TestTheExampleOfTheDocumentIsAConfiguration reads the linters of docs/linters.md, and an output as one of them prints it.
func TestTheExampleOfTheDocumentIsAConfiguration(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, example, _ := strings.Cut(read("docs/linters.md"), "```toml\n")
	example, _, ok := strings.Cut(example, "```")
	if !ok {
		t.Fatal("the document has no example")
	}
	cfg, err := config.Merge(config.Layer{TOML: read("config/werkrevisor.toml") + "\n" + example}, &config.Layer{TOML: read(".werkrevisor.toml")})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, l := range cfg.Deep.Linters {
		if _, err := toolOf(l); err != nil {
			t.Errorf("%s: %v", l.Name, err)
		}
		if l.Name != "shellcheck" {
			continue
		}
		found = true
		p, err := readerFor(t, l.Format)([]byte("file-001.sh:3:5: warning: x is unused. [SC2034]\nfile-001.sh:4:1: error: no do [SC1009]\nfile-001.sh:5:1: note: quote [SC2086]\n"))
		const want = "file-001.sh:3 x is unused. [SC2034] 0\nfile-001.sh:4 no do [SC1009] 1\nfile-001.sh:5 quote [SC2086] 0\n"
		if got := seen(p); got != want || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
	if !found {
		t.Errorf("the example is %+v", cfg.Deep.Linters)
	}
}
