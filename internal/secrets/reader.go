package secrets

import "strings"

// kindOfValue says how a value is written.
type kindOfValue int

const (
	none kindOfValue = iota
	bare
	quoted
)

// reader reads what stands behind a name.
type reader struct {
	text  string
	pos   int
	start int  // of the name
	tag   bool // the name is that of an XML element
	cli   bool // the name is an option of a command, or of a file that has a blank between name and value
}

func (r *reader) rest() string { return r.text[r.pos:] }

func (r *reader) skip(set string) (n int) {
	for r.pos < len(r.text) && strings.IndexByte(set, r.text[r.pos]) >= 0 {
		r.pos++
		n++
	}
	return n
}

func (r *reader) take(prefix string) bool {
	if strings.HasPrefix(r.rest(), prefix) {
		r.pos += len(prefix)
		return true
	}
	return false
}

// value reads an operator and a value.
func (r *reader) value() (string, kindOfValue) {
	closed := r.skip("\\\"'`") > 0
	closed = r.skip("])") > 0 || closed
	spaces := r.skip(" \t")
	switch {
	case r.tag && r.take(">"):
		value, _, ok := strings.Cut(r.rest(), "<")
		r.pos += len(value)
		if !ok {
			return "", none
		}
		return value, quoted
	case strings.HasPrefix(r.text[max(0, r.start-2):], "${"):
		return r.fallback()
	case closed && r.take(","):
		if kind, ok := r.besideValue(); ok {
			return kind, quoted
		}
		if value, kind := r.quotedOnly(); hasDigit(value) {
			return value, kind
		}
		return "", none
	case !closed && r.take("("):
		if value, kind := r.quotedOnly(); hasDigit(value) {
			return value, kind // arguments and lists are often words
		}
		return "", none
	case closed && strings.HasPrefix(strings.ToLower(r.rest()), "value"):
		r.pos += len("value")
		r.skip(" \t")
		if r.skip("=:") == 0 {
			return "", none
		}
		return r.quotedOnly()
	}
	if r.take("||") || r.take("??") || spaces > 0 && r.take("or ") {
		r.skip("=")
		return r.quotedOnly()
	}
	if value, ok := r.header(); ok {
		return value, bare
	}
	if r.take("=") {
		r.skip("=>")
		return r.any(spaces > 0)
	}
	if r.take("!=") {
		r.skip("=")
		return r.quotedOnly()
	}
	if r.take(":") {
		if r.take("=") || r.take(":") {
			return r.any(true)
		}
		before := r.pos
		if value, kind := r.any(true); kind != none {
			return value, kind
		}
		r.pos = before
		return r.typed()
	}
	if r.cli && spaces > 0 {
		return r.any(false)
	}
	if spaces > 0 && !closed {
		if value, kind := r.typed(); kind != none {
			return value, kind
		}
	}
	return "", none
}

// besideValue reads the value of a pair that has its name as a value too: "name": "TOKEN", "value": "…".
func (r *reader) besideValue() (string, bool) {
	before := r.pos
	r.skip(" \t\"'")
	if r.take("value") && r.skip("\"' \t:=") > 0 {
		r.pos-- // the quote
		if value, kind := r.quotedOnly(); kind == quoted {
			return value, true
		}
	}
	r.pos = before
	return "", false
}

// fallback reads the value of ${NAME:value}, ${NAME:-value} and the like.
func (r *reader) fallback() (string, kindOfValue) {
	if r.skip(":-=?") == 0 {
		return "", none
	}
	r.skip("\"'")
	value := r.rest()
	if end := strings.IndexAny(value, "}\"'"); end >= 0 {
		value = value[:end]
		r.pos += end
		return value, quoted
	}
	return "", none
}

// header reads the value of a header that stands in quotes with its name: 'PRIVATE-TOKEN: …'.
func (r *reader) header() (string, bool) {
	if r.start == 0 || strings.IndexByte("\"'`", r.text[r.start-1]) < 0 || !strings.HasPrefix(r.rest(), ":") {
		return "", false
	}
	body := strings.TrimLeft(r.rest()[1:], " ")
	end := strings.IndexAny(body, "\"'` \t\\")
	if end < minValue || body[end] != r.text[r.start-1] || !hasDigit(body[:end]) {
		return "", false
	}
	r.pos = len(r.text) - len(body) + end
	return body[:end], true
}

// typed reads a type, then = and a quoted value.
func (r *reader) typed() (string, kindOfValue) {
	before := r.pos
	r.skip(" \t")
	for n := 0; r.pos < len(r.text) && n < 60 && (wordByte(r.text[r.pos]) || strings.IndexByte(".*&?<>[]'| ", r.text[r.pos]) >= 0); n++ {
		r.pos++
	}
	if r.pos > before && strings.IndexByte(" '>]", r.text[r.pos-1]) >= 0 && r.take("=") {
		return r.quotedOnly()
	}
	// The instruction ENV of a Dockerfile has no operator.
	r.pos = before
	head := r.text[max(0, before-100):before]
	if head = strings.TrimLeft(head[strings.LastIndexByte(head, '\n')+1:], " \t"); strings.HasPrefix(head, "ENV ") && strings.Count(head, " ") == 2 {
		return r.any(true)
	}
	return "", none
}

func (r *reader) quotedOnly() (string, kindOfValue) {
	if value, kind := r.any(true); kind == quoted {
		return value, kind
	}
	return "", none
}

// any reads a value in quotes or a bare one. A lonely value must fill the rest of the line, but for a comment.
func (r *reader) any(lonely bool) (string, kindOfValue) {
	r.skip(" \t([")
	rest := r.rest()
	for n := 0; n < 2 && n < len(rest); n++ { // a prefix of a literal: b'', r"", u8""
		if rest[n] == '"' || rest[n] == '\'' {
			if n > 0 && (rest[n-1]|0x20 == 'f' || rest[0]|0x20 == 'f') || rest[0] == '$' {
				return "", none
			}
			r.pos += n
			break
		}
		if !wordByte(rest[n]) && rest[n] != '@' && rest[n] != '$' {
			break
		}
	}
	quote := ""
	for _, q := range []string{`"""`, "'''", `\"`, `\'`, `"`, "'", "`"} {
		if r.take(q) {
			quote = q
			break
		}
	}
	if quote != "" {
		value, _, _ := strings.Cut(r.rest(), quote)
		if r.inside(quote) && value != "" && strings.IndexByte("+,);.", value[0]) >= 0 || strings.HasPrefix(value, ", ") || strings.HasPrefix(value, " +") {
			return "", none // the quote ends a string with the name in it: "password=" + x
		}
		r.pos += len(value)
		return value, quoted
	}
	rest = r.rest()
	n := bareEnd(rest)
	value := rest[:n]
	r.pos += n
	after := strings.TrimLeft(rest[n:], " \t\r")
	if lonely && after != "" && !strings.HasPrefix(after, "#") {
		return "", none
	}
	return value, bare
}

// inside reports whether the name stands in a string that began before it, as far as its line shows.
func (r *reader) inside(quote string) bool {
	before := r.text[max(0, r.start-200):r.start]
	return strings.Count(before[strings.LastIndexByte(before, '\n')+1:], quote)%2 == 1
}

// bareEnd is where a bare value ends. A = belongs to it only as padding of base64.
func bareEnd(rest string) int {
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case ' ', '\t', '\r', ';', ',', '"', '\'', '`', '&':
			return i
		case '=':
			if tail := strings.TrimLeft(rest[i:], "="); tail != "" && (wordByte(tail[0]) || tail[0] == '$') {
				return i
			}
		}
	}
	return len(rest)
}
