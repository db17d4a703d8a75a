package rules

import (
	"context"
	"slices"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

var fuzzExtensions = append(slices.Clone(braceLanguages), "tsx", "jsx", "py", "scala", "md", "")

// FuzzLabel labels random edits in each language. A file called whitespace has equal texts without spaces, tabs
// and newlines; a file called imports has equal texts without its import lines; nothing panics.
func FuzzLabel(f *testing.F) {
	for _, file := range fixtureFiles(f, mechanicalFolder) {
		fix := readFixture(f, file)
		head := fix.folder("head/")
		for name, old := range fix.folder("old/") {
			if text, ok := head[name]; ok {
				f.Add(uint8(max(0, slices.Index(fuzzExtensions, extension(name)))), old, text)
			}
		}
	}
	f.Add(uint8(0), "import a.B;\n", "import a.B;\n\n")
	cfg := baseConfig(f, "[mechanical]\nimports = {scala = ['import [\\w.]+']}")
	f.Fuzz(func(t *testing.T, ext uint8, old, head string) {
		name := "src/a." + fuzzExtensions[int(ext)%len(fuzzExtensions)]
		c := Label(pr.Change{Files: []pr.File{edited(name, old, head)}}, cfg)
		if _, err := Check(context.Background(), c, cfg); err != nil {
			t.Fatal(err)
		}
		switch c.Files[0].Mechanical {
		case pr.ByWhitespace:
			if without(old, " \t\n") != without(head, " \t\n") {
				t.Errorf("%s is not only whitespace: %q, %q", name, old, head)
			}
		case pr.ByImports:
			if a, b := withoutImports(old, extension(name)), withoutImports(head, extension(name)); a != b {
				t.Errorf("%s is not only imports: %q, %q", name, a, b)
			}
			if len(strings.Fields(head)) > len(strings.Fields(old)) {
				t.Errorf("%s has new words: %q, %q", name, old, head)
			}
		}
	})
}

func without(text, runes string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(runes, r) {
			return -1
		}
		return r
	}, text)
}

// withoutImports drops blank lines and lines that are imports by their first word, or entries of a block of Go.
func withoutImports(text, ext string) string {
	var kept []string
	open := false
	for line := range strings.SplitSeq(text, "\n") {
		line := strings.Trim(line, " \t")
		if open {
			open = !strings.Contains(line, "}")
			continue
		}
		first := strings.Fields(line + " x")[0]
		if line == "" || first == "import" || first == "use" || ext == "go" && goEntry.MatchString(line) {
			open = ext != "go" && strings.Contains(line, "{") && !strings.Contains(line, "}")
			continue
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

// FuzzTestLines checks that the tokens of the seed count wherever they stand in an added line.
func FuzzTestLines(f *testing.F) {
	tokens := []string{"@Disabled", "@Ignore", ".skip(", ".only(", "pytest.mark.skip", "pytest.mark.xfail", "unittest.skip", "skipTest(",
		" xit(", " xdescribe(", " xtest("}
	f.Add("it", "'x')", uint8(0))
	f.Add("\ufeff", "\xff", uint8(8))
	f.Fuzz(func(t *testing.T, before, after string, which uint8) {
		line := before + tokens[int(which)%len(tokens)] + after
		if disabling(line, "") == "" {
			t.Errorf("not found: %q", line)
		}
	})
}
