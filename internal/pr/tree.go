package pr

import (
	"context"
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

// maxSearched is how much of a line is matched, in bytes: one match is the piece of work that nothing interrupts.
const maxSearched = 16 << 10

// Search matches a text line by line and appends what it finds; it reports false when MaxMatches is reached.
// The end of the context ends it within a line, because a pattern of a model may be slow.
func (q Query) Search(ctx context.Context, m *Matches, path, text string) (goOn bool, err error) {
	if literal, _ := q.Pattern.LiteralPrefix(); !strings.Contains(text, literal) {
		return true, nil // every match begins with it
	}
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if n++; ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		part := line
		if len(part) > maxSearched {
			part, m.More = part[:maxSearched], true
		}
		if !q.Pattern.MatchString(part) {
			continue
		}
		if len(m.List) == q.MaxMatches {
			m.More = true
			return false, nil
		}
		m.List = append(m.List, Match{path, n, line})
	}
	return true, nil
}
