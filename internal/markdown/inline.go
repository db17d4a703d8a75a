package markdown

import (
	"html"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden stands for a code span, a URL or an image: a word that is neither an initial nor a number.
const hidden = "\uFFFC"

// inline reads the text of one block from left to right, and writes what a reader sees of it.
type inline struct {
	s        string
	out      []byte
	ticks    map[int][]int // starts of the runs of backticks, by their length
	brackets []bracket     // open ones
	literal  bool          // write code spans and URLs as they are
	comment  []int         // characters of comments, per line
	line     int
	last     struct{ comment, paren, bracket, angle int } // where the last end of its kind stands
}

type bracket struct {
	at    int // in out
	image bool
}

// visible is a text without its markup: no link targets, tags, comments or emphasis; code spans, URLs and images
// are one character each. The line ends stay.
func visible(s string) string {
	text, _ := inlines(s, false)
	return text
}

// inlines is visible, and counts the characters of the comments on each line. With literal, code and URLs stay.
func inlines(s string, literal bool) (text string, comment []int) {
	p := inline{s: s, literal: literal, out: make([]byte, 0, len(s)), ticks: map[int][]int{}, comment: make([]int, strings.Count(s, "\n")+1)}
	p.last.comment, p.last.paren = strings.LastIndex(s, "-->"), strings.LastIndexByte(s, ')')
	p.last.bracket, p.last.angle = strings.LastIndexByte(s, ']'), strings.LastIndexByte(s, '>')
	for i := 0; i < len(s); {
		n := 1
		if s[i] == '`' {
			n = run(s[i:])
			p.ticks[n] = append(p.ticks[n], i)
		}
		i += n
	}
	for i := 0; i < len(s); {
		i += p.next(i)
	}
	return string(p.out), p.comment
}

// next handles what stands at i, and returns its length.
func (p *inline) next(i int) int {
	s := p.s[i:]
	switch s[0] {
	case '\n':
		p.drop(s[:1])
	case '\\':
		if len(s) > 1 && s[1] == '\n' {
			return 1
		}
		if len(s) > 1 && s[1] < utf8.RuneSelf && !letter(s[1]) && s[1] != ' ' && (s[1] < '0' || s[1] > '9') {
			if !strings.ContainsRune("`*_~[]", rune(s[1])) {
				p.out = append(p.out, s[1])
			}
			return 2
		}
		p.out = append(p.out, s[0])
	case '`':
		return p.code(i)
	case '<':
		return p.angle(i)
	case '!':
		if len(s) > 1 && s[1] == '[' {
			p.brackets = append(p.brackets, bracket{len(p.out), true})
			p.out = append(p.out, '!', '[')
			return 2
		}
		p.out = append(p.out, '!')
	case '[':
		if n := footnote(s); n > 0 {
			return n
		}
		p.brackets = append(p.brackets, bracket{len(p.out), false})
		p.out = append(p.out, '[')
	case ']':
		return p.closeBracket(i)
	case '*':
	case '~':
		if n := run(s); n > 1 {
			return n
		}
		p.out = append(p.out, '~')
	case '_':
		if i > 0 && i+1 < len(p.s) && wordByte(p.s[i-1]) && wordByte(p.s[i+1]) {
			p.out = append(p.out, '_')
		}
	case '&':
		return p.entity(s)
	default:
		if letter(s[0]) && (i == 0 || !wordByte(p.s[i-1])) {
			if n := url(s); n > 0 && !p.literal {
				p.out = append(p.out, hidden...)
				return n
			}
		}
		p.out = append(p.out, s[0])
	}
	return 1
}

// drop writes nothing of a text but its line ends.
func (p *inline) drop(s string) {
	for range strings.Count(s, "\n") {
		p.out = append(p.out, '\n')
		p.line++
	}
}

// code hides a code span, also one over several lines.
func (p *inline) code(i int) int {
	n := run(p.s[i:])
	starts := p.ticks[n]
	at := sort.SearchInts(starts, i+n)
	if at == len(starts) {
		return n
	}
	end := starts[at] + n
	if p.literal {
		p.out = append(p.out, strings.Trim(p.s[i+n:starts[at]], " ")...)
		return end - i
	}
	p.out = append(p.out, hidden...)
	if span := p.s[i:end]; strings.Contains(span, "\n") {
		p.drop(span)
		p.out = append(p.out, hidden...)
	}
	return end - i
}

// angle hides a comment, an autolink or a tag.
func (p *inline) angle(i int) int {
	s := p.s[i:]
	if strings.HasPrefix(s, "<!--") && p.last.comment > i+1 {
		end := 2 + strings.Index(s[2:], "-->") + 3
		for k, part := range strings.Split(s[:end], "\n") {
			p.comment[p.line+k] += Length(part)
		}
		p.drop(s[:end])
		return end
	}
	if p.last.angle > i {
		if n := tag(s); n > 0 {
			if len(s) > 3 && strings.EqualFold(s[1:3], "br") && !letter(s[3]) {
				p.out = append(p.out, ' ')
			}
			return n
		}
		if end := strings.IndexAny(s[1:], "<> \t\n") + 1; end > 1 && s[end] == '>' && strings.ContainsAny(s[:end], ":@") {
			p.out = append(p.out, hidden...)
			return end + 1
		}
	}
	p.out = append(p.out, '<')
	return 1
}

// closeBracket ends the text of a link or an image, and hides its target.
func (p *inline) closeBracket(i int) int {
	if len(p.brackets) == 0 {
		p.out = append(p.out, ']')
		return 1
	}
	open := p.brackets[len(p.brackets)-1]
	p.brackets = p.brackets[:len(p.brackets)-1]
	n := 0
	if rest := p.s[i+1:]; strings.HasPrefix(rest, "(") && p.last.paren > i {
		n = target(rest)
	} else if strings.HasPrefix(rest, "[") && p.last.bracket > i+1 {
		n = reference(rest)
	}
	if n == 0 {
		p.out = append(p.out, ']')
		return 1
	}
	if open.image && !p.literal {
		ends := strings.Count(string(p.out[open.at:]), "\n")
		p.out = append(p.out[:open.at], hidden...)
		p.out = append(p.out, strings.Repeat("\n", ends)...)
	}
	if p.literal {
		p.out[open.at] = 0 // plain drops it
	}
	p.drop(p.s[i+1 : i+1+n])
	return 1 + n
}

// entity writes the character that an HTML entity stands for.
func (p *inline) entity(s string) int {
	end := strings.IndexByte(s[:min(len(s), 12)], ';')
	if text := html.UnescapeString(s[:end+1]); end > 0 && text != s[:end+1] {
		p.out = append(p.out, text...)
		return end + 1
	}
	p.out = append(p.out, '&')
	return 1
}

// wordByte reports a letter, a digit or a part of a character beyond ASCII.
func wordByte(c byte) bool { return letter(c) || '0' <= c && c <= '9' || c >= utf8.RuneSelf }

// Length is the number of characters of a line; a combining mark belongs to the character before it.
func Length(s string) int {
	n := 0
	for _, r := range s {
		if r < 0x300 || !unicode.Is(unicode.Mn, r) {
			n++
		}
	}
	return n
}
