package cli_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/cli"
	stats "werkrevisor/internal/usage"
)

const usageLines = "../usage/testdata/"

// usageOf runs the command.
func usageOf(stdin string, args ...string) (exit int, stdout, stderr string) {
	var out, errOut bytes.Buffer
	exit = cli.Main("test", append([]string{"usage"}, args...), strings.NewReader(stdin), &out, &errOut)
	return exit, out.String(), errOut.String()
}

// TestTheDocumentShowsWhatTheCommandPrints holds docs/usage.md against the program.
func TestTheDocumentShowsWhatTheCommandPrints(t *testing.T) {
	exit, out, errOut := usageOf("", usageLines+"one.jsonl", usageLines+"two.jsonl")
	if exit != 0 || errOut != "" {
		t.Fatalf("exit %d: %s", exit, errOut)
	}
	const file, start, end = "../../docs/usage.md", "<!-- output -->\n\n```text\n", "```\n\n<!-- end -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), start)
	old, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("docs/usage.md has no place for the output")
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+start+out+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(old, out); diff != "" {
		t.Error(diff)
	}
	for _, column := range stats.Columns {
		if !strings.Contains(string(text), "`"+column+"`") {
			t.Errorf("docs/usage.md does not explain the column %s", column)
		}
	}
}

func TestUsageReadsFilesAndStdin(t *testing.T) {
	one, err := os.ReadFile(usageLines + "one.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		stdin string
		args  []string
		want  string
	}{
		"no argument":            {string(one), nil, "25 runs in 1 file"},
		"a dash":                 {string(one), []string{"-"}, "25 runs in 1 file"},
		"a file and stdin":       {string(one), []string{usageLines + "two.jsonl", "-"}, "46 runs in 2 files"},
		"options behind a file":  {"", []string{usageLines + "one.jsonl", "--json"}, `"runs": 25`},
		"nothing at all":         {"", nil, "0 runs in 1 file"},
		"a file behind two dash": {"", []string{"--", usageLines + "one.jsonl"}, "25 runs in 1 file"},
	} {
		t.Run(name, func(t *testing.T) {
			if exit, out, errOut := usageOf(tc.stdin, tc.args...); exit != 0 || errOut != "" || !strings.Contains(out, tc.want) {
				t.Errorf("exit %d, stderr %q, stdout\n%s", exit, errOut, out)
			}
		})
	}
}

func TestUsageNamesWhatCannotBeReadAndCountsTheRest(t *testing.T) {
	folder := t.TempDir()
	exit, out, errOut := usageOf("", usageLines+"one.jsonl", folder, filepath.Join(folder, "none"), usageLines+"broken.jsonl")
	if exit != 1 || !strings.HasPrefix(out, "25 runs in 2 files") {
		t.Errorf("exit %d, stdout\n%s", exit, out)
	}
	for _, want := range []string{folder + ": it is a folder; name its files", "none: no such file or directory\n", "broken.jsonl:2: no JSON object\n"} {
		if !strings.Contains(errOut, want) {
			t.Errorf("stderr has no %q:\n%s", want, errOut)
		}
	}
	if strings.Contains(errOut, "SECRET") || strings.Contains(out, "SECRET") {
		t.Errorf("a broken line is quoted:\n%s", errOut)
	}
}

func TestUsageIsUsedWrongly(t *testing.T) {
	for _, args := range [][]string{{"--csv", "--json"}, {"--nonsense"}, {"--html"}} {
		if exit, out, errOut := usageOf("", args...); exit != 2 || out != "" || !strings.Contains(errOut, "werkrevisor usage [--csv") {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", args, exit, out, errOut)
		}
	}
	if exit, out, _ := usageOf("", "--help"); exit != 0 || !strings.Contains(out, "--html FILE") {
		t.Errorf("--help: exit %d, %s", exit, out)
	}
}

func TestUsagePrintsRowsAndOneObject(t *testing.T) {
	_, out, _ := usageOf("", "--csv", usageLines+"one.jsonl")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 26 || rows[0][0] != "timestamp" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	_, out, _ = usageOf("", "--json", usageLines+"one.jsonl")
	var s stats.Statistics
	if err := json.Unmarshal([]byte(out), &s); err != nil || s.Runs != 25 || len(s.Months) == 0 {
		t.Errorf("%d runs, %v", s.Runs, err)
	}
}

func TestUsageWritesAPageOrSaysWhyNot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "usage.html")
	if exit, out, errOut := usageOf("", "--html", file, usageLines+"one.jsonl"); exit != 0 || errOut != "" || !strings.HasPrefix(out, "25 runs") {
		t.Fatalf("exit %d, %s%s", exit, out, errOut)
	}
	page, err := os.ReadFile(file)
	if err != nil || !bytes.HasPrefix(page, []byte("<!doctype html>")) {
		t.Errorf("%v: %.100s", err, page)
	}
	file = filepath.Join(file, "below.html")
	if exit, out, errOut := usageOf("", "--csv", "--html", file, usageLines+"one.jsonl"); exit != 1 || !strings.Contains(errOut, "below.html was not written: not a directory") || !strings.HasPrefix(out, "timestamp,") {
		t.Errorf("exit %d, stderr %q, stdout %.50q", exit, errOut, out)
	}
}
