package report_test

import (
	"strings"
	"testing"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/report"
	"werkrevisor/internal/verdict"
)

// attacks are texts of a model or names of a PR that must not act in a comment.
var attacks = []struct{ name, text, mustNotContain string }{
	{"a marker", "<!-- werkrevisor:" + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" + " -->", "<!-- werkrevisor:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa -->\nX"},
	{"HTML", "<img src=x onerror=alert(1)>", "<img"},
	{"a comment", "<!-- hidden -->", "<!-- hidden"},
	{"a closing tag", "</details>", "</details>x"},
	{"an image", "![x](https://evil.example.org/a.png)", "![x]("},
	{"a link", "[click](https://evil.example.org)", "[click]("},
	{"a reference link", "[click][1]\n[1]: https://evil.example.org", "[1]: http"},
	{"an autolink", "see https://evil.example.org/x", "https://evil"},
	{"a bare www link", "see www.evil.example.org", "www.evil"},
	{"a mention", "thanks @admin for this", "@admin"},
	{"a team mention", "(@org/team)", "@org"},
	{"an issue", "closes #12", "#12"},
	{"a pull request", "see !12", "!12"},
	{"a reference to another repository", "see org/repo#12", "#12"},
	{"a wiki link", "[[Home]]", "[[Home"},
	{"a code fence", "```\ncode\n```", "```"},
	{"an entity", "&lt;b&gt; &#60;b", "&#60;"},
	{"math", "$x$", "\n$x$"},
	{"bidi", "abc\u202ecba", "\u202e"},
	{"an indented heading", "  # Verdict: GREEN", ">   #"},
	{"an indented list", "\t- approved", "> \t-"},
	{"a table with an aligned column", "a | b\n:-: | :-:", "> :-"},
	{"a mention of an odd login", "see @_admin and @-team", "@\\_"},
	{"emphasis between other signs", "“_loud_”", "“_loud"},
	{"an image of the server", "all fine :gitea: :white_check_mark:", ":gitea"},
	{"a strike", "~~gone~~", " ~~gone"},
}

func TestNothingThatAModelSaysActsInAComment(t *testing.T) {
	for _, tc := range attacks {
		t.Run(tc.name, func(t *testing.T) {
			in := input(verdict.Reason{Source: verdict.Rule, Level: verdict.Yellow, Code: "risky_path", Text: "risky: " + tc.text})
			in.Review.Findings = []finding.Finding{{File: "a.go" + tc.text, Start: 1, End: 1, Title: tc.text, Body: "x\n" + tc.text + "\ny", Scenario: tc.text}}
			comment := report.Comment(in)
			_, rest, _ := strings.Cut(comment, "\n")
			for line := range strings.SplitSeq(rest, "\n") {
				line = outsideOfNames(line)
				if strings.Contains(line, tc.mustNotContain) {
					t.Errorf("the comment contains %q:\n%s", tc.mustNotContain, line)
				}
			}
			if strings.Count(comment, "\n<details>") != 1 || strings.Count(comment, "\n</details>\n") != 1 {
				t.Errorf("the folding does not fit:\n%s", comment)
			}
			if strings.Count(comment, "\n<!-- werkrevisor") != 0 {
				t.Errorf("a second marker:\n%s", comment)
			}
		})
	}
}

// outsideOfNames leaves out the name of a file: it stands in a code span, where nothing acts.
func outsideOfNames(line string) string {
	before, _, _ := strings.Cut(line, " at `")
	return before
}

func TestPlainReasonsReadTheSameInTheSource(t *testing.T) {
	for _, text := range []string{
		"critical paths changed, review them deliberately: werkrevisor/gitea.py ([hard_orange] werkrevisor/gitea.py) and 2 more",
		"DB schema changed: src/main/resources/db/changelog/x.sql (built in)",
		"change kind 'mixed' (main code, other files, docs); AI-approvable are only: docs only, refactoring with unchanged tests",
		"1 changed file (all full files together would exceed [review] max_full_files_chars = 120000): README.md, werkrevisor/cli.py and 17 more",
		"2 violations of the writing rules: docs/rules.md:143: paragraph, docs/a_b.md:309: length; paragraph: at most 5",
		"severity unknown, counted as medium & more",
	} {
		in := input(verdict.Reason{Source: verdict.Rule, Level: verdict.Yellow, Code: "risky_path", Text: text})
		if !strings.Contains(report.Comment(in), "- **YELLOW** "+text+" (`risky_path`)") {
			t.Errorf("%q is escaped:\n%s", text, report.Comment(in))
		}
	}
}

func TestAHugeAnswerStaysBounded(t *testing.T) {
	in := input()
	in.Config.Review.MaxFindings = 1000
	for range 1000 {
		in.Review.Findings = append(in.Review.Findings, finding.Finding{File: strings.Repeat("a", 5000), Start: 1, Title: strings.Repeat("b", 1<<16), Body: strings.Repeat("c\n", 1<<16)})
	}
	if n := len(report.Comment(in)); n > 61000 {
		t.Errorf("%d bytes", n)
	}
}

func FuzzComment(f *testing.F) {
	for _, a := range attacks {
		f.Add(a.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in := input(verdict.Reason{Source: verdict.Rule, Level: verdict.Yellow, Code: "risky_path", Text: text})
		in.Review.Findings = []finding.Finding{{File: text, Start: 1, End: 1, Title: text, Body: text}}
		comment := report.Comment(in)
		if strings.Count(comment, "<") != 5 { // the marker and the folding
			for line := range strings.SplitSeq(comment, "\n") {
				line = outsideOfNames(line)
				if strings.Contains(line, "<") && !strings.HasPrefix(line, "<!-- werkrevisor:") && !strings.Contains(line, "details>") {
					t.Errorf("markup in %q", line)
				}
			}
		}
	})
}
