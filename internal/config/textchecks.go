package config

import (
	"errors"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/bmatcuk/doublestar/v4"
)

// The checks of single texts. Each returns what is wrong, without quoting the text, or "".

func notBlank(s string) string {
	if strings.TrimSpace(s) == "" {
		return "must not be empty"
	}
	return ""
}

func oneLine(s string) string {
	if notBlank(s) != "" {
		return notBlank(s)
	}
	return oneLineOrEmpty(s)
}

func oneLineOrEmpty(s string) string {
	if strings.ContainsFunc(s, unicode.IsControl) {
		return "must be one line without control characters"
	}
	return ""
}

// baseContext checks [gate] base_context: without the name of the branch, one status would open every base.
func baseContext(s string) string {
	if strings.Count(s, BasePlace) != 1 {
		return "must hold " + BasePlace + " once, which stands for the name of the base branch"
	}
	return oneLine(s)
}

// hasBoth reports whether s begins with before, ends with after, and has at least one character between them.
func hasBoth(s, before, after string) bool {
	return len(s) > len(before)+len(after) && strings.HasPrefix(s, before) && strings.HasSuffix(s, after)
}

func login(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '@' || r == '/' }) {
		return "must be a login, without @ and spaces"
	}
	return ""
}

func loginOrEmpty(s string) string {
	if s == "" {
		return ""
	}
	return login(s)
}

func relativePath(s string) string {
	if s == "" || oneLineOrEmpty(s) != "" || strings.ContainsAny(s, `\`) || path.IsAbs(s) || path.Clean(s) != s ||
		s == "." || s == ".." || strings.HasPrefix(s, "../") {
		return "must be a path inside the repository, e.g. docs/rules.md"
	}
	return ""
}

func relativePathOrEmpty(s string) string {
	if s == "" {
		return ""
	}
	return relativePath(s)
}

func badGlob(s string) string {
	if s == "" || oneLineOrEmpty(s) != "" || !doublestar.ValidatePattern(s) {
		return "is no valid glob"
	}
	return ""
}

func badRegex(s string) string {
	switch _, err := wholeLine(s); {
	case errors.Is(err, errTooLarge):
		return "is too large when its repetitions are written out"
	case err != nil:
		return "is no valid regex (RE2 syntax)"
	}
	return ""
}

// endpoint accepts https, and http on loopback addresses for tests and local servers (product.md 3).
func endpoint(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Host == "" || u.Hostname() == "" || oneLine(s) != "":
		return "must be a URL like https://host/path"
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "must be a URL without user, query and fragment; keys belong into the environment"
	case u.Scheme == "https" || u.Scheme == "http" && loopback(u.Hostname()):
		return ""
	}
	return "must use https (http only on a loopback address)"
}

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// keyVariable accepts the name of an environment variable. The variables of the gate itself are refused:
// their secrets must not reach a model.
func keyVariable(s string) string {
	switch {
	case s == "":
		return ""
	case !variable.MatchString(s):
		return "must be the name of an environment variable, not a key"
	}
	for _, own := range []string{"GITEA_", "WERKATOR_", "WERKREVISOR_"} {
		if strings.HasPrefix(strings.ToUpper(s), own) {
			return "must not name a variable of the gate itself, because its value would be sent to the endpoint"
		}
	}
	return ""
}
