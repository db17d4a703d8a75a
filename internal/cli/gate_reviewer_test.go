package cli_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

// heads is a change with one more commit per text of src/a.go, each a branch of its own: topic, next, n2, n3, …
func heads(files ...map[string]string) []fake.Commit {
	list := commits(nil, files[0])
	from := "topic"
	for i, change := range files[1:] {
		name := "next"
		if i > 0 {
			name = fmt.Sprintf("n%d", i+1)
		}
		c := fake.Commit{Branch: name, From: from, Files: map[string]fake.File{}}
		for path, text := range change {
			c.Files[path] = fake.File{Data: text}
		}
		list = append(list, c)
		from = name
	}
	return list
}

// code is src/a.go with a body.
func code(body string) map[string]string {
	return map[string]string{"src/a.go": "package a\n\nfunc A(x int) int {\n\t" + body + "\n}\n"}
}

// pushTo moves the PR to a branch and the run to its head.
func (w *world) pushTo(branch string, forced bool) {
	w.t.Helper()
	if err := w.pull.Push("author", branch, forced); err != nil {
		w.t.Fatal(err)
	}
	w.head()
}

// about is the safe answer about one file of any name.
var about = fake.ModelAnswer{}

// passed sets the gate's own status, as the CI server does after exit code 0.
func (w *world) passed() {
	w.pull.Repo().SetStatus("human", fake.Status{SHA: w.pull.HeadSHA(), Context: "ai-review/gate", State: "success"})
}

// gateOf is the state of the gate on a commit.
func (w *world) gateOf(sha string) string {
	state := ""
	for _, s := range w.pull.Repo().Statuses(sha) {
		if s.Context == "ai-review/gate" {
			state = s.State
		}
	}
	return state
}

func TestAnApprovalOfAnOlderHeadIsDeletedFirst(t *testing.T) {
	w := newGate(t, "approval", "", heads(code("return x"), code("return 1 / x")), safe, risky)
	w.run()
	w.pushTo("next", false)
	w.written()
	r := w.run()
	if r.exit != 0 || w.reviews() != "bob REQUEST_REVIEW" || !strings.HasPrefix(w.written(), "DELETE reviews, POST comments") {
		t.Errorf("exit %d, reviews %q\n%s", r.exit, w.reviews(), r.stderr)
	}
}

func TestAnOldApprovalThatCannotBeDeletedIsAnError(t *testing.T) {
	w := newGate(t, "approval", "", heads(code("return x"), code("return x + 1")), safe)
	w.run()
	w.pushTo("next", false)
	w.gitea.Inject(fake.Fault{Method: "DELETE", Path: "/pulls/7/reviews/*", Status: 403, Body: `{"message":"no"}`})
	if r := w.run(); r.exit != 30 || r.codes() != "write_failed" || strings.Contains(w.reviews(), "bot APPROVED,") {
		t.Errorf("exit %d, codes %q, reviews %q", r.exit, r.codes(), w.reviews())
	}
}

func TestAReviewThatLandsOnAMovedHeadIsDeleted(t *testing.T) {
	for name, list := range map[string]struct {
		first  map[string]string
		answer []fake.ModelAnswer
	}{"approval": {codeChange, []fake.ModelAnswer{safe}}, "rejection": {question, nil}} {
		w := newGate(t, "approval", "", heads(list.first, code("return 2")), list.answer...)
		w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/reviews", Times: 1, Before: w.push})
		r := w.run()
		if r.exit != 30 || !strings.Contains(r.codes(), "superseded") || w.reviews() != "" {
			t.Errorf("%s: exit %d, codes %q, reviews %q\n%s", name, r.exit, r.codes(), w.reviews(), r.stderr)
		}
		if c := w.pull.Comments(); len(c) != 1 || strings.Contains(c[0].Body, "ERROR") {
			t.Errorf("%s: the comment of the reviewed head: %+v", name, c)
		}
	}
}

func TestAnApprovalThatDoesNotCountIsAnError(t *testing.T) {
	w := newGate(t, "approval", "", commits(nil, codeChange), safe)
	w.pull.Repo().Protect("main", fake.Protection{RequiredApprovals: 1, StatusChecks: true, Whitelist: []string{"ann"}})
	r := w.run()
	if r.exit != 30 || !strings.Contains(r.codes(), "approval_not_official") || w.reviews() != "" || !strings.Contains(r.stderr, "approvals_whitelist_username") {
		t.Errorf("exit %d, codes %q, reviews %q\n%s", r.exit, r.codes(), w.reviews(), r.stderr)
	}
	if c := w.pull.Comments(); len(c) != 1 || !strings.Contains(c[0].Body, "## werkrevisor: ERROR") {
		t.Errorf("comments %+v", c)
	}
}

func TestADraftInsteadOfAReviewIsAnErrorAndIsDeleted(t *testing.T) {
	w := newGate(t, "approval", "", commits(nil, codeChange), safe)
	w.gitea.Inject(fake.Fault{Method: "POST", Path: "/pulls/7/reviews", Times: 1, Edit: func(body string) string {
		return strings.Replace(body, `"state":"APPROVED"`, `"state":"PENDING"`, 1)
	}})
	if r := w.run(); r.exit != 30 || !strings.Contains(r.codes(), "write_failed") || w.reviews() != "" {
		t.Errorf("exit %d, codes %q, reviews %q", r.exit, r.codes(), w.reviews())
	}
}

// TestRedThenYellowIsNoDeadlock: the bot's old REQUEST_CHANGES would block also after a human approval (gitea.md, finding 4).
func TestRedThenYellowIsNoDeadlock(t *testing.T) {
	answered := map[string]string{"doc/PR/a.md": "# A\n\n## Open Questions\n\n- [x] Who?\n", "x.bin2": "data\n"}
	w := newGate(t, "approval", "", heads(question, answered), about)
	w.run()
	if w.reviews() != "bot REQUEST_CHANGES" {
		t.Fatal(w.reviews())
	}
	w.pushTo("next", false)
	if r := w.run(); r.exit != 0 || w.reviews() != "bob REQUEST_REVIEW" {
		t.Errorf("exit %d, reviews %q\n%s", r.exit, w.reviews(), r.stderr)
	}
}

// TestYellowThenGreenIsNoDeadlock: a pending request of the bot would block the merge (gitea.md, finding 11).
func TestYellowThenGreenIsNoDeadlock(t *testing.T) {
	w := newGate(t, "approval", "", heads(code("return 1 / x"), code("return x")), risky, about)
	w.pull.RequestReview("author", "bob")
	w.run()
	w.pushTo("next", false)
	if r := w.run(); r.exit != 0 || w.reviews() != "bob REQUEST_REVIEW, bot APPROVED" {
		t.Errorf("exit %d, reviews %q: the request of the author must stay, that of the bot must go\n%s", r.exit, w.reviews(), r.stderr)
	}
}

func TestADismissedApprovalIsNotRenewedAndANewRequestIsAnswered(t *testing.T) {
	w := newGate(t, "approval", "", commits(nil, codeChange), safe)
	w.run()
	w.written()
	w.pull.RequestReview("author", "bot")
	if r := w.run(); r.exit != 0 || !strings.Contains(w.written(), "POST reviews") {
		t.Errorf("asked again: exit %d, reviews %q", r.exit, w.reviews())
	}
	w.pull.Dismiss("bot")
	before := w.reviews()
	if r := w.run(); r.exit != 0 || w.reviews() != before || w.written() != "" {
		t.Errorf("dismissed: exit %d, reviews %q", r.exit, w.reviews())
	}
	w.pull.RequestReview("author", "bot") // a wish for a review, although somebody dismissed the last one
	if r := w.run(); r.exit != 0 || w.reviews() != "bot APPROVED" {
		t.Errorf("dismissed and asked again: exit %d, reviews %q", r.exit, w.reviews())
	}
}

// TestHeadsThatCouldComeBackLoseTheirGreenGate is the attack of gitea.md, finding 12: an ORANGE head with a green gate,
// a GREEN one on top that the bot approves, and the ORANGE one forced back under the approval.
func TestHeadsThatCouldComeBackLoseTheirGreenGate(t *testing.T) {
	w := newGate(t, "approval", "", heads(code("return 1 / x"), code("return x")), risky, about)
	w.gitea.StartAt(time.Now().Add(-time.Hour))
	w.run()
	w.passed()
	evil := w.pull.HeadSHA()
	w.pushTo("next", false)
	if r := w.run(); r.exit != 0 || !strings.Contains(w.reviews(), "bot APPROVED") {
		t.Fatalf("exit %d, reviews %q\n%s", r.exit, w.reviews(), r.stderr)
	}
	if got := w.gateOf(evil); got != "failure" {
		t.Errorf("the gate of the older head is %q", got)
	}
	if got := w.gateOf(w.pull.HeadSHA()); got != "" {
		t.Errorf("the gate of the approved head was touched: %q", got)
	}
}

func TestHeadsOfOtherPRsLoseTheirGreenGateToo(t *testing.T) {
	for name, between := range map[string]func(w *world){
		"nothing changed":   func(*world) {},
		"the key changed":   func(w *world) { w.t.Setenv("WERKREVISOR_STATE_KEY", strings.Repeat("n", 40)) },
		"the token changed": func(w *world) { w.t.Setenv("GITEA_BOT_TOKEN", w.gitea.Token("bot")) },
		"somebody made a failed run of it": func(w *world) {
			c := w.other.Comments()[0]
			w.other.EditComment(c.ID, strings.Replace(c.Body, "<!-- werkrevisor:", "<!-- werkrevisor-error:", 1))
		},
		"somebody made it green": func(w *world) {
			c := w.other.Comments()[0]
			w.other.EditComment(c.ID, strings.ReplaceAll(c.Body, "ORANGE", "GREEN"))
		},
	} {
		t.Run(name, func(t *testing.T) { otherPR(t, between) })
	}
}

func otherPR(t *testing.T, between func(w *world)) {
	list := append(commits(nil, codeChange), fake.Commit{Branch: "evil", From: "main", Files: map[string]fake.File{"src/a.go": {Data: code("return 1 / x")["src/a.go"] + "// evil\n"}}})
	w := newGate(t, "approval", "", list, risky, about)
	w.gitea.StartAt(time.Now().Add(-time.Hour))
	other, err := w.pull.Repo().AddPull(fake.NewPull{Number: 8, Title: "Evil", Author: "author", Base: "main", Head: "evil"})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("WERKATOR_PR_NUMBER", "8")
	t.Setenv("WERKATOR_PR_HEAD_SHA", other.HeadSHA())
	if r := w.run(); r.exit != 0 || r.usage.Verdict != "ORANGE" {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	w.pull.Repo().SetStatus("human", fake.Status{SHA: other.HeadSHA(), Context: "ai-review/gate", State: "success"})
	t.Setenv("WERKATOR_PR_NUMBER", "7")
	w.head()
	// While the other PR is open on its head, its gate is its own matter.
	if r := w.run(); r.exit != 0 || w.gateOf(other.HeadSHA()) != "success" {
		t.Errorf("exit %d, gate %q", r.exit, w.gateOf(other.HeadSHA()))
	}
	other.SetState("author", "closed")
	w.other = other
	between(w)
	w.model.Script(about, about)
	w.pull.RequestReview("author", "bot") // so that the bot approves again
	if r := w.run(); r.exit != 0 || w.gateOf(other.HeadSHA()) != "failure" {
		t.Errorf("exit %d, gate %q\n%s", r.exit, w.gateOf(other.HeadSHA()), r.stderr)
	}
	w.model.Script()
}

func TestWithoutALookAtOtherHeadsTheBotDoesNotApprove(t *testing.T) {
	w := newGate(t, "approval", "", commits(nil, codeChange), safe)
	w.gitea.Inject(fake.Fault{Method: "GET", Path: "/issues/comments", After: 2, Status: 500, Body: "{}"})
	if r := w.run(); r.exit != 30 || r.codes() != "read_failed" || w.reviews() != "" {
		t.Errorf("exit %d, codes %q, reviews %q", r.exit, r.codes(), w.reviews())
	}
}
