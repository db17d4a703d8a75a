package rules

import (
	"regexp"
	"strings"
)

// goModulePath needs a dot in its first element: names without one belong to the standard library, which comes first.
var goModulePath = regexp.MustCompile(`^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?:/[A-Za-z0-9][\w.-]*)*$`)

// goModule reads the module path of a go.mod. It is not ok if there is any doubt: another spelling of the module line,
// quotes, or a module of the file that may answer to a path below this one.
func goModule(text string) (module string, ok bool) {
	if strings.ContainsAny(text, "\"`") || strings.Contains(text, "/*") {
		return "", false
	}
	var others []string
	for line := range strings.SplitSeq(text, "\n") {
		line, _, _ = strings.Cut(line, "//")
		fields := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r", r) })
		switch {
		case len(fields) == 0:
		case strings.HasPrefix(fields[0], "module"):
			if module != "" || len(fields) != 2 || fields[0] != "module" || !goModulePath.MatchString(fields[1]) {
				return "", false
			}
			module = fields[1]
		default:
			others = append(others, fields...)
		}
	}
	own := strings.ToLower(module) + "/"
	for _, other := range others {
		// The other one may hold a package of the same path: x.org/m/new, x.org, or a replacement of x.org/m.
		if other = strings.ToLower(other) + "/"; strings.HasPrefix(own, other) || strings.HasPrefix(other, own) {
			return "", false
		}
	}
	return module, module != ""
}
