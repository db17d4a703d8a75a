package review

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// FullFiles adds the new version of every given file outside of the docs, and a reason for each cause that left
// some out: a review with incomplete context is never GREEN (seed 000, [review]).
func (b *Draft) FullFiles() {
	cfg := b.in.Config.Review
	left := map[string][]string{}
	var causes []string
	leave := func(cause string, f pr.File) {
		if len(left[cause]) == 0 {
			causes = append(causes, cause)
		}
		left[cause] = append(left[cause], f.Path)
	}
	var blocks strings.Builder
	total, full := 0, false
	for _, f := range b.given {
		switch {
		case unread(f):
			leave(unreadCause, f)
		case !cfg.FullFiles || f.Category == pr.Docs || f.New.State == pr.Absent:
		case f.New.State != pr.Read:
			leave("they could not be read as text", f)
		default:
			text, chars := b.fullFile(f)
			if chars > cfg.MaxFullFileChars {
				leave(fmt.Sprintf("a file would exceed [review] max_full_file_chars = %d", cfg.MaxFullFileChars), f)
			} else if full = full || total+chars > cfg.MaxFullFilesChars; full {
				leave(fmt.Sprintf("all full files together would exceed [review] max_full_files_chars = %d", cfg.MaxFullFilesChars), f)
			} else {
				total += chars
				blocks.WriteString(text)
			}
		}
	}
	if blocks.Len() > 0 {
		fmt.Fprintf(&b.text, "\n## Full content of the changed files (new version at %s, each line with its number)\n%s"+
			"\n## End of the full content of the changed files\n", Quote(b.in.Change.Head.SHA), blocks.String())
	}
	for _, cause := range causes {
		b.prompt.Left = append(b.prompt.Left, leftOut(cause, left[cause]))
	}
}

// unreadCause is why the text of a changed file is not known.
var unreadCause = fmt.Sprintf("only the texts of %d changed files are read", pr.MaxTexts)

func unread(f pr.File) bool {
	return f.New.State == pr.BeyondLimit || f.Old.State == pr.BeyondLimit
}

// LeaveFull adds, for a prompt without full files whose reader can look into them, the reason for files that were not
// read and whose hunks therefore have less around them.
func (b *Draft) LeaveFull() {
	var paths []string
	for _, f := range b.given {
		if unread(f) {
			paths = append(paths, f.Path)
		}
	}
	if len(paths) > 0 {
		b.prompt.Left = append(b.prompt.Left, leftOut(unreadCause, paths))
	}
}

// fullFile renders one file and counts its characters.
func (b *Draft) fullFile(f pr.File) (text string, chars int) {
	lines := newLines(f)
	sub := &Draft{in: b.in}
	fmt.Fprintf(&sub.text, "\n### Full file: %s (%d lines)", Quote(f.Path), len(lines))
	sub.Block("full file "+Quote(f.Path), func() {
		for i, line := range lines {
			sub.Line(fmt.Sprintf("%5d  ", i+1), line)
		}
	})
	text = sub.text.String()
	return text, utf8.RuneCountInString(text)
}

// leftOut is the reason for one cause, in the words of seed 000, [review].
func leftOut(cause string, paths []string) verdict.Reason {
	noun := "changed files were"
	if len(paths) == 1 {
		noun = "changed file was"
	}
	return verdict.Reason{
		Source: verdict.System, Level: verdict.Yellow, Code: "full_file_left_out",
		Text: fmt.Sprintf("%d %s given to the AI only as diff, not in full, so it could not check them against the rest of their file (%s): %s",
			len(paths), noun, cause, verdict.Examples(paths)),
	}
}
