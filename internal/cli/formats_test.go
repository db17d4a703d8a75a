package cli_test

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fileNames are the files of a folder.
func fileNames(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.Name() != "evidence.json" { // every run of the tests writes it
			names = append(names, e.Name())
		}
	}
	return strings.Join(names, " ")
}

// choose makes the host choose artifacts.
func choose(t *testing.T, list string) {
	t.Helper()
	const tests = `artifacts = ["usage", "source"]` // what the host of the tests chooses
	host := os.Getenv("WERKREVISOR_CONFIG_TOML")
	if !strings.Contains(host, tests) {
		t.Fatal("the host of the tests chooses something else")
	}
	t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(host, tests, "artifacts = "+list, 1))
}

const threeFormats = "findings.junit.xml findings.rdjson findings.sarif"

func TestFormatsAreWrittenOnRequestAndByTheHostsChoice(t *testing.T) {
	checkout(t, docsChange)
	out := t.TempDir()
	if exit, _, stderr := local(t, "--formats", "sarif, junit,rdjson", "--output", out); exit != 10 || !strings.Contains(fileNames(t, out), threeFormats) {
		t.Errorf("exit %d, files %s\n%s", exit, fileNames(t, out), stderr)
	}
	w := newWorld(t, docsChange)
	choose(t, `["usage"]`)
	if w.run(); fileNames(t, "build/werkrevisor") != "usage.jsonl" {
		t.Errorf("without a choice: %s", fileNames(t, "build/werkrevisor"))
	}
	w = newWorld(t, docsChange)
	choose(t, `["usage", "sarif", "junit", "rdjson"]`)
	r := w.run()
	if r.exit != 0 || fileNames(t, "build/werkrevisor") != threeFormats+" usage.jsonl" {
		t.Fatalf("exit %d, files %s\n%s", r.exit, fileNames(t, "build/werkrevisor"), r.stderr)
	}
	for name, parse := range map[string]func([]byte, any) error{"findings.sarif": json.Unmarshal, "findings.rdjson": json.Unmarshal, "findings.junit.xml": xml.Unmarshal} {
		data, err := os.ReadFile(filepath.Join("build/werkrevisor", name))
		if err != nil {
			t.Fatal(err)
		}
		var any struct{ XMLName xml.Name }
		if err := parse(data, &any); err != nil {
			t.Errorf("%s: %v\n%s", name, err, data)
		}
		if strings.Contains(string(data), os.Getenv("GITEA_BOT_TOKEN")) {
			t.Errorf("%s holds the token", name)
		}
	}
	data, err := os.ReadFile("build/werkrevisor/findings.sarif")
	if err != nil || !strings.Contains(string(data), `"repositoryUri": "`+w.gitea.URL+`/org/demo"`) || !strings.Contains(string(data), w.pull.HeadSHA()) {
		t.Errorf("%v\n%s", err, data)
	}
}

func TestAnUnknownFormatIsAWrongUse(t *testing.T) {
	checkout(t, docsChange)
	if exit, _, stderr := local(t, "--formats", "sarif,pdf", "--output", "out"); exit != 30 || !strings.Contains(stderr, `--formats has "pdf"`) {
		t.Errorf("exit %d\n%s", exit, stderr)
	}
}
