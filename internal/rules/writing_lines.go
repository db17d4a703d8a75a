package rules

import (
	"cmp"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	md "werkrevisor/internal/markdown"
)

// The names of the writing rules, as the reasons show them.
const (
	ruleLength    = "length"
	ruleSentences = "sentences"
	ruleParagraph = "paragraph"
)

// violation is a broken writing rule.
type violation struct {
	line int
	rule string
	size int // of a line that is too long, in characters
}

// violations checks the changed lines of a document, and the paragraphs that a changed line belongs to.
// They are in the order of the lines; a paragraph counts at its first changed line.
func violations(lines []md.Line, changed map[int]bool, limits config.Writing) []violation {
	var found []violation
	for i := 0; i < len(lines); {
		end := i + 1
		for end < len(lines) && lines[end].Block == lines[i].Block {
			end++
		}
		found = append(found, paragraph(lines[i:end], changed, limits)...)
		i = end
	}
	return found
}

// paragraph checks the lines of one block; blocks without sentences of their own give nothing.
func paragraph(lines []md.Line, changed map[int]bool, limits config.Writing) []violation {
	first := 0
	texts := make([]string, len(lines))
	only := make([]bool, len(lines))
	formula := formulas(lines)
	for i, l := range lines {
		if !l.Prose() {
			continue
		}
		if formula[i] {
			only[i] = true
			continue
		}
		if only[i] = md.LinkOnly(l.Text); !only[i] {
			texts[i] = l.Text
		}
		if first == 0 && changed[l.Number] {
			first = l.Number
		}
	}
	if first == 0 {
		return nil
	}
	written := md.Sentences(texts)
	var found []violation
	for i, l := range lines {
		if !l.Prose() || only[i] || !changed[l.Number] {
			continue
		}
		if n := length(l, written.Comment[i]); n > limits.MaxLineLength {
			found = append(found, violation{l.Number, ruleLength, n})
		}
		if written.Inner[i] > 0 {
			found = append(found, violation{line: l.Number, rule: ruleSentences})
		}
	}
	if written.Sentences > limits.MaxSentencesPerParagraph {
		found = append(found, violation{line: first, rule: ruleParagraph})
	}
	slices.SortStableFunc(found, func(a, b violation) int { return cmp.Compare(a.line, b.line) })
	return found
}

// length is the number of characters of a line without its comments, and without the blanks at its end, which nobody sees.
func length(l md.Line, comment int) int {
	return md.Length(strings.TrimRight(l.Raw, " \t")) - l.Comment - comment
}

// formulas marks the lines of a block that stand between two $$, as GitHub shows formulas; they are no sentences.
// A $$ without another one below it in its paragraph is text.
func formulas(lines []md.Line) []bool {
	marks := make([]bool, len(lines))
	for i := 0; i < len(lines); i++ {
		text := strings.TrimSpace(lines[i].Text)
		if !strings.HasPrefix(text, "$$") {
			continue
		}
		end := i
		if len(text) < 4 || !strings.HasSuffix(text, "$$") {
			for end++; end < len(lines) && !strings.HasSuffix(strings.TrimSpace(lines[end].Text), "$$"); end++ {
			}
		}
		if end == len(lines) {
			break // neither has any later $$ another one below it
		}
		for ; i <= end; i++ {
			marks[i] = true
		}
		i--
	}
	return marks
}
