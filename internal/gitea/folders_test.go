package gitea

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
)

// moved is a pull request that moves old/a; where tip is set, the base branch went on since.
func moved(t *testing.T, tip map[string]fake.File) scene {
	t.Helper()
	commits := []fake.Commit{
		{Branch: "main", Files: files("go.mod", "module x.org/m\n", "old/a/a.go", "package a\n", "old/b.go", "package b\n", "u/u.go", "old\n", "s/go.mod", "module x.org/s\n", "s/s.go", "s\n")},
		{Branch: "feature", From: "main", Files: files("new/a/a.go", "package a\n", "u/u.go", "new\n"), Delete: []string{"old/a/a.go"}},
	}
	if tip != nil {
		commits = append(commits, fake.Commit{Branch: "main", Files: tip})
	}
	return newScene(t, commits...)
}

// trees counts the requests for trees.
func (s scene) trees() (n int) {
	for _, r := range s.Requests() {
		if strings.Contains(r.Path, "/git/trees/") {
			n++
		}
	}
	return n
}

func names(l pr.Listing) map[string]string {
	found := map[string]string{}
	for folder, entries := range l {
		var list []string
		for _, e := range entries {
			list = append(list, fmt.Sprintf("%s %o", e.Name, e.Mode))
		}
		found[folder] = strings.Join(list, ", ")
	}
	return found
}

func TestFoldersAreReadFromTheTreesThatProvedTheDiff(t *testing.T) {
	s := moved(t, nil)
	change, err := s.client.Change(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before := s.trees()
	got, err := s.client.Texts(t.Context(), change, pr.Want{Folders: []string{"old/a", "new/a", "u"}, Manifest: "go.mod"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"": "go.mod 100644, old 40000, s 40000, u 40000", "old": "a 40000, b.go 100644", "old/a": "a.go 100644",
		"u": "u.go 100644", "new": "", "new/a": "",
	}
	if diff := cmp.Diff(want, names(got.Folders.Base)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want, names(got.Folders.MergeBase)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]pr.Text{"go.mod": {State: pr.Read, Body: "module x.org/m\n"}}, got.Folders.Manifests); diff != "" {
		t.Error(diff)
	}
	if n := s.trees() - before; n != 0 {
		t.Errorf("%d trees were read again", n)
	}
}

func TestFoldersAreReadInBothStates(t *testing.T) {
	s := moved(t, files("new/a/evil.go", "package a\n", "go.mod", "module x.org/n\n", "q/q.go", "q\n"))
	change, err := s.client.Change(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before := s.trees()
	got, err := s.client.Texts(t.Context(), change, pr.Want{Folders: []string{"old/a", "new/a", "u", "s"}, Manifest: "go.mod"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("evil.go 100644", names(got.Folders.Base)["new/a"]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("", names(got.Folders.MergeBase)["new/a"]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]pr.Text{"go.mod": {State: pr.Read, Body: "module x.org/n\n"}, "s/go.mod": {State: pr.Read, Body: "module x.org/s\n"}}, got.Folders.Manifests); diff != "" {
		t.Error(diff)
	}
	// Only what neither the proof nor the other commit has read: new, new/a and s.
	if n := s.trees() - before; n > 4 {
		t.Errorf("%d trees were read", n)
	}
	for _, r := range s.Requests() {
		if strings.Contains(r.Path, "q.go") {
			t.Errorf("read %s", r.Path)
		}
	}
}

func TestFoldersAreNotReadUnlessWanted(t *testing.T) {
	s := moved(t, files("q/q.go", "q\n"))
	change, err := s.client.Change(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before := s.trees()
	got, err := s.client.Texts(t.Context(), change, pr.Want{Manifest: "go.mod"})
	if err != nil || !cmp.Equal(got.Folders, pr.Folders{}) || s.trees() != before {
		t.Errorf("got %v, %v", got.Folders, err)
	}
	got, err = s.client.Texts(t.Context(), change, pr.Want{Folders: []string{"u"}})
	if err != nil || len(got.Folders.Base) != 2 || len(got.Folders.Manifests) != 0 {
		t.Errorf("got %v, %v", got.Folders, err)
	}
}

func TestAFolderThatCannotBeReadIsAnError(t *testing.T) {
	for _, tt := range []struct {
		name  string
		fault fake.Fault
		want  error
	}{
		{"a failure of the server", fake.Fault{Path: "/git/trees/*", Status: 500}, nil},
		{"a tree that is gone", fake.Fault{Path: "/git/trees/*", Status: 404}, nil},
		{"a page that hides entries", fake.Fault{Path: "/git/trees/*", Edit: func(body string) string {
			return strings.Replace(body, `"total_count":`, `"total_count":1`, 1)
		}}, pr.ErrIncomplete},
		{"an entry without a name", fake.Fault{Path: "/git/trees/*", Edit: func(body string) string {
			return strings.NewReplacer(`"path":"z.go"`, `"path":""`).Replace(body)
		}}, pr.ErrIncomplete},
		{"a manifest that is gone", fake.Fault{Path: "/raw/s/go.mod", Status: 404}, pr.ErrIncomplete},
		{"a manifest with another text", fake.Fault{Path: "/raw/s/go.mod", Edit: strings.ToUpper}, pr.ErrIncomplete},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := moved(t, files("s/z/z.go", "z\n"))
			change, err := s.client.Change(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			s.Inject(tt.fault)
			got, err := s.client.Texts(t.Context(), change, pr.Want{Folders: []string{"s/z"}, Manifest: "go.mod"})
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) || errors.Is(err, pr.ErrSuperseded) || !cmp.Equal(got.Folders, pr.Folders{}) {
				t.Errorf("got %v, %v", got.Folders, err)
			}
		})
	}
}

func TestTooManyManifestsAreNotRead(t *testing.T) {
	base := files("u/u.go", "old\n")
	var folders []string
	for i := range pr.MaxManifests + 1 {
		name := fmt.Sprintf("m%d", i)
		base[name+"/go.mod"] = fake.File{Data: "module x.org/" + name + "\n"}
		folders = append(folders, name)
	}
	s := newScene(t, fake.Commit{Branch: "main", Files: base}, fake.Commit{Branch: "feature", From: "main", Files: files("u/u.go", "new\n")})
	for n, want := range map[int]int{pr.MaxManifests: pr.MaxManifests, pr.MaxManifests + 1: 0} {
		got := mustRead(t, s.client, pr.Want{Folders: folders[:n], Manifest: "go.mod"})
		if len(got.Folders.Manifests) != want || got.Folders.Base == nil {
			t.Errorf("%d folders: got %d manifests", n, len(got.Folders.Manifests))
		}
	}
}

func TestTreesAreKeptUpToALimit(t *testing.T) {
	var cache treeCache
	cache.put("a", make([]treeEntry, maxTreesKept-1))
	cache.put("b", make([]treeEntry, 1))
	if list, ok := cache.get("a"); !ok || len(list) != maxTreesKept-1 {
		t.Error("the first tree is lost")
	}
	if _, ok := cache.get("b"); ok {
		t.Error("more is kept than the limit")
	}
}
