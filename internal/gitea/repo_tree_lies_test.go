package gitea

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
)

func TestALyingServerIsAnError(t *testing.T) {
	replace := func(old, new string) func(string) string {
		return func(body string) string {
			if !strings.Contains(body, old) {
				return body + "no such text"
			}
			return strings.Replace(body, old, new, 1)
		}
	}
	for name, fault := range map[string]fake.Fault{
		"another text, with its own id":   {Path: "/raw/a.go", Status: 200, Body: "package evil\n", Header: map[string]string{"Etag": `"0000000000000000000000000000000000000000"`}},
		"another text, with the right id": {Path: "/raw/a.go", Edit: strings.ToUpper},
		"a file that is gone":             {Path: "/raw/a.go", Status: 404},
		"a symlink":                       {Path: "/raw/a.go", Header: map[string]string{"X-Gitea-Object-Type": "symlink"}},
		"a total that is too large":       {Path: "/git/trees/*", Edit: replace(`"total_count":`, `"total_count":1`)},
		"a total that is too small":       {Path: "/git/trees/*", Edit: replace(`"total_count":1`, `"total_count":`)},
		"a negative total":                {Path: "/git/trees/*", Edit: replace(`"total_count":`, `"total_count":-`)},
		"no total":                        {Path: "/git/trees/*", Edit: replace(`"total_count"`, `"total"`)},
		"more pages that are the same":    {Path: "/git/trees/*", Edit: replace(`"truncated":false`, `"truncated":true`)},
		"no list":                         {Path: "/git/trees/*", Status: 200, Body: `{"message":"not now"}`},
		"an entry without an id":          {Path: "/git/trees/*", Edit: replace(`"sha":"`, `"sha":"x`)},
		"an entry without a name":         {Path: "/git/trees/*", Edit: replace(`"path":"a.go"`, `"path":""`)},
		"an absolute entry":               {Path: "/git/trees/*", Edit: replace(`"path":"a.go"`, `"path":"/a.go"`)},
		"one name twice":                  {Path: "/git/trees/*", Edit: replace(`"path":"same.go"`, `"path":"a.go"`)},
		"an entry in no folder":           {Path: "/git/trees/*", Edit: replace(`"path":"same.go"`, `"path":"none/same.go"`)},
		"an entry in a file":              {Path: "/git/trees/*", Edit: replace(`"path":"same.go"`, `"path":"a.go/same.go"`)},
		"too many entries":                {Path: "/git/trees/*", Edit: replace(`"total_count":`, `"total_count":1000`)},
	} {
		t.Run(name, func(t *testing.T) {
			s, tree := treeScene(t)
			s.Inject(fault)
			text, err := tree.Read(t.Context(), pr.AtHead, "a.go")
			if err == nil || text != (pr.Text{}) {
				t.Fatalf("got %v", text)
			}
			if strings.Contains(err.Error(), "evil") {
				t.Errorf("the error quotes the answer: %v", err)
			}
			if _, err := tree.Grep(t.Context(), pr.AtHead, pr.Query{Pattern: regexp.MustCompile("x"), MaxFiles: 9, MaxBytes: 99, MaxMatches: 9}); err == nil {
				t.Error("a search gave no error")
			}
			s.Calm()
			if text, err := tree.Read(t.Context(), pr.AtHead, "a.go"); err != nil || text.Body != "package head\n" {
				t.Errorf("the error was kept: %v, %v", text, err)
			}
		})
	}
}

func TestARepositoryWithTooManyFilesSaysSoInPlainWords(t *testing.T) {
	s, tree := treeScene(t)
	s.Inject(fake.Fault{Path: "/git/trees/*", Edit: func(body string) string { return strings.Replace(body, `"total_count":`, `"total_count":1000`, 1) }})
	before := len(s.Requests())
	_, err := tree.Files(t.Context(), pr.AtBase)
	if err == nil || !strings.HasSuffix(err.Error(), "the repository has more than 100000 files and folders, which is too many to look around in it") || !errors.Is(err, pr.ErrIncomplete) {
		t.Errorf("got %v", err)
	}
	if n := len(s.since(before)); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestALargeTreeComesInPages(t *testing.T) {
	pairs := numbered(2500, "d/%04d.txt")
	s := newScene(t, fake.Commit{Branch: "main", Files: files(pairs...)}, fake.Commit{Branch: "feature", From: "main", Files: files("d/0000.txt", "new\n")})
	change, err := s.client.Change(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tree := s.client.Tree(change)
	before := len(s.Requests())
	list, err := tree.Files(t.Context(), pr.AtHead)
	if err != nil || len(list) != 2500 || list[2499] != "d/2499.txt" || len(s.since(before)) != 3 {
		t.Errorf("%d files, %v, requests %q", len(list), err, s.since(before))
	}
	for name, edit := range map[string]func(string) string{
		"a page without entries": func(string) string {
			return `{"sha":"` + change.Base.SHA + `","tree":[],"truncated":true,"total_count":2501}`
		},
		"a page that ends early": func(body string) string { return strings.Replace(body, `"truncated":true`, `"truncated":false`, 1) },
	} {
		s.Inject(fake.Fault{Path: "/git/trees/*", After: 1, Times: 1, Edit: edit})
		list, err := s.client.Tree(change).Files(t.Context(), pr.AtBase)
		if name == "a page that ends early" { // its total tells that there is more
			if err != nil || len(list) != 2500 {
				t.Errorf("%s: %d files, %v", name, len(list), err)
			}
		} else if !errors.Is(err, pr.ErrIncomplete) {
			t.Errorf("%s: %d files, %v", name, len(list), err)
		}
	}
}

func TestTheEndOfTheContextEndsAReadOfTheTree(t *testing.T) {
	s, tree := treeScene(t)
	wait := make(chan struct{})
	defer close(wait)
	started := make(chan struct{})
	s.Inject(fake.Fault{Path: "/raw/…", Before: sync.OnceFunc(func() { close(started) }), Wait: wait})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := tree.Grep(ctx, pr.AtHead, pr.Query{Pattern: regexp.MustCompile("x"), MaxFiles: 99, MaxBytes: 999, MaxMatches: 9})
		done <- err
	}()
	<-started
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
