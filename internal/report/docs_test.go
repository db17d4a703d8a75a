package report_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/report"
	"werkrevisor/internal/rules"
)

// example is the first fenced block below a heading of a document: its place.
func example(t *testing.T, doc, heading string) (start, end int) {
	t.Helper()
	at := strings.Index(doc, "\n"+heading+"\n")
	if at < 0 {
		t.Fatalf("no heading %q", heading)
	}
	open := strings.Index(doc[at:], "\n```")
	start = at + open + 1
	start += strings.Index(doc[start:], "\n") + 1
	length := strings.Index(doc[start-1:], "\n```")
	if open < 0 || length < 0 {
		t.Fatalf("no block below %q", heading)
	}
	return start, start + length
}

func TestTheExamplesOfTheFormatsAreReal(t *testing.T) {
	in := input(placed[0])
	in.Rules = rules.Report{Results: checkedRules().Results}
	in.Change.URL = "https://git.example.org/org/demo/pulls/7"
	in.Review.Findings = in.Review.Findings[:1]
	in.Review.Findings[0].Body = "Nothing checks x."
	const path = "../../docs/formats.md"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc := string(data)
	for heading, render := range map[string]func(report.Input) ([]byte, error){"## SARIF": report.SARIF, "## JUnit": report.JUnit, "## rdjson": report.RDJSON} {
		text, err := render(in)
		if err != nil {
			t.Fatal(err)
		}
		start, end := example(t, doc, heading)
		doc = doc[:start] + string(text) + doc[end:]
	}
	if *update {
		if err := os.WriteFile(path, []byte(doc), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(string(data), doc); diff != "" {
		t.Errorf("%s is stale; run make golden: %s", path, diff)
	}
}
