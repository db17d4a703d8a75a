package gitea

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/pr"
)

// said compares an error with the text that it must hold; "" stands for no error. No answer of the server is ever repeated.
func said(t *testing.T, name string, err error, want string) {
	t.Helper()
	if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
		t.Errorf("%s: error %v, want %q", name, err, want)
	}
	if err != nil && (strings.Contains(err.Error(), "127.0.0.1:3999") || strings.Contains(err.Error(), "secret-token")) {
		t.Errorf("%s: the error holds an answer or the token: %v", name, err)
	}
}

func TestRecordedReviewsOfTheBot(t *testing.T) {
	const old = "69a8585b1b15ebae0e4afc13daa7a4d0aa89cb17"
	for _, tc := range []struct {
		recorded, state, head string
		number                int
		want                  pr.Review
		text                  string
	}{
		{"review-approved", "APPROVED", recordedHead, 1, pr.Review{ID: 3, User: bot, State: "APPROVED", CommitSHA: recordedHead, Official: true}, ""},
		{"review-request-changes", "REQUEST_CHANGES", recordedHead, 1,
			pr.Review{ID: 2, User: bot, State: "REQUEST_CHANGES", CommitSHA: recordedHead, Official: true}, ""},
		{"review-approve-old-head-race", "APPROVED", old, 6,
			pr.Review{ID: 19, User: bot, State: "APPROVED", CommitSHA: old, Official: true, Stale: true}, ""},
		{"review-approve-event-wrongcase", "APPROVED", recordedHead, 1,
			pr.Review{ID: 4, User: bot, State: "PENDING", CommitSHA: recordedHead}, "made a review of another state"},
		{"review-approve-short-sha", "APPROVED", recordedHead, 1,
			pr.Review{ID: 6, User: human, State: "APPROVED", CommitSHA: "abf396ff", Official: true}, "another state or commit"},
		{"review-approve-own", "APPROVED", recordedHead, 1, pr.Review{}, "submit the review APPROVED of PR 1"},
		{"review-reject-own", "REQUEST_CHANGES", recordedHead, 1, pr.Review{}, "submit the review REQUEST_CHANGES of PR 1"},
		{"review-request-changes-nobody", "REQUEST_CHANGES", recordedHead, 1, pr.Review{}, "422"},
		{"review-approve-bad-sha", "APPROVED", recordedHead, 1, pr.Review{}, "500"},
		{"review-approve-closed", "APPROVED", "b7ab074bba30d4a7c422ceebcd3b97ea95128fe8", 9, pr.Review{}, "422"},
	} {
		got, err := replay(t, tc.number, tc.recorded).Review(t.Context(), tc.state, tc.head, "text")
		said(t, tc.recorded, err, tc.text)
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: %s", tc.recorded, diff)
		}
	}
}

func TestRecordedDeletionsOfReviews(t *testing.T) {
	for _, tc := range []struct {
		recorded string
		number   int
		id       int64
		text     string
	}{
		{"review-delete-own-red", 7, 20, ""},
		{"review-delete-pending", 1, 4, ""},
		{"review-delete-foreign", 1, 3, "delete the bot's review 3 of PR 1"},
	} {
		said(t, tc.recorded, replay(t, tc.number, tc.recorded).DeleteReview(t.Context(), tc.id), tc.text)
	}
}

func TestRecordedReviewRequests(t *testing.T) {
	for _, tc := range []struct {
		recorded, login string
		number          int
		text            string
	}{
		{"reqreview-human", "human", 1, ""},
		{"reqreview-human-again", "human", 1, ""},
		{"reqreview-closed", "human", 9, ""},
		{"reqreview-unknown", "nosuchuser", 1, "there is no such user; correct [gate] human_reviewers"},
		{"reqreview-author", "author", 1, "request a review of author on PR 1"},
		{"reqreview-by-outsider", "human", 1, "give it write access"},
		{"reqreview-closed-reviewed", "bot", 9, "403"},
	} {
		said(t, tc.recorded, replay(t, tc.number, tc.recorded).RequestReview(t.Context(), tc.login), tc.text)
	}
	said(t, "reqreview-delete-self", replay(t, 1, "reqreview-delete-self").WithdrawRequest(t.Context(), "bot"), "")
}

func TestRecordedSchedulesOfMerges(t *testing.T) {
	for _, tc := range []struct {
		recorded string
		number   int
		text     string
	}{
		{"merge-schedule-201", 2, ""},
		{"merge-schedule-again-409", 2, ""},
		{"merge-schedule-unprotected", 12, ""},
		{"merge-schedule-bad-style", 5, `the server does not know the merge style "squash"; correct [gate] merge_style`},
		{"merge-schedule-closed-404", 9, "404"},
		{"merge-schedule-merged-405", 2, "the PR is merged already"},
		{"merge-schedule-outsider", 5, "the bot may not merge"},
		{"merge-wip-scheduled", 1, "take the WIP prefix off"},
		{"merge-schedule-conflict-405", 11, "merge the base into the branch"},
	} {
		err := replay(t, tc.number, tc.recorded).scheduleMerge(t.Context(), recordedHead, "squash")
		said(t, tc.recorded, err, tc.text)
		if strings.Contains(tc.recorded, "conflict") != errors.Is(err, pr.ErrConflict) {
			t.Errorf("%s: %v", tc.recorded, err)
		}
	}
	for recorded, number := range map[string]int{"merge-cancel-204": 5, "merge-cancel-again-404": 5} {
		said(t, recorded, replay(t, number, recorded).CancelMerge(t.Context()), "")
	}
}

// TestRecordedReasonsAgainstAMerge: what a direct merge says, a later version may say to a schedule.
func TestRecordedReasonsAgainstAMerge(t *testing.T) {
	for recorded, want := range map[string]string{
		"merge-direct-blocked-405":     "an approval is missing",
		"m6-direct":                    "an approval is missing",
		"merge-blocked-by-old-red-405": "somebody requested changes",
		"merge-blocked-outdated-405":   "the branch is behind its base",
	} {
		r := load(t, recorded)
		var answer struct{ Message string }
		if err := json.Unmarshal(r.body, &answer); err != nil {
			t.Fatal(err)
		}
		if got := refusal(r.status, answer.Message, "merge"); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", recorded, got, want)
		}
	}
}

func TestRecordedListsOfReviews(t *testing.T) {
	for recorded, want := range map[string][]string{
		"review-list-after-push":          {"18 bot APPROVED stale=true official=true dismissed=true"},
		"review-list-after-update-branch": {"25 bot APPROVED stale=false official=true dismissed=false"},
		"review-list-final": {
			"1 bot COMMENT stale=false official=false dismissed=false",
			"2 bot REQUEST_CHANGES stale=false official=false dismissed=true",
			"3 bot APPROVED stale=false official=true dismissed=false",
			"5 human APPROVED stale=true official=false dismissed=true",
			"6 human APPROVED stale=false official=false dismissed=true",
			"7 outsider APPROVED stale=false official=false dismissed=false",
			"8 forgeadmin APPROVED stale=false official=false dismissed=false",
			"11 forgeadmin REQUEST_REVIEW stale=false official=false dismissed=false",
			"12 human APPROVED stale=false official=true dismissed=false",
		},
	} {
		got, err := pageServer(t, "/pulls/1/reviews", recorded).reviews(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		for _, r := range got.reviews {
			rows = append(rows, fmt.Sprintf("%d %s %s stale=%v official=%v dismissed=%v", r.ID, r.User.Login, r.State, r.Stale, r.Official, r.Dismissed))
		}
		if diff := cmp.Diff(want, rows); diff != "" {
			t.Errorf("%s: %s", recorded, diff)
		}
	}
}
