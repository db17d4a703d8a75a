package cli_test

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"werkrevisor/internal/cli"
	"werkrevisor/internal/fake"
)

var update = flag.Bool("update", false, "write the output of commands into the documents")

// The record and the configuration that docs/evidence.md shows.
const (
	goldenRecord = "../evidence/testdata/record.json"
	goldenHost   = "../evidence/testdata/host.toml"
	evidenceDoc  = "../../docs/evidence.md"
)

// call runs a command of the program.
func call(args ...string) (exit int, stdout, stderr string) {
	var out, errOut bytes.Buffer
	exit = cli.Main("test", args, strings.NewReader(""), &out, &errOut)
	return exit, out.String(), errOut.String()
}

var evidenceBlock = regexp.MustCompile("(?s)<!-- output: ([a-z .]+) -->\n.*?<!-- end -->")

// TestTheDocumentShowsWhatTheCommandsPrint compares docs/evidence.md with real output; -update writes it.
func TestTheDocumentShowsWhatTheCommandsPrint(t *testing.T) {
	data, err := os.ReadFile(evidenceDoc)
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir() + "/other.toml"
	host, err := os.ReadFile(goldenHost)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(`["src/auth/**"]`, `["src/billing/**"]`, "max_changed_lines = 800", "max_changed_lines = 3").Replace(string(host))
	if err := os.WriteFile(other, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	shown := 0
	want := evidenceBlock.ReplaceAllStringFunc(string(data), func(old string) string {
		shown++
		name := evidenceBlock.FindStringSubmatch(old)[1]
		args := strings.Fields(strings.NewReplacer("evidence.json", goldenRecord, "other.toml", other).Replace(name))
		if args[0] == "replay" && len(args) > 2 {
			args = []string{args[0], args[1], "--config", args[2]}
		}
		exit, stdout, stderr := call(args...)
		if exit != 0 || stderr != "" {
			t.Errorf("%s: exit %d\n%s", name, exit, stderr)
		}
		return "<!-- output: " + name + " -->\n\n```text\n" + stdout + "```\n\n<!-- end -->"
	})
	if *update {
		if err := os.WriteFile(evidenceDoc, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(data) {
		t.Error("docs/evidence.md is stale; run go test ./internal/cli -run TheDocumentShows -update")
	}
	if shown != 3 {
		t.Errorf("the document shows %d outputs", shown)
	}
}

func TestExplainAndReplayEndWithTheirExitCodes(t *testing.T) {
	data, err := os.ReadFile(goldenRecord)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return dir + "/" + name
	}
	flipped := bytes.Clone(data)
	flipped[bytes.Index(data, []byte("critical_path"))] ^= 1
	tampered, broken := write("tampered.json", string(flipped)), write("broken.toml", "[size]\nmax_files = \"s3cr3t-value\"\n")
	repo := write("repo.toml", "[size]\nmax_files = 1\n")
	for name, tc := range map[string]struct {
		args         []string
		exit         int
		stdout, logs string
	}{
		"explain":                  {[]string{"explain", goldenRecord}, 0, "Why ORANGE", ""},
		"replay":                   {[]string{"replay", goldenRecord}, 0, "the same again", ""},
		"another configuration":    {[]string{"replay", "--config", goldenHost, goldenRecord}, 0, "now: ORANGE", ""},
		"with a repository's":      {[]string{"replay", goldenRecord, "--config", goldenHost, "--repo-config", repo}, 0, "+ ORANGE too_many_files", ""},
		"help":                     {[]string{"replay", "--help"}, 0, "Usage:", ""},
		"a changed byte":           {[]string{"replay", tampered}, 1, "", "section rules: its bytes do not fit its hash"},
		"explain a changed record": {[]string{"explain", tampered}, 1, "", "section rules: its bytes do not fit its hash"},
		"another file":             {[]string{"replay", goldenHost}, 1, "", "this is no evidence record"},
		"no file":                  {[]string{"replay"}, 2, "", "Usage:"},
		"two files":                {[]string{"explain", goldenRecord, goldenRecord}, 2, "", "Usage:"},
		"a file that is not there": {[]string{"explain", dir + "/none"}, 2, "", "cannot be opened: no such file"},
		"a folder":                 {[]string{"replay", dir}, 2, "", "is no regular file"},
		"an unknown option":        {[]string{"explain", "--config", goldenHost, goldenRecord}, 2, "", "unknown option --config"},
		"only the repository's":    {[]string{"replay", goldenRecord, "--repo-config", repo}, 2, "", "--repo-config belongs to --config HOST"},
		"a broken configuration":   {[]string{"replay", goldenRecord, "--config", broken}, 2, "", "[size] max_files"},
	} {
		exit, stdout, stderr := call(tc.args...)
		if exit != tc.exit || !strings.Contains(stdout, tc.stdout) || !strings.Contains(stderr, tc.logs) || strings.Contains(stderr, "s3cr3t") {
			t.Errorf("%s: exit %d\n%s%s", name, exit, stdout, stderr)
		}
		if tc.exit != 0 && stdout != "" {
			t.Errorf("%s: stdout %q", name, stdout)
		}
	}
}

// TestARecordIsWrittenOnlyWhereTheOperatorChoseIt: the artifacts of the host are public.
func TestARecordIsWrittenOnlyWhereTheOperatorChoseIt(t *testing.T) {
	const record = "build/werkrevisor/evidence.json"
	for chosen, want := range map[string]bool{`["usage"]`: false, `["usage", "source"]`: false, `["usage", "evidence"]`: true} {
		w := newWorld(t, docsChange)
		t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), `["usage", "source"]`, chosen, 1))
		if exit, _, stderr := call(); exit != 0 {
			t.Fatalf("exit %d\n%s", exit, stderr)
		}
		text, err := os.ReadFile(record)
		if (err == nil) != want {
			t.Errorf("%s: %v", chosen, err)
		}
		if strings.Contains(string(text), "Another line.") {
			t.Errorf("%s: the record holds a line of the source", chosen)
		}
		if w.pull.Number != 7 {
			t.Error("another PR")
		}
	}
}

// TestARecordHoldsNoSecretAndNoSourceThatTheCommentDoesNotShow: a model repeats both in its answer.
func TestARecordHoldsNoSecretAndNoSourceThatTheCommentDoesNotShow(t *testing.T) {
	w := newWorld(t, docsChange, fake.ModelAnswer{Text: `{"files_reviewed": ["docs/a.md"], "merge_recommendation": "safe_to_merge",
		"summary": "sk-or-v1-canary-of-the-model-key", "findings": [{"file": "docs/a.md", "start_line": 3, "end_line": 3, "quote": "Another line.",
		"title": "The key sk-or-v1-canary-of-the-model-key", "body": "It is sk-or-v1-canary-of-the-model-key.", "severity": "low"}]}`})
	t.Setenv("WERKREVISOR_CONFIG_TOML", strings.Replace(os.Getenv("WERKREVISOR_CONFIG_TOML"), `["usage", "source"]`, `["evidence"]`, 1))
	r := w.run()
	text, err := os.ReadFile("build/werkrevisor/evidence.json")
	if err != nil || r.exit != 10 {
		t.Fatalf("exit %d, %v\n%s", r.exit, err, r.stderr)
	}
	for _, gone := range []string{"canary", "Another line.", os.Getenv("GITEA_BOT_TOKEN")} {
		if strings.Contains(string(text), gone) {
			t.Errorf("the record holds %q", gone)
		}
	}
	if !strings.Contains(string(text), "The key [redacted]") {
		t.Error("the finding is not in the record")
	}
}
