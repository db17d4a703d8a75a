package rules

import (
	"slices"
	"strings"

	"werkrevisor/internal/pr"
)

var (
	markup     = strings.Fields("html htm xhtml xml vue svelte md mdx jsp ftl") // <!-- -->
	noSlashes  = strings.Fields("py rb sh bash bats ex exs pl yml yaml")        // no /* */
	noTriples  = strings.Fields("go js jsx mjs cjs ts tsx mts cts rs php rb c h cc cpp cxx hh hpp")
	shortTexts = strings.Fields("js jsx mjs cjs ts tsx mts cts java kt kts go cs") // whose strings end on their line
)

// commentWalk looks for added lines that open or close a comment, a text over several lines or a conditional part around
// lines that were there before, so that tests may not run. What opens and closes within lines that stand together
// and are all new hides nothing.
type commentWalk struct {
	ext   string
	depth int // of /* */ that new lines opened

	delim string
	from  pr.Line // where it was opened
}

// line reads the next line of a hunk, and returns the line that hides something, if one does.
func (w *commentWalk) line(l pr.Line) (pr.Line, bool) {
	if l.Op == pr.Remove {
		return l, false
	}
	if l.Op == pr.Context {
		return w.end()
	}
	if w.delim == "" && w.depth == 0 {
		w.from = l
	}
	if !w.triple(l.Text) || w.delim == "" && (!w.slashes(l.Text) || w.other(l.Text)) {
		*w = commentWalk{ext: w.ext}
		return l, true
	}
	return l, false
}

// end reports what is still open where old lines go on.
func (w *commentWalk) end() (pr.Line, bool) {
	open, from := w.depth > 0 || w.delim != "", w.from
	*w = commentWalk{ext: w.ext}
	return from, open
}

// slashes counts /* and */ one after the other. More counts than a compiler sees only make it stricter, because after
// the last real /* each */ is real.
func (w *commentWalk) slashes(line string) bool {
	if slices.Contains(noSlashes, w.ext) {
		return true
	}
	if w.depth == 0 && slices.Contains(shortTexts, w.ext) {
		line = withoutTexts(line)
	}
	for i := 0; i+1 < len(line); i++ {
		switch line[i : i+2] {
		case "/*":
			w.depth++
			i++
		case "*/":
			if w.depth--; w.depth < 0 {
				return false
			}
			i++
		}
	}
	return true
}

// triple follows """ and ”'. One that opens must start its line, or a # or a quote in front of it could hide it.
func (w *commentWalk) triple(line string) bool {
	if slices.Contains(noTriples, w.ext) || !strings.Contains(line, `"""`) && !strings.Contains(line, "'''") {
		return true
	}
	rest := line
	if w.delim == "" {
		rest = strings.TrimLeft(line, " \trRuUbB")
		if !strings.HasPrefix(rest, `"""`) && !strings.HasPrefix(rest, "'''") {
			return false
		}
		w.delim, rest = rest[:3], rest[3:]
	}
	inside, after, closed := strings.Cut(rest, w.delim)
	if strings.HasSuffix(inside, `\`) || strings.Contains(after, `"""`) || strings.Contains(after, "'''") {
		return false
	}
	if closed {
		w.delim = ""
	}
	return true
}

// other finds the remaining delimiters.
func (w *commentWalk) other(line string) bool {
	if !slices.Contains(braceLanguages, w.ext) && !slices.Contains(noSlashes, w.ext) || slices.Contains(markup, w.ext) {
		if strings.Contains(line, "<!--") || strings.Contains(line, "-->") {
			return true
		}
	}
	start := withoutBlanks.Replace(strings.ToLower(line))
	if strings.HasPrefix(start, "=begin") || strings.HasPrefix(start, "=end") {
		return true
	}
	return strings.HasPrefix(start, "#if") && (slices.Contains(cFamily, w.ext) || slices.Contains([]string{"cs", "swift", "m", "mm"}, w.ext))
}

// withoutTexts empties the strings of a line, up to the first sign that may mean something else than a string.
func withoutTexts(line string) string {
	var b strings.Builder
	for rest := line; ; {
		at := strings.IndexAny(rest, "\"'`/*#\\")
		if at < 0 || rest[at] != '"' && rest[at] != '\'' {
			b.WriteString(rest)
			return b.String()
		}
		end := strings.IndexByte(rest[at+1:], rest[at])
		if end < 0 || strings.IndexByte(rest[at+1:at+1+end], '\\') >= 0 {
			b.WriteString(rest)
			return b.String()
		}
		b.WriteString(rest[:at])
		rest = rest[at+end+2:]
	}
}
