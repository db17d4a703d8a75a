package gitea

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"werkrevisor/internal/httpx"
)

func TestURLsOfPullRequests(t *testing.T) {
	for link, want := range map[string]string{
		"https://git.example.org/owner/repo/pulls/7":                                                      "https://git.example.org owner repo 7",
		"https://Git.Example.org:443/owner/re.po-x_1/pulls/1":                                             "https://git.example.org owner re.po-x_1 1",
		"https://example.org/git/owner/repo/pulls/7":                                                      "https://example.org/git owner repo 7",
		"https://example.org/a/b/owner/repo/pulls/7":                                                      "https://example.org/a/b owner repo 7",
		"https://example.org:8443/owner/repo/pulls/123456":                                                "https://example.org:8443 owner repo 123456",
		"http://127.0.0.1:3000/owner/repo/pulls/7":                                                        "http://127.0.0.1:3000 owner repo 7",
		"http://localhost/owner/repo/pulls/7":                                                             "http://localhost owner repo 7",
		"http://[::1]:80/owner/repo/pulls/7":                                                              "http://[::1] owner repo 7",
		"https://git.example.org/owner/repo/pulls/7/files":                                                "https://git.example.org owner repo 7",
		"https://git.example.org/owner/repo/pulls/7/commits":                                              "https://git.example.org owner repo 7",
		"https://git.example.org/git/owner/repo/pulls/7/commits/0123456789abcdef0123456789abcdef01234567": "https://git.example.org/git owner repo 7",
		"https://git.example.org/owner/repo/pulls/7/commits/0123abc":                                      "https://git.example.org owner repo 7",
		"https://git.example.org/pulls/7/pulls/7/files":                                                   "https://git.example.org pulls 7 7",
	} {
		base, owner, repo, number, err := ParsePRURL(link)
		if got := fmt.Sprintln(base, owner, repo, number); err != nil || got != want+"\n" {
			t.Errorf("%s: %s, %v", link, got, err)
		}
	}
}

func TestOtherURLsAreRefusedWithoutRepeatingThem(t *testing.T) {
	for _, link := range []string{
		"", "owner/repo/pulls/7", "git.example.org/owner/repo/pulls/7", "http://git.example.org/owner/repo/pulls/7", "ftp://git.example.org/owner/repo/pulls/7",
		"https://user:sesame@git.example.org/owner/repo/pulls/7", "https://sesame@git.example.org/owner/repo/pulls/7",
		"https://git.example.org/owner/repo/pulls/7?token=sesame", "https://git.example.org/owner/repo/pulls/7?", "https://git.example.org/owner/repo/pulls/7#sesame",
		"https://git.example.org/owner/repo/pulls/7#", "https://git.example.org/owner/repo/pulls/7/", "https://git.example.org/owner/repo/pulls/7/files/",
		"https://git.example.org/owner/repo/pulls/7/checks", "https://git.example.org/owner/repo/pulls/7/commits/sesame",
		"https://git.example.org/owner/repo/pulls/7/files/files", "https://git.example.org/owner/repo/pulls/7/files/0123abc",
		"https://git.example.org/owner/repo/pulls/files", "https://git.example.org/owner/repo/pulls/commits/0123abc",
		"https://git.example.org/owner/repo/pulls/", "https://git.example.org/owner/repo/pulls/0", "https://git.example.org/owner/repo/pulls/-7",
		"https://git.example.org/owner/repo/pulls/+7", "https://git.example.org/owner/repo/pulls/07", "https://git.example.org/owner/repo/pulls/7x",
		"https://git.example.org/owner/repo/pulls/99999999999999999999", "https://git.example.org/owner/repo/pulls/2147483648",
		"https://git.example.org/owner/repo/issues/7", "https://git.example.org/owner/pulls/7", "https://git.example.org//repo/pulls/7",
		"https://git.example.org/owner//pulls/7", "https://git.example.org/owner/../pulls/7", "https://git.example.org/./repo/pulls/7",
		"https://git.example.org/own%65r/repo/pulls/7", "https://git.example.org/owner%2Frepo/x/pulls/7", `https://git.example.org\owner/repo/pulls/7`,
		"https://git.example.org/ow ner/repo/pulls/7", "https://git.example.org/ownér/repo/pulls/7", "https://gït.example.org/owner/repo/pulls/7",
		"https:///owner/repo/pulls/7", "https://:443/owner/repo/pulls/7", "https:git.example.org/owner/repo/pulls/7", "https://git.example.org:x/owner/repo/pulls/7",
		"https://git.example.org/owner/repo/pulls/7\n", " https://git.example.org/owner/repo/pulls/7", "https://git.example.org/" + strings.Repeat("a/", 2000) + "owner/repo/pulls/7",
		"https://[fe80::1%25eth0]/owner/repo/pulls/7", "http://127.0.0.1.example.org/owner/repo/pulls/7",
	} {
		base, owner, repo, number, err := ParsePRURL(link)
		if err == nil {
			t.Errorf("%q was taken as %s %s %s %d", link, base, owner, repo, number)
			continue
		}
		if base+owner+repo != "" || number != 0 || strings.Contains(err.Error(), "sesame") {
			t.Errorf("%q: %v", link, err)
		}
	}
}

func FuzzParsePRURL(f *testing.F) {
	for _, seed := range []string{"https://git.example.org/owner/repo/pulls/7", "http://[::1]:80/a/b/owner/repo/pulls/7", "https://u:p@h/o/r/pulls/1?x#y"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, link string) {
		base, owner, repo, number, err := ParsePRURL(link)
		if err != nil {
			return
		}
		again := fmt.Sprintf("%s/%s/%s/pulls/%d", base, owner, repo, number)
		base2, owner2, repo2, number2, err := ParsePRURL(again)
		if err != nil || base2 != base || owner2 != owner || repo2 != repo || number2 != number {
			t.Errorf("%q became %q, which is read as %s %s %s %d, %v", link, again, base2, owner2, repo2, number2, err)
		}
		u, err := url.Parse(link)
		if err != nil {
			t.Fatal(err)
		}
		own, err := url.Parse(base)
		if err != nil || httpx.Origin(u) != httpx.Origin(own) {
			t.Errorf("%q changed its origin to %q", link, base)
		}
		if _, err := New(Config{BaseURL: base, Owner: owner, Repo: repo, Number: number}); err != nil {
			t.Errorf("%q: %v", link, err)
		}
	})
}

func TestAConfigThatNamesNoPullRequestIsRefused(t *testing.T) {
	good := Config{BaseURL: "https://git.example.org", Owner: "o", Repo: "r", Number: 1}
	for name, change := range map[string]func(*Config){
		"plain http": func(c *Config) { c.BaseURL = "http://git.example.org" }, "query": func(c *Config) { c.BaseURL += "/?x=1" },
		"user": func(c *Config) { c.BaseURL = "https://u:sesame@git.example.org" }, "no URL": func(c *Config) { c.BaseURL = "https://[sesame" },
		"no owner": func(c *Config) { c.Owner = "" }, "path as owner": func(c *Config) { c.Owner = "../x" }, "slash in the repository": func(c *Config) { c.Repo = "a/b" },
		"no number": func(c *Config) { c.Number = 0 },
	} {
		cfg := good
		change(&cfg)
		if _, err := New(cfg); err == nil || strings.Contains(err.Error(), "sesame") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(good); err != nil {
		t.Error(err)
	}
}

func TestAServerBelowAPath(t *testing.T) {
	var paths []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.Path)
		w.WriteHeader(404)
	}))
	defer server.Close()
	for _, base := range []string{server.URL + "/git", server.URL + "/git/"} {
		c := client(t, Config{BaseURL: base, Owner: "o", Repo: "r", Number: 1})
		_, _ = c.Now(t.Context())
		_, _ = c.comments(t.Context(), bot)
	}
	want := "/git/api/v1/repos/o/r/pulls/1 /git/api/v1/repos/o/r/issues/1/comments"
	if got := strings.Join(paths, " "); got != want+" "+want {
		t.Errorf("got %s", got)
	}
}
