package verdict_test

import (
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

func TestAnApprovalOpensTheGateOnlyForThisHeadByTheRightHuman(t *testing.T) {
	ann := pr.Review{ID: 5, User: pr.User{ID: 3, Login: "Ann"}, State: "APPROVED", CommitSHA: head, Official: true}
	change := func(edit func(*pr.Review)) []pr.Review {
		r := ann
		edit(&r)
		return []pr.Review{r}
	}
	later := func(state string, edit func(*pr.Review)) []pr.Review {
		r := pr.Review{ID: 6, User: ann.User, State: state, CommitSHA: head}
		if edit != nil {
			edit(&r)
		}
		return []pr.Review{ann, r}
	}
	protected := pr.Lock{Known: true, Protected: true, Approvals: 1, StatusChecks: true}
	for _, tc := range []struct {
		name    string
		reviews []pr.Review
		lock    pr.Lock
		edit    func(*pr.Change, *config.Gate)
		want    string
	}{
		{"a listed human approved this head", []pr.Review{ann}, protected, nil, "Ann"},
		{"the approval of an older head", change(func(r *pr.Review) { r.CommitSHA = head[:39] + "0" }), protected, nil, ""},
		{"an abbreviated commit id", change(func(r *pr.Review) { r.CommitSHA = head[:10] }), protected, nil, ""},
		{"no commit id", change(func(r *pr.Review) { r.CommitSHA = "" }), protected, nil, ""},
		{"a dismissed approval", change(func(r *pr.Review) { r.Dismissed = true }), protected, nil, ""},
		{"an approval that is not official", change(func(r *pr.Review) { r.Official = false }), protected, nil, ""},
		{"an approval that is not official, on a branch without protection", change(func(r *pr.Review) { r.Official = false }), pr.Lock{Known: true}, nil, "Ann"},
		{"an approval that is not official, on a branch that could not be read", change(func(r *pr.Review) { r.Official = false }), pr.Lock{}, nil, ""},
		{"a comment is no approval", change(func(r *pr.Review) { r.State = "COMMENT" }), protected, nil, ""},
		{"a rejection is none", change(func(r *pr.Review) { r.State = "REQUEST_CHANGES" }), protected, nil, ""},
		{"a team without a name", change(func(r *pr.Review) { r.User = pr.User{} }), protected, nil, ""},
		{"somebody who is not listed", change(func(r *pr.Review) { r.User = pr.User{ID: 9, Login: "eve"} }), protected, nil, ""},
		{"the person was asked again", later("REQUEST_REVIEW", nil), protected, nil, ""},
		{"the person rejected it later", later("REQUEST_CHANGES", nil), protected, nil, ""},
		{"the person commented later", later("COMMENT", nil), protected, nil, "Ann"},
		{"the later rejection was dismissed", later("REQUEST_CHANGES", func(r *pr.Review) { r.Dismissed = true }), protected, nil, "Ann"},
		{"somebody else was asked later", later("REQUEST_REVIEW", func(r *pr.Review) { r.User = pr.User{ID: 4, Login: "bob"} }), protected, nil, "Ann"},
		{"the author is listed", []pr.Review{ann}, protected, func(c *pr.Change, _ *config.Gate) { c.Author = ann.User }, ""},
		{"the bot is listed", []pr.Review{ann}, protected, func(c *pr.Change, _ *config.Gate) { c.Thread.Bot = pr.User{Login: "ann"} }, ""},
		{"a committer, where those count", []pr.Review{ann}, protected, func(c *pr.Change, _ *config.Gate) { c.Pushers = []pr.User{ann.User} }, "Ann"},
		{"a committer, where those do not count", []pr.Review{ann}, protected, func(c *pr.Change, g *config.Gate) {
			c.Pushers, g.IgnoreApprovalsOfCommitters = []pr.User{ann.User}, true
		}, ""},
		{"nobody is listed", []pr.Review{ann}, protected, func(_ *pr.Change, g *config.Gate) { g.HumanReviewers = nil }, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, gate := giteaChange(), config.Gate{HumanReviewers: []string{"ann"}}
			c.Thread.Reviews, c.Lock = tc.reviews, tc.lock
			if tc.edit != nil {
				tc.edit(&c, &gate)
			}
			for level, exit := range map[verdict.Level]int{verdict.Yellow: 10, verdict.Orange: 15} {
				code := map[verdict.Level]string{verdict.Yellow: "change_kind", verdict.Orange: "critical_path"}[level]
				d := verdict.Decide(verdict.Input{Change: c, Reasons: []verdict.Reason{reason(code, level)}, Proof: verdict.ByModel, Gate: gate})
				want := exit
				if tc.want != "" {
					want = 0
				}
				if d.ApprovedBy != tc.want || d.Exit != want || d.Level != level {
					t.Errorf("%s: approved by %q, exit %d, level %s", level, d.ApprovedBy, d.Exit, d.Level)
				}
			}
		})
	}
}

func TestAnApprovalLiftsNeitherRedNorErrorNorAnotherBase(t *testing.T) {
	c := giteaChange()
	c.Lock = pr.Lock{Known: true}
	c.Thread.Reviews = []pr.Review{{ID: 1, User: pr.User{Login: "ann"}, State: "APPROVED", CommitSHA: head}}
	for _, r := range []verdict.Reason{reason("open_questions", verdict.Red), verdict.Fault("budget", "x"), reason("base_not_allowed", verdict.Yellow)} {
		d := verdict.Decide(verdict.Input{Change: c, Reasons: []verdict.Reason{r}, Proof: verdict.ByModel, Gate: config.Gate{HumanReviewers: []string{"ann"}}})
		if d.Exit != r.Level.Exit() || d.ApprovedBy != "" {
			t.Errorf("%s: exit %d", r.Code, d.Exit)
		}
	}
}
