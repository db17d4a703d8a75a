package gitea

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
)

func TestAChangeIsReadWithItsThread(t *testing.T) {
	s := simple(t)
	s.AddUser("outsider", false)
	own := s.pull.Comment("bot", "<!-- werkrevisor:x -->\nGREEN")
	s.pull.Comment("outsider", "not ours")
	s.pull.AddLabel("author")
	s.pull.SetTitle("author", "WIP: A change")
	s.pull.SetTitle("author", "A change")
	s.pull.RequestReview("bot", "human")
	review := s.pull.Review("outsider", "APPROVED", s.pull.HeadSHA(), 0)
	got := mustRead(t, s.client, pr.Want{Context: []string{"a.txt", "none.txt"}})

	base, err := s.pull.Repo().Head("main")
	if err != nil {
		t.Fatal(err)
	}
	user := func(login string) pr.User {
		for _, u := range []pr.User{got.Author, got.Thread.Bot} {
			if u.Login == login {
				return u
			}
		}
		t.Fatalf("nobody is %s: %v %v", login, got.Author, got.Thread.Bot)
		return pr.User{}
	}
	if want := []string{`modified "a.txt" +1 -1 100644 100644 "one\ntwo\n" "one\n2\n"`}; !cmp.Equal(want, describe(got.Files)) {
		t.Errorf("files: %v", describe(got.Files))
	}
	got.Files = nil
	var events []string
	for _, e := range got.Thread.Events {
		events = append(events, fmt.Sprintf("%s %s %s>%s %s", e.Type, e.User.Login, e.Old, e.New, e.Reviewer.Login))
	}
	wantEvents := []string{"pull_push author > ", "change_title author A change>WIP: A change ", "change_title author WIP: A change>A change ", "review_request bot > human"}
	if diff := cmp.Diff(wantEvents, events); diff != "" {
		t.Error(diff)
	}
	got.Thread.Events = nil
	if n := len(got.Thread.Reviews); n != 2 || got.Thread.Reviews[1].ID != review.ID || got.Thread.Reviews[1].Official {
		t.Errorf("reviews: %+v", got.Thread.Reviews)
	}
	got.Thread.Reviews = nil
	want := pr.Change{
		Origin: pr.FromGitea, Owner: "org", Repo: "demo", Number: 7, URL: s.pull.URL(), Title: "A change",
		Author: user("author"), State: pr.Open, Base: pr.Commit{Ref: "main", SHA: base}, Head: pr.Commit{Ref: "feature", SHA: s.pull.HeadSHA()},
		MergeBase: base, DefaultBranch: "main", MergeStyle: "merge", Lock: pr.Lock{Known: true, MayMerge: true, Contexts: []string{}},
		HeadInBase: true, MergeStyles: []string{"merge", "rebase", "rebase-merge", "squash", "fast-forward-only"}, Pushers: []pr.User{user("author")},
		RepoConfig: pr.RepoConfig{Text: pr.Text{State: pr.Read, Body: "[size]\n"}},
		Context:    []pr.ContextFile{{Path: "a.txt", Text: pr.Text{State: pr.Read, Body: "one\ntwo\n"}}, {Path: "none.txt", Text: pr.Text{State: pr.Absent}}},
		Thread: pr.Thread{Bot: pr.User{Login: "bot"}, Comments: []pr.Comment{
			{ID: own.ID, User: got.Thread.Comments[0].User, Body: own.Body, URL: fmt.Sprintf("%s#issuecomment-%d", s.pull.URL(), own.ID)}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if w := s.Writes(); len(w) != 0 {
		t.Errorf("reading wrote: %v", w)
	}
}

func TestTheServerTellsWhoTheBotIsWhereTheTokenMayAsk(t *testing.T) {
	s := simple(t)
	s.pull.Comment("bot", "own")
	s.pull.Comment("human", "not own")
	c := s.as(t, Config{Token: s.Token("bot", "write:issue", "write:repository", "read:user"), BotLogin: "human"})
	got := mustRead(t, c, pr.Want{})
	if got.Thread.Bot.Login != "bot" || got.Thread.Bot.ID == 0 || len(got.Thread.Comments) != 1 || got.Thread.Comments[0].Body != "own" {
		t.Errorf("got %+v", got.Thread)
	}
}

func TestFilesThatTheServerHidesAreRead(t *testing.T) {
	base := files(numbered(120, "file%03d.txt")...)
	head := map[string]fake.File{"file000.txt": {Mode: "120000", Data: "file001.txt"}, "file001.txt": {Mode: "120000", Data: "x"}, "zz_evil.sql": {Data: "evil\n"}, "zz_more.sql": {Data: "more\n"}}
	for i := 2; i < 118; i++ {
		head[fmt.Sprintf("file%03d.txt", i)] = fake.File{Data: "changed\n"}
	}
	s := newScene(t, fake.Commit{Branch: "main", Files: base}, fake.Commit{Branch: "feature", From: "main", Files: head})
	listed, err := s.client.list(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range listed {
		if strings.HasPrefix(l.Path, "zz_") {
			t.Fatalf("the fake server shows %s, which a real one hides", l.Path)
		}
	}
	if len(listed) != 120 {
		t.Fatalf("%d entries are listed", len(listed))
	}
	got := mustRead(t, s.client, pr.Want{})
	if len(got.Files) != 120 {
		t.Fatalf("%d files", len(got.Files))
	}
	lines := describe(got.Files)
	want := []string{
		`type changed "file000.txt" +1 -1 100644 120000 "text 0\n" no file`,
		`type changed "file001.txt" +1 -1 100644 120000 "text 1\n" no file`,
		`added "zz_evil.sql" +1 -0 0 100644 absent "evil\n"`,
		`added "zz_more.sql" +1 -0 0 100644 absent "more\n"`,
	}
	if diff := cmp.Diff(want, append(append([]string{}, lines[:2]...), lines[118:]...)); diff != "" {
		t.Error(diff)
	}
}

func TestRecordedTypeChangesHideTwoFiles(t *testing.T) {
	r := load(t, "typechange-files")
	c := pageServer(t, "/pulls/1/files", "typechange-files")
	listed, err := c.list(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := pr.ParseDiff(load(t, "typechange-diff").body)
	if err != nil {
		t.Fatal(err)
	}
	if len(listed) != 4 || len(parsed) != 4 || parsed[3].Path != "zz_evil.sql" || strings.Contains(string(r.body), "zz_evil") {
		t.Fatalf("listed %v, parsed %v", listed, describe(parsed))
	}
	if err := pr.CrossCheck(parsed, listed); err != nil {
		t.Error(err)
	}
}

func TestNamesArriveIntact(t *testing.T) {
	names := []string{"plain.txt", "with space.txt", "trailing ", "hash#q?percent%20&plus+.txt", "ünïcödé 文件.txt", "new\nline.txt", "tab\there", `quo"te`,
		`back\slash`, "latin1-\xe9.txt", "a b/b b.txt", " b b.txt", "-dash", "semi;colon'apos", "[x]{y}*.txt", "dir/sub%2Fdir/x", "..hidden/..x", "~tilde"}
	base, head := map[string]fake.File{}, map[string]fake.File{}
	for i, name := range names {
		base[name] = fake.File{Data: fmt.Sprintf("old %d\n", i)}
		head[name] = fake.File{Data: fmt.Sprintf("new %d\n", i)}
	}
	s := newScene(t, fake.Commit{Branch: "main", Files: base}, fake.Commit{Branch: "feature", From: "main", Files: head})
	got := mustRead(t, s.client, pr.Want{})
	for _, f := range got.Files {
		want := head[f.Path].Data
		if want == "" || f.New.Body != want || f.Old.Body != base[f.Path].Data {
			t.Errorf("%s", describe([]pr.File{f}))
		}
	}
	if len(got.Files) != len(names) {
		t.Errorf("%d of %d files", len(got.Files), len(names))
	}
}

func TestKindsOfFiles(t *testing.T) {
	const commit = "1111111111111111111111111111111111111111"
	s := newScene(t,
		fake.Commit{Branch: "main", Files: map[string]fake.File{
			"bin": {Data: "a\x00b"}, "del": {Data: "x\n"}, "link": {Mode: "120000", Data: "a"}, "mode.sh": {Data: "#!\n"},
			"pure": {Data: "1\n2\n3\n"}, "purelink": {Mode: "120000", Data: "some/target/that/is/long"}, "latin1": {Data: "\xe4\n"}, "sub": {Mode: "160000", Data: commit},
			"ren": {Data: "1\n2\n3\n4\n5\n6\n7\n8\n9\n"}, "noeol": {Data: "x"},
		}},
		fake.Commit{Branch: "feature", From: "main", Delete: []string{"del", "pure", "purelink", "ren"}, Files: map[string]fake.File{
			"bin": {Data: "a\x00c"}, "empty": {}, "link": {Mode: "120000", Data: "b"}, "mode.sh": {Mode: "100755", Data: "#!\n"},
			"moved/pure": {Data: "1\n2\n3\n"}, "moved/purelink": {Mode: "120000", Data: "some/target/that/is/long"}, "latin1": {Data: "\xf6\n"},
			"sub": {Mode: "160000", Data: strings.ReplaceAll(commit, "1", "2")}, "renamed": {Data: "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"}, "noeol": {Data: "x\n"},
		}})
	want := []string{
		`modified "bin" +0 -0 100644 100644 no text no text`,
		`deleted "del" +0 -1 100644 0 "x\n" absent`,
		`added "empty" +0 -0 0 100644 absent ""`,
		`modified "latin1" +1 -1 100644 100644 no UTF-8 no UTF-8`,
		`modified "link" +1 -1 120000 120000 no file no file`,
		`modified "mode.sh" +0 -0 100644 100755 "#!\n" "#!\n"`,
		`renamed "pure" -> "moved/pure" +0 -0 100644 100644 "1\n2\n3\n" "1\n2\n3\n"`,
		`renamed "purelink" -> "moved/purelink" +0 -0 120000 120000 no file no file`,
		`modified "noeol" +1 -1 100644 100644 "x" "x\n"`,
		`renamed "ren" -> "renamed" +1 -0 100644 100644 "1\n2\n3\n4\n5\n6\n7\n8\n9\n" "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"`,
		`modified "sub" +1 -1 160000 160000 no file no file`,
	}
	if diff := cmp.Diff(want, describe(mustRead(t, s.client, pr.Want{}).Files)); diff != "" {
		t.Error(diff)
	}
}

func TestTextsBeyondTheLimitAreNotReadExceptThoseThatRulesNeed(t *testing.T) {
	s := newScene(t, fake.Commit{Branch: "main", Files: files("x", "x")},
		fake.Commit{Branch: "feature", From: "main", Files: files(numbered(303, "f%04d")...)})
	got := mustRead(t, s.client, pr.Want{Always: func(path string) bool { return path == "f0000" || path == "f0302" }})
	count := map[string]int{}
	for _, f := range got.Files {
		count[show(f.New)]++
	}
	if count["beyond the limit"] != 1 || len(count) != 303 || got.Files[301].New.State != pr.BeyondLimit {
		t.Errorf("%d texts are beyond the limit, the one before the last: %s", count["beyond the limit"], show(got.Files[301].New))
	}
}

func TestALargeTextIsATextState(t *testing.T) {
	big := strings.Repeat("0123456789\n", pr.MaxFile/11)
	s := newScene(t, fake.Commit{Branch: "main", Files: files("big", big, "bigger\n", big, "fits", big[:pr.MaxFile-11])},
		fake.Commit{Branch: "feature", From: "main", Files: files("big", big+"more than 8 MiB\n", "bigger\n", big+"more than 8 MiB\n", "fits", big[:pr.MaxFile-11]+"end\n")})
	for _, f := range mustRead(t, s.client, pr.Want{}).Files {
		want := pr.TooLarge
		if f.Path == "fits" {
			want = pr.Read
		}
		if f.New.State != want || f.Old.State != pr.Read {
			t.Errorf("%q: %d, %d", f.Path, f.Old.State, f.New.State)
		}
	}
}

func TestTheRepositoryConfigIsThatOfTheBaseTip(t *testing.T) {
	for _, tt := range []struct {
		name string
		file map[string]fake.File
		want pr.RepoConfig
	}{
		{"none", files("other", "x"), pr.RepoConfig{Text: pr.Text{State: pr.Absent}}},
		{"file", files(pr.RepoConfigPath, "x = 1\n"), pr.RepoConfig{Text: pr.Text{State: pr.Read, Body: "x = 1\n"}}},
		{"executable file", map[string]fake.File{pr.RepoConfigPath: {Mode: "100755", Data: "x = 1\n"}}, pr.RepoConfig{Text: pr.Text{State: pr.Read, Body: "x = 1\n"}}},
		{"symlink", map[string]fake.File{pr.RepoConfigPath: {Mode: "120000", Data: "/etc/passwd"}}, pr.RepoConfig{Text: pr.Text{State: pr.NotFile}, Odd: "symlink"}},
		{"submodule", map[string]fake.File{pr.RepoConfigPath: {Mode: "160000", Data: strings.Repeat("1", 40)}}, pr.RepoConfig{Text: pr.Text{State: pr.NotFile}, Odd: "submodule"}},
		{"folder", files(pr.RepoConfigPath+"/x", "x"), pr.RepoConfig{Text: pr.Text{State: pr.NotFile}, Odd: "folder"}},
		{"beyond the first page of the tree", files(append(numbered(1100, "!%04d"), pr.RepoConfigPath, "y")...), pr.RepoConfig{Text: pr.Text{State: pr.Read, Body: "y"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScene(t, fake.Commit{Branch: "main", Files: files("a", "a\n")},
				fake.Commit{Branch: "feature", From: "main", Files: files("a", "b\n", "evil", "x")},
				fake.Commit{Branch: "main", Files: tt.file}) // after the fork point
			got, err := s.client.Change(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got.RepoConfig); diff != "" {
				t.Error(diff)
			}
			if got.Base.SHA == got.MergeBase {
				t.Error("the base is the merge base")
			}
		})
	}
}

func TestContextFilesOfAnotherKind(t *testing.T) {
	s := newScene(t, fake.Commit{Branch: "main", Files: map[string]fake.File{"dir/x": {Data: "x"}, "link": {Mode: "120000", Data: "dir/x"}, "a": {Data: "a"}}},
		fake.Commit{Branch: "feature", From: "main", Files: files("a", "b", "new.md", "from the head")})
	got := mustRead(t, s.client, pr.Want{Context: []string{"dir", "link", "dir/x", "new.md"}})
	var texts []string
	for _, f := range got.Context {
		texts = append(texts, f.Path+" "+show(f.Text))
	}
	if diff := cmp.Diff([]string{"dir no file", "link no file", `dir/x "x"`, "new.md absent"}, texts); diff != "" {
		t.Error(diff)
	}
	for _, path := range []string{"", "../x", "/a", "dir/../a", "dir//x", "."} {
		if _, err := read(t, s.client, pr.Want{Context: []string{path}}); err == nil || !strings.Contains(err.Error(), "repo_context_files") {
			t.Errorf("%q: %v", path, err)
		}
	}
}
