package review

import (
	"fmt"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// reviewed is a change of one file: line 50 of 100 is replaced, and line 80 is removed.
func reviewed() pr.Change {
	var old, now strings.Builder
	for i := 1; i <= 100; i++ {
		fmt.Fprintf(&old, "line %d\n", i)
		switch i {
		case 50:
			now.WriteString("return  1 / x\n")
		case 80:
		default:
			fmt.Fprintf(&now, "line %d\n", i)
		}
	}
	return pr.Change{Files: []pr.File{{Path: "a.go", OldPath: "a.go", Old: pr.Text{State: pr.Read, Body: old.String()}, New: pr.Text{State: pr.Read, Body: now.String()},
		Hunks: []pr.Hunk{
			{OldStart: 49, OldLines: 3, NewStart: 49, NewLines: 3, Lines: []pr.Line{{Op: pr.Context, Old: 49, New: 49, Text: "line 49"},
				{Op: pr.Remove, Old: 50, Text: "line 50"}, {Op: pr.Add, New: 50, Text: "return  1 / x"}, {Op: pr.Context, Old: 51, New: 51, Text: "line 51"}}},
			{OldStart: 79, OldLines: 3, NewStart: 79, NewLines: 2, Lines: []pr.Line{{Op: pr.Context, Old: 79, New: 79, Text: "line 79"},
				{Op: pr.Remove, Old: 80, Text: "line 80"}, {Op: pr.Context, Old: 81, New: 80, Text: "line 81"}}},
		}}}}
}

// listed is the prompt that gave the model this change.
func listed() Prompt { return Prompt{Files: []string{"a.go"}} }

func TestFindingsAreHeldAgainstTheChange(t *testing.T) {
	for _, tc := range []struct {
		name        string
		in          finding.Finding
		unverified  string
		preExisting bool
		start       int
	}{
		{"the right place with its quote", finding.Finding{File: "a.go", Start: 50, End: 50, Quote: "return 1 / x"}, "", false, 50},
		{"the right place without a quote", finding.Finding{File: "a.go", Start: 50, End: 50}, "", false, 50},
		{"a few lines away the quote corrects the place", finding.Finding{File: "a.go", Start: 43, End: 43, Quote: "return 1 / x"}, "", false, 50},
		{"far away a unique quote corrects the place", finding.Finding{File: "a.go", Start: 7, End: 8, Quote: "return 1 / x"}, "", false, 50},
		{"a quote that stands in many lines proves nothing", finding.Finding{File: "a.go", Start: 500, End: 500, Quote: "line"}, "the lines do not exist", false, 500},
		{"an invented quote", finding.Finding{File: "a.go", Start: 50, End: 50, Quote: "launch()"}, "the quoted line does not stand there", false, 50},
		{"another file", finding.Finding{File: "b.go", Start: 50, End: 50}, "the file is not part of the change", false, 50},
		{"the file by its number in the list", finding.Finding{File: "1", Start: 50, End: 50}, "", false, 50},
		{"the file as the prompt shows it", finding.Finding{File: `"a.go"`, Start: 50, End: 50}, "", false, 50},
		{"a number that is not in the list", finding.Finding{File: "2", Start: 50, End: 50}, "the file is not part of the change", false, 50},
		{"a quote with the prefix of the prompt", finding.Finding{File: "a.go", Start: 50, End: 50, Quote: "   50 + | return 1 / x"}, "", false, 50},
		{"a quote of two lines counts by its first", finding.Finding{File: "a.go", Start: 50, End: 51, Quote: "\nreturn 1 / x\nline 51"}, "", false, 50},
		{"a quote of white space is none", finding.Finding{File: "a.go", Start: 50, End: 50, Quote: " \n\t"}, "", false, 50},
		{"no line", finding.Finding{File: "a.go", Start: 0, End: 0}, "the lines do not exist", false, 0},
		{"an end before the start", finding.Finding{File: "a.go", Start: 50, End: 49}, "the lines do not exist", false, 50},
		{"beyond the end", finding.Finding{File: "a.go", Start: 99, End: 200}, "the lines do not exist", false, 99},
		{"three lines away is at the change", finding.Finding{File: "a.go", Start: 53, End: 53}, "", false, 53},
		{"four lines away is pre-existing", finding.Finding{File: "a.go", Start: 54, End: 54}, "", true, 54},
		{"a removed line on the old side", finding.Finding{File: "a.go", Side: finding.Old, Start: 80, End: 80, Quote: "line 80"}, "", false, 80},
		{"where lines were removed, on the new side", finding.Finding{File: "a.go", Start: 79, End: 79}, "", false, 79},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.in.Side == "" {
				tc.in.Side = finding.New
			}
			got := CheckFindings([]finding.Finding{tc.in}, listed(), reviewed())[0]
			if got.Unverified != tc.unverified || got.PreExisting != tc.preExisting || got.Start != tc.start {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestFindingsOfATextThatWasNotReadAreHeldAgainstTheDiff(t *testing.T) {
	c := reviewed()
	c.Files[0].New, c.Files[0].Old = pr.Text{State: pr.BeyondLimit}, pr.Text{State: pr.BeyondLimit}
	got := CheckFindings([]finding.Finding{
		{File: "a.go", Side: finding.New, Start: 50, End: 50, Quote: "return 1 / x"},
		{File: "a.go", Side: finding.New, Start: 10, End: 1 << 30},
	}, listed(), c)
	if got[0].Unverified != "" || got[1].Unverified == "" {
		t.Errorf("got %+v", got)
	}
}

func TestLevelsOfFindings(t *testing.T) {
	high, medium, low := finding.Finding{Severity: finding.High}, finding.Finding{Severity: finding.Medium}, finding.Finding{Severity: finding.Low}
	unverified, old := high, high
	unverified.Unverified, old.PreExisting = "x", true
	for _, tc := range []struct {
		name     string
		findings []finding.Finding
		min      int
		want     string
	}{
		{"none", nil, 2, ""},
		{"one high", []finding.Finding{high}, 2, "ORANGE high_finding"},
		{"one medium", []finding.Finding{medium}, 2, "YELLOW minor_findings"},
		{"two medium", []finding.Finding{medium, medium}, 2, "ORANGE medium_findings"},
		{"many medium and the limit off", []finding.Finding{medium, medium, medium}, 0, "YELLOW minor_findings"},
		{"low", []finding.Finding{low}, 1, "YELLOW minor_findings"},
		{"an unverified high one", []finding.Finding{unverified}, 1, "YELLOW minor_findings"},
		{"a pre-existing high one", []finding.Finding{old}, 1, "YELLOW minor_findings"},
		{"a high and two medium", []finding.Finding{high, medium, medium}, 2, "ORANGE high_finding ORANGE medium_findings"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, r := range FindingReasons(tc.findings, config.Review{OrangeMinMedium: tc.min}) {
				got = append(got, r.Level.String()+" "+r.Code)
				if code, ok := verdict.FindCode(r.Code); !ok || code.Source != r.Source || r.Level > code.Worst {
					t.Errorf("%+v does not fit the table of codes", r)
				}
			}
			if strings.Join(got, " ") != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestAReasonNamesNoFileThatTheModelInvented(t *testing.T) {
	list := CheckFindings([]finding.Finding{{File: "CANARY text of the model", Start: 1, End: 1, Severity: finding.High}}, listed(), reviewed())
	for _, r := range FindingReasons(list, config.Review{OrangeMinMedium: 2}) {
		if strings.Contains(r.Text+r.Public, "CANARY") || !strings.Contains(r.Text, "a file outside of the change") {
			t.Errorf("%+v", r)
		}
	}
}

func BenchmarkALyingModelWithThousandsOfFindings(b *testing.B) {
	c := reviewed()
	c.Files[0].New.Body = strings.Repeat("line\n", 1<<20)
	list := make([]finding.Finding, 20000)
	for i := range list {
		list[i] = finding.Finding{File: "a.go", Side: finding.New, Start: i + 1, End: i + 1, Quote: "nowhere"}
	}
	for b.Loop() {
		CheckFindings(list, listed(), c)
	}
}
