package secrets

import (
	"regexp"
	"strings"
)

// isConfig reports whether a file holds names and values only, so that a bare word behind a name is its value and no prose.
func isConfig(path string) bool {
	name := strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
	if name == ".env" || strings.HasPrefix(name, ".env.") {
		return true
	}
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "env", "yml", "yaml", "properties", "ini", "toml", "cfg", "conf":
		return strings.Contains(name, ".")
	}
	return false
}

// isSpaced reports whether a file holds names and values with blanks between them.
func isSpaced(path string) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return name == ".netrc" || name == "_netrc"
}

// plausibleWord is for the bare values of config files: what is called a password may be a word, as DB_PASSWORD=correcthorse.
// The values of keys and tokens are random, so a word there names something.
func plausibleWord(value string, kind nameKind) bool {
	if kind != passwordName || value == "" || strings.IndexByte("@!&*$|>", value[0]) >= 0 || strings.ContainsAny(value, "(){}[]<>\\") {
		return false
	}
	return plausibleQuoted(value, kind) && strings.Trim(value, "0123456789.") != "" && !dotted.MatchString(value)
}

// dotted is a reference to another key.
var dotted = regexp.MustCompile(`^[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+$`)

// belowName reads a value from the line after the name text[start:end], where nothing but an operator follows the name:
// in quotes, or in a config file as the only word of a line that is further in.
func (p place) belowName(start, end int, kind nameKind) (at, matchEnd int) {
	if len(p.text)-end > 40 {
		return -1, -1 // more than an operator
	}
	rest := strings.TrimLeft(p.text[end:], "\"'`] \t")
	operator := strings.TrimRight(rest, " \t\r(|>-")
	if operator == "" || operator == "," {
		return p.besideName(start, kind)
	}
	if operator != ":" && operator != "=" && operator != ":=" && operator != "=>" {
		return -1, -1
	}
	line, from := p.nextLine()
	body := strings.TrimLeft(line, " \t")
	indent := len(line) - len(body)
	body = strings.TrimRight(body, " \t\r")
	if len(body) < minValue {
		return -1, -1
	}
	if c := body[0]; c == '"' || c == '\'' || c == '`' {
		value, after, closed := strings.Cut(body[1:], body[:1])
		if !closed || strings.IndexByte(":=]", (after + " ")[0]) >= 0 || !plausibleQuoted(value, kind) || strings.ContainsAny(value, " \t") {
			return -1, -1
		}
		return from + indent + 1, from + indent + 1 + len(value)
	}
	before := p.text[max(0, start-window):start]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	if lead := strings.TrimLeft(before, " \t-"); !p.config || lead != "" && lead != "\"" && lead != "'" || indent <= len(before)-len(lead) ||
		strings.ContainsAny(body, " \t:") || !plausibleBare(body, kind) {
		return -1, -1
	}
	return from + indent, from + indent + len(body)
}

// besideName reads the value of a pair whose name is a value too, as variables of containers are written:
//
//   - name: DB_PASSWORD
//     value: …
func (p place) besideName(start int, kind nameKind) (at, matchEnd int) {
	before := p.text[max(0, start-40):start]
	before = strings.Trim(before[strings.LastIndexByte(before, '\n')+1:], " \t-\"'{")
	if before = strings.TrimRight(strings.TrimSuffix(before, ":"), "\"' "); !strings.EqualFold(before, "name") && !strings.EqualFold(before, "key") {
		return -1, -1
	}
	line, from := p.nextLine()
	body := strings.TrimLeft(line, " \t\"'")
	if len(body) < len("value:") || !strings.EqualFold(body[:len("value")], "value") {
		return -1, -1
	}
	value := strings.TrimLeft(body[len("value"):], "\"' \t")
	if !strings.HasPrefix(value, ":") {
		return -1, -1
	}
	value = strings.TrimLeft(value[1:], " \t")
	at = from + len(line) - len(value)
	if value != "" && (value[0] == '"' || value[0] == '\'') {
		value, _, _ = strings.Cut(value[1:], value[:1])
		if at++; !plausibleQuoted(value, kind) {
			return -1, -1
		}
	} else if value = value[:bareEnd(value)]; !p.config || !plausibleBare(value, kind) && !plausibleWord(value, kind) {
		return -1, -1
	}
	return at, at + len(value)
}
