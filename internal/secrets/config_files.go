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

// label is a word as a user reads it, e.g. of a file of translations.
var label = regexp.MustCompile(`^[A-Z]?[^\x00-\x7f]*[a-z]*[^\x00-\x7f][^0-9]*$|^[A-Z][a-z]+$`)

// plausibleWord is for the bare values of config files: what is called a password may be a word, as DB_PASSWORD=correcthorse.
// The values of keys and tokens are random, so a word there names something.
func plausibleWord(name, value string) bool {
	list := words(name)
	for len(list) > 1 && isAfterEnd(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	last := list[len(list)-1]
	if !strings.HasSuffix(last, "password") && !strings.HasSuffix(last, "passwd") && !strings.HasSuffix(last, "passwort") &&
		!strings.HasSuffix(last, "passphrase") && last != "pwd" {
		return false
	}
	if value == "" || strings.IndexByte("@!&*$|>", value[0]) >= 0 || strings.ContainsAny(value, "(){}[]<>\\") || label.MatchString(value) {
		return false
	}
	return plausibleQuoted(value) && strings.Trim(value, "0123456789.") != "" && !dotted.MatchString(value) && !names(value)
}

// dotted is a reference to another key.
var dotted = regexp.MustCompile(`^[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+$`)

// belowName reads a value from the line after the name text[start:end], where nothing but an operator follows the name:
// in quotes, or in a config file as the only word of a line that is further in.
func (p place) belowName(start, end int) (at, matchEnd int) {
	if len(p.text)-end > 40 {
		return -1, -1 // more than an operator
	}
	rest := strings.TrimLeft(p.text[end:], "\"'`] \t")
	operator := strings.TrimRight(rest, " \t\r(|>-")
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
		if !closed || strings.IndexByte(":=]", (after + " ")[0]) >= 0 || !plausibleQuoted(value) || strings.ContainsAny(value, " \t") {
			return -1, -1
		}
		return from + indent + 1, from + indent + 1 + len(value)
	}
	before := p.text[max(0, start-window):start]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	if lead := strings.TrimLeft(before, " \t-"); !p.config || lead != "" && lead != "\"" && lead != "'" || indent <= len(before)-len(lead) ||
		strings.ContainsAny(body, " \t:") || !plausibleBare(body) {
		return -1, -1
	}
	return from + indent, from + indent + len(body)
}
