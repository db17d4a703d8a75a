package rules

import (
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

// lines is a hunk from lines that begin with +, - or a blank, as in a diff.
func diffLines(text string) pr.Hunk {
	var h pr.Hunk
	n := 1
	for line := range strings.SplitSeq(text, "\n") {
		op, number := pr.Context, n
		switch line[0] {
		case '+':
			op = pr.Add
		case '-':
			op, number = pr.Remove, 0
		}
		if op != pr.Remove {
			n++
		}
		h.Lines = append(h.Lines, pr.Line{Op: op, New: number, Text: line[1:]})
	}
	return h
}

func TestASecretInANewNameIsFoundAndNotShown(t *testing.T) {
	token := "ghp_" + strings.Repeat("aB3", 12)
	f := edited("docs/"+token+".md", "a\n", "a\nb\n")
	f.Status, f.OldPath = pr.Added, ""
	out := secretScan(pr.Change{Files: []pr.File{f}}, baseConfig(t, ""))
	if len(out.Reasons) != 1 || strings.Contains(out.Reasons[0].Text, token) || !strings.Contains(out.Reasons[0].Text, "(name)") {
		t.Errorf("got %+v", out.Reasons)
	}
}

func TestTheLinesAroundTellWhatAnAddedValueIs(t *testing.T) {
	const value = "Zk4" + "hunter77"
	for name, tt := range map[string]struct {
		path, diff, want string
	}{
		"a new value below an old name":         {"a.yml", " password:\n-  old\n+  " + value, "a.yml:2"},
		"a name and a value below it":           {"a.json", "+\"token\":\n+  \"" + value + "\"", "a.json:2"},
		"a line of context between the two":     {"a.json", "+\"token\":\n \n+  \"" + value + "\"", ""},
		"a removed line between the two":        {"a.json", "+\"token\":\n-  \"x\"\n+  \"" + value + "\"", "a.json:2"},
		"an old value below a new name":         {"a.json", "+\"token\":\n   \"" + value + "\"", ""},
		"an old secret beside an added line":    {"a.go", " token = \"" + value + "\"\n+x", ""},
		"a word in a config file":               {"a.env", "+DB_PASSWORD=" + "correcthorse", "a.env:1"},
		"a word in prose":                       {"a.md", "+DB_PASSWORD=correcthorse", ""},
		"a key without its first line":          {"a.txt", "+x\n+MIIE" + "pAIBAAKC" + strings.Repeat("NoT4rEaLkEy", 5), "a.txt:2"},
		"a key counts once, at its first line":  {"a.pem", "+-----BEGIN RSA " + "PRIVATE KEY-----\n+MIIE" + "pAIBAAKC" + strings.Repeat("NoT4rEaLkEy", 5), "a.pem:1"},
		"a new body below the old BEGIN marker": {"a.pem", " -----BEGIN RSA " + "PRIVATE KEY-----\n+MIIE" + "pAIBAAKC" + strings.Repeat("NoT4rEaLkEy", 5), "a.pem:2"},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(secretLines(tt.path, diffLines(tt.diff), false), " ")
			if place, _, _ := strings.Cut(got, " "); place != tt.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestTheAdviceDoesNotNameAnExclusionThatIsThere(t *testing.T) {
	cfg := baseConfig(t, "[hard_yellow]\nsecret_scan_exclude = [\"fake/**\"]")
	key := "AKIA" + "NOTAREALKEYNOTAR"
	in := func(paths ...string) string {
		var c pr.Change
		for _, p := range paths {
			c.Files = append(c.Files, edited(p, "a\n", "a\n"+key+"\n"))
		}
		return secretScan(c, cfg).Reasons[0].Text
	}
	const list, counts = "or list a file", "counts in files of [hard_yellow] secret_scan_exclude too"
	if text := in("a.go"); !strings.Contains(text, list) || strings.Contains(text, counts) {
		t.Error(text)
	}
	if text := in("fake/a.go"); strings.Contains(text, "list") || !strings.Contains(text, counts) {
		t.Error(text)
	}
	if text := in("a.go", "fake/a.go"); !strings.Contains(text, "or list a further file") || !strings.Contains(text, counts) {
		t.Error(text)
	}
}
