package deep

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// flagCodes are the reason codes of the attention flags, in the order in which they are shown.
var flagCodes = []string{"attention_migration", "attention_auth", "attention_money", "attention_secrets", "attention_guard", "attention_decision"}

// raise adds flags of a model. It may only add: a flag with an unknown word is still a flag.
func (e *engine) raise(list []attention, by string) {
	for _, a := range list {
		code := "attention_" + strings.ToLower(strings.TrimSpace(a.Flag))
		if !slices.Contains(flagCodes, code) {
			code = "attention_decision"
		}
		e.out.Flags = append(e.out.Flags, review.Flag{Code: code, Text: a.Text, By: by})
	}
}

// flagByCode adds the flags that code sets.
func (e *engine) flagByCode(f facts) {
	add := func(code, what string, files []string) {
		if len(files) > 0 {
			e.out.Flags = append(e.out.Flags, review.Flag{Code: code, Text: what + ": " + verdict.Examples(files), By: "code"})
		}
	}
	add("attention_migration", "a destructive migration", f.destroys)
	add("attention_auth", "authentication or authorization", f.auth)
}

// maxQuestions is how many questions the report keeps.
const maxQuestions = 20

// question keeps the questions about files of the change.
func (e *engine) question(list []review.Question) {
	for _, q := range list {
		known := slices.ContainsFunc(e.in.Change.Files, func(f pr.File) bool { return f.Path == q.File })
		if known && q.Text != "" && len(e.out.Questions) < maxQuestions {
			e.out.Questions = append(e.out.Questions, q)
		}
	}
}

// fold is stage 11. It is the only place that turns the parts of the review into findings and reasons, and it asks nobody.
func (e *engine) fold(list []finding.Finding, left []verdict.Reason) ([]finding.Finding, []verdict.Reason) {
	list = e.settle(list)
	for i := range list {
		f := &list[i]
		f.Severity = folded(*f, e.in.Config.Deep.Rigor)
		f.Cleared = f.Verification.Outcome == finding.False && e.in.Config.Deep.RefutedCanClear
	}
	list = inOrder(list)
	var rest []verdict.Reason
	if e.objection != "" {
		const says = "the model objects that the change is not of the kind that the rules see"
		rest = append(rest, verdict.Reason{Source: verdict.Model, Level: verdict.Yellow, Code: "change_kind_objection", Text: e.objection, Public: says})
	}
	rest = append(rest, e.flagReasons()...)
	if len(e.out.Faults) > 0 {
		rest = append(rest, verdict.Reason{Source: verdict.System, Level: verdict.Yellow, Code: "deep_fault",
			Text: fmt.Sprintf("%s of the review failed, so a human looks at it: %s", verdict.Count(len(e.out.Faults), "part"), strings.Join(e.out.Faults, "; "))})
	}
	return list, append(rest, left...)
}

// folded is the severity under the quality bar (deep.md, "Configuration"). A high finding is never folded.
func folded(f finding.Finding, rigor string) finding.Severity {
	category := strings.ToLower(f.Category)
	switch {
	case f.Severity == finding.High || rigor == "production":
		return f.Severity
	case rigor == "prototype" && category != "convention":
		return f.Severity
	}
	return finding.Low
}

// inOrder sorts worst first, and puts what was merged below the finding that leads.
func inOrder(list []finding.Finding) []finding.Finding {
	slices.SortStableFunc(list, func(a, b finding.Finding) int { return int(b.Severity) - int(a.Severity) })
	below := map[string][]finding.Finding{}
	for _, f := range list {
		if f.MergedInto != "" {
			below[f.MergedInto] = append(below[f.MergedInto], f)
		}
	}
	var sorted []finding.Finding
	for _, f := range list {
		if f.MergedInto == "" {
			sorted = append(append(sorted, f), below[f.ID]...)
			delete(below, f.ID)
		}
	}
	for _, f := range list { // below a leader that is gone, e.g. settled
		if _, open := below[f.MergedInto]; f.MergedInto != "" && open {
			f.MergedInto = ""
			sorted = append(sorted, f)
		}
	}
	return sorted
}

// settle takes out what an earlier review of this PR refuted, where the cited line did not change since and this review
// refutes it, too: it is named, with the head that settled it, and not raised again. A finding that holds now, or that
// nobody refuted now, is a new one. Unless the host lets a refutation clear a finding, it stays among the refuted ones and
// counts as they do: a push must not make it count less.
func (e *engine) settle(list []finding.Finding) []finding.Finding {
	if e.in.Settled == nil {
		return list
	}
	heads := e.in.Settled(list)
	var open []finding.Finding
	for i, f := range list {
		head, ok := heads[i]
		settled := ok && f.Verification.Outcome == finding.False
		if settled {
			e.out.Settled = append(e.out.Settled, review.Settled{Finding: f, Head: head})
		}
		if !settled || !e.in.Config.Deep.RefutedCanClear {
			open = append(open, f)
		}
	}
	return open
}

// flagReasons gives one reason for each kind of flag. The words of a model do not go into logs.
func (e *engine) flagReasons() []verdict.Reason {
	var list []verdict.Reason
	for _, code := range flagCodes {
		var texts, by []string
		for _, f := range e.out.Flags {
			if f.Code == code {
				texts = append(texts, f.Text)
				if !slices.Contains(by, f.By) {
					by = append(by, f.By)
				}
			}
		}
		if len(texts) == 0 {
			continue
		}
		what := flagWords[code]
		list = append(list, verdict.Reason{Source: verdict.Model, Level: verdict.Yellow, Code: code,
			Text:   fmt.Sprintf("%s, so a human looks at it: %s", what, verdict.Examples(texts)),
			Public: fmt.Sprintf("%s, so a human looks at it (raised by %s)", what, strings.Join(by, ", "))})
	}
	return list
}

var flagWords = map[string]string{
	"attention_migration": "the change holds a destructive migration",
	"attention_auth":      "the change touches authentication or authorization",
	"attention_money":     "the change touches the movement of money or the computation of amounts",
	"attention_secrets":   "the change touches secrets, keys or cryptography",
	"attention_guard":     "the change removes a guard that may be tied to a past incident",
	"attention_decision":  "the change may contradict a recorded decision",
}
