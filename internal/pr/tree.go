package pr

import (
	"regexp"
	"strings"
	"time"
)

// Side is a version of the whole repository.
type Side string

// The sides that can be read besides the change itself (deep.md, "Wire").
const (
	AtHead Side = "head" // the reviewed head
	AtBase Side = "base" // the tip of the base branch
)

// Query is a search in the files of one side, in the order of their paths.
type Query struct {
	Pattern *regexp.Regexp         // is matched line by line
	Files   func(path string) bool // nil: every regular file

	MaxFiles   int   // files that are read
	MaxBytes   int64 // their texts together
	MaxMatches int
}

// Match is one line that a query found. Its text is untrusted.
type Match struct {
	Path string
	Line int
	Text string
}

// Matches is what a query found, and how far it looked.
type Matches struct {
	List     []Match
	Searched int  // files that were read
	Of       int  // files that the query asked for
	More     bool // a limit ended the search before everything was looked at
}

// PastCommit is a commit of the base branch that touched a file. Its subject is untrusted.
type PastCommit struct {
	SHA     string
	Subject string
	Time    time.Time
}

// Search matches a text line by line and appends what it finds; it reports false when MaxMatches is reached.
func (q Query) Search(m *Matches, path, text string) bool {
	if literal, _ := q.Pattern.LiteralPrefix(); !strings.Contains(text, literal) {
		return true // every match begins with it
	}
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		n++
		if !q.Pattern.MatchString(line) {
			continue
		}
		if len(m.List) == q.MaxMatches {
			m.More = true
			return false
		}
		m.List = append(m.List, Match{path, n, line})
	}
	return true
}
