package config

import (
	"errors"
	"strings"
)

// shape tells where each key and each entry of a list stands in a TOML text, and in which order.
// The library gives values but neither positions nor the order of the keys of a table.
type shape struct {
	pos   int // byte offset
	order []string
	kids  map[string]*shape
	elems []*shape
}

// maxNesting bounds lists and inline tables inside each other, and the parts of a dotted key.
// The library recurses, so an unbounded depth could end the process.
const maxNesting = 16

// errNested says that maxNesting is exceeded; errLost that the text is no TOML, which the library says better.
var (
	errNested = errors.New("nested too deeply")
	errLost   = errors.New("not TOML")
)

// scanner walks a TOML text by its tokens only. On a text that is no TOML it gives up at some place.
type scanner struct {
	text string
	pos  int
	at   int // where an error belongs
}

// scan returns the shape of a text; the offset belongs to the error.
func scan(text string) (root *shape, at int, err error) {
	s := &scanner{text: text}
	root = &shape{}
	table := root
	for {
		s.blank(true)
		if s.pos >= len(text) {
			return root, 0, nil
		}
		if s.peek("[") {
			table, err = s.header(root)
		} else {
			err = s.assignment(table, 0)
		}
		if err == nil {
			s.blank(false)
			if s.pos < len(text) && text[s.pos] != '\n' && text[s.pos] != '\r' {
				err = errLost
			}
		}
		if errors.Is(err, errLost) {
			s.at = min(s.pos, len(text))
		}
		if err != nil {
			return root, s.at, err
		}
	}
}

func (s *scanner) peek(prefix string) bool { return strings.HasPrefix(s.text[s.pos:], prefix) }

// blank skips spaces and comments, and line ends if asked.
func (s *scanner) blank(lines bool) {
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; {
		case c == ' ' || c == '\t' || lines && (c == '\n' || c == '\r'):
			s.pos++
		case c == '#':
			if end := strings.IndexByte(s.text[s.pos:], '\n'); end >= 0 {
				s.pos += end
			} else {
				s.pos = len(s.text)
			}
		default:
			return
		}
	}
}

// part is one piece of a dotted key.
type part struct {
	name string
	pos  int
}

// header reads [a.b] or [[a.b]] and returns the table that it opens.
func (s *scanner) header(root *shape) (*shape, error) {
	list := s.peek("[[")
	end := "]"
	if list {
		end = "]]"
	}
	s.pos += len(end)
	parts, err := s.key()
	if err != nil {
		return nil, err
	}
	if !s.peek(end) {
		return nil, errLost
	}
	s.pos += len(end)
	table := root
	for i, p := range parts {
		table = table.kid(p)
		if last := i == len(parts)-1; last && list {
			table.elems = append(table.elems, &shape{pos: p.pos})
		}
		if n := len(table.elems); n > 0 {
			table = table.elems[n-1]
		}
	}
	return table, nil
}

func (t *shape) kid(p part) *shape {
	if kid := t.kids[p.name]; kid != nil {
		return kid
	}
	if t.kids == nil {
		t.kids = map[string]*shape{}
	}
	kid := &shape{pos: p.pos}
	t.kids[p.name] = kid
	t.order = append(t.order, p.name)
	return kid
}

// assignment reads key = value.
func (s *scanner) assignment(table *shape, depth int) error {
	parts, err := s.key()
	if err != nil {
		return err
	}
	if !s.peek("=") {
		return errLost
	}
	s.pos++
	for _, p := range parts {
		table = table.kid(p)
	}
	s.blank(false)
	return s.value(table, depth)
}

// key reads a dotted key and the spaces behind it.
func (s *scanner) key() ([]part, error) {
	var parts []part
	for {
		s.blank(false)
		p := part{pos: s.pos}
		if len(parts) == maxNesting {
			s.at = p.pos
			return nil, errNested
		}
		switch {
		case s.peek(`"`) || s.peek(`'`):
			quote := s.text[s.pos : s.pos+1]
			if err := s.skipString(quote); err != nil {
				return nil, err
			}
			p.name = s.text[p.pos+1 : s.pos-1]
			if quote == `"` {
				p.name = unescape(p.name)
			}
		default:
			for s.pos < len(s.text) && bare(s.text[s.pos]) {
				s.pos++
			}
			p.name = s.text[p.pos:s.pos]
			if p.name == "" {
				return nil, errLost
			}
		}
		parts = append(parts, p)
		s.blank(false)
		if !s.peek(".") {
			return parts, nil
		}
		s.pos++
	}
}

func bare(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// value skips a value and notes the places inside it.
func (s *scanner) value(at *shape, depth int) error {
	if depth > maxNesting {
		s.at = s.pos
		return errNested
	}
	switch {
	case s.peek(`"""`), s.peek(`'''`):
		return s.skipString(s.text[s.pos : s.pos+3])
	case s.peek(`"`), s.peek(`'`):
		return s.skipString(s.text[s.pos : s.pos+1])
	case s.peek("["):
		return s.entries("]", func() error {
			elem := &shape{pos: s.pos}
			at.elems = append(at.elems, elem)
			return s.value(elem, depth+1)
		})
	case s.peek("{"):
		return s.entries("}", func() error { return s.assignment(at, depth+1) })
	}
	n := strings.IndexAny(s.text[s.pos:], ",]}#\n\r")
	if n < 0 {
		n = len(s.text) - s.pos
	}
	s.pos += n
	return nil
}

// entries reads what stands between brackets, separated by commas.
func (s *scanner) entries(end string, entry func() error) error {
	s.pos++
	for {
		s.blank(true)
		if s.peek(end) {
			s.pos++
			return nil
		}
		start := s.pos
		if err := entry(); err != nil {
			return err
		}
		s.blank(true)
		if s.peek(",") {
			s.pos++
		} else if !s.peek(end) || s.pos == start {
			return errLost
		}
	}
}

// skipString skips a string with its quotes.
func (s *scanner) skipString(quote string) error {
	s.pos += len(quote)
	for s.pos < len(s.text) {
		switch {
		case s.text[s.pos] == '\\' && quote[0] == '"':
			s.pos += 2
		case len(quote) == 1 && s.text[s.pos] == '\n':
			return errLost
		case s.peek(quote):
			s.pos += len(quote)
			// Up to two quotes may stand directly before the closing three.
			for i := 0; i < 2 && len(quote) == 3 && s.peek(quote[:1]); i++ {
				s.pos++
			}
			return nil
		default:
			s.pos++
		}
	}
	s.pos = len(s.text)
	return errLost
}
