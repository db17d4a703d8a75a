package state

import (
	"fmt"
	"strings"
	"testing"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
)

// file is a new file of the change with these lines.
func file(path string, lines ...string) pr.File {
	h := pr.Hunk{NewStart: 1, NewLines: len(lines)}
	for i, text := range lines {
		h.Lines = append(h.Lines, pr.Line{Op: pr.Add, New: i + 1, Text: text})
	}
	return pr.File{Path: path, OldPath: path, Status: pr.Added, Hunks: []pr.Hunk{h}, New: pr.Text{State: pr.Read, Body: strings.Join(lines, "\n") + "\n"}}
}

func at(path string, line int, s finding.Severity) finding.Finding {
	return finding.Finding{File: path, Side: finding.New, Start: line, End: line, Severity: s}
}

func keep(c pr.Change, findings ...finding.Finding) State {
	var s State
	s.Keep(findings, c)
	return s
}

func TestAFindingStaysAsLongAsItsLine(t *testing.T) {
	first := pr.Change{Files: []pr.File{file("a.go", "func A() {", "\treturn 1 / x", "}", "", "func B() {", "\tpanic(1)", "}")}}
	state := keep(first, at("a.go", 2, finding.High))
	for _, tc := range []struct {
		name  string
		now   []pr.File
		said  []finding.Finding
		place string
	}{
		{"the review says nothing of it", first.Files, nil, "a.go:2 (high)"},
		{"the review says it again", first.Files, []finding.Finding{at("a.go", 2, finding.Low)}, ""},
		{"the review cites a line next to it", first.Files, []finding.Finding{at("a.go", 3, finding.Low)}, ""},
		{"the review says something else", first.Files, []finding.Finding{at("a.go", 7, finding.High)}, "a.go:2 (high)"},
		{"the line moved and is indented otherwise", []pr.File{file("a.go", "x", "y", "    return 1/x")}, nil, "a.go:3 (high)"},
		{"the line changed", []pr.File{file("a.go", "return 1 / y")}, nil, ""},
		{"the file is not part of the change any more", []pr.File{file("c.go", "nothing")}, nil, ""},
		{"the line is in another file now", []pr.File{file("c.go", "return 1 / x")}, nil, "c.go:1 (high)"},
		{"the line moved into another file beside it", []pr.File{file("a.go", "return 2"), file("c.go", "return 1 / x")}, nil, "c.go:1 (high)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := Earlier([]State{state}, tc.said, pr.Change{Files: tc.now}, false)
			if len(got) > 0 != (tc.place != "") || len(got) == 1 && !strings.Contains(got[0].Text, tc.place) {
				t.Errorf("got %+v, want %q", got, tc.place)
			}
		})
	}
}

func TestWhatIsKept(t *testing.T) {
	c := pr.Change{Files: []pr.File{file("a.go", "func A() {", "\treturn 1 / x", "}", "")}}
	unverified := at("a.go", 2, finding.High)
	unverified.Unverified = "x"
	for _, tc := range []struct {
		name string
		in   finding.Finding
		want int
	}{
		{"high", at("a.go", 2, finding.High), 1},
		{"medium", at("a.go", 2, finding.Medium), 1},
		{"low", at("a.go", 2, finding.Low), 0},
		{"unverified", unverified, 0},
		{"a bracket stands for the lines around it", at("a.go", 3, finding.High), 1},
		{"a file that is not there", at("b.go", 2, finding.High), 0},
		{"a line that is not there", at("a.go", 99, finding.High), 0},
		{"a huge range", finding.Finding{File: "a.go", Side: finding.New, Start: 1, End: 1 << 30, Severity: finding.High}, 1},
	} {
		if got := len(keep(c, tc.in).Findings); got != tc.want {
			t.Errorf("%s: %d", tc.name, got)
		}
	}
}

func TestMoreFindingsThanACommentCanKeepAreAFindingToo(t *testing.T) {
	var lines []string
	var list []finding.Finding
	for i := range 300 {
		lines = append(lines, fmt.Sprintf("line number %d", i))
		list = append(list, at("a.go", i+1, finding.High))
	}
	s := keep(pr.Change{Files: []pr.File{file("a.go", lines...)}}, list...)
	if len(s.Findings) != maxFindings || !s.More {
		t.Errorf("%d findings, more %v", len(s.Findings), s.More)
	}
	if got := Earlier([]State{s}, nil, pr.Change{Files: []pr.File{file("b.go", "nothing")}}, false); len(got) != 1 {
		t.Errorf("got %+v", got)
	}
	if n := len(encode(s)); n > maxPayload {
		t.Errorf("%d bytes", n)
	}
}
