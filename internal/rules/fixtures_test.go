package rules

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

var update = flag.Bool("update", false, "write pr.diff and want of the fixtures")

// mechanicalFolder holds the fixtures of the labels; the other folders are named as their rule.
const mechanicalFolder = "mechanical"

// TestFixtures applies the rule that the folder is named after to each fixture, and compares with its file want.
// docs/adding-a-rule.md describes the files of a fixture.
func TestFixtures(t *testing.T) {
	type seen struct{ hits, clean int }
	byRule, codes := map[string]*seen{mechanicalFolder: {}}, map[string]bool{}
	for _, rule := range All {
		byRule[rule.Name] = &seen{}
	}
	for _, file := range fixtureFiles(t, "*") {
		folder := filepath.Base(filepath.Dir(file))
		t.Run(folder+"/"+strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			if byRule[folder] == nil {
				t.Fatal("no rule has the name of this folder")
			}
			fix := readFixture(t, file)
			got, reasons := outcome(t, folder, fix)
			want := fix.file("want")
			if *update {
				fix.set("want", got)
				fix.write(t)
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, r := range reasons {
				codes[r.Code] = true
			}
			if len(reasons) > 0 || folder == mechanicalFolder && strings.Contains(got, "mechanical ") {
				byRule[folder].hits++
			} else {
				byRule[folder].clean++
			}
		})
	}
	for name, s := range byRule {
		if s.hits == 0 || s.clean == 0 {
			t.Errorf("%s: %d fixtures hit and %d are clean; at least one of each is needed", name, s.hits, s.clean)
		}
	}
	for _, rule := range All {
		for _, code := range rule.Codes {
			if !codes[code] {
				t.Errorf("no fixture of %s gives %s", rule.Name, code)
			}
		}
	}
}

func fixtureFiles(t testing.TB, folder string) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/rules/" + folder + "/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	return files
}

// outcome is what want should say: reasons, then mechanical files and the kind where the folder is about them.
func outcome(t *testing.T, folder string, fix *fixture) (string, []verdict.Reason) {
	t.Helper()
	cfg := fix.config(t)
	before := fix.change(t)
	c := Label(before, cfg)
	for _, f := range before.Files {
		if f.Category != "" || f.Mechanical != "" {
			t.Error("Label changed what it was given")
		}
	}
	var b strings.Builder
	var reasons []verdict.Reason
	for _, rule := range All {
		out := rule.Check(c, cfg)
		for _, r := range out.Reasons {
			known, ok := verdict.FindCode(r.Code)
			if !ok || !slices.Contains(rule.Codes, r.Code) || r.Level > known.Worst || r.Source != known.Source {
				t.Errorf("%s gave a reason that the tables do not know: %+v", rule.Name, r)
			}
		}
		if rule.Name == folder {
			reasons = out.Reasons
		}
	}
	for _, r := range reasons {
		fmt.Fprintf(&b, "%s %s %s\n", r.Level, r.Code, r.Text)
	}
	if folder == mechanicalFolder || folder == "change_kind" || folder == "size" {
		for _, f := range c.Files {
			if f.Mechanical != pr.NotMechanical {
				fmt.Fprintf(&b, "mechanical %s %s\n", f.Path, f.Mechanical)
			}
		}
	}
	if folder == "change_kind" {
		fmt.Fprintf(&b, "kind %s\n", c.Kind)
	}
	return b.String(), reasons
}

// fixture is one archive; names are in order.
type fixture struct {
	path    string
	archive *txtar.Archive
}

func readFixture(t testing.TB, path string) *fixture {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fix := &fixture{path, a}
	if *update && (len(fix.folder("old/")) > 0 || len(fix.folder("head/")) > 0) {
		fix.set("pr.diff", visible(gitDiff(t, fix)))
	}
	return fix
}

func (f *fixture) file(name string) string {
	for _, file := range f.archive.Files {
		if file.Name == name {
			return string(file.Data)
		}
	}
	return ""
}

// folder lists the files below a folder of the archive, with their real bytes.
func (f *fixture) folder(prefix string) map[string]string {
	found := map[string]string{}
	for _, file := range f.archive.Files {
		if name, ok := strings.CutPrefix(file.Name, prefix); ok {
			found[name] = realBytes(string(file.Data))
		}
	}
	return found
}

func (f *fixture) set(name, text string) {
	for i := range f.archive.Files {
		if f.archive.Files[i].Name == name {
			f.archive.Files[i].Data = []byte(text)
			return
		}
	}
	f.archive.Files = append(f.archive.Files, txtar.File{Name: name, Data: []byte(text)})
}

func (f *fixture) write(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(f.path, txtar.Format(f.archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// meta reads the lines "key value" of the file meta; a key may be repeated.
func (f *fixture) meta(t testing.TB) map[string][]string {
	t.Helper()
	known := []string{"author", "fork", "style", "obstacle", "pusher", "base", "local", "mode", "draft", "event"}
	values := map[string][]string{}
	for line := range strings.Lines(f.file("meta")) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !slices.Contains(known, key) {
			t.Fatalf("meta: unknown key %s, known are %v", key, known)
		}
		values[key] = append(values[key], value)
	}
	return maps.Clone(values)
}

// signs stand for bytes that a text file cannot show. ␄ is the end of a text without a line end.
var signs = []string{"␍", "\r", "␋", "\v", "␌", "\f", "␀", "\x00", "⍽", "\u00a0", "␤", "\u2028", "�", "\xff"}

func realBytes(text string) string {
	text = strings.NewReplacer(signs...).Replace(text)
	return strings.TrimSuffix(strings.TrimSuffix(text, "␄\n"), "␄")
}

func visible(text string) string {
	back := slices.Clone(signs)
	for i := 0; i < len(back); i += 2 {
		back[i], back[i+1] = back[i+1], back[i]
	}
	return strings.NewReplacer(back...).Replace(text)
}
