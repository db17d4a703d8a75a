package gitea

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"werkrevisor/internal/httpx"
)

// ParsePRURL splits the URL of a pull request page, e.g. "https://host/git/owner/repo/pulls/7", into
// the server's base URL ("https://host/git"), owner, repository and number.
//
// It is strict: https (http for loopback addresses only), no user, no query, no fragment, no escapes, and behind the number
// only a tab of the page: files, commits, or commits with an id. The errors do not repeat the URL, which might hold a password.
func ParsePRURL(text string) (base, owner, repo string, number int, err error) {
	const shape = "the URL of a pull request looks like https://host/owner/repo/pulls/7"
	origin, parts, err := parsePage(text, shape)
	if err != nil {
		return "", "", "", 0, err
	}
	parts = withoutTab(parts)
	n := len(parts)
	if n < 4 || parts[n-2] != "pulls" {
		return "", "", "", 0, fmt.Errorf("%s", shape)
	}
	number, err = strconv.Atoi(parts[n-1])
	if err != nil || number < 1 || number > 1<<31-1 || strconv.Itoa(number) != parts[n-1] {
		return "", "", "", 0, fmt.Errorf("%s; the number must be a positive integer", shape)
	}
	base = strings.Join(append([]string{origin}, parts[:n-4]...), "/")
	return base, parts[n-4], parts[n-3], number, nil
}

// withoutTab drops the name of a tab behind the number of a pull request.
func withoutTab(parts []string) []string {
	n := len(parts)
	for _, tab := range []int{1, 2} {
		if n < 4+tab || parts[n-tab-2] != "pulls" {
			continue
		}
		switch name := parts[n-tab]; {
		case tab == 1 && (name == "files" || name == "commits"), tab == 2 && name == "commits" && commitID(parts[n-1]):
			return parts[:n-tab]
		}
	}
	return parts
}

// commitID reports whether a text can be an id of a commit, also a shortened one.
func commitID(s string) bool {
	return len(s) >= 4 && len(s) <= 64 && strings.Trim(s, "0123456789abcdef") == ""
}

// ParseRepoURL splits the URL of a repository page, e.g. "https://host/git/owner/repo". It is as strict as ParsePRURL.
func ParseRepoURL(text string) (base, owner, repo string, err error) {
	const shape = "the URL of a repository looks like https://host/owner/repo"
	origin, parts, err := parsePage(text, shape)
	if err != nil {
		return "", "", "", err
	}
	n := len(parts)
	if n < 2 || n >= 4 && parts[n-2] == "pulls" {
		return "", "", "", fmt.Errorf("%s", shape)
	}
	return strings.Join(append([]string{origin}, parts[:n-2]...), "/"), parts[n-2], parts[n-1], nil
}

// parsePage splits the URL of a page into its origin and the parts of its path, which are valid names.
func parsePage(text, shape string) (origin string, parts []string, err error) {
	if len(text) > 2000 || strings.ContainsAny(text, "?#%\\") {
		return "", nil, fmt.Errorf("%s, without query, fragment and escapes", shape)
	}
	u, err := url.Parse(text)
	if err != nil {
		return "", nil, fmt.Errorf("%s", shape)
	}
	if err := httpx.CheckURL(u); err != nil {
		return "", nil, err
	}
	parts = strings.Split(strings.TrimPrefix(u.Path, "/"), "/")
	for _, part := range parts {
		if !validName(part) {
			return "", nil, fmt.Errorf("%s; a part of the path is no valid name", shape)
		}
	}
	host, ok := plainHost(u)
	if !ok {
		return "", nil, fmt.Errorf("%s; the host is no plain name or address", shape)
	}
	return u.Scheme + "://" + host, parts, nil
}

// plainHost is host and port in lower case, without a default port; only ASCII names and addresses are plain.
func plainHost(u *url.URL) (string, bool) {
	name := strings.ToLower(u.Hostname())
	for _, r := range name {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune(".-:", r) {
			return "", false
		}
	}
	if strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	if port := u.Port(); port != "" && !(u.Scheme == "https" && port == "443") && !(u.Scheme == "http" && port == "80") {
		name += ":" + port
	}
	return name, true
}

// validName reports whether a text is a possible name of an owner or a repository; it needs no escaping in a URL.
func validName(s string) bool {
	if s == "" || s == "." || s == ".." || len(s) > 100 {
		return false
	}
	for _, r := range s {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-~", r)
		if !ok {
			return false
		}
	}
	return true
}
