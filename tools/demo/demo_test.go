package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func TestTheDemoShowsOnePRPerVerdict(t *testing.T) {
	var out bytes.Buffer
	if err := demo(t.Context(), &out, nil); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	for _, want := range []string{"verdict=GREEN exit=0", "verdict=YELLOW exit=10", "verdict=ORANGE exit=15", "verdict=RED exit=20", "verdict=ERROR exit=30",
		"verdict=ORANGE exit=0", "an earlier review of this commit is taken over", "https://git.example.org/org/demo", "review of ann: REQUEST_REVIEW", "bot scheduled the merge", "9 scenes", "Refuted findings (1)", "deep verification"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the demo does not show %q", want)
		}
	}
	for _, secret := range []string{"Zk4" + "-hunter77", "demo-key", "Insufficient credits"} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("the demo shows %q", secret)
		}
	}
}

// TestTheDocumentShowsTheDemo compares the example in docs/deep.md with what the demo prints.
func TestTheDocumentShowsTheDemo(t *testing.T) {
	var out bytes.Buffer
	if err := demo(t.Context(), &out, []string{"deep"}); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	doc, err := os.ReadFile("../../docs/deep.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, ok := strings.Cut(string(doc), "<!-- demo -->\n\n```text\n")
	block, _, closed := strings.Cut(block, "```")
	if !ok || !closed || strings.Count(block, "\n") < 5 {
		t.Fatal("docs/deep.md has no example")
	}
	for line := range strings.Lines(block) {
		if line = strings.TrimSpace(line); !strings.Contains(out.String(), line) {
			t.Errorf("the demo does not show %q", line)
		}
	}
}

func TestAnUnknownSceneIsAnError(t *testing.T) {
	if err := demo(t.Context(), &bytes.Buffer{}, []string{"purple"}); err == nil || !strings.Contains(err.Error(), `"purple"`) {
		t.Errorf("got %v", err)
	}
}
