package changelog

import (
	"regexp"
	"strings"
)

var (
	sqlHeader = regexp.MustCompile(`(?i)^\s*--\s*liquibase\s+formatted\s+sql\b`)
	// sqlStart is the line that starts a changeset; author and id may stand in quotes.
	sqlStart = regexp.MustCompile(`(?i)^\s*--\s*changeset\s+("[^"]*"|[^\s:"]+(?:\s[^\s:"]+)*)\s*:\s*("[^"]*"|\S+)`)
)

// parseSQL reads formatted SQL: a changeset goes up to the next one or to the end.
func parseSQL(text string) []Changeset {
	text = strings.TrimPrefix(text, "\ufeff")
	var list []Changeset
	formatted := false
	start, offset, number := -1, 0, 0
	end := func(at int) {
		if start >= 0 {
			list[len(list)-1].Text = text[start:at]
		}
	}
	for line := range strings.Lines(text) {
		number++
		if !formatted && strings.TrimSpace(line) != "" {
			if formatted = sqlHeader.MatchString(line); !formatted {
				return nil // the header must be the first line with a text
			}
		} else if m := sqlStart.FindStringSubmatch(line); formatted && m != nil && len(line) < 4096 {
			end(offset)
			start = offset
			list = append(list, Changeset{Author: strings.Trim(m[1], `"`), ID: strings.Trim(m[2], `"`), Line: number})
		}
		offset += len(line)
	}
	end(len(text))
	return list
}
