package rules

import (
	"fmt"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// documentConfig has PR documents in doc/PR, and documents in doc.
func documentConfig(t *testing.T) config.Config {
	t.Helper()
	globs := func(patterns ...string) config.Globs {
		g, err := config.NewGlobs(patterns...)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	var cfg config.Config
	cfg.PRDoc = config.PRDoc{Globs: globs("doc/PR/*.md"), OpenQuestionHeadings: defaultHeadings}
	cfg.Writing = defaultLimits
	cfg.Categories.Docs = globs("doc/**")
	return cfg
}

// document is an added file with all its lines.
func document(path, text string) pr.File {
	f := pr.File{Path: path, OldPath: path, Status: pr.Added, NewMode: pr.ModeFile, New: pr.Text{State: pr.Read, Body: text}}
	var h pr.Hunk
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		h.Lines = append(h.Lines, pr.Line{Op: pr.Add, New: i + 1, Text: line})
		f.Added++
	}
	f.Hunks = []pr.Hunk{h}
	return f
}

func TestPRDoc(t *testing.T) {
	const open = "## Open Questions\n\n- [ ] Which limit?\n"
	renamed := document("doc/PR/b.md", open)
	renamed.OldPath, renamed.Status, renamed.Added, renamed.Hunks = "doc/PR/a.md", pr.Renamed, 0, nil
	edited := document("doc/PR/b.md", open)
	edited.OldPath, edited.Status = "doc/PR/a.md", pr.Renamed
	deleted := pr.File{Path: "doc/PR/a.md", OldPath: "doc/PR/a.md", Status: pr.Deleted, Deleted: 3, Old: pr.Text{State: pr.Read, Body: open}}
	deleted.New.State = pr.Absent
	unread := document("doc/PR/a.md", "")
	unread.New = pr.Text{State: pr.TooLarge}
	const end = "; answer it as a ticked item \"- [x] …\", or leave the section empty ([pr_doc] open_question_headings = Open Questions, Offene Fragen)"
	tests := map[string]struct {
		files        []pr.File
		text, public string // without the end
	}{
		"an open question is RED": {[]pr.File{document("doc/PR/a.md", open)},
			"1 open question in a PR document: doc/PR/a.md:3: - [ ] Which limit?", "1 open question in a PR document: doc/PR/a.md:3"},
		"three are named, the rest is counted": {[]pr.File{document("doc/PR/a.md", open+"- B\n- C\n"), document("doc/PR/b.md", open+"\ntext\n")},
			"5 open questions in a PR document: doc/PR/a.md:3: - [ ] Which limit?, doc/PR/a.md:4: - B, doc/PR/a.md:5: - C and 2 more",
			"5 open questions in a PR document: doc/PR/a.md:3, doc/PR/a.md:4, doc/PR/a.md:5 and 2 more"},
		"a long question is cut": {[]pr.File{document("doc/PR/a.md", "## Offene Fragen\n- "+strings.Repeat("ä", 100))},
			"1 open question in a PR document: doc/PR/a.md:2: - " + strings.Repeat("ä", 77) + "…", "1 open question in a PR document: doc/PR/a.md:2"},
		"a rename with an edit is RED": {[]pr.File{edited},
			"1 open question in a PR document: doc/PR/b.md:3: - [ ] Which limit?", "1 open question in a PR document: doc/PR/b.md:3"},
		"a done question gives nothing":      {files: []pr.File{document("doc/PR/a.md", strings.Replace(open, "[ ]", "[x]", 1))}},
		"a pure rename gives nothing":        {files: []pr.File{renamed}},
		"a deletion gives nothing":           {files: []pr.File{deleted}},
		"an unreadable text gives nothing":   {files: []pr.File{unread}},
		"a template gives nothing":           {files: []pr.File{document("doc/PR/TEMPLATE.md", open), document("doc/PR/TEMPLATE-bug.md", open)}},
		"the folder's README gives nothing":  {files: []pr.File{document("doc/PR/README.md", open)}},
		"a document elsewhere gives nothing": {files: []pr.File{document("doc/a.md", open)}},
		"the misspelled template counts": {[]pr.File{document("doc/PR/TEAMPLATE.md", open)},
			"1 open question in a PR document: doc/PR/TEAMPLATE.md:3: - [ ] Which limit?", "1 open question in a PR document: doc/PR/TEAMPLATE.md:3"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			out := prDoc(pr.Change{Files: tt.files}, documentConfig(t))
			if tt.text == "" {
				if len(out.Reasons) != 0 {
					t.Fatalf("got %+v", out.Reasons)
				}
				return
			}
			want := verdict.Reason{Source: verdict.Rule, Level: verdict.Red, Code: "open_questions", Text: tt.text + end, Public: tt.public + end}
			if len(out.Reasons) != 1 || out.Reasons[0] != want {
				t.Errorf("got  %+v\nwant %+v", out.Reasons, want)
			}
		})
	}
}

func TestWriting(t *testing.T) {
	bad := "It works. It ships.\n"
	globs := documentConfig(t)
	globs.Writing.Globs = globs.PRDoc.Globs
	globs.PRDoc.Globs = config.Globs{}
	off := documentConfig(t)
	off.Writing.Enabled = false
	tests := map[string]struct {
		cfg   config.Config
		files []pr.File
		want  string
	}{
		"two sentences on a line are ORANGE": {documentConfig(t), []pr.File{document("doc/a.md", bad)},
			"1 violation of the writing rules: doc/a.md:1: sentences; sentences: at most one sentence per line ([writing] enabled = true)"},
		"three violations are named, with the broken limits": {documentConfig(t), []pr.File{
			document("doc/a.md", strings.Repeat("a", 129)+"\n"+bad+"A one.\nB two.\nC three.\nD four.\nE five.\n"), document("doc/PR/b.md", bad)},
			"4 violations of the writing rules: doc/a.md:1: length, doc/a.md:1: paragraph, doc/a.md:2: sentences and 1 more; " +
				"length: at most 128 characters per line ([writing] max_line_length = 128); " +
				"sentences: at most one sentence per line ([writing] enabled = true); " +
				"paragraph: at most 5 sentences per paragraph ([writing] max_sentences_per_paragraph = 5)"},
		"globs choose other files":              {globs, []pr.File{document("doc/a.md", bad), document("doc/PR/b.txt", bad)}, ""},
		"a document of the globs is checked":    {globs, []pr.File{document("doc/PR/a.md", bad)}, "1 violation of the writing rules: doc/PR/a.md:1: sentences; sentences: at most one sentence per line ([writing] enabled = true)"},
		"a file that is no Markdown":            {documentConfig(t), []pr.File{document("doc/a.txt", bad)}, ""},
		"a file of another category":            {documentConfig(t), []pr.File{document("src/a.md", bad)}, ""},
		"a rule that is off":                    {off, []pr.File{document("doc/a.md", bad)}, ""},
		"an unreadable document":                {documentConfig(t), []pr.File{{Path: "doc/a.md", OldPath: "doc/a.md", Hunks: document("", bad).Hunks, New: pr.Text{State: pr.NotUTF8}}}, ""},
		"a document from which lines only went": {documentConfig(t), []pr.File{{Path: "doc/a.md", OldPath: "doc/a.md", Deleted: 1, New: pr.Text{State: pr.Read, Body: bad}}}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			out := writing(pr.Change{Files: tt.files}, tt.cfg)
			if tt.want == "" && len(out.Reasons) == 0 {
				return
			}
			want := verdict.Reason{Source: verdict.Rule, Level: verdict.Orange, Code: "writing_rule", Text: tt.want}
			if len(out.Reasons) != 1 || out.Reasons[0] != want {
				t.Errorf("got  %+v\nwant %+v", out.Reasons, want)
			}
		})
	}
}

func BenchmarkDocuments(b *testing.B) {
	var text strings.Builder
	for i := range 25000 {
		fmt.Fprintf(&text, "- [x] TODO.spec: question %d\n  Its answer is `here`, e.g. In [a link](to/it.md).\n\nText of one line.\n", i)
	}
	cfg := config.Config{Writing: defaultLimits}
	cfg.PRDoc.OpenQuestionHeadings = defaultHeadings
	cfg.PRDoc.Globs, _ = config.NewGlobs("*.md")
	c := pr.Change{Files: []pr.File{document("a.md", "## Open Questions\n"+text.String())}}
	for b.Loop() {
		prDoc(c, cfg)
		writing(c, cfg)
	}
}
