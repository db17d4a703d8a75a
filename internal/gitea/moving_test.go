package gitea

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

func TestAPullRequestThatMovesIsSuperseded(t *testing.T) {
	for _, tt := range []struct {
		name string
		move func(scene) error
		text string
	}{
		{"push", func(s scene) error { return s.pull.Push("author", "evil", false) }, "got the head"},
		{"other base branch", func(s scene) error { return s.pull.Retarget("author", "other") }, "another base branch"},
		{"close", func(s scene) error { s.pull.SetState("author", "closed"); return nil }, "became closed"},
		{"merge", func(s scene) error { s.pull.SetState("author", "merged"); return nil }, "became merged"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := simple(t)
			s.Inject(fake.Fault{Path: "/pulls/7.diff", Times: 1, Before: func() {
				if err := tt.move(s); err != nil {
					t.Error(err)
				}
			}})
			got, err := s.client.Change(t.Context())
			if !errors.Is(err, pr.ErrSuperseded) || !strings.Contains(err.Error(), tt.text) {
				t.Fatalf("got %v", err)
			}
			if got.Number != 7 || got.Title != "A change" || got.Head.SHA == "" {
				t.Errorf("what is known is lost: %+v", got)
			}
		})
	}
}

func TestAnotherMergeBaseIsSuperseded(t *testing.T) {
	s := simple(t)
	s.Inject(fake.Fault{Path: "/pulls/7", After: 1, Edit: func(body string) string {
		base, err := s.pull.Repo().Head("main")
		if err != nil {
			t.Error(err)
		}
		return strings.Replace(body, `"merge_base":"`+base, `"merge_base":"`+s.pull.HeadSHA(), 1)
	}})
	if _, err := s.client.Change(t.Context()); !errors.Is(err, pr.ErrSuperseded) || !strings.Contains(err.Error(), "merge base") {
		t.Errorf("got %v", err)
	}
}

func TestOnlyTheWantedHeadIsRead(t *testing.T) {
	s := simple(t)
	c := s.as(t, Config{WantHead: strings.Repeat("1", 40)})
	s.Forbid("GET", "/pulls/7.diff")
	if _, err := c.Change(t.Context()); !errors.Is(err, pr.ErrSuperseded) {
		t.Errorf("got %v", err)
	}
	if list := s.Forbidden(); len(list) > 0 {
		t.Errorf("the diff was read: %v", list)
	}
	if _, err := s.as(t, Config{WantHead: s.pull.HeadSHA()}).Change(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAClosedPullRequestIsNotOpen(t *testing.T) {
	for _, state := range []string{"closed", "merged"} {
		s := simple(t)
		s.pull.SetState("author", state)
		s.Forbid("GET", "/pulls/7.diff")
		got, err := s.client.Change(t.Context())
		if !errors.Is(err, pr.ErrNotOpen) || string(got.State) != state || len(s.Forbidden()) > 0 {
			t.Errorf("%s: %v, %v", state, got.State, err)
		}
	}
}

// The author shows an evil head before and after, and a harmless diff between (gitea.md, finding 14).
func TestADiffOfAnotherHeadIsNotBelieved(t *testing.T) {
	for _, path := range []string{"/pulls/7.diff", "/pulls/7/files"} {
		t.Run(path, func(t *testing.T) {
			s := simple(t)
			if err := s.pull.Push("author", "evil", false); err != nil {
				t.Fatal(err)
			}
			harmless := func() {
				if err := s.pull.Flip("feature"); err != nil {
					t.Error(err)
				}
			}
			evil := func() {
				if err := s.pull.Flip("evil"); err != nil {
					t.Error(err)
				}
			}
			s.Inject(fake.Fault{Path: path, Before: harmless})
			s.Inject(fake.Fault{Path: "/pulls/7", After: 1, Before: evil})
			got, err := read(t, s.client, pr.Want{})
			if err == nil {
				for _, f := range got.Files {
					if f.Path == "evil.sql" {
						return // the race went the other way: the evil files are seen
					}
				}
				t.Fatalf("the harmless diff was believed: %v", describe(got.Files))
			}
			if !errors.Is(err, pr.ErrSuperseded) && !errors.Is(err, pr.ErrIncomplete) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestADiffThatFitsTheListButNotTheCommitsIsSuperseded(t *testing.T) {
	edit := strings.NewReplacer("evil", "good")
	for _, tt := range []struct {
		name  string
		times int
		want  error
	}{{"for a moment", 1, nil}, {"for ever", 0, pr.ErrSuperseded}} {
		t.Run(tt.name, func(t *testing.T) {
			s := simple(t)
			if err := s.pull.Push("author", "evil", false); err != nil {
				t.Fatal(err)
			}
			s.Inject(fake.Fault{Path: "/pulls/7.diff", Times: tt.times, Edit: edit.Replace})
			s.Inject(fake.Fault{Path: "/pulls/7/files", Times: tt.times, Edit: edit.Replace})
			got, err := read(t, s.client, pr.Want{})
			if !errors.Is(err, tt.want) || tt.want == nil && len(got.Files) != 2 {
				t.Errorf("got %v, %v", describe(got.Files), err)
			}
		})
	}
}

func TestADiffWithOtherLinesThanTheCommitsIsSuperseded(t *testing.T) {
	for _, tt := range []struct {
		name  string
		times int
		want  error
		lines []string
	}{
		{"for a moment", 1, nil, []string{`modified "a.txt" +1 -1 100644 100644 "one\ntwo\n" "one\n2\n"`}},
		{"for ever", 0, pr.ErrSuperseded, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := simple(t)
			s.Inject(fake.Fault{Path: "/pulls/7.diff", Times: tt.times, Edit: func(diff string) string { return strings.Replace(diff, "+2", "+3", 1) }})
			got, err := read(t, s.client, pr.Want{})
			if !errors.Is(err, tt.want) {
				t.Fatalf("got %v", err)
			}
			if tt.want == nil && !cmp.Equal(tt.lines, describe(got.Files)) {
				t.Errorf("got %v", describe(got.Files))
			}
		})
	}
}

func TestContradictingAnswersAreIncomplete(t *testing.T) {
	for _, tt := range []struct{ name, path, from, to string }{
		{"a count of the list", "/pulls/7/files", `"additions":1`, `"additions":2`},
		{"a name of the list", "/pulls/7/files", `"a.txt"`, `"b.txt"`},
		{"a line outside of every hunk", "/pulls/7.diff", "@@ -1,2", "stray\n@@ -1,2"},
		{"the config's blob", "/raw/.werkrevisor.toml", "[size]", "[gate]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := simple(t)
			s.Inject(fake.Fault{Path: tt.path, Edit: func(body string) string {
				if !strings.Contains(body, tt.from) && !strings.HasPrefix(body, "[]") {
					t.Errorf("%s is not in the answer", tt.from)
				}
				return strings.Replace(body, tt.from, tt.to, 1)
			}})
			if _, err := s.client.Change(t.Context()); !errors.Is(err, pr.ErrIncomplete) || errors.Is(err, pr.ErrSuperseded) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestATextThatIsNotItsBlobIsNeverUsed(t *testing.T) {
	s := simple(t)
	s.Inject(fake.Fault{Path: "/raw/a.txt", Edit: strings.ToUpper})
	if _, err := read(t, s.client, pr.Want{}); !errors.Is(err, pr.ErrSuperseded) && !errors.Is(err, pr.ErrIncomplete) {
		t.Errorf("got %v", err)
	}
}

func TestATextWithoutABlobIDIsReadAnotherWay(t *testing.T) {
	s := simple(t)
	s.Inject(fake.Fault{Path: "/raw/…", Header: map[string]string{"Etag": ""}})
	got := mustRead(t, s.client, pr.Want{})
	if want := []string{`modified "a.txt" +1 -1 100644 100644 "one\ntwo\n" "one\n2\n"`}; !cmp.Equal(want, describe(got.Files)) {
		t.Errorf("got %v", describe(got.Files))
	}
}

func TestEveryFailedReadFailsTheChange(t *testing.T) {
	paths := []string{"/pulls/7", "/pulls/7.diff", "/pulls/7/files", "/pulls/7/reviews", "/issues/7/timeline", "/issues/7/comments", "/git/trees/*", "/raw/.werkrevisor.toml"}
	dir := simple(t).dir
	for _, fault := range []fake.Fault{
		{Status: 500, Body: `{"message":""}`},
		{Status: 502, Body: "<html>secret page</html>"},
		{Status: 200, Body: "<html>secret page</html>"},
		{Status: 200, Body: `{"message":`},
		{Status: 200, Body: ``},
		{Status: 204},
		{Status: 403, Body: `{"message":"token does not have scope"}`},
		{Cut: 1},
	} {
		for _, path := range paths {
			s := serve(t, dir)
			fault.Path = path
			s.Inject(fault)
			got, err := s.client.Change(t.Context())
			if path == "/raw/.werkrevisor.toml" && err == nil && got.RepoConfig.Text.Body == "[size]\n" {
				continue // an answer without a blob id: the contents API has it
			}
			if err == nil {
				t.Errorf("%s with %+v gave no error", path, fault)
				continue
			}
			if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "<html") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: the text holds a body or a line end: %v", path, err)
			}
		}
	}
}

func TestAFailedChangeStillKnowsTheComments(t *testing.T) {
	s := simple(t)
	s.pull.Comment("bot", "<!-- werkrevisor-error:x -->")
	s.Inject(fake.Fault{Path: "/pulls/7.diff", Status: 500, Body: `{"message":""}`})
	got, err := s.client.Change(t.Context())
	var e *httpx.StatusError
	if !errors.As(err, &e) || e.Status != 500 || len(got.Thread.Comments) != 1 {
		t.Errorf("%+v, %v", got.Thread, err)
	}
}

func TestOnlyAReadThatTheServerFailsSaysTryAgain(t *testing.T) {
	for status, want := range map[int]bool{500: true, 502: true, 503: true, 401: false, 403: false, 404: false} {
		s := simple(t)
		s.Inject(fake.Fault{Path: "/pulls/7.diff", Status: status, Body: `{"message":"x"}`})
		if _, err := s.client.Change(t.Context()); err == nil || strings.Contains(err.Error(), "try again") != want {
			t.Errorf("%d: %v", status, err)
		}
	}
}

func TestADiffBeyondItsLimitIsIncomplete(t *testing.T) {
	s := simple(t)
	s.Inject(fake.Fault{Path: "/pulls/7.diff", Edit: func(string) string { return strings.Repeat("x", pr.MaxDiff+1) }})
	_, err := s.client.Change(t.Context())
	var large *httpx.TooLargeError
	if !errors.Is(err, pr.ErrIncomplete) || !errors.As(err, &large) || large.Limit != pr.MaxDiff {
		t.Errorf("got %v", err)
	}
}

func TestARenamedRepositoryIsNotFollowed(t *testing.T) {
	s := simple(t)
	s.Move(s.pull.Repo(), "newname")
	_, err := s.client.Change(t.Context())
	var moved *httpx.RedirectError
	if !errors.As(err, &moved) || moved.To != "/api/v1/repos/org/newname/pulls/7" {
		t.Errorf("reading: %v", err)
	}
	if _, err := s.client.Comment(t.Context(), "x"); !errors.As(err, &moved) {
		t.Errorf("writing: %v", err)
	}
	if len(s.pull.Comments()) != 0 {
		t.Error("a comment was written")
	}
}

func TestACancelledContextEndsTheRead(t *testing.T) {
	s := simple(t)
	ctx, cancel := context.WithCancel(t.Context())
	never := make(chan struct{})
	defer close(never)
	s.Inject(fake.Fault{Path: "/pulls/7.diff", Before: cancel, Wait: never})
	if _, err := s.client.Change(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestAPrivateRepositoryWithoutAccessIsNotFound(t *testing.T) {
	s := simple(t)
	s.pull.Repo().Private = true
	_, err := s.as(t, Config{}).Change(t.Context())
	if status(err) != 404 {
		t.Errorf("got %v", err)
	}
}

func TestAnAnonymousClientReadsAPublicPullRequest(t *testing.T) {
	s := simple(t)
	s.pull.Comment("bot", "own")
	s.Forbid("GET", "/user")
	got, err := s.as(t, Config{}).Change(t.Context())
	if err != nil || len(got.Thread.Comments) != 1 || len(s.Forbidden()) > 0 {
		t.Errorf("%+v, %v", got.Thread, err)
	}
	for _, r := range s.Requests() {
		if r.User != "" {
			t.Errorf("%s %s was sent as %s", r.Method, r.Path, r.User)
		}
	}
}
