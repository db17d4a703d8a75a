package markdown

import "strings"

// awaited is what the next line may add to the definition of a reference link.
type awaited int

const (
	nothing     awaited = iota
	aTarget             // the line ended behind the colon
	aTitle              // the target stands, and a title may follow
	noMoreLines         // the definition is whole
)

// definition reports whether a line starts the definition of a reference link, [label]: target "title", and what may
// follow on the next line. The target may stand in angle brackets, and then hold blanks.
func definition(s string) (next awaited, ok bool) {
	if !strings.HasPrefix(s, "[") || strings.HasPrefix(s, "[^") {
		return nothing, false
	}
	n := reference(s)
	if n < 3 || !strings.HasPrefix(s[n:], ":") {
		return nothing, false
	}
	if s = strings.Trim(s[n+1:], " \t"); s == "" {
		return aTarget, true
	}
	return wholeTarget(s)
}

// wholeTarget reports whether a text is the target of a link, maybe with a title.
func wholeTarget(s string) (next awaited, ok bool) {
	end := strings.IndexAny(s, " \t")
	if strings.HasPrefix(s, "<") {
		if end = strings.IndexByte(s, '>') + 1; end == 0 || strings.Contains(s[1:end], "<") {
			return nothing, false
		}
		if end < len(s) && s[end] != ' ' && s[end] != '\t' {
			return nothing, false
		}
	}
	if end < 0 || end == len(s) {
		return aTitle, true
	}
	return noMoreLines, onlyTitle(strings.TrimLeft(s[end:], " \t"))
}

// onlyTitle reports whether a text is the title of a link and nothing else.
func onlyTitle(s string) bool {
	return s != "" && strings.IndexByte(`"'(`, s[0]) >= 0 && title(s) == len(s)
}

// defines reports whether a line is a definition, or goes on with that of the line before.
func (p *parser) defines(i int, rest string) bool {
	next, ok := nothing, false
	if p.definedAt == i-1 {
		switch p.awaited {
		case aTarget:
			next, ok = wholeTarget(rest)
		case aTitle:
			next, ok = noMoreLines, onlyTitle(rest)
		}
	}
	if !ok {
		next, ok = definition(rest)
	}
	if ok {
		p.awaited, p.definedAt = next, i
	}
	return ok
}
