package verdict_test

import (
	"os"
	"regexp"
	"testing"

	"werkrevisor/internal/verdict"
)

// TestEveryReasonCodeIsDescribed compares docs/reasons.md with the table of codes, in both directions.
func TestEveryReasonCodeIsDescribed(t *testing.T) {
	text, err := os.ReadFile("../../docs/reasons.md")
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([A-Z]+) \\| \\S").FindAllStringSubmatch(string(text), -1) {
		if described[m[1]] != "" {
			t.Errorf("%s is described twice", m[1])
		}
		described[m[1]] = m[2]
	}
	for _, c := range verdict.Codes {
		if described[c.Name] != c.Worst.String() {
			t.Errorf("%s: the document says %q, the table %s", c.Name, described[c.Name], c.Worst)
		}
		delete(described, c.Name)
	}
	for name := range described {
		t.Errorf("the document describes %s, which is no code", name)
	}
}
