package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Written is what the sentence split found in one paragraph.
type Written struct {
	Sentences int
	// Inner counts per line the ends of sentences that another sentence follows on the same line.
	Inner []int
	// Comment counts per line the characters of HTML comments, which a reader does not see.
	Comment []int
}

// Sentences splits the lines of one paragraph.
//
// The split is conservative: a sentence ends at "." or "!" before a capital letter, but not after an abbreviation,
// an initial or a number (seed 000, [writing]). A question mark or an ellipsis ends nothing.
// Closing quotes, brackets and emphasis may stand between the mark and the space, and opening ones before
// the capital letter. Code spans, URLs, link targets, images and comments are not read; the text of a link is.
func Sentences(lines []string) Written {
	text, comment := inlines(strings.Join(lines, "\n"), false)
	w := Written{Inner: make([]int, len(lines)), Comment: comment}
	if strings.TrimSpace(text) == "" {
		return w
	}
	w.Sentences = 1
	line, word := 0, 0 // word: where the current word starts
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			line++
			word = i + 1
		case c == ' ' || c == '\t':
			word = i + 1
		case c == '.' || c == '!':
			gap := nextSentence(text[i+1:])
			if gap < 0 || endsNothing(bare(text[word:i]), c) || !ends(text[:i]) {
				continue
			}
			w.Sentences++
			if !strings.Contains(text[i+1:i+1+gap], "\n") {
				w.Inner[line]++
			}
		}
	}
	return w
}

const (
	closers = "\"'”’“‘»«›‹)]}"
	openers = "\"'„“‚‘”’»«›‹([{¿¡"
)

// nextSentence is the distance to the capital letter that starts the next sentence; -1: none does.
func nextSentence(s string) int {
	rest := strings.TrimLeft(s, closers)
	inner := strings.TrimLeftFunc(rest, unicode.IsSpace)
	if len(inner) == len(rest) {
		return -1
	}
	inner = strings.TrimLeft(inner, openers)
	if r, _ := utf8.DecodeRuneInString(inner); !unicode.IsUpper(r) && !unicode.IsTitle(r) {
		return -1
	}
	return len(s) - len(inner)
}

// ends reports whether the mark behind this text can end a sentence: it is no part of "..." or "?!".
func ends(before string) bool {
	return before != "" && strings.IndexByte(".?!", before[len(before)-1]) < 0 && !strings.HasSuffix(before, "…") || strings.HasSuffix(before, "!")
}

// bare is a word without what opens it and with no white space of other kinds before it.
func bare(word string) string {
	const longest = 64
	if len(word) > longest {
		word = word[len(word)-longest:]
	}
	if at := strings.LastIndexFunc(word, unicode.IsSpace); at >= 0 {
		_, n := utf8.DecodeRuneInString(word[at:])
		word = word[at+n:]
	}
	word = strings.TrimLeft(word, openers+"-–—§#")
	return strings.TrimRight(word, "]")
}
