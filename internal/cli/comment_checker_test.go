package cli_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var marker = regexp.MustCompile(`^<!-- werkrevisor(?:-error)?:[0-9a-f]{40} -->$`)

// opens are the lines that fold something; that of a fix belongs to an item of a list.
var opens = regexp.MustCompile(`^(?:<details><summary>(?:Details|Walk-through|Stages and cost|` +
	`(?:Refuted findings|Settled by earlier reviews|Areas) \(\d+\))</summary>|   <details><summary>Suggested fix</summary>)$`)

// ownRemark is the line in italics below a finding.
var ownRemark = regexp.MustCompile(`^   \*([a-z].*)\*$`)

// sealed is the state of the review, which stands in the second line and nowhere else.
var sealed = regexp.MustCompile(`^<!-- werkrevisor-state:[A-Za-z0-9_.-]+ -->$`)

// withoutSpans leaves the code spans of a line out, as CommonMark finds them.
func withoutSpans(line string) string {
	var b strings.Builder
	for i := 0; i < len(line); {
		run := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
		switch {
		case line[i] == '\\' && i+1 < len(line):
			b.WriteString(line[i : i+2])
			i += 2
		case run == 0:
			b.WriteByte(line[i])
			i++
		default:
			end := closing(line, i+run, run)
			if end == 0 {
				b.WriteString(line[i : i+run])
				end = i + run
			}
			i = end
		}
	}
	return b.String()
}

// closing is the end of the next run of exactly n backticks; 0 if there is none.
func closing(line string, from, n int) int {
	for i := from; i < len(line); {
		run := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
		if run == n {
			return i + run
		}
		i += max(1, run)
	}
	return 0
}

// pipes counts what ends a cell in a row of a table.
func pipes(line string) int { return strings.Count(line, "|") - strings.Count(line, `\|`) }

// acting are the texts that a server turns into something, each with what it would become.
var acting = []struct {
	what    string
	pattern *regexp.Regexp
}{
	{"a mention", regexp.MustCompile(`@[\w-]`)},
	{"a reference", regexp.MustCompile(`[#!]\d`)},
	{"a tag or an autolink", regexp.MustCompile(`<`)},
	{"a link or an image", regexp.MustCompile(`(?:^|[^\\])\][(\[:]`)},
	{"a bare link", regexp.MustCompile(`(?i)://[^ ]|\bwww\.\w|mailto:\S+@\w`)},
	{"a wiki link", regexp.MustCompile(`\[\[`)},
	{"an emoji", regexp.MustCompile(`:[+-]?[a-z][a-z0-9_+-]*:`)},
	{"a code fence", regexp.MustCompile("```|~~~")},
	{"emphasis, code or math", regexp.MustCompile("(?:^|[^\\\\*])(?:\\\\\\\\)*[*`$~]")},
	{"an entity", regexp.MustCompile(`&(?:#|[a-z]+;)`)},
	{"an indented block", regexp.MustCompile(`^> (?: {1,}|\t)\S`)},
	{"a heading, list, quote, rule or table", regexp.MustCompile(`^> (?:#|[-+*=>|:]|\d+[.)])|^- (?:#|[-+*=>|]|\d+[.)])`)},
}

// ownTexts are what the comment itself may make bold, italic or a code span; they are taken out before the check.
var ownTexts = regexp.MustCompile(`^- \*\*(?:YELLOW|ORANGE|RED|ERROR)\*\* |^\d+\. \*\*\[(?:high|medium|low)\]|\*\* at $|^\*\*(?:What to do|Assessment):\*\* `)

// entity is how the comment writes a sign that would begin a tag or an entity.
var entity = regexp.MustCompile(`&(?:lt|amp);`)

// checkComment holds that a comment has exactly one marker, and outside of code spans nothing that a server would act on.
// It reads the lines as they are sent, so it knows nothing of how the program escapes.
func checkComment(t *testing.T, body string) {
	t.Helper()
	lines := strings.Split(body, "\n")
	if !marker.MatchString(lines[0]) {
		t.Errorf("the first line is no marker: %q", lines[0])
	}
	headings := []string{}
	folds, depth := map[string]int{}, 0
	for n, line := range lines {
		switch {
		case n == 0, n == 1 && sealed.MatchString(line):
			continue
		case opens.MatchString(line):
			folds[line]++
			if depth++; depth > 2 || folds[line] > 1 && !strings.HasPrefix(line, " ") {
				t.Errorf("line %d folds too deep or a second time", n+1)
			}
			continue
		case strings.TrimPrefix(line, "   ") == "</details>":
			if depth--; depth < 0 {
				t.Errorf("line %d ends a folding that nothing began", n+1)
			}
			continue
		}
		if strings.HasPrefix(line, "#") {
			headings = append(headings, strings.Trim(line[:min(len(line), 15)], "# "))
			continue
		}
		for _, r := range line {
			if r != '\t' && unicode.Is(unicode.Cc, r) || r != '\u200b' && unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' {
				t.Errorf("line %d holds the invisible %U: %.200q", n+1, r, line)
			}
		}
		if columns, row := pipes(line), strings.HasPrefix(line, "|"); row && strings.HasPrefix(lines[n-1], "|") && columns != pipes(lines[n-1]) {
			t.Errorf("line %d has %d pipes, other than the row above: %.200q", n+1, columns, line)
		}
		line = ownRemark.ReplaceAllString(withoutSpans(line), "   $1")
		line = strings.TrimPrefix(entity.ReplaceAllString(ownTexts.ReplaceAllString(line, ""), "%"), "   ")
		for _, a := range acting {
			if found := a.pattern.FindString(line); found != "" {
				t.Errorf("line %d holds %s (%q): %.200q", n+1, a.what, found, line)
			}
		}
	}
	if folds["<details><summary>Details</summary>"] != 1 || depth != 0 {
		t.Errorf("foldings %v, of which %d are open at the end", folds, depth)
	}
	for _, h := range headings {
		if !slices.ContainsFunc([]string{"werkrevisor:", "Reasons", "Findings of", "Attention", "Faults of", "Questions"}, func(own string) bool { return strings.HasPrefix(h, own) }) {
			t.Errorf("a heading that is not ours: %q", h)
		}
	}
}
