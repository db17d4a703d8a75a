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

// TestTheReadmeHasTheNumbersOfTheProof: what the README says was proven stands in docs/proof.md.
func TestTheReadmeHasTheNumbersOfTheProof(t *testing.T) {
	texts := documents(t)
	_, section, ok := strings.Cut(texts["../README.md"], "## What was proven, and what was not\n")
	section, _, closed := strings.Cut(section, "\n## ")
	numbers := regexp.MustCompile(`\d+`).FindAllString(section, -1)
	if !ok || !closed || len(numbers) < 5 {
		t.Fatalf("the README has no section with numbers: %v", numbers)
	}
	for _, n := range numbers {
		if !regexp.MustCompile(`\b` + n + `\b`).MatchString(texts["../docs/proof.md"]) {
			t.Errorf("docs/proof.md does not have %s", n)
		}
	}
}

// TestEveryPackageIsDescribed: docs/architecture.md names every package of the import table, and no other one.
func TestEveryPackageIsDescribed(t *testing.T) {
	text := documents(t)["../docs/architecture.md"]
	for name := range mayImport {
		if strings.HasPrefix(name, "internal/") && !strings.Contains(text, "| `"+name+"` |") {
			t.Errorf("docs/architecture.md does not describe %s", name)
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `(internal/[a-z]+)` \\|").FindAllStringSubmatch(text, -1) {
		if _, ok := mayImport[m[1]]; !ok {
			t.Errorf("docs/architecture.md describes %s, which is no package", m[1])
		}
	}
}
