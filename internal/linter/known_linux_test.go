package linter

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

func TestKnownToolsNeedOnlyTheirName(t *testing.T) {
	changed := func(path, base, head string) File { return File{Path: path, Head: text(head), Base: text(base)} }
	gone := func(path string) File { return File{Path: path, Head: pr.Text{State: pr.Absent}, Base: text("gone\n")} }
	const (
		action = "-no-color -shellcheck= -pyflakes= -format {{json .}} "
		flint  = "--no-color --format=sarif"
		lint   = "lint . --error-format=json"
		breaks = "breaking . --against ../base --error-format=json"
	)
	for _, tc := range []struct {
		name string
		base map[string]string
		in   []File
		want Outcome
	}{
		{"actionlint", nil, []File{added("x.yml", ""), added(".gitea/workflows/b.yml", "1\n2\n"), added(".github/workflows/a.yaml", "1\n")},
			Outcome{Problems: []Problem{
				{"actionlint", ".gitea/workflows/b.yml", 2, action + "file-001.yml file-002.yaml [expression]", Error},
				{"actionlint", ".github/workflows/a.yaml", 0, action + "file-001.yml file-002.yaml [expression]", Error}}}},
		{"actionlint", map[string]string{".github/actionlint.yml": "labels"}, []File{added(".github/workflows/a.yaml", "1\n2\n")},
			Outcome{Problems: []Problem{
				{"actionlint", ".github/workflows/a.yaml", 2, action + "-config-file /work/config/actionlint.yaml file-001.yaml | labels [expression]", Error}}}},
		{"hadolint", nil, []File{added("Dockerfile", "1\n"), added("a/Dockerfile.prod", "1\n"), added("b.md", "1\n")}, Outcome{Problems: []Problem{
			{"hadolint", "Dockerfile", 1, "--no-color --format sarif file-001.Dockerfile file-002.Dockerfile [DL3006]", Warning},
			{"hadolint", "a/Dockerfile.prod", 1, "--no-color --format sarif file-001.Dockerfile file-002.Dockerfile [DL3006]", Warning}}}},
		{"tflint", map[string]string{".tflint.hcl": "rules"}, []File{added("a/main.tf", "1\n"), added("b/main.tf", "1\n"), added("a/x.tf", "1\n")},
			Outcome{Problems: []Problem{
				{"tflint", "a/main.tf", 1, flint + " --config /work/config/tflint.hcl | rules [DL3006]", Error},
				{"tflint", "a/x.tf", 1, flint + " --config /work/config/tflint.hcl | rules [DL3006]", Error},
				{"tflint", "b/main.tf", 1, flint + " --config /work/config/tflint.hcl | rules [DL3006]", Error}}}},
		{"tflint", nil, []File{added("a/main.tf", "broken\n"), added("b/main.tf", "1\n")}, Outcome{
			Problems: []Problem{{"tflint", "b/main.tf", 1, flint + " [DL3006]", Error}},
			Notes: []string{"tflint: it failed with exit status 1, and its output cannot be read: it is empty, which is no SARIF: " +
				"Failed to initialize plugins"}}},
		{"tflint", nil, []File{added("a/main.tf", "no plugin\n"), added("b/main.tf", "no plugin\n")}, Outcome{Notes: []string{
			"tflint: it failed with exit status 1, so its problems may be incomplete",
			"tflint: problems without a file are left out: 2, e.g. Plugin not found [DL3006]"}}},
		{"buf", nil, []File{added("a/new.proto", "1\n")}, Outcome{Problems: []Problem{
			{"buf", "a/new.proto", 1, lint + " [PACKAGE_DEFINED]", Warning}}}},
		{"buf", map[string]string{"buf.yaml": "v2"}, []File{changed("a/b.proto", "1\n", "2\n"), gone("a/gone.proto")}, Outcome{Problems: []Problem{
			{"buf", "a/b.proto", 1, breaks + " --config /work/config/buf.yaml --against-config /work/config/buf.yaml | v2 | v2 [FIELD_NO_DELETE]", Breaking},
			{"buf", "a/b.proto", 1, lint + " --config /work/config/buf.yaml | v2 [PACKAGE_DEFINED]", Warning},
			{"buf", "a/gone.proto", 0, `Previously present file "a/gone.proto" was deleted. [FILE_NO_DELETE]`, Breaking}}}},
		{"buf", nil, []File{gone("a/gone.proto")}, Outcome{Problems: []Problem{
			{"buf", "a/gone.proto", 0, `Previously present file "a/gone.proto" was deleted. [FILE_NO_DELETE]`, Breaking}}}},
		{"buf", map[string]string{"proto/c.proto": `import "d.proto";`, "proto/d.proto": "1\n", "a/b.proto": "never"},
			[]File{changed("proto/a/b.proto", "1\n", "import \"c.proto\";\nimport public \"google/protobuf/any.proto\";\nimport \"a/b.proto\";\n")},
			Outcome{Problems: []Problem{
				{"buf", "proto/a/b.proto", 1, breaks + " [FIELD_NO_DELETE]", Breaking},
				{"buf", "proto/a/b.proto", 1, lint + " [PACKAGE_DEFINED]", Warning}}}},
		{"buf", nil, []File{added("a/-b.proto", "1\n"), added("../x.proto", "1\n"), added("a/.b/c.proto", "1\n"), added("ok.proto", "does not compile\n")},
			Outcome{Notes: []string{
				"buf: it did not get ../x.proto, a/-b.proto, a/.b/c.proto: its path has a part that is no plain name, and buf needs real paths",
				"buf lint: the files do not compile, often because they import what is not there: ok.proto:1: syntax error"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWorld(t, tc.name)
			for name, body := range tc.base {
				w.base[name] = text(body)
			}
			o := w.run(config.Linter{Name: tc.name}, tc.in...)
			if w.refused(o) {
				return
			}
			if diff := cmp.Diff(tc.want, o); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestImportsBringUnchangedFilesOfTheBase(t *testing.T) {
	w := newWorld(t)
	w.base["proto/x/c.proto"] = text(`import "x/d.proto";`)
	w.base["proto/x/d.proto"] = text(`import weak "x/c.proto";`)
	w.base["secret"] = text("secret")
	changed := added("proto/a.proto", "import \"x/c.proto\"; \nimport \"../secret\";\nimport \"secret\";\nimport \"b.proto\";\n")
	work, err := newWork(w.options.Temp)
	if err != nil {
		t.Fatal(err)
	}
	defer work.remove()
	j := &job{name: "buf", limits: New(w.options).o}
	if err := layOutProto(j, work, []File{changed}, w.read); err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for name, f := range work.names {
		got[name] = f != nil
	}
	want := map[string]bool{"files/proto/a.proto": true, "files/proto/x/c.proto": false, "files/proto/x/d.proto": false,
		"after/proto/a.proto": true, "after/proto/x/c.proto": false, "after/proto/x/d.proto": false,
		"base/proto/x/c.proto": false, "base/proto/x/d.proto": false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAnEndlessChainOfImportsEnds(t *testing.T) {
	reads := 0
	base := func(path string) (pr.Text, error) {
		reads++
		return text("import \"x" + path + "\";\nimport \"y" + path + "\";\n"), nil
	}
	work, err := newWork(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer work.remove()
	j := &job{name: "buf", limits: New(Options{Files: 50}).o}
	if err := layOutProto(j, work, []File{added("a.proto", `import "b.proto";`)}, base); err != nil {
		t.Fatal(err)
	}
	if reads > maxLookups || len(work.names) > 150 || len(j.notes) != 1 {
		t.Errorf("%d reads, %d files, notes %q", reads, len(work.names), j.notes)
	}
}

func TestABreakingChangeWithoutAPathIsNotLost(t *testing.T) {
	kept, first, second := &File{Path: "a/kept.proto", Head: text("x")}, &File{Path: "proto/x/b.proto"}, &File{Path: "proto/x/c.proto"}
	first.Head.State, second.Head.State = pr.Absent, pr.Absent
	all := &work{names: map[string]*File{"base/a/kept.proto": kept, "base/proto/x/b.proto": first, "base/proto/x/c.proto": second}}
	for _, tc := range []struct {
		name, message string
		in            *work
		want          *File
	}{
		{"the deleted file that is named below its root", `Previously present file "x/c.proto" was deleted.`, all, second},
		{"the deleted file that is named in full", `Previously present file "proto/x/c.proto" was deleted.`, all, second},
		{"a part of a name is none", `Previously present file "y/x/c.proto" was deleted.`, all, first},
		{"something else was deleted", `Previously present package "x" was deleted.`, all, first},
		{"no file was deleted", `Previously present package "x" was deleted.`, &work{names: map[string]*File{"base/a/kept.proto": kept}}, kept},
		{"no file at all", `x`, &work{}, nil},
	} {
		if got, known := ofNoPath(tc.in, tc.message); got != tc.want || known != (tc.want != nil) {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
}

func TestRulesThatNeedAWholeModuleDoNotCount(t *testing.T) {
	p, err := readTflint([]byte(sarif(result(`, "ruleId": "terraform_required_version"`) + "," + result(`, "ruleId": "terraform_naming_convention"`))))
	if got := seen(p); got != "a.x:7 bad [terraform_naming_convention] 0\n" || p.results != 2 || err != nil {
		t.Errorf("%q, %d, %v", got, p.results, err)
	}
}
