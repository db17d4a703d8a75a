package cli

import (
	"os"
	"strings"
	"testing"
)

// TestEveryCommandAndFlagIsDescribed: the README names every command, and the usage text every command and every flag.
func TestEveryCommandAndFlagIsDescribed(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	c := &command{}
	for name := range c.commands() {
		if !strings.Contains(string(readme), "`werkrevisor "+name) {
			t.Errorf("README.md does not name the command %s", name)
		}
		if !strings.Contains(usage, "werkrevisor "+name) {
			t.Errorf("--help does not name the command %s", name)
		}
	}
	source, err := os.ReadFile("flags.go")
	if err != nil {
		t.Fatal(err)
	}
	flags := 0
	for line := range strings.Lines(string(source)) {
		if _, rest, ok := strings.Cut(line, "Var(&"); ok {
			parts := strings.Split(rest, `"`)
			flags++
			if len(parts) < 2 || !strings.Contains(usage, "--"+parts[1]) {
				t.Errorf("--help does not name the flag %q", parts)
			}
		}
	}
	if flags < 10 {
		t.Errorf("only %d flags were found", flags)
	}
}
