package rules

import (
	"fmt"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// size gives ORANGE to a change that is too large for an approval without a human (seed 000, [size]).
func size(c pr.Change, cfg config.Config) Outcome {
	lines, files := Counted(c)
	maxLines, maxFiles := cfg.Size.MaxChangedLines, cfg.Size.MaxFiles
	out := Outcome{Inputs: []Input{
		{"changed lines", fmt.Sprint(lines), "[size] max_changed_lines", fmt.Sprint(maxLines)},
		{"changed files", fmt.Sprint(files), "[size] max_files", fmt.Sprint(maxFiles)},
	}}
	const advice = "; split the PR, or a human approves it knowingly"
	if lines > maxLines {
		out.add(verdict.Orange, "too_many_lines", fmt.Sprintf(
			"the PR is too large for an AI-only approval: %d changed lines outside of docs and mechanical files, "+
				"[size] max_changed_lines = %d%s", lines, maxLines, advice))
	}
	if files > maxFiles {
		out.add(verdict.Orange, "too_many_files", fmt.Sprintf(
			"the PR is too large for an AI-only approval: %d changed files outside of docs and mechanical files, "+
				"[size] max_files = %d%s", files, maxFiles, advice))
	}
	return out
}

// Counted is the number of changed lines and files that [size] counts:
// those outside of text documents and mechanical files. The change is labelled.
func Counted(c pr.Change) (lines, files int) {
	for _, f := range c.Files {
		if exemptDoc(f) || f.Mechanical != pr.NotMechanical {
			continue
		}
		files++
		lines += f.Added + f.Deleted
	}
	return lines, files
}
