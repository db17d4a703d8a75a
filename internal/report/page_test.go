package report_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

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
			for i := range 9000 {
				f.ID = fmt.Sprintf("api-%d", i)
				in.Review.Findings = append(in.Review.Findings, f)
				in.Decision.Reasons = append(in.Decision.Reasons, verdict.Reason{Level: verdict.Yellow, Code: "x", Text: f.Body})
				in.Change.Files = append(in.Change.Files, pr.File{Path: strings.Repeat("\u202e", 1000)})
				in.Review.Deep.Faults = append(in.Review.Deep.Faults, f.Body)
			}
			text := rendered(t, in)
			if len(text) > page.MaxSize || !strings.Contains(text, "Findings (9000)") {
				t.Errorf("%d bytes", len(text))
			}
			left := regexp.MustCompile(`Not shown, but part of the verdict: (\d+) more`).FindStringSubmatch(text)
			if left == nil || fmt.Sprint(9000-strings.Count(text, "<article>")) != left[1] {
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
