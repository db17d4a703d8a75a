package report

import (
	"regexp"
	"strconv"
	"strings"

	"werkrevisor/internal/pr"
)

// changedPaths are the names of all changed files.
func changedPaths(c pr.Change) map[string]bool {
	paths := map[string]bool{}
	for _, f := range c.Files {
		for _, path := range f.Paths() {
			paths[path] = true
		}
	}
	return paths
}

// lineNumber is the end of a place in the text of a reason: "file:line".
var lineNumber = regexp.MustCompile(`:([1-9][0-9]{0,8})\b`)

// spotsIn finds the places that the text of a reason names, which are at most a few examples. Only changed files count:
// a name may hold anything, so the longest name of a changed file in front of the number is the file.
func spotsIn(text string, paths map[string]bool) (found []spot) {
	text = text[:min(len(text), maxReason)]
	for _, m := range lineNumber.FindAllStringSubmatchIndex(text, 2*maxEvidence) {
		line, err := strconv.Atoi(text[m[2]:m[3]])
		if err != nil {
			continue
		}
		for start := 0; start < m[0]; start++ {
			begins := start == 0 || strings.IndexByte(" \t\n\"'`(,;:", text[start-1]) >= 0
			if begins && paths[text[start:m[0]]] {
				found = append(found, spot{path: text[start:m[0]], start: line, end: line})
				break
			}
		}
	}
	return found
}
