package cli_test

import (
	"os"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

func TestJevEvalListsUnitsWithoutNetwork(t *testing.T) {
	w := newWorld(t, docsChange)
	t.Setenv("WERKREVISOR_CONFIG_TOML", "")
	write(t, "a.md", prDocument["doc/PR/a.md"])
	write(t, "b.sql", "--liquibase formatted sql\n--changeset ann:1\nselect 1;\n")
	r := w.run("jev-eval", "--units-only", "a.md", "b.sql")
	want := "a.md:1  section  The Problem\na.md:9  scenario 1.01 t\nb.sql:2  changeset ann:1 ann:1\n3 units\n"
	if r.exit != 0 || r.stdout != want {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestJevEvalPrintsAnswersTotalsAndTheQualityOfTheQuestions(t *testing.T) {
	w, j := withJev(t, "classifier", "", docsChange)
	j.Answer = func(name string, _, state map[string]any) map[string]any {
		switch state["heading"] {
		case "Bad":
			return fake.JevNoul(0.9)
		case "Vague":
			return fake.JevScore(0.34, 0.33, 0.33)
		}
		return nil
	}
	write(t, "a.md", "## Good\n\nText.\n\n## Bad\n\nText.\n\n## S\n\n#### Scenario#1.01: Vague\n\nx\n")
	write(t, "labels.csv", "unit,question,expected\na.md:5,slop,yes\na.md:1,slop,no\n")
	r := w.run("jev-eval", "--labels", "labels.csv", "a.md")
	for _, want := range []string{"a.md:1  section   slop  0.02  -  GREEN\n", "a.md:5  section   slop  0.90  -  ORANGE\n",
		"a.md:11  scenario 1.01  vague  ", "  IGNORED\n", "GREEN 1, YELLOW 0, ORANGE 1, RED 0, IGNORED 1; units 3, calls 3",
		"slop: 2 labelled answers", "yellow_above 0.50  precision 100%  recall 100%", "0.0–0.1", "0.9–1.0",
		"for a precision of 90%: a threshold of 0.02, with a recall of 100%"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("the output lacks %q:\n%s%s", want, r.stdout, r.stderr)
		}
	}
	if r.exit != 0 || strings.Contains(r.stdout+r.stderr, "canary-of-the-jev-key") {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
}

func TestJevEvalTakesTheRepositoryConfigOfTheFolder(t *testing.T) {
	w, j := withJev(t, "classifier", "", docsChange)
	write(t, "a.md", "## A\n\nText.\n")
	write(t, ".werkrevisor.toml", "[[classifier.section_questions]]\nname = \"own\"\ntype = \"noul\"\ninstructions = \"x\"\nyellow_above = 0.5\nred_above = 0.8\n")
	if r := w.run("jev-eval", "a.md"); r.exit != 0 || !strings.Contains(r.stdout, "own") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	if r := w.run("jev-eval", "--no-repo-config", "a.md"); r.exit != 0 || !strings.Contains(r.stdout, "slop") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	if len(j.Calls()) != 2 {
		t.Errorf("%d calls", len(j.Calls()))
	}
}

func TestJevEvalMistakes(t *testing.T) {
	w, j := withJev(t, "classifier", "", docsChange)
	write(t, "a.md", "## A\n\nText.\n")
	write(t, "bad.csv", "a,b\n")
	for name, tc := range map[string]struct {
		args  []string
		exit  int
		words string
	}{
		"no file":          {[]string{"jev-eval"}, 2, "Usage"},
		"an unknown flag":  {[]string{"jev-eval", "--purple", "a.md"}, 2, "Usage"},
		"a missing file":   {[]string{"jev-eval", "b.md"}, 1, "b.md cannot be opened"},
		"labels that fail": {[]string{"jev-eval", "--labels", "bad.csv", "a.md"}, 1, "bad.csv is no CSV"},
		"a precision of 2": {[]string{"jev-eval", "--precision", "2", "a.md"}, 2, "Usage"},
	} {
		if r := w.run(tc.args...); r.exit != tc.exit || !strings.Contains(r.stderr, tc.words) {
			t.Errorf("%s: exit %d\n%s", name, r.exit, r.stderr)
		}
	}
	j.Fault = func(int) (int, string, bool) { return 401, "CANARY", true }
	if r := w.run("jev-eval", "a.md"); r.exit != 1 || !strings.Contains(r.stderr, "(401)") || strings.Contains(r.stderr, "CANARY") {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
	t.Setenv("TYPESAFE_API_KEY", "")
	if r := w.run("jev-eval", "a.md"); r.exit != 1 || !strings.Contains(r.stderr, "TYPESAFE_API_KEY is not set") {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
}
