package deep

import (
	"context"
	"fmt"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/linter"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// maxProblemsShown is how many remarks of linters stand in the facts; all of them become findings.
const maxProblemsShown = 100

// lint is stage 2. Linters are an auxiliary lane: what fails there is named and changes no verdict.
func (e *engine) lint(ctx context.Context, f *facts) {
	list := e.in.Config.Deep.Linters
	if len(list) == 0 || e.Lint == nil {
		return
	}
	began := e.Clock()
	var files []linter.File
	for _, file := range f.files {
		if file.New.State == pr.Read {
			files = append(files, linter.File{Path: file.Path, Head: file.New, Base: file.Old})
		}
	}
	got := e.Lint(ctx, list, files, func(path string) (pr.Text, error) { return e.Tree.Read(ctx, pr.AtBase, path) })
	f.problems = got.Problems
	e.out.Notes = append(e.out.Notes, got.Notes...)
	e.done(review.Stage{Name: stageLinters, Note: verdict.Count(len(got.Problems), "problem")}, began)
}

// lintFindings makes a finding of each remark at a changed line: what stood there before is not of this change.
// Breaking changes of an API are high, errors medium, warnings low (deep.md, "Decisions").
func (e *engine) lintFindings(f facts) []finding.Finding {
	var list []finding.Finding
	for i, p := range f.problems {
		p.Message = e.masked("", p.Message) // it may quote a line that holds a secret
		severity, category := finding.Low, "maintainability"
		switch p.Severity {
		case linter.Error:
			severity, category = finding.Medium, "correctness"
		case linter.Breaking:
			severity, category = finding.High, "correctness"
		}
		list = append(list, finding.Finding{ID: fmt.Sprintf("linter-%d", i+1), Source: finding.FromLinter, File: p.Path, Side: finding.New,
			Start: max(1, p.Line), End: max(1, p.Line), Title: p.Linter + ": " + firstLine(p.Message), Body: p.Message, Severity: severity,
			Category: category, Confidence: 1})
	}
	return list
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// writeProblems shows the reviewers what the linters said.
func (f facts) writeProblems(d *review.Draft) {
	if len(f.problems) == 0 {
		return
	}
	d.Block("remarks of linters, which are reported already", func() {
		for i, p := range f.problems {
			if i == maxProblemsShown {
				d.Line("…", verdict.Count(len(f.problems)-i, "more remark"))
				break
			}
			d.Line(fmt.Sprintf("%s:%d", review.Quote(p.Path), p.Line), p.Linter+": "+d.Masked("", firstLine(p.Message)))
		}
	})
}
