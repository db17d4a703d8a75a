package config

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

const docsFile = "../../docs/config.md"

var block = regexp.MustCompile(`(?s)<!-- (keys: ([a-z_.]+)) -->\n.*?<!-- end -->`)

// TestTheDocumentShowsTheTable compares docs/config.md with Keys; -update writes the tables into it.
func TestTheDocumentShowsTheTable(t *testing.T) {
	text := read(t, docsFile)
	shown := map[string]bool{}
	want := block.ReplaceAllStringFunc(text, func(old string) string {
		found := block.FindStringSubmatch(old)
		shown[found[2]] = true
		body := keyTable(t, found[2])
		return "<!-- " + found[1] + " -->\n\n" + body + "\n<!-- end -->"
	})
	if *update {
		if err := os.WriteFile(docsFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		text = want
	}
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("docs/config.md is stale; run go test ./internal/config -update (-want +got):\n%s", diff)
	}
	for _, s := range Sections() {
		if !shown[s] {
			t.Errorf("docs/config.md has no table of [%s]", s)
		}
	}
}

func keyTable(t *testing.T, section string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| Key | Default | Layer | Meaning |\n|---|---|---|---|\n")
	rows := 0
	row := func(k Key) {
		if k.Section != section || k.Replaced != "" {
			return
		}
		rows++
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, defaultText(k), k.Rule, k.Text)
	}
	for _, k := range Keys {
		row(k)
		for _, f := range k.Fields {
			if f.Rule == "" {
				f.Rule = k.Rule
			}
			row(f)
		}
	}
	if rows == 0 {
		t.Errorf("docs/config.md names [%s], which has no keys", section)
	}
	return b.String()
}

func defaultText(k Key) string {
	switch {
	case k.Required:
		return "required"
	case k.Type == Regexes:
		return "see below"
	case k.Default != nil:
		return "`" + render(k.Default) + "`"
	case k.Entry && (k.Section == "model.fallback" || strings.HasPrefix(k.Section, "deep.models")):
		return "as `[model]`"
	}
	return "none"
}

func TestTheDocumentFollowsTheWritingRules(t *testing.T) {
	for i, line := range strings.Split(read(t, docsFile), "\n") {
		if !strings.HasPrefix(line, "|") && utf8.RuneCountInString(line) > 128 {
			t.Errorf("line %d is longer than 128 characters", i+1)
		}
	}
}
