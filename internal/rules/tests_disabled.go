package rules

import (
	"regexp"
	"slices"
	"strings"
)

// disabler is a way to switch tests off in an added line. A token counts in any case and without its blanks;
// a form tells with an expression which of the lines that hold one of its tokens it means.
type disabler struct {
	tokens []string // in lower case and without blanks, at least 2 bytes
	name   string   // as reasons show it; empty: the token
	form   *regexp.Regexp
	reads  reading  // what the form reads
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
	tried := map[int]bool{}
	code := 0
	for i := 0; i < len(squeezed); i++ {
		code = (code<<5 | int(squeezed[i]&31)) & (len(disablersByStart) - 1)
		for _, at := range disablersByStart[code] {
			d := &disablers[at.disabler]
			if i < 1 || !strings.HasPrefix(squeezed[i-1:], at.token) || d.exts != nil && !slices.Contains(d.exts, ext) {
				continue
			}
			if d.form != nil {
				if tried[at.disabler] {
					continue
				}
				tried[at.disabler] = true
				if !d.form.MatchString(d.reads.of(line, low, squeezed)) {
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

func (r reading) of(line, low, squeezed string) string {
	switch r {
	case lowerLine:
		return low
	case codeLine:
		return withoutTitle(low)
	case exactLine:
		return line
	}
	return squeezed
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
