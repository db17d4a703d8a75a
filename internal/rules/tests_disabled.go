package rules

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// disabler is a way to switch tests off in an added line. A token counts in any case and without its blanks;
// a form tells with an expression which of the lines that hold one of its tokens it means.
type disabler struct {
	tokens []string // in lower case and without blanks, at least 2 bytes
	name   string   // as reasons show it; empty: the token
	form   *regexp.Regexp
	word   string   // instead of a form: the call that is meant
	plain  bool     // the word is an ordinary one
	reads  reading  // what form and word read
	exts   []string // of the languages; nil: all
}

// reading is the spelling of a line that a form reads.
type reading int

const (
	squeezedLine reading = iota // in lower case, without blanks
	lowerLine                   // in lower case
	codeLine                    // in lower case, without the title of the test that starts in it
	exactLine                   // as it stands
)

var withoutBlanks = strings.NewReplacer(" ", "", "\t", "", "\r", "")

// disabling names the way in which an added line may switch a test off, or is empty.
func disabling(line, ext string) string {
	low := strings.ToLower(line)
	squeezed := withoutBlanks.Replace(low) // ".skip (" is the same call
	var tried []bool                       // by disabler
	hash, code := 0, ""
	for i := 0; i < len(squeezed); i++ {
		hash = (hash<<5 | int(squeezed[i]&31)) & (len(disablersByStart) - 1)
		for _, at := range disablersByStart[hash] {
			d := &disablers[at.disabler]
			if i < 1 || !strings.HasPrefix(squeezed[i-1:], at.token) || d.exts != nil && !slices.Contains(d.exts, ext) {
				continue
			}
			if d.form != nil || d.word != "" {
				if tried == nil {
					tried = make([]bool, len(disablers))
				}
				if tried[at.disabler] {
					continue
				}
				tried[at.disabler] = true
				if d.reads == codeLine && code == "" {
					code = withoutTitle(low)
				}
				text := [...]string{squeezed, low, code, line}[d.reads]
				if d.form != nil && !d.form.MatchString(text) || d.form == nil && !callsWord(text, d.word, d.plain) {
					continue
				}
			}
			if d.name != "" {
				return d.name
			}
			return strings.Trim(at.token, "('\",[]")
		}
	}
	return ""
}

// callsWord reports whether a line calls a word where a name starts, so that "exit(", "model.fit(" and "outfit(" are none.
// A word at the end of a quoted text is no call. Ruby and CoffeeScript call without brackets; an ordinary word counts
// then only with a blank in front of what it is given.
func callsWord(line, word string, plain bool) bool {
	for i := 0; ; {
		at := strings.Index(line[i:], word)
		if at < 0 {
			return false
		}
		at += i
		i = at + len(word)
		if r, _ := utf8.DecodeLastRuneInString(line[:at]); at > 0 && !strings.HasSuffix(line[:at], "=>") &&
			(unicode.IsLetter(r) || unicode.IsNumber(r) || strings.ContainsRune("_.$\"'`>-", r)) {
			continue
		}
		after := strings.TrimLeft(line[i:], " \t")
		if after == "" {
			return false
		}
		switch blank := len(after) < len(line[i:]); after[0] {
		case '(':
			return true
		case '"', '\'':
			if blank || !plain {
				return true
			}
		case '`':
			if !plain {
				return true
			}
		case '.':
			if rest := strings.TrimLeft(after[1:], " \t"); strings.HasPrefix(rest, "each") || strings.HasPrefix(rest, "only") {
				return true
			}
		}
	}
}

// title is the start of a line that names a test, up to the quote in front of the name.
var title = regexp.MustCompile(`^[ \t]*(?:await )?(?:it|test|describe|context|specify|suite|scenario|feature|should|given|when|then|t\.run|deno\.test)[ \t]*\(?[ \t]*(["'])`)

// withoutTitle leaves out what a test is called: it("does not skip (yet)" skips nothing.
func withoutTitle(low string) string {
	m := title.FindStringSubmatchIndex(low)
	if m == nil {
		return low
	}
	rest := low[m[1]:]
	end := strings.IndexByte(rest, low[m[2]])
	if end < 0 || end > 0 && strings.IndexByte(rest[:end], '\\') >= 0 {
		return low
	}
	return low[:m[1]] + rest[end:]
}

// disablersByStart lists the tokens by the low five bits of their first two bytes.
var disablersByStart = indexDisablers()

type disablerToken struct {
	token    string
	disabler int
}

func indexDisablers() [][]disablerToken {
	by := make([][]disablerToken, 1<<10)
	for i, d := range disablers {
		for _, t := range d.tokens {
			code := int(t[0]&31)<<5 | int(t[1]&31)
			by[code] = append(by[code], disablerToken{t, i})
		}
	}
	return by
}
