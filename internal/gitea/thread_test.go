package gitea

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
)

func TestWhatOthersWroteCountsTowardsNoLimit(t *testing.T) {
	s := simple(t)
	s.AddUser("outsider", false)
	s.pull.Comment("bot", "first")
	for range 10 { // 20 MB: more than one answer may have
		s.pull.Comment("outsider", strings.Repeat("\\\"ä\n", 400_000))
	}
	s.pull.Comment("bot", "second")
	got, err := s.client.Change(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.Thread.Comments); n != 2 || got.Thread.Comments[0].Body != "first" || got.Thread.Comments[1].Body != "second" {
		t.Errorf("%d comments", n)
	}
	own, err := s.client.Comments(t.Context())
	if err != nil || len(own) != 2 {
		t.Errorf("%d comments, %v", len(own), err)
	}
}

func TestAnOwnCommentThatAWriterMadeHugeIsCut(t *testing.T) {
	s := simple(t)
	id := s.pull.Comment("bot", "short").ID
	s.pull.EditComment(id, strings.Repeat("x", 3<<20))
	got, err := s.client.Comments(t.Context())
	if err != nil || len(got) != 1 || got[0].User.Login != "bot" || len(got[0].Body) != maxComment {
		t.Errorf("%d comments, %v", len(got), err)
	}
}

func TestACommentListThatIsShorterThanItsCountIsIncomplete(t *testing.T) {
	s := simple(t)
	s.pull.Comment("bot", "own")
	s.Inject(fake.Fault{Path: "/issues/7/comments", Status: 200, Body: "[]", Header: map[string]string{"X-Total-Count": "1"}})
	if _, err := s.client.Comments(t.Context()); err == nil || !strings.Contains(err.Error(), "0 of 1") {
		t.Errorf("got %v", err)
	}
}

// An outsider floods the timeline with inline comments, so that whole pages are null (gitea.md, finding 15).
func TestEventsBehindAFloodOfInlineCommentsAreFound(t *testing.T) {
	for _, tt := range []struct {
		name  string
		flood func(scene)
	}{
		{"counted over the reviews", func(s scene) { s.pull.Review("outsider", "COMMENT", s.pull.HeadSHA(), 1000) }},
		{"in a pending review that nobody sees", func(s scene) { s.pull.Review("outsider", "PENDING", s.pull.HeadSHA(), 600) }},
		{"in many small reviews", func(s scene) {
			for range 120 {
				s.pull.Review("outsider", "COMMENT", s.pull.HeadSHA(), 5)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := simple(t)
			s.AddUser("outsider", false)
			tt.flood(s)
			s.pull.SetTitle("author", "WIP: later")
			if err := s.pull.Push("human", "feature", true); err != nil {
				t.Fatal(err)
			}
			got, err := s.client.Change(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			last := got.Thread.Events[len(got.Thread.Events)-1]
			if len(got.Thread.Events) != 3 || last.Type != pr.Pushed || !last.Forced || len(last.Commits) != 2 || len(got.Pushers) != 2 {
				t.Errorf("events %+v, pushers %v", got.Thread.Events, got.Pushers)
			}
			reviews, events, err := s.client.Thread(t.Context(), got.Head.SHA)
			if err != nil || len(reviews) != len(got.Thread.Reviews) || len(events) != 3 {
				t.Errorf("read again: %d reviews, events %+v, %v", len(reviews), events, err)
			}
		})
	}
}

func TestReviewsOfAllPagesAreRead(t *testing.T) {
	s := simple(t)
	for i := range 60 { // the first page is empty for the bot: pending reviews are taken out of it
		s.pull.Review(fmt.Sprintf("outsider%d", i), "PENDING", s.pull.HeadSHA(), 0)
	}
	for i := range 120 {
		s.pull.Review(fmt.Sprintf("outsider%d", i), "APPROVED", s.pull.HeadSHA(), 0)
	}
	got, err := s.client.reviews(t.Context())
	if err != nil || len(got.reviews) != 120 || !got.hidden {
		t.Errorf("%d reviews, hidden %v, %v", len(got.reviews), got.hidden, err)
	}
}

func TestTheEndOfATimeline(t *testing.T) {
	full := page[pr.Event]{size: 50}
	push := page[pr.Event]{size: 1, items: []pr.Event{{Type: pr.Pushed, Commits: []string{"head"}}}}
	null := page[pr.Event]{}
	for _, tt := range []struct {
		name    string
		pages   []page[pr.Event]
		reviews reviewList
		want    int
	}{
		{"three empty pages end it", []page[pr.Event]{push, null, null, null}, reviewList{}, 0},
		{"two do not", []page[pr.Event]{push, null, null}, reviewList{}, 1},
		{"empty pages in the middle do not count", []page[pr.Event]{null, null, null, push}, reviewList{}, 3},
		{"inline comments could fill pages", []page[pr.Event]{push, full, null, null, null}, reviewList{codeComments: 220}, 4},
		{"the page size is unknown where pages are short", []page[pr.Event]{push, null, null, null}, reviewList{codeComments: 10}, 10},
		{"hidden reviews", []page[pr.Event]{push, null, null, null}, reviewList{hidden: true}, doubtPages},
		{"no push of the head", []page[pr.Event]{full, null, null, null}, reviewList{}, doubtPages},
	} {
		if got := missingPages(tt.pages, tt.reviews, "head"); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestListsGoOnUntilAnEmptyPage(t *testing.T) {
	for _, tt := range []struct {
		name  string
		pages [][]int
		total string // X-Total-Count; empty: none
		want  int
	}{
		{"no page", nil, "0", 0},
		{"one short page", [][]int{{1, 2}}, "2", 2},
		{"short pages, as a server with a smaller page size sends them", [][]int{{1, 2}, {3, 4}, {5}}, "5", 5},
		{"short pages without a count", [][]int{{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9}}, "", 9},
		{"an empty page before the count is reached", [][]int{{1, 2}, {}, {5, 6}}, "6", 4},
		{"a count that is too large", [][]int{{1, 2}}, "20", 2},
		{"a count that is too small", [][]int{{1, 2}, {3, 4}, {5, 6}}, "2", 6},
		{"a count that is no number", [][]int{{1, 2}, {3}, {4}}, "many", 4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				n := 0
				_, _ = fmt.Sscan(r.URL.Query().Get("page"), &n)
				if tt.total != "" {
					w.Header().Set("X-Total-Count", tt.total)
				}
				var items []string
				if n <= len(tt.pages) {
					for _, id := range tt.pages[n-1] {
						items = append(items, fmt.Sprintf(`{"id":%d}`, id))
					}
				}
				_, _ = fmt.Fprintf(w, "[%s]", strings.Join(items, ","))
			}))
			defer server.Close()
			c := client(t, Config{BaseURL: server.URL, Owner: "org", Repo: "demo", Number: 7})
			got, err := c.reviews(t.Context())
			if err != nil || len(got.reviews) != tt.want {
				t.Errorf("%d, %v", len(got.reviews), err)
			}
		})
	}
}

func TestWritesThroughTheServer(t *testing.T) {
	s := simple(t)
	ctx := t.Context()
	first, err := s.client.Comment(ctx, "one\n<!-- x -->")
	if err != nil {
		t.Fatal(err)
	}
	foreign := s.pull.Comment("human", "foreign")
	second, err := s.client.EditComment(ctx, first.ID, "two")
	if err != nil || second.ID != first.ID || second.Body != "two" || second.User != first.User {
		t.Errorf("%+v, %v", second, err)
	}
	if own, err := s.client.Comments(ctx); err != nil || !cmp.Equal([]pr.Comment{second}, own) {
		t.Errorf("%+v, %v", own, err)
	}
	for range 2 { // one that is gone is no error
		if err := s.client.DeleteComment(ctx, first.ID); err != nil {
			t.Error(err)
		}
	}
	if want := []fake.Comment{foreign}; !cmp.Equal(want, s.pull.Comments()) {
		t.Errorf("got %v", s.pull.Comments())
	}
	status := pr.CommitStatus{SHA: s.pull.HeadSHA(), Context: "ai-review/gate", State: "success", Description: "fine", TargetURL: first.URL}
	if err := s.client.Status(ctx, status); err != nil {
		t.Error(err)
	}
	got := s.pull.Repo().Statuses(status.SHA)
	if want := []fake.Status{{ID: got[0].ID, SHA: status.SHA, State: "success", Context: "ai-review/gate", Description: "fine", TargetURL: first.URL, Creator: "bot"}}; !cmp.Equal(want, got) {
		t.Errorf("got %+v", got)
	}
	if n := len(s.Writes()); n != 5 {
		t.Errorf("%d writes", n)
	}
}

func TestWritesThatTheServerRefuses(t *testing.T) {
	s := simple(t)
	readOnly := s.as(t, Config{Token: s.Token("bot", "read:issue", "read:repository")})
	wrong := s.as(t, Config{Token: "sesame"})
	anonymous := s.as(t, Config{})
	gate := pr.CommitStatus{SHA: s.pull.HeadSHA(), Context: "c", State: "success"}
	for c, want := range map[*Client]int{readOnly: 403, wrong: 401, anonymous: 401} {
		for name, write := range map[string]func() error{
			"comment": func() error { _, err := c.Comment(t.Context(), "x"); return err },
			"status":  func() error { return c.Status(t.Context(), gate) },
		} {
			err := write()
			if status(err) != want || strings.Contains(err.Error(), "sesame") {
				t.Errorf("%s: %v, want %d", name, err, want)
			}
		}
	}
	if _, err := s.client.Comment(t.Context(), ""); err == nil {
		t.Error("an empty comment was written")
	}
	if n := len(s.pull.Comments()) + len(s.pull.Repo().Statuses(gate.SHA)); n != 0 {
		t.Errorf("%d writes came through", n)
	}
}

func TestATokenThatIsNotValidFailsTheRead(t *testing.T) {
	s := simple(t)
	_, err := s.as(t, Config{Token: "sesame"}).Change(t.Context())
	if status(err) != 401 || strings.Contains(err.Error(), "sesame") {
		t.Errorf("got %v", err)
	}
}
