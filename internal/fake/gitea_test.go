package fake_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
)

func data(text string) fake.File { return fake.File{Data: text} }

// server serves a repository with pull request 7 from feature to main.
func server(t *testing.T, commits ...fake.Commit) (*fake.Gitea, *fake.Pull) {
	t.Helper()
	dir := t.TempDir()
	if _, err := fake.InitRepo(dir, commits...); err != nil {
		t.Fatal(err)
	}
	g, p, err := fake.PRFromGit(dir, "main", "feature")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	return g, p
}

func simple(t *testing.T) (*fake.Gitea, *fake.Pull) {
	t.Helper()
	return server(t, fake.Commit{Branch: "main", Files: map[string]fake.File{"a": data("a\n"), "dir/b": data("b\n")}},
		fake.Commit{Branch: "feature", From: "main", Files: map[string]fake.File{"a": data("A\n")}},
		fake.Commit{Branch: "later", From: "feature", Files: map[string]fake.File{"c": data("c\n")}})
}

// call sends a request and returns status and body; paths are below the repository unless they begin with "!".
func call(t *testing.T, g *fake.Gitea, token, method, path, body string) (int, string, http.Header) {
	t.Helper()
	link, ok := strings.CutPrefix(path, "!")
	if !ok {
		link = "/repos/org/demo" + path
	}
	req, err := http.NewRequestWithContext(t.Context(), method, g.URL+"/api/v1"+link, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "token "+token)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, string(text), resp.Header
	}
	return resp.StatusCode, string(text), resp.Header
}

func TestTypeChangesHideFilesAsOnTheRealServer(t *testing.T) {
	link := fake.File{Mode: "120000", Data: "README.md"}
	g, _ := server(t,
		fake.Commit{Branch: "main", Files: map[string]fake.File{"README.md": data("x\n"), "t_a.txt": data("xa\n"), "t_b.txt": data("xb\n")}},
		fake.Commit{Branch: "feature", From: "main", Files: map[string]fake.File{"t_a.txt": link, "t_b.txt": link, "zy.txt": data("x\n"), "zz_evil.sql": data("evil\n")}})
	want, err := os.ReadFile("testdata/typechange-diff.body")
	if err != nil {
		t.Fatal(err)
	}
	_, diff, _ := call(t, g, "", "GET", "/pulls/7.diff", "")
	if d := cmp.Diff(string(want), diff); d != "" {
		t.Error(d)
	}
	type row struct {
		Filename, Status              string
		Additions, Deletions, Changes int
	}
	var recorded, got []row
	file, err := os.ReadFile("testdata/typechange-files.json")
	if err != nil {
		t.Fatal(err)
	}
	_, list, header := call(t, g, "", "GET", "/pulls/7/files?limit=50", "")
	if json.Unmarshal(file, &recorded) != nil || json.Unmarshal([]byte(list), &got) != nil {
		t.Fatal("no JSON")
	}
	if d := cmp.Diff(recorded, got); d != "" || header.Get("X-Total-Count") != "4" {
		t.Errorf("%s, %v", d, header)
	}
}

func TestStatusesOfRequestsAreThoseOfTheRealServer(t *testing.T) {
	g, p := simple(t)
	g.AddUser("outsider", false)
	p.Repo().Protect("main", fake.Recommended("bot", "human")) // without it the scheduled merge would happen at once
	bot, readOnly, repoOnly := g.Token("bot"), g.Token("bot", "read:issue", "read:repository"), g.Token("bot", "write:repository")
	outsider, author := g.Token("outsider"), g.Token("author")
	id := p.Comment("bot", "x").ID
	head := p.HeadSHA()
	for _, tt := range []struct {
		name, token, method, path, body string
		status                          int
		message                         string
	}{
		{"read without a token", "", "GET", "/pulls/7", "", 200, ""},
		{"read with a wrong token", "wrong", "GET", "/pulls/7", "", 401, "invalid username, password or token"},
		{"write without a token", "", "POST", "/issues/7/comments", `{"body":"x"}`, 401, "token is required"},
		{"comment without the scope", repoOnly, "POST", "/issues/7/comments", `{"body":"x"}`, 403, "token does not have at least one of required scope(s), required=[write:issue], token scope=write:repository"},
		{"list of comments without the scope", repoOnly, "GET", "/issues/7/comments", "", 403, "token does not have at least one of required scope(s), required=[read:issue], token scope=write:repository"},
		{"status without the scope", readOnly, "POST", "/statuses/" + head, `{"state":"success"}`, 403, "token does not have at least one of required scope(s), required=[write:repository], token scope=read:issue,read:repository"},
		{"status without write access", outsider, "POST", "/statuses/" + head, `{"state":"success"}`, 403, "user should have a permission to write to a repo"},
		{"status of an unknown commit", bot, "POST", "/statuses/deadbeefdeadbeefdeadbeefdeadbeefdeadbeef", `{"state":"success"}`, 500, ""},
		{"status", bot, "POST", "/statuses/" + head, `{"state":"purple","context":"c"}`, 201, ""},
		{"who am I without the scope", bot, "GET", "!/user", "", 403, "token does not have at least one of required scope(s), required=[read:user], token scope=write:issue,write:repository"},
		{"comment", outsider, "POST", "/issues/7/comments", `{"body":"x"}`, 201, ""},
		{"empty comment", bot, "POST", "/issues/7/comments", `{"body":""}`, 422, "[Body]: Required"},
		{"edit of the bot's comment by a writer", author, "PATCH", fmt.Sprintf("/issues/comments/%d", id), `{"body":"forged"}`, 200, ""},
		{"edit of the bot's comment by an outsider", outsider, "PATCH", fmt.Sprintf("/issues/comments/%d", id), `{"body":"forged"}`, 403, ""},
		{"deletion of the bot's comment by a writer", author, "DELETE", fmt.Sprintf("/issues/comments/%d", id), "", 204, ""},
		{"deletion again", author, "DELETE", fmt.Sprintf("/issues/comments/%d", id), "", 404, "not found"},
		{"comments of no pull request", bot, "GET", "/issues/99/comments", "", 500, ""},
		{"no pull request", bot, "GET", "/pulls/99", "", 404, "not found"},
		{"no diff", bot, "GET", "/pulls/99.diff", "", 404, "not found"},
		{"no file", bot, "GET", "/raw/none?ref=" + head, "", 404, "not found"},
		{"folder", bot, "GET", "/raw/dir?ref=" + head, "", 404, "getBlobForEntry"},
		{"commits", bot, "GET", "/commits?sha=" + head + "&path=a", "", 200, ""},
		{"commits of no file", bot, "GET", "/commits?path=none", "", 404, "FileCommitsCount"},
		{"commits of no commit", bot, "GET", "/commits?sha=deadbeefdeadbeefdeadbeefdeadbeefdeadbeef", "", 404, "object does not exist [id: deadbeefdeadbeefdeadbeefdeadbeefdeadbeef, rel_path: ]"},
		{"commits of a file of no commit", bot, "GET", "/commits?sha=deadbeefdeadbeefdeadbeefdeadbeefdeadbeef&path=a", "", 500, ""},
		{"no commit", bot, "GET", "/raw/a?ref=deadbeefdeadbeefdeadbeefdeadbeefdeadbeef", "", 404, "unable to find a git ref"},
		{"no repository", bot, "GET", "!/repos/org/none/pulls/7", "", 404, "not found"},
		{"no operation", bot, "GET", "!/repos/org/demo/branch_protection", "", 404, "not found"},
		{"approval of the own pull request", author, "POST", "/pulls/7/reviews", `{"event":"APPROVED"}`, 422, "approve your own pull is not allowed"},
		{"approval", bot, "POST", "/pulls/7/reviews", `{"event":"APPROVED"}`, 200, ""},
		{"request of the author", bot, "POST", "/pulls/7/requested_reviewers", `{"reviewers":["author"]}`, 422, "poster of pr can't be reviewer [user_id: 2, repo_id: 1]"},
		{"request of nobody", bot, "POST", "/pulls/7/requested_reviewers", `{"reviewers":["nobody"]}`, 404, "User 'nobody' not exist"},
		{"request", bot, "POST", "/pulls/7/requested_reviewers", `{"reviewers":["human"]}`, 201, ""},
		{"merge without a style", bot, "POST", "/pulls/7/merge", `{}`, 422, "[Do]: Required"},
		{"schedule", bot, "POST", "/pulls/7/merge", `{"Do":"merge","merge_when_checks_succeed":true}`, 201, ""},
		{"cancel", bot, "DELETE", "/pulls/7/merge", "", 204, ""},
		{"cancel again", bot, "DELETE", "/pulls/7/merge", "", 404, "not found"},
	} {
		status, body, _ := call(t, g, tt.token, tt.method, tt.path, tt.body)
		var answer struct{ Message string }
		_ = json.Unmarshal([]byte(body), &answer)
		if status != tt.status || answer.Message != tt.message {
			t.Errorf("%s: %d %q", tt.name, status, answer.Message)
		}
	}
}

func TestCommentsHaveNoPagesAndTimelinesHaveNullPages(t *testing.T) {
	g, p := simple(t)
	g.AddUser("outsider", false)
	for range 7 {
		p.Comment("outsider", "x")
	}
	_, body, header := call(t, g, "", "GET", "/issues/7/comments?page=2&limit=5", "")
	if n := strings.Count(body, `"body":"x"`); n != 7 || header.Get("X-Total-Count") != "7" {
		t.Errorf("%d comments on page 2", n)
	}
	p.Review("outsider", "COMMENT", p.HeadSHA(), 4)
	p.SetTitle("author", "WIP: x")
	var pages []string
	for page := 1; page <= 9; page++ { // push, 7 comments, review, 4 inline comments, title
		_, body, _ := call(t, g, "", "GET", fmt.Sprintf("/issues/7/timeline?limit=2&page=%d", page), "")
		var rows []struct{ Type string }
		if err := json.Unmarshal([]byte(body), &rows); err != nil {
			t.Fatal(err)
		}
		text := "null"
		for _, r := range rows {
			text = strings.TrimPrefix(text+" "+r.Type, "null ")
		}
		pages = append(pages, text)
	}
	want := []string{"pull_push comment", "comment comment", "comment comment", "comment comment", "review", "null", "change_title", "null", "null"}
	if d := cmp.Diff(want, pages); d != "" {
		t.Error(d)
	}
}

func TestAStatusIsAnsweredUnderAnotherName(t *testing.T) {
	g, p := simple(t)
	_, body, _ := call(t, g, g.Token("bot"), "POST", "/statuses/"+p.HeadSHA(), `{"state":"warning","context":" c ","target_url":"u"}`)
	if !strings.Contains(body, `"status":"warning"`) || strings.Contains(body, `"state"`) || !strings.Contains(body, `"context":"c"`) || !strings.Contains(body, `"target_url":"u"`) {
		t.Error(body)
	}
}

func TestReviewsChangeWithPushesAndRequests(t *testing.T) {
	g, p := simple(t)
	bot := g.Token("bot")
	call(t, g, bot, "POST", "/pulls/7/reviews", `{"event":"REQUEST_CHANGES","body":"RED"}`)
	call(t, g, bot, "POST", "/pulls/7/reviews", `{"event":"APPROVED"}`)
	call(t, g, bot, "POST", "/pulls/7/reviews", `{"event":"APPROVE"}`)
	p.RequestReview("bot", "human")
	if err := p.Push("author", "later", false); err != nil {
		t.Fatal(err)
	}
	p.Review("human", "COMMENT", p.HeadSHA(), 0)
	var got []string
	for _, r := range p.Reviews() {
		got = append(got, fmt.Sprintf("%s %s official=%v dismissed=%v stale=%v", r.User, r.State, r.Official, r.Dismissed, r.Stale))
	}
	want := []string{
		"bot REQUEST_CHANGES official=false dismissed=true stale=true",
		"bot APPROVED official=true dismissed=false stale=true",
		"bot PENDING official=false dismissed=false stale=true",
		"human COMMENT official=false dismissed=false stale=false",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestFaultsHappenWhenTheyAreDue(t *testing.T) {
	g, _ := simple(t)
	g.Inject(fake.Fault{Method: "GET", Path: "/pulls/*/files", After: 1, Times: 1, Status: 503, Body: `{"message":"busy"}`})
	g.Inject(fake.Fault{Path: "/pulls/7.diff", Cut: 10})
	g.Inject(fake.Fault{Path: "/never"})
	g.Forbid("GET", "/raw/…")
	var got []int
	for _, path := range []string{"/pulls/7/files", "/pulls/7/files", "/pulls/7/files", "/pulls/7.diff", "/raw/a"} {
		status, _, _ := call(t, g, "", "GET", path, "")
		got = append(got, status)
	}
	if want := []int{200, 503, 200, 0, 200}; !slices.Equal(want, got) {
		t.Errorf("got %v", got)
	}
	if unused := g.Unused(); len(unused) != 1 || !strings.Contains(unused[0], "/never") {
		t.Errorf("unused: %v", unused)
	}
	if list := g.Forbidden(); len(list) != 1 || list[0].Path != "/repos/org/demo/raw/a" {
		t.Errorf("forbidden: %v", list)
	}
	if n := len(g.Requests()); n != 5 || len(g.Writes()) != 0 {
		t.Errorf("%d requests", n)
	}
}

func TestARenamedRepositoryRedirects(t *testing.T) {
	g, p := simple(t)
	g.Move(p.Repo(), "newname")
	status, body, header := call(t, g, "", "GET", "/pulls/7", "")
	if status != 301 || header.Get("Location") != "/api/v1/repos/org/newname/pulls/7" || !strings.HasPrefix(body, "<a href=") {
		t.Errorf("%d %s", status, body)
	}
	if status, _, _ := call(t, g, "", "GET", "!/repos/org/newname/pulls/7", ""); status != 200 {
		t.Errorf("the new name gives %d", status)
	}
}

func TestTreesAreServedByCommitAndByFolder(t *testing.T) {
	g, p := simple(t)
	type tree struct {
		Tree  []struct{ Path, Mode, SHA string }
		Total int `json:"total_count"`
	}
	var root, folder, all tree
	_, body, _ := call(t, g, "", "GET", "/git/trees/"+p.HeadSHA(), "")
	if json.Unmarshal([]byte(body), &root) != nil || len(root.Tree) != 2 || root.Tree[1].Path != "dir" || root.Tree[1].Mode != "040000" {
		t.Fatal(body)
	}
	_, body, _ = call(t, g, "", "GET", "/git/trees/"+root.Tree[1].SHA, "")
	if json.Unmarshal([]byte(body), &folder) != nil || len(folder.Tree) != 1 || folder.Tree[0].Path != "b" {
		t.Error(body)
	}
	_, body, _ = call(t, g, "", "GET", "/git/trees/"+p.HeadSHA()+"?recursive=true&per_page=1&page=3", "")
	if json.Unmarshal([]byte(body), &all) != nil || all.Total != 3 || len(all.Tree) != 1 || all.Tree[0].Path != "dir/b" {
		t.Error(body)
	}
}

func TestEqualCommitsHaveEqualIDs(t *testing.T) {
	commits := []fake.Commit{{Branch: "main", Files: map[string]fake.File{"a\n\"\\\xe9": data("x")}}, {Branch: "main", Delete: []string{"a\n\"\\\xe9"}, Files: map[string]fake.File{"b": {Mode: "100755", Data: "y"}}}}
	first, err := fake.InitRepo(t.TempDir(), commits...)
	if err != nil {
		t.Fatal(err)
	}
	second, err := fake.InitRepo(t.TempDir(), commits...)
	if err != nil || len(first) != 2 || !slices.Equal(first, second) {
		t.Errorf("%v, %v, %v", first, second, err)
	}
	if _, err := fake.InitRepo(t.TempDir(), fake.Commit{Branch: "main", From: "none"}); err == nil {
		t.Error("a parent that is not there gave no error")
	}
}
