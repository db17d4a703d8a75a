package report_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/classify"
	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/page"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

func rendered(t *testing.T, in report.Input) string {
	t.Helper()
	data, err := report.Page(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// ordinary is a review with a single prompt.
func ordinary() report.Input {
	in := input(orange...)
	in.Change.URL = "https://git.example.org/org/demo/pulls/7"
	in.Review.Ledger = review.Ledger{Files: []review.Covered{{Path: "src/a.go"}}}
	in.Steps = []report.Step{{"read", 210 * time.Millisecond, "head " + strings.Repeat("a", 40) + ", files 5, lines +12 -4"}, {"texts", 95 * time.Millisecond, ""},
		{"check", 2 * time.Millisecond, "kind refactoring, reasons 1"}, {"ask", 801 * time.Millisecond, "calls 1, findings 3"}, {"write", 120 * time.Millisecond, ""}}
	return in
}

// body has lines that tell their number.
func body(lines int) string {
	var b strings.Builder
	for n := 1; n <= lines; n++ {
		fmt.Fprintf(&b, "\tline(%d) // of the source\n", n)
	}
	return b.String()
}

// rich is a deep review with everything, whose operator allows source.
func rich() report.Input {
	in := deepInput(orange...)
	in.Change.URL, in.CommentURL = "https://git.example.org/org/demo/pulls/7", "https://git.example.org/org/demo/pulls/7#issuecomment-1"
	in.Config.Output.Artifacts = []string{"usage", "report", "source"}
	in.Change.Files[0].New = pr.Text{State: pr.Read, Body: body(40)}
	in.Change.Files[0].Old = pr.Text{State: pr.Read, Body: body(30)}
	in.Change.Files = append(in.Change.Files,
		pr.File{Path: "assets/logo.png", OldPath: "assets/logo.png", Status: pr.Modified, Binary: true, Category: pr.Other},
		pr.File{Path: "store/a.go", OldPath: "store/a.go", Status: pr.Modified, Added: 3, Category: pr.Main, OldMode: pr.ModeFile, NewMode: pr.ModeFile})
	in.Classifier = classify.Result{Model: "jev-1", Units: 2, Calls: 1, InputTokens: 900, CostUSD: 0.0009, Rows: []classify.Row{
		{Unit: classify.Unit{Path: "doc/PR/x.md", Line: 12, ID: "Scenario#7.01"}, Question: config.Question{Name: "ambiguous"}, Flag: classify.Clear}, {}}}
	in.Steps = ordinary().Steps
	in.Steps = append(in.Steps[:4:4], report.Step{Name: "deep reviewers", Took: 41200 * time.Millisecond, Found: "3 areas, 1 failed"}, in.Steps[4])
	in.Decision.Notes = []string{"no reviewer was asked, because [gate] reviewers is empty"}
	return in
}

// evil are texts that try to act in a page.
var evil = []string{
	"<script>document.title='hacked';window.hacked=1</script>", `"><img src="https://evil.example/x.png" onerror="document.title='hacked';window.hacked=1">`,
	"javascript:window.hacked=1", "</style><style>@import 'https://evil.example/x.css';*{display:none}</style>", "\u202egnp.exe\u202c", "\x1b[31mred\x1b[0m\x07",
	"</title></pre></article></main></html><svg onload=window.hacked=1>", "{{.Version}}", "<iframe src=https://evil.example></iframe><meta http-equiv=refresh content='0;url=https://evil.example'>",
	strings.Repeat("w", 5000), "<a href='javascript:window.hacked=1'>click</a>", "\xff\xfe\x00",
}

// hostile has such a text in every field that a change, a server or a model fills.
func hostile() report.Input {
	in := rich()
	all := strings.Join(evil, "\n")
	in.Config.Review.MaxFindings = 20
	in.Change.Owner, in.Change.Repo, in.Change.URL, in.CommentURL = evil[0], evil[1], "javascript:window.hacked=1", "https://evil.example/"
	in.Change.Head.Ref, in.Config.Sources, in.HostConfig, in.Version = all, all, all, evil[3]
	in.Decision.ApprovedBy, in.Decision.Notes, in.Notes = evil[1], []string{all}, []string{all}
	for i, text := range evil {
		in.Decision.Reasons = append(in.Decision.Reasons, verdict.Reason{Level: verdict.Yellow, Code: evil[0], Text: text})
		in.Change.Files = append(in.Change.Files, pr.File{Path: text, OldPath: text, Category: pr.Category(text)})
		f := in.Review.Findings[0]
		f.ID, f.File, f.Title, f.Body, f.Scenario, f.Fix, f.Category, f.Unverified = fmt.Sprint(text, "-", i), text, text, all, text, text, text, text
		f.Verification = finding.Verification{Outcome: finding.Unsure, Reason: all, Model: text, Evidence: []finding.Evidence{{File: text, Line: i, Quote: text}}}
		in.Review.Findings = append(in.Review.Findings, f)
		in.Steps = append(in.Steps, report.Step{Name: text, Found: text})
		d := in.Review.Deep
		d.Flags = append(d.Flags, review.Flag{Code: text, Text: text, By: text})
		d.Areas = append(d.Areas, review.Area{Name: text, Files: []string{text}, Model: text})
		d.Stages = append(d.Stages, review.Stage{Name: text, Models: []string{text}, Note: text})
		d.Questions = append(d.Questions, review.Question{File: text, Text: text})
		d.Faults, d.Notes = append(d.Faults, text), append(d.Notes, text)
		d.Settled = append(d.Settled, review.Settled{Finding: f, Head: text})
	}
	in.Review.Deep.Walkthrough, in.Review.Deep.CrossArea, in.Review.Deep.Assessment = all, all, all
	in.Change.Files[0].New.Body = strings.ReplaceAll(all, "\x00", "") + "\n" + body(20)
	return in
}

func TestPagesAreAsTheGoldenFilesShow(t *testing.T) {
	golden(t, "page_ordinary.html", rendered(t, ordinary()))
	golden(t, "page_rich.html", rendered(t, rich()))
	golden(t, "page_hostile.html", rendered(t, hostile()))
	failed := report.Input{Version: "1", Started: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)}
	failed.Decision = verdict.Decide(verdict.Input{Reasons: []verdict.Reason{verdict.Fault("read_failed", "the server did not answer")}})
	golden(t, "page_error.html", rendered(t, failed))
}

func TestHostileTextOfARunDoesNothingInItsPage(t *testing.T) {
	text := rendered(t, hostile())
	tags := regexp.MustCompile(`<\w+[^>]*>`).FindAllString(text, -1)
	for _, tag := range tags {
		if regexp.MustCompile(`^<(script|img|iframe|svg|object|embed|link|form|base)|\son\w+=|\sstyle=|\ssrc=|javascript:|evil`).MatchString(tag) {
			t.Errorf("the page has %s", tag)
		}
	}
	if n := strings.Count(text, "<meta http-equiv"); n != 1 || strings.Count(text, "<style") != 1 {
		t.Errorf("%d policies or several styles", n)
	}
	if strings.ContainsAny(text, "\u202e\u202c\x1b\x07\x00") || !strings.Contains(text, `\u{202e}gnp.exe`) || !strings.Contains(text, `\x1b[31mred`) {
		t.Error("invisible characters are not shown as escapes")
	}
	for _, link := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(link[1], "#s-") {
			t.Errorf("a link leads to %s", link[1])
		}
	}
}

func TestThePageLinksToThePullRequestAndToACommentOfItsServer(t *testing.T) {
	in := ordinary()
	text := rendered(t, in)
	for _, want := range []string{in.Change.URL, in.CommentURL} {
		if !strings.Contains(text, `<a href="`+want+`"`) {
			t.Errorf("no link to %s", want)
		}
	}
	in.CommentURL = "https://evil.example/org/demo/pulls/7"
	if strings.Contains(rendered(t, in), "evil") {
		t.Error("a comment of another server is linked")
	}
}

func TestThePageShowsSourceOnlyWhereTheOperatorAllowsIt(t *testing.T) {
	in := rich()
	text := rendered(t, in)
	for _, want := range []string{"<span class=\"cited\">    9 &gt; \tline(9)", "   12   \tline(12)", "    6   \tline(6)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if strings.Contains(text, "line(20)") {
		t.Error("the page shows lines that nobody cites")
	}
	in.Config.Output.Artifacts = []string{"report"}
	if text := rendered(t, in); strings.Contains(text, "of the source") {
		t.Error("the page shows source although [output] artifacts does not allow it")
	}
	in.Review.Findings[0].Quote = "QUOTE"
	if strings.Contains(rendered(t, in), "QUOTE") {
		t.Error("the page shows a quote that the comment does not show")
	}
}

func TestThePageHoldsNoSecret(t *testing.T) {
	in := rich()
	key := "AKIA" + "IOSFODNN7EXAMPLF"
	in.Change.Files[0].New.Body = strings.Replace(body(40), "line(9)", `line("top-secret-word", "`+key+`")`, 1)
	in.Steps = append(in.Steps, report.Step{Name: "top-secret-word", Found: "top-secret-word"})
	in.Change.URL += "/top-secret-word"
	in.Classifier.Rows[0].Unit.ID = "top-secret-word"
	in = report.Clean(in, func(s string) string { return strings.ReplaceAll(s, "top-secret-word", "[redacted]") })
	text := rendered(t, in)
	if strings.Contains(text, "top-secret-word") || strings.Contains(text, key) || !strings.Contains(text, "[redacted]") || !strings.Contains(text, "masked") {
		t.Errorf("the cited line is\n%s", regexp.MustCompile(`(?m)^.*redacted.*$`).FindString(text))
	}
	moved := rich()
	moved.Change.Files[0].New.Body = body(8) + "top-secret\nword\n" + body(30)
	moved = report.Clean(moved, func(s string) string { return strings.ReplaceAll(s, "top-secret\nword", "[redacted]") })
	if text := rendered(t, moved); strings.Contains(text, "secret") || strings.Contains(text, "    9 &gt;") {
		t.Error("a text whose lines moved is shown")
	}
}

func TestAFloodOfFindingsMakesASmallPageThatCountsTheRest(t *testing.T) {
	for name, artifacts := range map[string][]string{"without source": nil, "with source": {"source"}} {
		t.Run(name, func(t *testing.T) {
			in := rich()
			in.Config.Output.Artifacts, in.Config.Review.MaxFindings = artifacts, 100_000
			f := in.Review.Findings[0]
			f.MergedInto, f.Body = "", strings.Repeat("\"<&\u202e", 300)
			in.Review.Findings, in.Decision.Reasons = nil, nil
			for i := range 5000 {
				f.ID = fmt.Sprintf("api-%d", i)
				in.Review.Findings = append(in.Review.Findings, f)
				in.Decision.Reasons = append(in.Decision.Reasons, verdict.Reason{Level: verdict.Yellow, Code: "x", Text: f.Body})
				in.Change.Files = append(in.Change.Files, pr.File{Path: strings.Repeat("\u202e", 1000)})
				in.Review.Deep.Faults = append(in.Review.Deep.Faults, f.Body)
			}
			text := rendered(t, in)
			if len(text) > page.MaxSize || !strings.Contains(text, "Findings (5000)") {
				t.Errorf("%d bytes", len(text))
			}
			left := regexp.MustCompile(`Not shown, but part of the verdict: (\d+) more`).FindStringSubmatch(text)
			if left == nil || fmt.Sprint(5000-strings.Count(text, "<article>")) != left[1] {
				t.Errorf("%d shown, left %q", strings.Count(text, "<article>"), left)
			}
		})
	}
}

func TestThePageSaysWhoLookedAtWhichFile(t *testing.T) {
	globs, err := config.NewGlobs("gen/**")
	if err != nil {
		t.Fatal(err)
	}
	in := ordinary()
	in.Config.Review.ExcludeGlobs = globs
	file := func(path string) pr.File {
		return pr.File{Path: path, OldPath: path, Status: pr.Modified, OldMode: pr.ModeFile, NewMode: pr.ModeFile}
	}
	in.Change.Files = append(in.Change.Files, file("gen/x.go"), file("left.go"), pr.File{Path: "x.png", OldPath: "x.png", Binary: true})
	for _, tc := range []struct {
		name   string
		change func(*report.Input)
		want   []string
	}{
		{"a complete review", func(*report.Input) {}, []string{"src/a.go: reviewed by a model", "A.java: mechanical: imports", "gen/x.go: excluded: [review] exclude_globs gen/**",
			"left.go: not reviewed by a model", "x.png: unreviewable: binary content"}},
		{"a prompt that nobody answered", func(in *report.Input) { in.Review.Complete = false }, []string{"src/a.go: not reviewed by a model"}},
		{"an earlier review", func(in *report.Input) { in.Review, in.Reused = review.Result{}, true }, []string{"src/a.go: taken over from an earlier review of this commit"}},
		{"a deep review", func(in *report.Input) {
			in.Review.Deep = &review.Deep{Areas: []review.Area{{Files: []string{"src/a.go"}, Model: "m"}, {Files: []string{"left.go"}}}}
		}, []string{"src/a.go: reviewed by a model", "left.go: not reviewed by a model"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			in := in
			tc.change(&in)
			text := rendered(t, in)
			for _, want := range tc.want {
				path, by, _ := strings.Cut(want, ": ")
				row := regexp.MustCompile(`<tr><td class="name code">` + regexp.QuoteMeta(path) + `</td>.*<td class="name">` + regexp.QuoteMeta(by) + `</td></tr>`)
				if !row.MatchString(text) {
					t.Errorf("no row says %s", want)
				}
			}
		})
	}
}

func TestThePageSaysWhatTheRunCost(t *testing.T) {
	for _, tc := range []struct {
		usage model.Usage
		want  string
	}{
		{model.Usage{}, `<td class="name">no call, cost 0 USD</td>`},
		{model.Usage{Calls: 1, CostUSD: 0.0042, CostStatus: model.CostReported}, `<td class="name">0.0042 USD (reported)</td>`},
		{model.Usage{Calls: 2, CostStatus: model.CostUnknown}, `<td class="name">unknown</td>`},
	} {
		in := ordinary()
		in.Review.Usage = tc.usage
		if !strings.Contains(rendered(t, in), tc.want) {
			t.Errorf("the page has no %s", tc.want)
		}
	}
}

// FuzzPage: whatever a text is, the page has the tags that it has for an ordinary word.
func FuzzPage(f *testing.F) {
	for _, text := range evil {
		f.Add(text)
	}
	with := func(text string) report.Input {
		in := rich()
		in.Change.Repo, in.Change.Head.Ref, in.Review.Deep.Walkthrough, in.Review.Deep.Faults = text, text, text, []string{text}
		in.Decision.Reasons = []verdict.Reason{{Level: verdict.Red, Code: text, Text: text}}
		x := &in.Review.Findings[0]
		x.Title, x.Body, x.Fix, x.Unverified, x.Verification.Reason, x.Severity, x.Verification.Outcome = text, text, text, text, text, finding.High, finding.True
		in.Review.Findings = in.Review.Findings[:1]
		return in
	}
	plainPage, err := report.Page(with("word"))
	if err != nil {
		f.Fatal(err)
	}
	tags := strings.Count(string(plainPage), "<")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Trim(text, " \t\n\v\f\r\u0085\u00a0") == "" || strings.TrimSpace(text) == "" || strings.EqualFold(strings.TrimSpace(text), "none") {
			return
		}
		data, err := report.Page(with(text))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(data), "<"); n != tags {
			t.Errorf("%q: %d tags instead of %d", text, n, tags)
		}
		if strings.ContainsAny(string(data), "\x00\x1b\u202e\u2066") {
			t.Errorf("%q: the page has invisible characters", text)
		}
	})
}
