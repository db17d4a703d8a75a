package rules

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"

	"werkrevisor/internal/config"
	md "werkrevisor/internal/markdown"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// prDoc gives RED while a PR document that the change adds or changes has open questions (seed 000, [pr_doc]).
// A document whose text could not be read gives nothing here: it is unreviewable, or its text was left out,
// and either keeps the PR from GREEN.
func prDoc(c pr.Change, cfg config.Config) Outcome {
	var out Outcome
	var quoted, public []string
	documents := 0
	for _, f := range c.Files {
		if !changesPRDoc(f, cfg) {
			continue
		}
		documents++
		for _, l := range openQuestions(md.Parse(f.New.Body), cfg.PRDoc.OpenQuestionHeadings) {
			place := fmt.Sprintf("%s:%d", f.Path, l.Number)
			quoted, public = append(quoted, place+": "+quote(l.Raw)), append(public, place)
		}
	}
	out.Inputs = []Input{
		{"PR documents", fmt.Sprint(documents), "[pr_doc] globs", strings.Join(cfg.PRDoc.Globs.Strings(), " ")},
		{"open questions", fmt.Sprint(len(public)), "[pr_doc] open_question_headings", strings.Join(cfg.PRDoc.OpenQuestionHeadings, ", ")},
	}
	if len(public) > 0 {
		text := func(places []string) string {
			return fmt.Sprintf("%s in a PR document: %s; answer it as a ticked item \"- [x] …\", or leave the section empty ([pr_doc] open_question_headings = %s)",
				verdict.Count(len(places), "open question"), verdict.Examples(places), strings.Join(cfg.PRDoc.OpenQuestionHeadings, ", "))
		}
		out.add(verdict.Red, "open_questions", text(quoted))
		out.Reasons[0].Public = text(public)
	}
	return out
}

// isPRDoc reports whether a path is one of a PR document; templates and the folder's README never are.
func isPRDoc(name string, cfg config.Config) bool {
	return !IsTemplate(name) && cfg.PRDoc.Globs.Has(name)
}

// IsTemplate reports whether a path names a template or the README of the folder, which never count as PR documents.
func IsTemplate(name string) bool {
	base := path.Base(name)
	return base == "README.md" || strings.HasPrefix(base, "TEMPLATE") && strings.HasSuffix(base, ".md")
}

// changesPRDoc reports whether a file is a PR document with a text to check. One that only got another name or mode
// is not: moving the folder of old documents would be RED without a way out.
func changesPRDoc(f pr.File, cfg config.Config) bool {
	return f.New.State == pr.Read && f.Added+f.Deleted > 0 && isPRDoc(f.Path, cfg)
}

// openQuestions lists the first line of every open item or block in the sections with one of the headings.
// A section ends at the next heading of the same or a higher level. List items that are ticked are done, with everything
// that belongs to them but further list items.
func openQuestions(lines []md.Line, headings []string) []md.Line {
	var open []md.Line
	level := 0          // of the section's heading; 0: outside of such a section
	block, cite := 0, 0 // the block and the quote that were already judged
	done := false       // the last item of the list was ticked, and only its own text followed
	for _, l := range lines {
		if l.Section() {
			if level == 0 || l.Level <= level {
				level = 0
				if isHeading(l.Title, headings) {
					level = l.Level
				}
			}
			done = false
			continue
		}
		if level == 0 || !shows(l) || l.Block == block && !l.ItemStart || l.Quote != 0 && l.Quote == cite {
			continue
		}
		block = l.Block
		// The mark of a quote counts as indentation of its text, so there the line itself must be indented.
		indented := l.Indent > 0 && (l.Quotes == 0 || strings.HasPrefix(l.Raw, " ") || strings.HasPrefix(l.Raw, "\t"))
		if belongs := l.Items > 0 || done && indented; !l.ItemStart && belongs {
			continue
		}
		if done = l.ItemStart && l.Box == md.DoneBox; !done {
			open = append(open, l)
			cite = l.Quote
		}
	}
	return open
}

// shows reports whether a line of an open-questions section can be a question: blank lines, comments, anchors,
// rules, deeper headings, footnotes and definitions of links cannot.
func shows(l md.Line) bool {
	switch l.Kind {
	case md.Blank, md.Comment, md.Anchor, md.ThematicBreak, md.Definition:
		return false
	case md.Heading:
		return l.ItemStart
	}
	footnote := strings.HasPrefix(l.Text, "[^") && strings.Contains(l.Text, "]:") && !l.ItemStart
	return !footnote // it is shown at the end of the document
}

func isHeading(title string, headings []string) bool {
	title = norm.NFC.String(md.HeadingKey(title))
	for _, h := range headings {
		if strings.EqualFold(title, norm.NFC.String(md.HeadingKey(h))) {
			return true
		}
	}
	return false
}

// maxQuote is how many characters of a line a reason quotes.
const maxQuote = 80

// quote is a line in single spaces, cut to a readable length.
func quote(s string) string {
	if len(s) > 8*maxQuote {
		s = strings.ToValidUTF8(s[:8*maxQuote], "")
	}
	text := []rune(strings.Join(strings.Fields(s), " "))
	if len(text) > maxQuote {
		return string(text[:maxQuote-1]) + "…"
	}
	return string(text)
}
