package markdown

import "strings"

// frontMatter is the number of lines of the metadata that a document starts with.
// A document may also start with a thematic break. So the lines between the delimiters must look like YAML or TOML,
// else an open question below a rule would be taken for metadata.
func frontMatter(lines []string) int {
	if len(lines) == 0 {
		return 0
	}
	open := strings.TrimRight(lines[0], " \t")
	separator := ":"
	if open == "+++" {
		separator = "="
	} else if open != "---" {
		return 0
	}
	keys := 0
	for i, line := range lines[1:] {
		line = strings.TrimRight(line, " \t")
		if line == open || open == "---" && line == "..." {
			if keys == 0 {
				return 0
			}
			return i + 2
		}
		if metaKey(line, separator) {
			keys++
		} else if !metaOther(line) || keys == 0 && line != "" && line[0] != '#' {
			return 0
		}
	}
	return 0
}

// metaKey reports whether a line sets a key, e.g. "title: x".
func metaKey(line, separator string) bool {
	key, _, found := strings.Cut(line, separator)
	key = strings.TrimSpace(key)
	return found && key != "" && !strings.ContainsAny(key, " \t#[]()*<>`") && line[0] != ' ' && line[0] != '-'
}

// metaOther reports whether a line can stand between keys: blank, a comment, a list entry, an indented or a closing line.
func metaOther(line string) bool {
	return line == "" || strings.ContainsRune("# \t-]}[", rune(line[0])) && !strings.HasPrefix(line, "##")
}
