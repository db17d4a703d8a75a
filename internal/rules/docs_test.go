package rules

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

const (
	rulesDoc  = "../../docs/rules.md"
	addingDoc = "../../docs/adding-a-rule.md"
)

// shownReasons is a block of the document that shows what a fixture gives.
var shownReasons = regexp.MustCompile("(?s)<!-- reasons: ([a-z_/0-9-]+) -->\n.*?<!-- end -->")

// TestTheDocumentShowsRealReasons compares the reasons in docs/rules.md with the fixtures; -update writes them.
func TestTheDocumentShowsRealReasons(t *testing.T) {
	text := readDoc(t, rulesDoc)
	want := shownReasons.ReplaceAllStringFunc(text, func(old string) string {
		name := shownReasons.FindStringSubmatch(old)[1]
		fix := readFixture(t, "testdata/rules/"+name+".txtar")
		if fix.file("want") == "" {
			t.Errorf("docs/rules.md shows %s, which gives nothing", name)
		}
		return fmt.Sprintf("<!-- reasons: %s -->\n\n```text\n%s```\n\n<!-- end -->", name, fix.file("want"))
	})
	if *update {
		if err := os.WriteFile(rulesDoc, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		text = want
	}
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("docs/rules.md is stale; run go test ./internal/rules -update (-want +got):\n%s", diff)
	}
}

// TestEveryRuleIsDescribed needs one section per rule, in the order of All, that names its codes and shows each of its reasons.
func TestEveryRuleIsDescribed(t *testing.T) {
	sections := map[string]string{}
	var order []string
	for _, s := range strings.Split(readDoc(t, rulesDoc), "\n## ")[1:] {
		name, body, _ := strings.Cut(s, "\n")
		sections[name] = body
		if slices.ContainsFunc(All, func(r Rule) bool { return r.Name == name }) {
			order = append(order, name)
		}
	}
	var want []string
	for _, rule := range All {
		want = append(want, rule.Name)
		body := sections[rule.Name]
		for _, code := range rule.Codes {
			if !strings.Contains(body, "| `"+code+"` |") {
				t.Errorf("the section %s has no row for %s", rule.Name, code)
			}
			if !regexp.MustCompile(`(?m)^(RED|ORANGE|YELLOW|ERROR) ` + code + ` `).MatchString(body) {
				t.Errorf("the section %s shows no reason %s", rule.Name, code)
			}
		}
		for _, part := range []string{"**Keys:**", "**How to fix:**"} {
			if !strings.Contains(body, part) {
				t.Errorf("the section %s has no %s", rule.Name, part)
			}
		}
	}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Errorf("sections in the order of All (-want +got):\n%s", diff)
	}
}

// TestTheDocumentsFollowTheWritingRules checks the length of lines and one sentence per line, outside of code and tables.
func TestTheDocumentsFollowTheWritingRules(t *testing.T) {
	secondSentence := regexp.MustCompile(`[a-z0-9)` + "`" + `][.!] [A-Z]`)
	for _, doc := range []string{rulesDoc, addingDoc} {
		code := false
		for i, line := range strings.Split(readDoc(t, doc), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				code = !code
			}
			if code || strings.HasPrefix(line, "|") {
				continue
			}
			if utf8.RuneCountInString(line) > 128 {
				t.Errorf("%s:%d is longer than 128 characters", doc, i+1)
			}
			if secondSentence.MatchString(regexp.MustCompile(`^\s*\d+\. `).ReplaceAllString(line, "")) {
				t.Errorf("%s:%d has two sentences", doc, i+1)
			}
		}
	}
}

func readDoc(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
