// Package proof keeps the numbers of docs/proof.md (operators.md, "Proof"): the tests that find them compare their section
// of the document with what they found, so a stale document fails.
package proof

import (
	"fmt"
	"os"
	"strings"
)

// Check compares a section of the document at path with what a test found just now. With update it writes the section
// instead. The error says how to bring a stale document up to date.
func Check(path, section, found string, update bool) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(data), open(section))
	body, after, closed := strings.Cut(rest, closing)
	if !ok || !closed {
		return fmt.Errorf("%s has no section %q", path, section)
	}
	found = "\n\n" + strings.TrimSpace(found) + "\n\n"
	switch {
	case body == found:
		return nil
	case !update:
		return fmt.Errorf("the section %q of %s is stale; run make proof (want %q, got %q)", section, path, body, found)
	}
	return os.WriteFile(path, []byte(before+open(section)+found+closing+after), 0o644)
}

const closing = "<!-- end -->"

func open(section string) string { return "<!-- proof: " + section + " -->" }
