package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/cli"
	"werkrevisor/internal/fake"
)

// demoHistory makes the checkout of the documentation, with fixed commit ids, and changes into it.
func demoHistory(t *testing.T) {
	t.Helper()
	bare, dir := t.TempDir(), filepath.Join(t.TempDir(), "demo")
	long := strings.Repeat("\tprintln(1)\n", 900)
	commits := []fake.Commit{
		pastStart,
		{Branch: "main", Message: "Explain", Files: map[string]fake.File{"docs/a.md": {Data: "# A\n\nAnother line.\n"}}},
		{Branch: "main", Message: "Login", Files: map[string]fake.File{"src/auth/login.go": {Data: "package auth\n\nfunc Login() {}\n"}}},
		{Branch: "main", Message: "Module", Files: map[string]fake.File{"go.mod": {Data: "module demo\n"}}},
		{Branch: "main", Message: "Generated", Files: map[string]fake.File{"src/table.go": {Data: "package main\n\nfunc table() {\n" + long + "}\n"}}},
		{Branch: "main", Message: "Spaces", Files: map[string]fake.File{"src/main.go": {Data: "package main\n\n\nfunc main() {}\n"}}},
	}
	for i := range 6 {
		name := fmt.Sprintf("src/part%d", i)
		commits = append(commits, fake.Commit{Branch: "main", Message: name, Files: map[string]fake.File{
			name + ".go": {Data: fmt.Sprintf("package main\n\nfunc part%d() int { return %d }\n", i, i)}, name + "_test.go": {Data: "package main\n"},
		}})
	}
	if _, err := fake.InitRepo(bare, commits...); err != nil {
		t.Fatal(err)
	}
	gitIn(t, bare, "clone", "-q", bare, dir)
	t.Chdir(dir)
	host := hostConfig(t, "http://127.0.0.1:1")
	for name, text := range map[string]string{"now.toml": host, "stricter.toml": strings.Replace(host, `"feature_with_tests", `, "", 1)} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheOutputInTheDocumentOfSimulateIsReal(t *testing.T) {
	path, err := filepath.Abs("../../docs/simulate.md")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	demoHistory(t)
	args := []string{"simulate", "--local", "--config", "now.toml", "--config", "stricter.toml"}
	var out, errOut strings.Builder
	if exit := cli.Main("test", args, strings.NewReader(""), &out, &errOut); exit != 0 {
		t.Fatalf("exit %d\n%s", exit, errOut.String())
	}
	before, rest, ok := strings.Cut(string(data), "```text\n")
	_, after, closed := strings.Cut("\n"+rest, "\n```")
	if !ok || !closed {
		t.Fatal("the document has no block of text")
	}
	doc := before + "```text\n$ werkrevisor " + strings.Join(args, " ") + "\n" + out.String() + "```" + after
	if *update {
		if err := os.WriteFile(path, []byte(doc), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(string(data), doc); diff != "" {
		t.Errorf("%s is stale; run make golden: %s", path, diff)
	}
}
