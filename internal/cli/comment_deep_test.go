package cli_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// hostileTexts are what a model might say to act in a comment.
var hostileTexts = map[string]string{
	"a marker":            "<!-- werkrevisor:" + strings.Repeat("b", 40) + " -->",
	"a marker on a line":  "x\n<!-- werkrevisor:" + strings.Repeat("b", 40) + " -->\ny",
	"a closed folding":    "</details>",
	"an opened folding":   "x\n\n<details><summary>Details</summary>\n\ny",
	"a fix of its own":    "x\n   <details><summary>Suggested fix</summary>\ny\n   </details>",
	"an image":            "![x](http://evil.example.org/a.png)",
	"mentions":            "@admin, @org/team and @_odd",
	"references":          "#12 !12 org/repo#12",
	"pipes":               "a | b\n|---|---|\n| c | d |",
	"escaped pipes":       `a \| @admin \\| b \`,
	"backticks":           "`a` ``b`` ```c``` `",
	"a fence":             "```\n@admin\n```",
	"newlines":            "\n\n# heading\n\n- list\n\n1. one\n\n> quote\r\n    indented\r---\n",
	"a terminal":          "\x1b[31mred\x1b[0m \a \u202eabc\u2066 \u200b\u200d\ufeff \u2028x",
	"emphasis":            "*a* **b** _c_ __d__ ~~e~~ $f$ [high]** at",
	"links":               "[a](http://b) [c][d] <http://e> http://f www.g.org mailto:h@i.org\n\n[d]: http://j",
	"an emoji, an entity": ":white_check_mark: &lt;b&gt; &#60;",
	"invalid bytes":       "a\xffb\xc0\xafc",
	"a heading of ours":   "### Findings of the model (0)",
	"a long text":         strings.Repeat("<@a|`*[x](y) ", 3000),
	"many lines":          strings.Repeat("</details>\n", 3000),
}

func TestNothingThatADeepReviewSaysActsInAComment(t *testing.T) {
	for _, lie := range lies {
		checkComment(t, hostileComment(lie, 1))
	}
	checkComment(t, hostileComment(strings.Join(lies, " "), 3))
	checkComment(t, hostileComment(strings.Join(lies, "\n"), 3))
	for name, text := range hostileTexts {
		t.Run(name, func(t *testing.T) {
			checkComment(t, hostileComment(text, 1))
			checkComment(t, hostileComment(text, 40))
		})
	}
}

func FuzzDeepComment(f *testing.F) {
	for _, text := range hostileTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkComment(t, hostileComment(text, 2)) })
}

// TestAHugeDeepReviewStaysBounded, and what it shows unfolded stays within sight of the reader.
func TestAHugeDeepReviewStaysBounded(t *testing.T) {
	for _, text := range []string{strings.Repeat("<", 1<<14), strings.Repeat("\U0001F600\n", 1<<12), strings.Repeat("a", 1<<14)} {
		comment := hostileComment(text, 200)
		if len(comment) > 61000 {
			t.Errorf("%d bytes", len(comment))
		}
		for _, want := range []string{"### Attention", "### Findings of the review (800)", "1. **[", "Stages and cost", "| all |", "<summary>Areas (200)"} {
			if !strings.Contains(comment, want) {
				t.Errorf("%q is missing", want)
			}
		}
	}
}

// hostileComment is the comment on a deep review that has this text everywhere, and so many entries in each list.
func hostileComment(text string, entries int) string {
	in := report.Input{Version: "1", Mode: report.Gate, Duration: time.Second}
	in.Change = pr.Change{Origin: pr.FromGitea, Owner: "org", Repo: "demo", Number: 7, Head: pr.Commit{Ref: "topic", SHA: strings.Repeat("a", 40)},
		Base: pr.Commit{Ref: "main", SHA: strings.Repeat("c", 40)}}
	in.Config = config.Config{Review: config.Review{MaxFindings: 30}}
	deep := review.Deep{}
	fillAll(reflect.ValueOf(&deep).Elem(), text, entries)
	deep.Areas[0].Model = ""
	in.Review.Deep = &deep
	for i := range entries {
		for _, outcome := range []finding.Outcome{finding.True, finding.False, finding.Outcome(text)} {
			var f finding.Finding
			fillAll(reflect.ValueOf(&f).Elem(), text, min(entries, 5))
			f.Source = []finding.Source{finding.FromArea, finding.FromLinter, finding.Source(text)}[i%3]
			f.Verification.Outcome = outcome
			merged := f
			f.MergedInto = ""
			in.Review.Findings = append(in.Review.Findings, f, merged)
		}
	}
	in.Decision = verdict.Decide(verdict.Input{Change: in.Change, Proof: verdict.ByModel,
		Reasons: []verdict.Reason{{Source: verdict.Model, Level: verdict.Yellow, Code: "deep_fault", Text: text}}})
	return report.Comment(in)
}

// fillAll puts a text into every string of a value, so many entries into every list, and a number into every number.
func fillAll(v reflect.Value, text string, entries int) {
	switch {
	case !v.CanSet():
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fillAll(v.Field(i), text, entries)
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), entries, entries))
		for i := range entries {
			fillAll(v.Index(i), text, min(entries, 5))
		}
	case v.Kind() == reflect.Int && v.Type() == reflect.TypeFor[int]():
		v.SetInt(7)
	}
}
