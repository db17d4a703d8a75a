package pr

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// AttributesFile is the name of a file in which a repository tells git how to treat the files below its folder.
const AttributesFile = ".gitattributes"

// mergeDriver is the first line of an attributes file that may name a merge driver for one of some files, given as they are
// written below the folder of the attributes. 0: there is none. A pattern that is not understood counts as one that matches,
// and a later line takes nothing back.
func mergeDriver(attributes string, names []string) int {
	macros := map[string]bool{}
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(attributes, "\ufeff")) {
		n++
		pattern, rest := cutPattern(strings.Trim(line, " \t\r\n"))
		macro, defines := strings.CutPrefix(pattern, "[attr]")
		for _, a := range strings.Fields(rest) {
			if !picksDriver(a) && !macros[a] {
				continue
			}
			if defines {
				macros[macro] = true
			} else if mayMatch(pattern, names) {
				return n
			}
		}
	}
	return 0
}

// cutPattern parts a line of an attributes file; a comment has no attributes.
func cutPattern(line string) (pattern, attributes string) {
	if strings.HasPrefix(line, "#") {
		return "", ""
	}
	if strings.HasPrefix(line, `"`) { // a quoted pattern is not read
		return `"`, line[1:]
	}
	if end := strings.IndexAny(line, " \t"); end >= 0 {
		return line[:end], line[end:]
	}
	return line, ""
}

// picksDriver reports whether an attribute names a merge driver other than the ordinary merge and the one that leaves every
// change of both sides a conflict.
func picksDriver(attribute string) bool {
	name, ok := strings.CutPrefix(attribute, "merge=")
	return ok && name != "text" && name != "binary"
}

// mayMatch reports whether a pattern may stand for one of some files.
func mayMatch(pattern string, names []string) bool {
	if strings.ContainsAny(pattern, `"[\!{`) || strings.HasSuffix(pattern, "/") {
		return true
	}
	anywhere := !strings.Contains(pattern, "/")
	pattern = strings.TrimPrefix(pattern, "/")
	return slices.ContainsFunc(names, func(name string) bool {
		if anywhere {
			name = path.Base(name)
		}
		match, err := doublestar.Match(pattern, name)
		return match || err != nil || strings.Contains(pattern, "**") && !cleanStars(pattern)
	})
}

// cleanStars reports whether each `**` of a pattern is a whole part of a path, where all matchers agree.
func cleanStars(pattern string) bool {
	return !slices.ContainsFunc(strings.Split(pattern, "/"), func(part string) bool {
		return strings.Contains(part, "**") && part != "**"
	})
}
