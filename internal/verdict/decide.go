package verdict

import (
	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// Proof says why a change may count as reviewed. Without a proof nothing is GREEN (product.md 1, promise 1).
type Proof string

// The proofs.
const (
	NoProof      Proof = ""
	ByModel      Proof = "model"      // a model answered, and every changed line was in its prompt
	ByMechanics  Proof = "mechanical" // whitespace and imports only, no call needed
	ByJudgedDocs Proof = "documents"  // mode classifier: docs only, and all of them judged
	ByState      Proof = "state"      // an earlier review of this head, authenticated, is taken over
)

const unreviewed = "no model reviewed this change, so a human must look at it"

// Input is everything that a decision depends on.
type Input struct {
	Change  pr.Change
	Reasons []Reason
	Proof   Proof
	Gate    config.Gate
	// ClassifierRed is the host's switch [classifier] allow_red.
	ClassifierRed bool
	// Reused says that the result stands on the PR already: it is not written again.
	Reused bool
	// Odd are the bot's comments with a result of this head whose state does not fit them: one of them is edited,
	// and the others are deleted.
	Odd []int64
	// Refused are the human reviewers whom the server did not let this run ask.
	Refused []string
	// Keep says that the PR has a result of this head that a later run can take over.
	Keep bool
	// Conflict says that the server refused to schedule the merge, because the change conflicts with the base.
	Conflict bool
}

// Decision is the verdict and a plan of what to do on the server, as data: nothing has been done yet.
type Decision struct {
	Level   Level
	Reasons []Reason // worst first, caps applied
	// Exit is the exit code if every action succeeds. WouldExit is the one without [gate] observe.
	Exit, WouldExit int
	Observe         bool
	// ApprovedBy is the human whose approval of exactly this head opens the gate; empty: none counts, or none is needed.
	ApprovedBy string
	// Notes say why something is not done that the configuration asks for.
	Notes   []string
	Actions []Action
	// Basis is what was decided about, so that an evidence record can tell it.
	Basis Input
}

// Decide folds the reasons into a verdict; it is pure.
//
// The worst reason decides. GREEN needs a proof; a change without one has at least the reason no_model_review.
func Decide(in Input) Decision {
	reasons := in.Reasons
	if len(reasons) == 0 && in.Proof == NoProof {
		reasons = []Reason{{System, Yellow, "no_model_review", unreviewed, ""}}
	}
	d := Decision{Reasons: sorted(reasons, in.ClassifierRed), Observe: in.Gate.Observe, Basis: in}
	for _, r := range d.Reasons {
		d.Level = max(d.Level, r.Level)
	}
	d.WouldExit = d.Level.Exit()
	if (d.Level == Yellow || d.Level == Orange) && !d.Has("base_not_allowed") {
		if d.ApprovedBy = ApprovedBy(in.Change, in.Gate); d.ApprovedBy != "" || held(in, d) {
			d.WouldExit = Green.Exit()
		}
	}
	d.Notes = notes(in, d)
	d.Exit = d.WouldExit
	if d.Observe && d.Level != Error && !d.Has("base_not_allowed") {
		d.Exit = Green.Exit()
	}
	d.Actions = actions(in, d)
	return d
}

// held reports whether the server keeps the change out until a human approves it, so that the gate can let it through:
// the lock is visible and not open already, a request failed nowhere, and somebody can be asked (product.md 11).
func held(in Input, d Decision) bool {
	return foreign(in.Change) == "" && in.Gate.YellowGate != Block && in.Gate.YellowGate != "" && in.Change.Lock.Holds() &&
		!d.Has("request_failed") && len(MayApprove(in)) > 0
}

// Has reports whether the decision has a reason with the code.
func (d Decision) Has(code string) bool {
	for _, r := range d.Reasons {
		if r.Code == code {
			return true
		}
	}
	return false
}
