package verdict

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// waiting is a change on a base that holds, with these reviews, in a gate mode with ann as the human reviewer.
func waiting(mode string, reviews ...pr.Review) Input {
	gate := config.Gate{YellowGate: mode, HumanReviewers: []string{"ann"}, Automerge: mode == Approval, AssessmentContext: "a", GateContext: "g"}
	c := pr.Change{Origin: pr.FromGitea, Author: pr.User{ID: 1, Login: "author"}, Head: pr.Commit{SHA: "h"},
		Lock:   pr.Lock{Known: true, Protected: true, Approvals: 1, StatusChecks: true, MayMerge: true},
		Thread: pr.Thread{Bot: pr.User{ID: 2, Login: "bot"}, Reviews: reviews}}
	return Input{Change: c, Gate: gate, Reasons: []Reason{{Source: Rule, Level: Yellow, Code: "change_kind", Text: "x"}}}
}

func TestTheGateStaysClosedWhileTheServerCountsAnotherApproval(t *testing.T) {
	ann, carol, bot := pr.User{ID: 3, Login: "ann"}, pr.User{ID: 4, Login: "carol"}, pr.User{ID: 2, Login: "bot"}
	for _, tc := range []struct {
		name    string
		reviews []pr.Review
		exit    int
	}{
		{"nobody approved", nil, 0},
		{"ann approved another head", []pr.Review{{User: ann, State: "APPROVED", CommitSHA: "old", Official: true}}, 10},
		{"ann approved another head, which was dismissed", []pr.Review{{User: ann, State: "APPROVED", CommitSHA: "old", Official: true, Dismissed: true}}, 0},
		{"ann was asked again, which its author can withdraw", []pr.Review{{User: ann, State: "APPROVED", CommitSHA: "old"},
			{User: ann, State: "REQUEST_REVIEW", Official: true}}, 10},
		{"carol, who is not listed, approved this head", []pr.Review{{User: carol, State: "APPROVED", CommitSHA: "h", Official: true}}, 10},
		{"carol's approval does not count for the server", []pr.Review{{User: carol, State: "APPROVED", CommitSHA: "h"}}, 0},
		{"the bot's own one is deleted first", []pr.Review{{User: bot, State: "APPROVED", CommitSHA: "old", Official: true}}, 0},
		{"ann approved this head as well", []pr.Review{{User: carol, State: "APPROVED", CommitSHA: "h", Official: true},
			{User: ann, State: "APPROVED", CommitSHA: "h", Official: true}}, 0},
	} {
		for _, mode := range []string{Approval, Pass} {
			if d := Decide(waiting(mode, tc.reviews...)); d.Exit != tc.exit || (tc.exit == 10) != (len(d.Notes) > 0) {
				t.Errorf("%s, %s: exit %d, notes %q", mode, tc.name, d.Exit, d.Notes)
			}
		}
	}
}

func TestActionsBehindTheStatus(t *testing.T) {
	ask := pr.Review{User: pr.User{ID: 2, Login: "bot"}, State: "REQUEST_REVIEW", Official: true}
	for _, tc := range []struct {
		name   string
		in     Input
		reason string
		want   []ActionKind
	}{
		{"approval", waiting(Approval), "", []ActionKind{FailOtherHeads, RequestReview, ScheduleMerge}},
		{"pass", waiting(Pass), "", []ActionKind{FailOtherHeads, RequestReview}},
		{"block", waiting(Block), "", nil},
		{"the bot was asked", waiting(Approval, ask), "", []ActionKind{FailOtherHeads, RequestReview, WithdrawRequest, ScheduleMerge}},
		{"the bot was asked, in block mode", waiting(Block, ask), "", []ActionKind{WithdrawRequest}},
		{"an author without write access", waiting(Approval), "untrusted_author", []ActionKind{FailOtherHeads, RequestReview}},
	} {
		if tc.reason != "" {
			tc.in.Reasons[0].Code = tc.reason
		}
		d := Decide(tc.in)
		var got []ActionKind
		behind := false
		for _, a := range d.Actions {
			if behind {
				got = append(got, a.Kind)
			}
			behind = behind || a.Kind == SetStatus
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: %s", tc.name, diff)
		}
	}
}
