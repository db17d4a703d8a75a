package internal_test

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"werkrevisor/internal/verdict"
)

// documents are the Markdown files of the repository, by their path from here.
func documents(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"../README.md", "../docs/*.md", "../docs/prs/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", pattern, files, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts[file] = string(text)
		}
	}
	return texts
}

// link matches inline links and, at the start of a line, the definitions of reference links.
var link = regexp.MustCompile(`(?m)(?:\[([^\]\n]+)\]\(|^\[([^\]\n]+)\]: +)([^)\s]+)`)

// fence matches code blocks, which show what a program prints.
var fence = regexp.MustCompile("(?ms)^ *```.*?^ *```")

func TestLinksOfTheDocumentsLeadSomewhereAndNamedTestsExist(t *testing.T) {
	for file, text := range documents(t) {
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
			name, to := m[1]+m[2], m[3]
			target, _, _ := strings.Cut(to, "#")
			if strings.Contains(to, "://") || target == "" {
				continue
			}
			target, err := url.PathUnescape(target)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(filepath.Dir(file), target)
			code, err := os.ReadFile(path)
			if info, statErr := os.Stat(path); err != nil && (statErr != nil || !info.IsDir()) {
				t.Errorf("%s: %s does not exist", file, to)
				continue
			}
			if strings.HasPrefix(name, "Test") && !strings.Contains(string(code), "\nfunc "+name+"(") {
				t.Errorf("%s: %s has no %s", file, to, name)
			}
		}
	}
}

func TestLinesOfTheDocumentsAreShort(t *testing.T) {
	for file, text := range documents(t) {
		inFence := false
		for i, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				inFence = !inFence
			}
			if inFence {
				continue
			}
			if !strings.HasPrefix(line, "|") && utf8.RuneCountInString(line) > 128 {
				t.Errorf("%s:%d is longer than 128 characters", file, i+1)
			}
		}
	}
}

func TestEveryScenarioOfAPRDocumentNamesTheTestsThatVerifyIt(t *testing.T) {
	for file, text := range documents(t) {
		if !strings.Contains(file, "/prs/") {
			continue
		}
		scenarios := strings.Split(text, "\n#### Scenario#")[1:]
		if len(scenarios) == 0 {
			t.Errorf("%s has no scenario", file)
		}
		for _, s := range scenarios {
			if !strings.Contains(s, "##### Verified by") || !strings.Contains(s, "[Test") {
				t.Errorf("%s: scenario %.60q names no test", file, s)
			}
		}
	}
}

// TestEveryReasonCodeInTheCodeIsInTheTable finds codes that a package writes by hand.
func TestEveryReasonCodeInTheCodeIsInTheTable(t *testing.T) {
	code := regexp.MustCompile(`Code: +"([a-z_]+)"|Fault\("([a-z_]+)"|\.add\(verdict\.\w+, "([a-z_]+)"|add\(verdict\.\w+, "([a-z_]+)"|\.Code = "([a-z_]+)"`)
	for _, pattern := range []string{"rules/*.go", "review/*.go", "model/*.go", "run/*.go", "cli/*.go", "verdict/*.go"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, m := range code.FindAllStringSubmatch(string(text), -1) {
				name := strings.Join(m[1:], "")
				if _, ok := verdict.FindCode(name); !ok {
					t.Errorf("%s: the code %s is not in verdict.Codes", file, name)
				}
			}
		}
	}
}
