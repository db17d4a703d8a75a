package rules

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// squeezer reduces the blanks of a text line by line. In doubt it refuses the line, and with it the file.
type squeezer struct {
	ext     string
	comment bool // the line starts inside of a block comment

	text string // the line
	at   int    // place in it
	code int    // place behind the last byte of code that is no blank
	near bool   // the line has a part of a comment, or is a directive
	out  strings.Builder
}

// line returns the line with every run of blanks outside of literals as one blank, and without blanks at the end.
func (s *squeezer) line(text string) (string, bool) {
	content := strings.TrimRight(text, " \t\r")
	if strings.HasSuffix(content, `\`) {
		return "", false // the line may go on in the next one
	}
	if s.ext == "sql" && strings.HasSuffix(content, "-") && content != text && !strings.Contains(content, "--") {
		return "", false // some shells go on in the next line, if no blank follows
	}
	s.text, s.at, s.code, s.near = text, 0, 0, s.comment || strings.HasPrefix(strings.TrimLeft(text, " \t"), "#")
	s.out.Reset()
	blank := false
	for s.at < len(text) {
		if isBlank(text[s.at]) {
			if s.comment && s.out.Len() > 0 {
				s.copy(1) // tools read comments; only their indentation means nothing
				continue
			}
			blank = true
			s.at++
			continue
		}
		if blank {
			s.out.WriteByte(' ')
			blank = false
		}
		if !s.token() {
			return "", false
		}
	}
	if s.exact(content) {
		return strings.TrimRight(text, " \t"), true
	}
	return strings.TrimRight(s.out.String(), " \t"), true
}

// exact reports whether the blanks of a whole line count: preprocessor lines, header units and the charset of CSS.
func (s *squeezer) exact(line string) bool {
	code := strings.TrimLeft(line, " \t")
	switch {
	case slices.Contains(cFamily, s.ext):
		return strings.HasPrefix(code, "#") || strings.HasPrefix(code, "import") || strings.HasPrefix(code, "export")
	case s.ext == "cs":
		return strings.HasPrefix(code, "#")
	case s.ext == "css":
		return strings.Contains(line, "@charset")
	}
	return false
}

// token copies what starts at s.at, which is no blank; false refuses the file.
func (s *squeezer) token() bool {
	c, rest := s.text[s.at], s.text[s.at:]
	switch {
	case s.comment:
		return s.inComment(rest)
	case strings.HasPrefix(rest, "/*") && s.ext != "json":
		return s.openComment(rest)
	case strings.HasPrefix(rest, "//") && s.ext != "sql" && s.ext != "css" && s.ext != "json",
		c == '#' && s.ext == "php" && !strings.HasPrefix(rest, "#["):
		s.near = true
		return s.copy(len(rest))
	case strings.HasPrefix(rest, "--") && s.ext == "sql":
		// Some servers take "--x" for two signs.
		return (len(rest) == 2 || isBlank(rest[2]) || rest[2] == '\r') && s.copy(len(rest))
	case c == '#' && s.code == 0:
		if s.ext == "cs" && !s.refusedDirective(rest) {
			return s.copy(len(rest)) // what looks like a comment or a literal is none in a directive
		}
		return !s.refusedDirective(rest) && s.codeBytes(1)
	case c == '"' || c == '\'' || c == '`':
		n := s.literal(rest)
		return n > 0 && s.codeBytes(n)
	case c == '/' && (s.ext == "json" || !s.divides()):
		return false
	}
	return s.codeBytes(1)
}

// inComment copies one byte of a block comment, or its end.
func (s *squeezer) inComment(rest string) bool {
	if strings.HasPrefix(rest, "*/") {
		s.comment = false
		return s.copy(2)
	}
	if strings.HasPrefix(rest, "/*") && slices.Contains([]string{"kt", "kts", "rs", "swift", "sql"}, s.ext) {
		return false // comments nest there
	}
	return s.copy(1)
}

func (s *squeezer) openComment(rest string) bool {
	third := byteAt(rest, 2)
	switch {
	case s.ext == "rs" && (third == '*' || third == '!'), // documentation with tests
		s.ext == "sql" && (third == '!' || third == '+'): // code for one server, hints
		return false
	}
	s.comment, s.near = true, true
	return s.copy(2)
}

// refusedDirective reports whether the first code of a line is a directive that defines a macro, names a file in a way
// that looks like a comment, or leaves out lines that are not even read as code.
func (s *squeezer) refusedDirective(rest string) bool {
	name := strings.TrimLeft(rest[1:], " \t#")
	switch {
	case slices.Contains(cFamily, s.ext):
		return strings.HasPrefix(name, "define") || strings.HasPrefix(name, "include") && strings.Contains(name, "/*") ||
			strings.HasPrefix(name, "/*")
	case s.ext == "cs":
		return strings.HasPrefix(name, "if")
	case strings.HasPrefix(rest, "#!") && !strings.HasPrefix(rest, "#!["):
		return strings.ContainsAny(rest, "\"'`") || strings.Contains(rest, "/*") || strings.Contains(rest, "//") // read by the system, not as code
	}
	return false
}

// divides reports whether the slash at s.at surely divides: a number or a name that is no keyword before it, and
// a letter or digit after it. Everywhere else a regex literal may start in scripts and in Swift.
// In Swift one may start behind every name, but never with a blank.
func (s *squeezer) divides() bool {
	if !slices.Contains(scriptLanguages, s.ext) && s.ext != "swift" {
		return true
	}
	rest := s.text[s.at+1:]
	if s.ext == "swift" && (!isBlank(byteAt(rest, 0)) || !isBlank(byteBefore(s.text, s.at))) {
		return false
	}
	after := byteAt(strings.TrimLeft(rest, " \t"), 0)
	before := s.text[:s.code]
	name := before[len(strings.TrimRightFunc(before, isNameRune)):]
	return name != "" && !slices.Contains(beforeRegex, name) && isLetterOrDigit(after)
}

var beforeRegex = strings.Fields(`return typeof case do else in instanceof new void delete throw yield await of default extends
	is as let var const try where if guard while switch for repeat
	async continue debugger then any some each consume copy borrow discard unsafe`)

func isNameRune(r rune) bool { return r == '_' || r == '$' || r < 128 && isLetterOrDigit(byte(r)) }

func (s *squeezer) copy(n int) bool {
	s.out.WriteString(s.text[s.at : s.at+n])
	s.at += n
	return true
}

func (s *squeezer) codeBytes(n int) bool {
	s.copy(n)
	s.code = s.at
	return true
}

// literal is the length of the literal at the start of rest, quotes included; 0 refuses the file.
// A literal that does not end on its line is refused, and so is one that may hold other literals.
func (s *squeezer) literal(rest string) int {
	before := byteBefore(s.text, s.at)
	switch rest[0] {
	case '`':
		if end := strings.IndexByte(rest[1:], '`'); end >= 0 && s.ext == "go" {
			return end + 2
		}
		return 0
	case '\'':
		if slices.Contains([]string{"js", "mjs", "cjs", "ts", "php", "css"}, s.ext) {
			return closingQuote(rest)
		}
		if s.ext == "sql" {
			if before == 'q' || before == 'Q' {
				return 0
			}
			return closingQuote(rest)
		}
		return s.character(rest, before)
	}
	switch {
	case s.ext == "rs" && (before == 'r' || before == '#'),
		slices.Contains(cFamily, s.ext) && before == 'R',
		s.ext == "cs" && (before == '@' || before == '$'):
		return 0
	}
	n := closingQuote(rest)
	for _, nest := range nesting[s.ext] {
		if strings.Contains(rest[:n], nest) {
			return 0
		}
	}
	return n
}

// nesting is what starts an expression inside of a literal, in which other literals may stand.
var nesting = map[string][]string{
	"kt": {"${"}, "kts": {"${"}, "swift": {`\(`}, "java": {`\{`}, "php": {"{$", "${"},
}

// character is the length of a character literal. A lifetime of Rust is code, one byte at a time.
func (s *squeezer) character(rest string, before byte) int {
	switch {
	case s.ext == "swift" || s.ext == "json":
		return 0
	case slices.Contains(cFamily, s.ext) && isLetterOrDigit(before):
		return 0 // a separator of digits, or a prefix
	case byteAt(rest, 1) == '\\':
		if end := strings.IndexByte(rest[min(3, len(rest)):min(16, len(rest))], '\''); end >= 0 {
			return end + 4
		}
		return 0
	}
	_, size := utf8.DecodeRuneInString(rest[1:])
	if size > 0 && rest[1] != '\'' && byteAt(rest, 1+size) == '\'' {
		return size + 2
	}
	if next := byteAt(rest, 1); s.ext == "rs" && (isLetterOrDigit(next) || next == '_') {
		return 1
	}
	return 0
}

// closingQuote is the length of the literal that starts with a quote, or 0 if it does not end.
func closingQuote(rest string) int {
	for j := 1; j < len(rest); j++ {
		switch rest[j] {
		case '\\':
			j++
		case rest[0]:
			return j + 1
		}
	}
	return 0
}
