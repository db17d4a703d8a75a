package linter

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

func TestGeneratedNamesKeepNothingButAPlainExtension(t *testing.T) {
	for real, want := range map[string]string{
		"a/b.yml": "file-001.yml", "-rf.txt": "file-001.txt", ".hadolint.yaml": "file-001.yaml", "a.tar.gz": "file-001.gz", ".bashrc": "file-001.bashrc",
		"new\nline.txt": "file-001.txt", "x.t\nxt": "file-001", "x.--config=y": "file-001", "x.": "file-001", "Makefile": "file-001",
		"x.abcdefghijk": "file-001", "x.ümlaut": "file-001", "Dockerfile": "file-001.Dockerfile", "a/dockerfile.prod": "file-001.Dockerfile",
		"Containerfile": "file-001.Dockerfile", "x.dockerfile": "file-001.Dockerfile", "a/..": "file-001", "": "file-001",
	} {
		if got := generated(1, real); got != want {
			t.Errorf("%q: %q, want %q", real, got, want)
		}
	}
}

func FuzzGeneratedNamesAreHarmless(f *testing.F) {
	for _, seed := range []string{"a.yml", "-x", ".x", "a/b.c/d", "x.\x00", "Dockerfile", "../.."} {
		f.Add(seed)
	}
	harmless := regexp.MustCompile(`^file-007(\.[A-Za-z0-9]{1,10})?$`)
	f.Fuzz(func(t *testing.T, real string) {
		if got := generated(7, real); !harmless.MatchString(got) {
			t.Errorf("%q: %q", real, got)
		}
	})
}

func TestHostileNamesReachNoLinterAndProblemsComeBackToThem(t *testing.T) {
	w := newWorld(t, "tool")
	l := own(t, "args", "--{files}", "{files}", "x")
	l.Globs = globs(t, "**")
	files := []File{added("-rf", "1\n"), added(".hadolint.yaml", "2\n"), added("a\n\x1b[31m.txt", "3\n"), added("tool.conf", "4\n")}
	o := w.run(l, files...)
	if w.refused(o) {
		return
	}
	want := Outcome{Problems: []Problem{{Linter: "own", Path: "-rf", Line: 1,
		Message: `["--{files}" "file-001" "file-002.yaml" "file-003.txt" "file-004.conf" "x"]`}}}
	if diff := cmp.Diff(want, o); diff != "" {
		t.Error(diff)
	}
	w = newWorld(t, "hadolint") // says something about every file
	o = w.run(config.Linter{Name: "hadolint", Globs: l.Globs}, files...)
	var paths []string
	for _, p := range o.Problems {
		paths = append(paths, p.Path)
	}
	if diff := cmp.Diff([]string{"-rf", ".hadolint.yaml", "a\n\x1b[31m.txt", "tool.conf"}, paths); diff != "" || len(o.Notes) > 0 {
		t.Error(diff, o.Notes)
	}
}

func TestWithoutPlaceholderTheFilesComeLast(t *testing.T) {
	w := newWorld(t, "tool")
	o := w.run(own(t, "args", "-x"), added("b.txt", "one\n"), added("a.txt", "one\n"))
	if w.refused(o) {
		return
	}
	want := Outcome{Problems: []Problem{{Linter: "own", Path: "a.txt", Line: 1, Message: `["-x" "file-001.txt" "file-002.txt"]`}}}
	if diff := cmp.Diff(want, o); diff != "" {
		t.Error(diff)
	}
}

func TestFilesThatALinterDoesNotGetAreNamed(t *testing.T) {
	w := newWorld(t, "tool")
	w.options.Files, w.options.Bytes = 2, 10
	o := w.run(own(t, "args"), added("1.txt", "12345"), added("2.txt", "123456"), added("3.txt", "12345"), added("4\n.txt", ""), added("5.txt", ""),
		added("6.txt", ""), File{Path: "7.txt", Head: pr.Text{State: pr.NotUTF8}})
	if !strings.Contains(strings.Join(o.Notes, "|"), "own: it did not get 7.txt: it could not be read as a text file|"+
		"own: it did not get 2.txt, 4 .txt, 5.txt and 1 more: a linter gets at most 2 files with 10 bytes together") {
		t.Errorf("%q", o.Notes)
	}
	if w.refused(o) {
		return
	}
	if len(o.Problems) != 1 || o.Problems[0].Message != `["file-001.txt" "file-002.txt"]` {
		t.Errorf("%+v", o.Problems)
	}
}

func TestAPathOfALinterMeansOnlyAFileThatItGot(t *testing.T) {
	f := &File{Path: "real.yml"}
	w := &work{names: map[string]*File{"files/file-001.yml": f, "files/folder-001/file-002.tf": f, "files/other.proto": nil}}
	for _, tc := range []struct {
		dir, path string
		uri, hit  bool
	}{
		{"files", "file-001.yml", false, true},
		{"files", "./file-001.yml", false, true},
		{"files", "/work/files/file-001.yml", false, true},
		{"files", "../files/file-001.yml", false, true},
		{"files", "other.proto", false, false},
		{"files", "real.yml", false, false},
		{"files", "files/file-001.yml", false, false},
		{"files", "/file-001.yml", false, false},
		{"files", "/etc/passwd", false, false},
		{"files", "../../../work/../etc/passwd", false, false},
		{"files", "", false, false},
		{"files", ".", false, false},
		{"files", "file-001.yml\x00", false, false},
		{"files", "file:///work/files/file-001.yml", false, false},
		{"files/folder-001", "file-002.tf", false, true},
		{"files/folder-001", "file-001.yml", false, false},
		{"files", "file:///work/files/file-001.yml", true, true},
		{"files", "file://localhost/work/files/file-001.yml", true, true},
		{"files", "file://elsewhere/work/files/file-001.yml", true, false},
		{"files", "https://x/work/files/file-001.yml", true, false},
		{"files", "file%2D001.yml", true, true},
		{"files", "file-001.yml#x", true, true},
		{"files", "%zz", true, false},
	} {
		got, _ := w.find(call{dir: tc.dir}, remark{path: tc.path, uri: tc.uri})
		if (got != nil) != tc.hit {
			t.Errorf("%q in %s, URI %v: %v", tc.path, tc.dir, tc.uri, got)
		}
	}
}

func TestOnlyTheConfigurationOfTheBaseCounts(t *testing.T) {
	l := config.Linter{Name: "hadolint", Globs: globs(t, "**")}
	evil := []File{added(".hadolint.yaml", "ignored: all\n"), added("Dockerfile", "FROM scratch\n")}
	w := newWorld(t, "hadolint")
	w.base[".hadolint.yml"] = text("of the base\n")
	o := w.run(l, evil...)
	if !w.refused(o) {
		const message = "--no-color --format sarif --config /work/config/hadolint.yaml file-001.yaml file-002.Dockerfile | of the base [DL3006]"
		want := Outcome{Problems: []Problem{
			{Linter: "hadolint", Path: ".hadolint.yaml", Line: 1, Message: message}, {Linter: "hadolint", Path: "Dockerfile", Line: 1, Message: message}}}
		if diff := cmp.Diff(want, o); diff != "" {
			t.Error(diff)
		}
	}
	w.base[".hadolint.yaml"] = pr.Text{State: pr.NotFile}
	want := Outcome{Notes: []string{"hadolint: its configuration .hadolint.yaml at the base is no readable text file, so it did not run"}}
	if diff := cmp.Diff(want, w.run(l, evil...)); diff != "" {
		t.Error(diff)
	}
	broken := func(string) (pr.Text, error) { return pr.Text{}, errors.New("no answer") }
	want = Outcome{Notes: []string{"hadolint: its configuration .hadolint.yaml at the base could not be read: no answer, so it did not run"}}
	if diff := cmp.Diff(want, New(w.options).Run(t.Context(), []config.Linter{l}, evil, broken)); diff != "" {
		t.Error(diff)
	}
}

func TestTooManyProblemsKeepTheWorst(t *testing.T) {
	f := File{Path: "a", Head: text("1\n2\n3\n")}
	w := &work{names: map[string]*File{"files/a": &f}}
	j := &job{name: "x", limits: Options{Problems: 2}}
	var p parsed
	for i := range 5 {
		p.add(remark{path: "a", line: 1, message: fmt.Sprint(i)})
		p.add(remark{path: "a", line: 1, message: "the same"})
	}
	p.add(remark{path: "a", line: 3, message: "bad", severity: Error})
	j.take(w, call{dir: filesDir, read: func([]byte) (parsed, error) { return p, nil }}, ended{})
	want := Outcome{Problems: []Problem{{"x", "a", 1, "0", Warning}, {"x", "a", 3, "bad", Error}},
		Notes: []string{"x: it named more than 2 problems; the 5 least severe ones are left out"}}
	if diff := cmp.Diff(want, j.outcome()); diff != "" {
		t.Error(diff)
	}
}

func TestAFloodOfNotesIsCounted(t *testing.T) {
	j := &job{name: "x", limits: New(Options{}).o}
	for i := range 2 * maxNotes {
		j.note("", fmt.Sprint(i))
		j.note("", "the same")
	}
	notes := j.outcome().Notes
	if len(notes) != maxNotes+1 || notes[1] != "x: the same" || notes[maxNotes] != "x: notes that are left out: 21" {
		t.Errorf("%q", notes)
	}
}

func TestTextsOfALinterBecomeOneShortVisibleLine(t *testing.T) {
	for _, tc := range []struct {
		text string
		most int
		want string
	}{
		{" a\n\tb\r\n", 9, "a b"},
		{"a\x1b[0m\u202e", 99, `a\x1b[0m\u{202e}`},
		{"äöü", 2, "äö…"},
		{"äöü", 3, "äöü"},
		{strings.Repeat("x", 1<<20), 3, "xxx…"},
		{"\xff", 9, `\xff`},
	} {
		if got := oneLine(tc.text, tc.most); got != tc.want {
			t.Errorf("%.20q: %q, want %q", tc.text, got, tc.want)
		}
	}
}
