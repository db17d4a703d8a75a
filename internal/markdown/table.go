package markdown

import "strings"

// delimiterRow is the number of columns of a table's delimiter row; 0: it is none.
func delimiterRow(s string) int {
	if !strings.Contains(s, "|") || !strings.Contains(s, "-") || strings.Trim(s, "|-: \t") != "" {
		return 0
	}
	for i := range len(s) {
		if !strings.ContainsRune("|-: \t", rune(s[i])) {
			return 0
		}
	}
	return cells(s)
}

// cells counts the cells of a table row.
func cells(s string) int {
	s = strings.Trim(s, " \t")
	s = strings.TrimPrefix(s, "|")
	if strings.HasSuffix(s, "|") && !strings.HasSuffix(s, `\|`) {
		s = s[:len(s)-1]
	}
	n := 1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '|':
			n++
		}
	}
	return n
}

// boxedRow reports whether a line is a row with a bar at both ends. It counts as a table without a delimiter row too,
// as in the examples of a Gherkin step.
func boxedRow(s string) bool {
	s = strings.TrimRight(s, " \t")
	return len(s) > 1 && s[0] == '|' && s[len(s)-1] == '|'
}
