package evidence

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/verdict"
)

// Replay decides again from what the decision was made of, and names every difference to the recorded decision; none:
// it is the same. It needs no network, no model and no configuration.
func (r Record) Replay() []string {
	again := decision(verdict.Decide(r.Basis.input()))
	list := differences(r.Decision, again)
	for _, result := range r.Rules.Results { // what a rule found must have counted, unless a result was taken over as a whole
		for _, reason := range result.Reasons {
			if !r.Run.Reused && !r.failed() && !slices.Contains(r.Basis.Reasons, reason) {
				list = append(list, fmt.Sprintf("the rule %s gave %s %s, which the decision did not get", result.Rule, reason.Level, reason.Code))
			}
		}
	}
	return list
}

// failed reports whether the run ended with an ERROR of the system, which may stand in the place of other reasons.
func (r Record) failed() bool {
	return slices.ContainsFunc(r.Basis.Reasons, func(x Reason) bool { return x.Source == string(verdict.System) && x.Level == verdict.Error.String() })
}

// differences compares a recorded decision with one that was made again. The actions are no part of it: they depend on
// what other runs wrote meanwhile.
func differences(was, is Decision) []string {
	var list []string
	compare := func(what string, a, b any) {
		if x, y := fmt.Sprint(a), fmt.Sprint(b); x != y {
			list = append(list, fmt.Sprintf("%s: recorded %q, decided again %q", what, x, y))
		}
	}
	compare("verdict", was.Verdict, is.Verdict)
	compare("exit code", was.Exit, is.Exit)
	compare("exit code without observe", was.WouldExit, is.WouldExit)
	compare("observe", was.Observe, is.Observe)
	compare("approval", was.ApprovedBy, is.ApprovedBy)
	compare("status", was.Status.State+" "+was.Status.Description, is.Status.State+" "+is.Status.Description)
	compare("status context", was.Status.Context, is.Status.Context)
	compare("notes", strings.Join(was.Notes, "; "), strings.Join(is.Notes, "; "))
	compare("number of reasons", len(was.Reasons), len(is.Reasons))
	for i := range min(len(was.Reasons), len(is.Reasons)) {
		compare(fmt.Sprintf("reason %d", i+1), words(was.Reasons[i]), words(is.Reasons[i]))
	}
	return list
}

func words(r Reason) string {
	return fmt.Sprintf("%s %s (%s): %s", r.Level, r.Code, r.Source, r.Text)
}
