package verdict

import "strings"

// Marker is the hidden first line of a comment of the bot: it says which head the comment is about.
//
// The marker alone proves nothing, because every writer of the repository can edit comments of others
// (gitea.md, finding 6). It only tells which comment to edit in place.
type Marker struct {
	Head   string // full commit id
	Failed bool   // the comment of a run that was not completed
}

const (
	markerResult = "<!-- werkrevisor:"
	markerError  = "<!-- werkrevisor-error:"
	markerEnd    = " -->"
)

// String renders the marker (seed 000, "How a run works").
func (m Marker) String() string {
	if m.Failed {
		return markerError + m.Head + markerEnd
	}
	return markerResult + m.Head + markerEnd
}

// ParseMarker reads the marker from the first line of a comment.
func ParseMarker(body string) (Marker, bool) {
	line, _, _ := strings.Cut(body, "\n")
	line = strings.TrimRight(line, "\r")
	rest, failed := strings.CutPrefix(line, markerError)
	if !failed {
		var ok bool
		if rest, ok = strings.CutPrefix(line, markerResult); !ok {
			return Marker{}, false
		}
	}
	head, ok := strings.CutSuffix(rest, markerEnd)
	if !ok || !isCommitID(head) {
		return Marker{}, false
	}
	return Marker{Head: head, Failed: failed}, true
}

// isCommitID reports whether s is a full commit id, SHA-1 or SHA-256, in lower case.
func isCommitID(s string) bool {
	if len(s) != 40 && len(s) != 64 {
		return false
	}
	return strings.Trim(s, "0123456789abcdef") == ""
}
