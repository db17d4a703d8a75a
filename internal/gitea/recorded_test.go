package gitea

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

const (
	recordedHead = "abf396ff827571eb805ed674f1b9e21c6ed7a66b"
	recordedBase = "e91fb38aa982b4a10bb8243d1bd5c8d5a5c57b09"
)

var (
	author = pr.User{ID: 2, Login: "author"}
	bot    = pr.User{ID: 3, Login: "bot"}
	human  = pr.User{ID: 4, Login: "human"}
)

func TestRecordedPullRequest(t *testing.T) {
	c := replay(t, 1, "pr-get")
	got, err := c.pull(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := pr.Change{
		Origin: pr.FromGitea, Owner: "forgeadmin", Repo: "demo", Number: 1, URL: "http://127.0.0.1:3999/forgeadmin/demo/pulls/1",
		Title: "WIP: all kinds", Body: "PR **body**", Author: author, State: pr.Open, Draft: true,
		Base: pr.Commit{Ref: "main", SHA: recordedBase}, Head: pr.Commit{Ref: "feature", SHA: recordedHead},
		MergeBase: recordedBase, DefaultBranch: "main", MergeStyle: "merge", HeadInBase: true,
		MergeStyles: []string{"merge", "rebase", "rebase-merge", "squash", "fast-forward-only"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRecordedStatesOfPullRequests(t *testing.T) {
	for _, tt := range []struct {
		name   string
		number int
		want   pr.State
	}{{"pr-get-merged", 2, pr.Merged}, {"pr-get-fork", 14, pr.Open}, {"pr-get-head-branch-deleted", 13, pr.Closed}} {
		now, err := replay(t, tt.number, tt.name).Now(t.Context())
		if err != nil || now.State != tt.want {
			t.Errorf("%s: %s, %v", tt.name, now.State, err)
		}
	}
}

func TestRecordedDiffAndFileListAgree(t *testing.T) {
	c := replay(t, 1, "pr-diff", "pr-files-p1", "pr-files-p2", "pr-files-p3-past-end")
	files, err := c.diff(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	listed, err := c.list(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(listed) != 55 {
		t.Fatalf("%d of 55 files are listed", len(listed))
	}
	if err := pr.CrossCheck(files, listed); err != nil {
		t.Error(err)
	}
}

func TestRecordedReviews(t *testing.T) {
	// The recorded list was asked for without paging; its pages are served by number.
	c := pageServer(t, "/pulls/1/reviews", "review-list-after-request")
	got, err := c.reviews(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got.hidden || got.codeComments != 0 {
		t.Errorf("hidden %v, %d inline comments", got.hidden, got.codeComments)
	}
	var text []string
	for _, r := range got.reviews {
		text = append(text, fmt.Sprintf("%d %s %s official=%v dismissed=%v", r.ID, r.User.Login, r.State, r.Official, r.Dismissed))
	}
	want := []string{
		"1 bot COMMENT official=false dismissed=false",
		"2 bot REQUEST_CHANGES official=false dismissed=true",
		"3 bot APPROVED official=false dismissed=false",
		"5 human APPROVED official=false dismissed=true",
		"6 human APPROVED official=false dismissed=false",
		"7 outsider APPROVED official=false dismissed=false",
		"8 forgeadmin APPROVED official=false dismissed=false",
		"9 human REQUEST_REVIEW official=true dismissed=false",
		"10 bot REQUEST_REVIEW official=true dismissed=false",
	}
	if diff := cmp.Diff(want, text); diff != "" {
		t.Error(diff)
	}
}

func TestARequestOfATeamHasNoUser(t *testing.T) {
	c := pageServer(t, "/pulls/1/reviews", "review-list-org-team")
	got, err := c.reviews(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []pr.Review{
		{ID: 28, User: human, State: "REQUEST_REVIEW", Official: true},
		{ID: 29, State: "REQUEST_REVIEW"},
	}
	if diff := cmp.Diff(want, got.reviews); diff != "" {
		t.Error(diff)
	}
}

// pageServer serves recordings as pages 1, 2, … of a list, and the last page again behind the end if it is null, else [].
func pageServer(t *testing.T, path string, pages ...string) *Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, path) || r.URL.Query().Get("limit") != "50" {
			t.Errorf("unexpected request %s", r.URL)
		}
		n := 0
		if _, err := fmt.Sscan(r.URL.Query().Get("page"), &n); err != nil || n < 1 {
			t.Errorf("page %q", r.URL.Query().Get("page"))
		}
		if n <= len(pages) {
			load(t, pages[n-1]).serve(w)
			return
		}
		if strings.HasSuffix(path, "/timeline") {
			_, _ = w.Write([]byte("null\n"))
			return
		}
		_, _ = w.Write([]byte("[]\n"))
	}))
	t.Cleanup(server.Close)
	return client(t, Config{BaseURL: server.URL, Owner: "forgeadmin", Repo: "demo", Number: 1})
}

func timelineOf(t *testing.T, c *Client, reviews reviewList, head string) []pr.Event {
	t.Helper()
	pages, err := c.timelinePages(t.Context(), 1, firstPages)
	if err != nil {
		t.Fatal(err)
	}
	events, err := c.timeline(t.Context(), pages, reviews, head)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func TestRecordedTimelineGoesOnBehindNullPages(t *testing.T) {
	c := pageServer(t, "/issues/1/timeline", "timeline-codecomments-limit2-p1", "timeline-codecomments-limit2-p2",
		"timeline-codecomments-limit2-p3", "timeline-codecomments-limit2-p4", "timeline-codecomments-limit2-p5")
	got := timelineOf(t, c, reviewList{codeComments: 4}, "65bd13620ff6d9a3ae28ed0cbf6a798eeb0f830c")
	want := []pr.Event{
		{ID: 149, Type: pr.Pushed, User: author, Commits: []string{"65bd13620ff6d9a3ae28ed0cbf6a798eeb0f830c"}},
		{ID: 155, Type: pr.TitleChanged, User: author, Old: "codecom pr", New: "codecom later title"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]pr.User{author}, pushers(got)); diff != "" {
		t.Error(diff)
	}
}

func TestRecordedTimelineWithLabelsRequestsAndMerges(t *testing.T) {
	events := timelineOf(t, pageServer(t, "/issues/1/timeline", "timeline-p1", "timeline-review-events"), reviewList{}, recordedHead)
	count := map[pr.EventType]int{}
	for _, e := range events {
		count[e.Type]++
	}
	if want := map[pr.EventType]int{pr.Pushed: 1, pr.TitleChanged: 12, pr.ReviewRequested: 4}; !cmp.Equal(want, count) {
		t.Errorf("got %v", count)
	}
	last := events[len(events)-1]
	if want := (pr.Event{ID: last.ID, Type: pr.ReviewRequested, User: bot, Reviewer: pr.User{ID: 1, Login: "forgeadmin"}}); !cmp.Equal(want, last) {
		t.Errorf("last event %+v", last)
	}
	events = timelineOf(t, pageServer(t, "/issues/1/timeline", "timeline-retarget"), reviewList{}, "0434cc3d2c5735d9e208c6fc9e53c3a535791cc3")
	if want := (pr.Event{ID: 166, Type: pr.BaseChanged, User: author, Old: "main", New: "dev"}); !cmp.Equal(want, events[1]) {
		t.Errorf("got %+v", events[1])
	}
	events = timelineOf(t, pageServer(t, "/issues/1/timeline", "merge-timeline-cancel"), reviewList{}, "x")
	if n := len(events); n < 2 || events[n-2].Type != pr.MergeScheduled || events[n-1].Type != pr.MergeCancelled || events[n-1].User != bot {
		t.Errorf("got %+v", events)
	}
}

func TestRecordedComments(t *testing.T) {
	r := load(t, "comments-list-p1-limit5")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { r.serve(w) }))
	defer server.Close()
	c := client(t, Config{BaseURL: server.URL, Owner: "forgeadmin", Repo: "demo", Number: 1})
	for _, who := range []pr.User{bot, {Login: "BOT"}} {
		got, err := c.comments(t.Context(), who)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != 2 || got[0].ID != 2 || got[0].User != bot || got[0].URL != "http://127.0.0.1:3999/forgeadmin/demo/pulls/1#issuecomment-2" ||
			!strings.HasPrefix(got[0].Body, "<!-- werkrevisor:"+recordedHead) || got[1].Body != "   " {
			t.Errorf("as %v: %+v", who, got)
		}
	}
	if got, err := c.comments(t.Context(), pr.User{ID: 99, Login: "bot"}); err != nil || len(got) != 0 {
		t.Errorf("another id with the same login: %v, %v", got, err)
	}
}

func TestRecordedFilesByTheirNames(t *testing.T) {
	for _, tt := range []struct {
		recorded, name string
		want           pr.Text
	}{
		{"raw-readme", "README.md", pr.Text{State: pr.Read, Body: "# demo\n\nhello\n"}},
		{"raw-space", "name/with space.txt", pr.Text{State: pr.Read}},
		{"raw-unicode", "name/ünïcödé 文件.txt", pr.Text{State: pr.Read}},
		{"raw-hash-amp-unescaped", "name/hash#q?percent%20&plus+.txt", pr.Text{State: pr.Read}},
		{"raw-backslash", `name/back\slash.txt`, pr.Text{State: pr.Read}},
		{"raw-tab", "name/tab\there.txt", pr.Text{State: pr.Read}},
		{"raw-quote", `name/quote"d.txt`, pr.Text{State: pr.Read}},
		{"raw-trailing-space", "name/trailing space ", pr.Text{State: pr.Read}},
		{"raw-latin1-name", "name/latin1-\xe9.txt", pr.Text{State: pr.Read, Body: "l1\n"}},
		{"contents-newline-name", "name/new\nline.txt", pr.Text{State: pr.Read, Body: "nl\n"}},
		{"raw-binary", "bin/mod.bin", pr.Text{State: pr.NotText}},
		{"raw-empty", "empty/new_empty.txt", pr.Text{State: pr.Read}},
		{"raw-symlink", "link/new_link", pr.Text{State: pr.NotFile}},
		{"raw-submodule", "sub/mod", pr.Text{State: pr.NotFile}},
		{"raw-directory", "src", pr.Text{State: pr.NotFile}},
		{"raw-missing", "nope.txt", pr.Text{State: pr.Absent}},
	} {
		t.Run(tt.recorded, func(t *testing.T) {
			got, err := replay(t, 1, tt.recorded).text(t.Context(), recordedHead, tt.name, true)
			if err != nil {
				t.Fatal(err)
			}
			if got.State != tt.want.State || tt.want.Body != "" && got.Body != tt.want.Body {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestRecordedContentsOfWhatIsNoFile(t *testing.T) {
	for recorded, name := range map[string]string{"contents-symlink": "link/new_link", "contents-submodule": "sub/mod", "contents-dir-name": "name"} {
		if _, err := replay(t, 1, recorded).contents(t.Context(), recordedHead, name); !errors.Is(err, errNoFile) {
			t.Errorf("%s: %v", recorded, err)
		}
	}
}

func TestAMissingFileIsAnErrorWhereTheDiffHasIt(t *testing.T) {
	_, err := replay(t, 1, "raw-missing").text(t.Context(), recordedHead, "nope.txt", false)
	if !errors.Is(err, pr.ErrIncomplete) || status(err) != 404 {
		t.Errorf("got %v", err)
	}
}

func TestRecordedTree(t *testing.T) {
	entries, err := replay(t, 1, "tree-root-page1").tree(t.Context(), recordedHead)
	if err != nil || len(entries) != 20 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	if want := (treeEntry{Path: ".werkrevisor.toml", Mode: "100644", SHA: "ad075f1da1239b29a84f937a824bdc05034674da"}); entries[1] != want {
		t.Errorf("got %+v", entries[1])
	}
}

func TestRecordedRefusalsSayWhoMustAct(t *testing.T) {
	for _, tt := range []struct {
		recorded string
		number   int
		read     func(*Client) error
		status   int
		text     string
	}{
		{"pr-get-bad-token", 1, func(c *Client) error { _, err := c.Now(t.Context()); return err }, 401,
			"read PR 1: GET /api/v1/repos/forgeadmin/demo/pulls/1: 401 Unauthorized: invalid username, password or token"},
		{"pr-missing-404", 9999, func(c *Client) error { _, err := c.Now(t.Context()); return err }, 404,
			"read PR 9999: GET /api/v1/repos/forgeadmin/demo/pulls/9999: 404 Not Found: not found"},
		{"issuecomments-repoonly-list", 1, func(c *Client) error { _, err := c.comments(t.Context(), bot); return err }, 403,
			"read comments of PR 1: GET /api/v1/repos/forgeadmin/demo/issues/1/comments: 403 Forbidden: token does not have at least one of required scope(s), required=[read:issue], token scope=write:repository"},
		{"comments-nonexistent-pr", 9999, func(c *Client) error { _, err := c.comments(t.Context(), bot); return err }, 500,
			"read comments of PR 9999: GET /api/v1/repos/forgeadmin/demo/issues/9999/comments: 500 Internal Server Error; the server failed, try again"},
		{"comment-repoonly-token", 1, func(c *Client) error { _, err := c.Comment(t.Context(), "x"); return err }, 403,
			"write a comment on PR 1: POST /api/v1/repos/forgeadmin/demo/issues/1/comments: 403 Forbidden: token does not have at least one of required scope(s), required=[write:issue], token scope=write:repository"},
		{"status-readonly-token", 1, func(c *Client) error {
			return c.Status(t.Context(), pr.CommitStatus{SHA: recordedHead, Context: "x/ro", State: "success"})
		}, 403, "set the status x/ro of commit abf396ff82: POST /api/v1/repos/forgeadmin/demo/statuses/" + recordedHead +
			": 403 Forbidden: token does not have at least one of required scope(s), required=[write:repository], token scope=read:issue,read:repository"},
		{"status-create-badsha", 1, func(c *Client) error {
			return c.Status(t.Context(), pr.CommitStatus{SHA: "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef", Context: "x", State: "success"})
		}, 500, "set the status x of commit deadbeefde: POST /api/v1/repos/forgeadmin/demo/statuses/deadbeefdeadbeefdeadbeefdeadbeefdeadbeef: 500 Internal Server Error"},
	} {
		t.Run(tt.recorded, func(t *testing.T) {
			err := tt.read(replay(t, tt.number, tt.recorded))
			if err == nil || err.Error() != tt.text {
				t.Fatalf("got  %v\nwant %s", err, tt.text)
			}
			var e *httpx.StatusError
			if !errors.As(err, &e) || e.Status != tt.status {
				t.Errorf("status %v", e)
			}
		})
	}
}

func TestRecordedOwnerOfTheTokenOutOfScope(t *testing.T) {
	c := replay(t, 1, "user-self-gate-token")
	if got, err := c.whoami(t.Context()); err != nil || got != (pr.User{}) {
		t.Errorf("got %v, %v", got, err)
	}
	c.cfg.BotLogin = "bot"
	if got, err := c.whoami(t.Context()); err != nil || got != (pr.User{Login: "bot"}) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestRecordedWrites(t *testing.T) {
	const text = "<!-- werkrevisor:" + recordedHead + " -->\n**GREEN** result"
	c := replay(t, 1, "comment-create", "comment-edit-own", "status-create-warning")
	got, err := c.Comment(t.Context(), text)
	if want := (pr.Comment{ID: 2, User: bot, Body: text, URL: "http://127.0.0.1:3999/forgeadmin/demo/pulls/1#issuecomment-2"}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	if who, err := c.whoami(t.Context()); err != nil || who != bot {
		t.Errorf("an own comment tells who the bot is: %v, %v", who, err)
	}
	got, err = c.EditComment(t.Context(), 2, "<!-- werkrevisor:"+recordedHead+" -->\nrestored")
	if err != nil || got.ID != 2 {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := c.EditComment(t.Context(), 2, "another text"); err == nil || !strings.Contains(err.Error(), "stored another text") {
		t.Errorf("got %v", err)
	}
	s := pr.CommitStatus{SHA: recordedHead, Context: "ai-review/assessment", State: "warning"}
	if err := c.Status(t.Context(), s); err != nil {
		t.Error(err)
	}
	s.State = "success"
	if err := c.Status(t.Context(), s); err == nil {
		t.Error("the server answered with another state")
	}
	s.SHA = "abf396ff82"
	if err := c.Status(t.Context(), s); err == nil {
		t.Error("a short commit id was accepted")
	}
}

func TestTheRecordedBlobIDsFitTheTexts(t *testing.T) {
	data := []byte("l1\n")
	if err := checkID(data, "1f25f40627bf553f1a29d49c498ddb66075eaefa"); err != nil {
		t.Error(err)
	}
	if err := checkID(data, hex.EncodeToString(make([]byte, 20))); !errors.Is(err, pr.ErrIncomplete) {
		t.Errorf("got %v", err)
	}
}
