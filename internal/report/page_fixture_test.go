package report_test

import (
	"fmt"
	"strings"
	"time"

	"werkrevisor/internal/classify"
	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

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
