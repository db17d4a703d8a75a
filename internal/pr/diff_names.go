package pr

import "strings"

// names are the two names of an entry, still as git wrote them: with prefix, and C-quoted where needed.
type names struct{ old, new string }

// equalNames splits what follows "diff --git " of an entry that is no rename: both names are equal,
// so the middle is the border, whatever spaces and " b/" the name contains.
func equalNames(header string) (names, bool) {
	half := len(header) / 2
	if len(header)%2 == 0 || header[half] != ' ' {
		return names{}, false
	}
	n := names{header[:half], header[half+1:]}
	bare, ok := withoutPrefix(n.old, 'a')
	return n, ok && n.new == withPrefix(bare, 'b')
}

// renamedNames are the names of "rename from" and "rename to"; the header must repeat them.
func renamedNames(header, from, to string) (names, bool) {
	n := names{withPrefix(from, 'a'), withPrefix(to, 'b')}
	return n, len(header) == len(n.old)+1+len(n.new) &&
		strings.HasPrefix(header, n.old) && strings.HasSuffix(header, n.new) && header[len(n.old)] == ' '
}

// withPrefix puts a/ or b/ before a name as git does: within the quotes of a quoted one.
func withPrefix(name string, side byte) string {
	if strings.HasPrefix(name, `"`) {
		return `"` + string(side) + "/" + name[1:]
	}
	return string(side) + "/" + name
}

// withoutPrefix undoes withPrefix.
func withoutPrefix(name string, side byte) (string, bool) {
	if bare, ok := strings.CutPrefix(name, `"`+string(side)+"/"); ok {
		return `"` + bare, true
	}
	return strings.CutPrefix(name, string(side)+"/")
}

// unquoteName returns the bytes of a name that git wrote, C-quoted or not.
func unquoteName(name string) (string, bool) {
	body, quoted := strings.CutPrefix(name, `"`)
	if !quoted {
		return name, name != "" && !strings.ContainsAny(name, `"\`) && !hasControl(name)
	}
	if hasControl(body) {
		return "", false
	}
	var b strings.Builder
	for body != "" {
		i := strings.IndexAny(body, "\"\\")
		if i < 0 {
			return "", false
		}
		b.WriteString(body[:i])
		if body[i] == '"' {
			return b.String(), i == len(body)-1 && b.Len() > 0
		}
		char, n := unescape(body[i+1:])
		if n == 0 {
			return "", false
		}
		b.WriteByte(char)
		body = body[i+1+n:]
	}
	return "", false
}

// hasControl reports whether a written name holds a byte that git always escapes.
func hasControl(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return true
		}
	}
	return false
}

// unescape reads what follows a backslash, and returns its byte and its length; 0 where git writes no such thing.
func unescape(s string) (char byte, length int) {
	if s == "" {
		return 0, 0
	}
	if i := strings.IndexByte("abtnvfr", s[0]); i >= 0 {
		return "\a\b\t\n\v\f\r"[i], 1
	}
	if s[0] == '"' || s[0] == '\\' {
		return s[0], 1
	}
	if len(s) < 3 || s[0] > '3' {
		return 0, 0
	}
	for _, digit := range []byte(s[:3]) {
		if digit < '0' || digit > '7' {
			return 0, 0
		}
		char = char<<3 | (digit - '0')
	}
	if char == 0 {
		return 0, 0
	}
	return char, 3
}

// isPath reports whether git lets the name into an index. Others would leave the repository's folder,
// on a disk as well as in the path of a URL.
func isPath(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return true
}
