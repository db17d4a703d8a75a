package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// node is a value of a TOML text with its place: bool, int64, float64, string, []node, *table, or a date.
type node struct {
	value any
	pos   int // byte offset of its key, or of the entry of a list
}

// table is a TOML table whose names are in the order of the text.
type table struct {
	names []string
	nodes map[string]node
}

const badTOML = "not valid TOML here or just before"

// maxBrackets bounds what the library gets of a text that the scanner could not read to its end,
// because only the scanner bounds the nesting.
const maxBrackets = 10_000

// parseTOML reads a text into a tree. The error has a position, but no layer; it quotes nothing.
func parseTOML(text string) (*table, lines, *Error) {
	text = strings.TrimPrefix(text, "\ufeff")
	if len(text) > MaxTOML {
		return nil, nil, &Error{Text: fmt.Sprintf("the text is too large; at most %d bytes are allowed", MaxTOML)}
	}
	places := newLines(text)
	fail := func(pos int, what string) (*table, lines, *Error) {
		line, column := places.at(pos)
		return nil, nil, &Error{Line: line, Column: column, Text: what}
	}
	if pos := firstBad(text); pos >= 0 {
		return fail(pos, "not UTF-8 text; save the file as UTF-8")
	}
	root, at, scanErr := scan(text)
	if errors.Is(scanErr, errNested) {
		return fail(at, fmt.Sprintf("nested too deeply; at most %d levels are allowed", maxNesting))
	}
	if scanErr != nil && strings.Count(text, "[")+strings.Count(text, "{") > maxBrackets {
		return fail(at, badTOML)
	}
	values, err := decodeTOML(text)
	if err == nil && scanErr != nil {
		return fail(at, badTOML)
	}
	if err != nil {
		var pe toml.ParseError
		if !errors.As(err, &pe) {
			return fail(at, badTOML)
		}
		// The library's message can quote the text, so only the place is used.
		line, column := places.at(min(max(pe.Position.Start, 0), len(text)))
		if line != pe.Position.Line {
			line, column = max(pe.Position.Line, 1), 0
		}
		return nil, nil, &Error{Line: line, Column: column, Text: syntaxText(pe.Message)}
	}
	return newTable(values, root), places, nil
}

// syntaxText tells the common mistakes apart without repeating the library's message, which can quote the text.
func syntaxText(message string) string {
	switch {
	case strings.Contains(message, "already"):
		return "not valid TOML: a key or a table stands twice"
	case strings.Contains(message, "out of range"):
		return "not valid TOML: the number is too large"
	}
	return badTOML
}

// firstBad is the offset of the first byte that is not UTF-8, or of a NUL; -1 if there is none.
func firstBad(text string) int {
	for i, r := range text {
		if r == 0 {
			return i
		}
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

// decodeTOML is toml.Decode without its panics: the library re-panics on defects of its own.
func decodeTOML(text string) (values map[string]any, err error) {
	defer func() {
		if recover() != nil {
			err = errLost
		}
	}()
	_, err = toml.Decode(text, &values)
	return values, err
}

func newTable(values map[string]any, s *shape) *table {
	t := &table{nodes: make(map[string]node, len(values))}
	if s == nil {
		s = &shape{pos: -1}
	}
	for _, name := range s.order {
		if _, ok := values[name]; ok {
			t.names = append(t.names, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		kid := s.kids[name]
		if kid == nil {
			t.names = append(t.names, name)
		}
		t.nodes[name] = newNode(values[name], kid)
	}
	return t
}

func newNode(value any, s *shape) node {
	n := node{value: value, pos: -1}
	if s != nil {
		n.pos = s.pos
	}
	elem := func(i int) *shape {
		if s == nil || i >= len(s.elems) {
			return nil
		}
		return s.elems[i]
	}
	switch v := value.(type) {
	case map[string]any:
		n.value = newTable(v, s)
	case []map[string]any:
		list := make([]node, len(v))
		for i := range v {
			list[i] = newNode(v[i], elem(i))
		}
		n.value = list
	case []any:
		list := make([]node, len(v))
		for i := range v {
			list[i] = newNode(v[i], elem(i))
		}
		n.value = list
	}
	return n
}
