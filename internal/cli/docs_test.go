package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"werkrevisor/internal/report"
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

// TestTheLineOfProgress: on a terminal it is overwritten by what comes next, and it can bring no sequence of its own.
func TestTheLineOfProgress(t *testing.T) {
	var out bytes.Buffer
	quiet := func(string) string { return "" }
	c := &command{stderr: &out, terminal: true, mode: report.Local, env: quiet}
	c.progress()("reviewed code\x1b[31m")
	c.log("the next line")
	c.log("and one more")
	if got, want := out.String(), eraseLine+"… reviewed code\\x1b[31m"+eraseLine+"the next line\nand one more\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for name, c := range map[string]*command{
		"a gate run":  {stderr: &out, terminal: true, mode: report.Gate, env: quiet},
		"no terminal": {stderr: &out, mode: report.Local, env: quiet},
		"NO_COLOR":    {stderr: &out, terminal: true, mode: report.Local, env: func(string) string { return "1" }},
	} {
		if c.progress() != nil {
			t.Errorf("%s shows progress", name)
		}
	}
}
