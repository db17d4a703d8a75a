package verdict

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

var (
	bot = pr.User{ID: 2, Login: "bot"}
	ann = pr.User{ID: 3, Login: "ann"}
)

func TestWhatIsSecuredIsNotPlannedAgain(t *testing.T) {
	in := waiting(Approval,
		pr.Review{ID: 1, User: bot, State: "APPROVED", CommitSHA: "old", Official: true},
		pr.Review{ID: 2, User: ann, State: "APPROVED", CommitSHA: "old"},
		pr.Review{ID: 3, User: bot, State: "REQUEST_CHANGES", CommitSHA: "old"},
		pr.Review{ID: 4, User: bot, State: "APPROVED", CommitSHA: "h"})
	in.Change.Thread.Events = []pr.Event{{Type: pr.MergeScheduled, User: bot}, {Type: pr.Pushed}}
	want := []Action{{Kind: DeleteReview, ReviewID: 1}, {Kind: CancelMerge}}
	list := Secure(in.Change)
	if diff := cmp.Diff(want, list); diff != "" {
		t.Error(diff)
	}
	in.Change.Thread = Secured(in.Change.Thread, list)
	if more := Secure(in.Change); len(more) > 0 || len(in.Change.Thread.Reviews) != 3 {
		t.Errorf("again: %v", more)
	}
	if got := kinds(Decide(in)); !strings.HasPrefix(got, "delete the bot's review 4, post comment") {
		t.Errorf("the plan is %s", got) // that of this head, which is not GREEN
	}
	in.Change.Thread.Bot = pr.User{}
	if more := Secure(in.Change); len(more) > 0 {
		t.Errorf("of a bot that nobody can name: %v", more)
	}
}

func TestAScheduleOfThisHeadOrOfAPersonIsNotSecured(t *testing.T) {
	for name, events := range map[string][]pr.Event{
		"of this head": {{Type: pr.Pushed}, {Type: pr.MergeScheduled, User: bot}},
		"of a person":  {{Type: pr.MergeScheduled, User: ann}, {Type: pr.Pushed}},
		"cancelled":    {{Type: pr.MergeScheduled, User: bot}, {Type: pr.Pushed}, {Type: pr.MergeCancelled, User: ann}},
	} {
		in := waiting(Approval)
		in.Change.Thread.Events = events
		if list := Secure(in.Change); len(list) > 0 {
			t.Errorf("%s: %v", name, list)
		}
	}
}

// kinds shows a plan.
func kinds(d Decision) string {
	var list []string
	for _, a := range d.Actions {
		text := string(a.Kind) + " " + a.Login
		if a.ReviewID != 0 {
			text += string(rune('0' + a.ReviewID))
		}
		list = append(list, strings.TrimSpace(text))
	}
	return strings.Join(list, ", ")
}

// green is a GREEN head on a base that holds.
func green(reviews ...pr.Review) Input {
	in := waiting(Approval, reviews...)
	in.Reasons, in.Proof = nil, ByModel
	return in
}

func TestOneReviewOfAHeadStays(t *testing.T) {
	approved := func(id int64, dismissed bool) pr.Review {
		return pr.Review{ID: id, User: bot, State: "APPROVED", CommitSHA: "h", Official: !dismissed, Dismissed: dismissed}
	}
	ask := pr.Review{ID: 9, User: bot, State: "REQUEST_REVIEW", Official: true}
	for _, tc := range []struct {
		name    string
		reviews []pr.Review
		want    string
	}{
		{"two runs approved", []pr.Review{approved(1, true), approved(2, false)}, "delete the bot's review 1"},
		{"one did", []pr.Review{approved(2, false)}, ""},
		{"a person dismissed it", []pr.Review{approved(1, true)}, ""},
		{"a person dismissed both", []pr.Review{approved(1, true), approved(2, true)}, ""},
		{"a person dismissed it and asked again", []pr.Review{approved(1, true), ask}, "fail the gate status of other heads that could come back, approve"},
		{"a person asked again", []pr.Review{approved(1, false), ask}, "fail the gate status of other heads that could come back, approve"},
	} {
		in := green(tc.reviews...)
		in.Gate.Automerge, in.Reused = false, true
		if got := strings.Trim(strings.ReplaceAll(kinds(Decide(in)), "set status", ""), ", "); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestWhatKeepsAMergeFromBeingScheduled(t *testing.T) {
	several := func(in *Input) {
		in.Change.Base.Ref = "main"
		in.Gate.BaseContext, in.Gate.BaseBranches = "base/{base}", []string{"main", "release"}
	}
	for _, tc := range []struct {
		name string
		edit func(*Input)
		note string
	}{
		{"nothing", func(*Input) {}, ""},
		{"several merge bases", func(in *Input) { in.Reasons[0].Code = "several_merge_bases" }, "several merge bases"},
		{"dropped commits", func(in *Input) { in.Reasons[0].Code = "merge_drops_commits" }, "would drop commits"},
		{"moved files", func(in *Input) { in.Reasons[0].Code = "merge_moves_files" }, "would move files"},
		{"several bases", several, "the protection of main does not require the status base/main ([gate] base_context)"},
		{"several bases and a pattern", func(in *Input) { several(in); in.Change.Lock.Contexts = []string{"base/*"} }, "does not require"},
		{"several bases that are told apart", func(in *Input) { several(in); in.Change.Lock.Contexts = []string{"base/main"} }, ""},
	} {
		in := waiting(Approval)
		tc.edit(&in)
		d := Decide(in)
		notes := strings.Join(d.Notes, "; ")
		if strings.Contains(kinds(d), string(ScheduleMerge)) != (tc.note == "") || !strings.Contains(notes, tc.note) || (notes == "") != (tc.note == "") {
			t.Errorf("%s: %s; notes %q", tc.name, kinds(d), notes)
		}
		in.Change.Thread.Events = []pr.Event{{Type: pr.MergeScheduled, User: bot}}
		if got := kinds(Decide(in)); strings.HasPrefix(got, string(CancelMerge)) != (tc.note != "") {
			t.Errorf("%s, scheduled already: %s", tc.name, got)
		}
	}
}

func TestWhoIsAsked(t *testing.T) {
	list := []string{"ann", "bob", "carol"}
	ask := func(login string) pr.Review { return pr.Review{User: pr.User{Login: login}, State: "REQUEST_REVIEW"} }
	for _, tc := range []struct {
		name, mode string
		number     int
		edit       func(*Input)
		want       string
	}{
		{"the first turn", One, 3, func(*Input) {}, "ann"},
		{"the next turn", One, 4, func(*Input) {}, "bob"},
		{"all", All, 4, func(*Input) {}, "ann bob carol"},
		{"the author is one of them", One, 4, func(in *Input) { in.Change.Author.Login = "BOB" }, "ann"},
		{"the bot is one of them", One, 5, func(in *Input) { in.Gate.HumanReviewers = []string{"bot", "ann"} }, "ann"},
		{"a pusher does not count", One, 4, func(in *Input) {
			in.Gate.IgnoreApprovalsOfCommitters, in.Change.Pushers = true, []pr.User{{Login: "ann"}, {Login: "carol"}}
		}, "bob"},
		{"a pusher is asked last", One, 4, func(in *Input) { in.Change.Pushers = []pr.User{{Login: "Bob"}} }, "carol"},
		{"only pushers are left", One, 4, func(in *Input) { in.Change.Pushers = []pr.User{{Login: "ann"}, {Login: "bob"}, {Login: "carol"}} }, "bob"},
		{"somebody is asked already", One, 4, func(in *Input) { in.Change.Thread.Reviews = []pr.Review{ask("carol")} }, ""},
		{"somebody who cannot approve is asked", One, 4, func(in *Input) { in.Change.Thread.Reviews = []pr.Review{ask("dave")} }, "bob"},
		{"somebody is asked already, in mode all", All, 4, func(in *Input) { in.Change.Thread.Reviews = []pr.Review{ask("carol")} }, "ann bob"},
		{"the one whose turn it is cannot be asked", One, 4, func(in *Input) { in.Refused = []string{"bob"} }, "carol"},
		{"nobody can be asked", One, 4, func(in *Input) { in.Refused = list }, ""},
	} {
		in := waiting(Approval)
		in.Gate.HumanReviewers, in.Gate.RequestReviewers, in.Change.Number = list, tc.mode, tc.number
		tc.edit(&in)
		var got []string
		for _, a := range Decide(in).Actions {
			if a.Kind == RequestReview {
				got = append(got, a.Login)
			}
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: %v, want %s", tc.name, got, tc.want)
		}
	}
}

func TestTheBotsOtherRequestsEndWithTheApprovalOfAHuman(t *testing.T) {
	for _, mode := range []string{Approval, Pass} {
		in := waiting(mode, pr.Review{ID: 1, User: pr.User{Login: "bob"}, State: "REQUEST_REVIEW", Official: true},
			pr.Review{ID: 2, User: ann, State: "APPROVED", CommitSHA: "h", Official: true})
		in.Gate.HumanReviewers = []string{"ann", "bob"}
		in.Change.Thread.Events = []pr.Event{{Type: pr.MergeScheduled, User: bot}, {Type: pr.ReviewRequested, User: bot, Reviewer: pr.User{Login: "bob"}}}
		got := kinds(Decide(in))
		want := "withdraw the bot's review request to bob"
		if mode == Approval {
			want += ", cancel the scheduled merge, schedule the merge"
		}
		if !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s", mode, got)
		}
		in.Change.Thread.Events[1].User = ann // her request is hers
		if got := kinds(Decide(in)); strings.Contains(got, "withdraw") {
			t.Errorf("%s: %s", mode, got)
		}
	}
}

func TestTheStatusOfTheBase(t *testing.T) {
	gate := config.Gate{BaseContext: "ai-review/base/{base}"}
	c := pr.Change{Base: pr.Commit{Ref: "release/1.0"}, Head: pr.Commit{SHA: "h"}}
	for _, tc := range []struct {
		d    Decision
		want string
	}{
		{Decision{Level: Green}, "success"}, {Decision{Level: Yellow, Exit: 10}, "failure"}, {Decision{Level: Orange}, "success"},
		{Decision{Level: Red, Exit: 20}, "failure"}, {Decision{Level: Error, Exit: 30}, "error"},
	} {
		s := BaseStatus(c, gate, tc.d)
		if s.State != tc.want || s.Context != "ai-review/base/release/1.0" || !strings.HasPrefix(s.Description, tc.d.Level.String()) || s.SHA != "h" {
			t.Errorf("%+v: %+v", tc.d, s)
		}
	}
}
