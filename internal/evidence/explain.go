package evidence

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/verdict"
)

// Explain tells a person what the run saw and why it decided so, as plain text of at most 100 columns where words allow.
func (r Record) Explain() string {
	p := &page{}
	r.explainRun(p)
	r.explainVerdict(p)
	r.Run.Memory.explain(p)
	r.explainRules(p)
	r.explainCalls(p)
	r.explainFindings(p)
	r.explainClassifier(p)
	r.explainCoverage(p)
	r.explainActions(p)
	return p.out.String()
}

func (r Record) explainRun(p *page) {
	run := r.Run
	name := or(run.Repository, "unknown repository")
	if run.PR > 0 {
		name += fmt.Sprintf(" PR %d", run.PR)
	}
	p.line(0, "%s: %s, exit %d", name, r.Decision.Verdict, r.Decision.Exit)
	p.out.WriteByte('\n')
	p.line(0, "run of werkrevisor %s, mode %s, started %s, %.3f seconds", run.Program, or(run.Mode, "unknown"), run.Started, run.Seconds)
	p.line(0, "head       %s %s", or(run.Head, "unknown"), run.HeadRef)
	p.line(0, "base       %s %s", or(run.Base, "unknown"), run.BaseRef)
	p.line(0, "merge base %s", or(run.MergeBase, "unknown"))
	p.line(0, "config     %s; host config from %s", or(run.ConfigSources, "unknown"), or(run.HostConfig, "unknown"))
	p.line(0, "SHA-256 of the config %s", or(run.ConfigSHA256, "unknown"))
	p.line(0, "SHA-256 of the diff   %s", run.DiffSHA256)
	if run.Reused {
		p.line(0, "an earlier result of this commit was taken over; that run's record has its details")
	}
	for _, note := range run.Notes {
		p.line(0, "note: %s", note)
	}
	if r.Source != nil {
		p.line(0, "this record holds source: [output] artifacts allows it")
	}
}

// explainVerdict names the reasons that decide, and what the verdict would be without them.
func (r Record) explainVerdict(p *page) {
	d := r.Decision
	p.title("Why " + d.Verdict)
	if len(d.Reasons) == 0 {
		p.line(0, "No reason speaks against the change, and the proof of a review is there (%s).", proofs[verdict.Proof(r.Basis.Proof)])
	}
	var deciding []int
	for i, reason := range d.Reasons {
		p.line(0, "%-6s %s (%s): %s", reason.Level, reason.Code, reason.Source, reason.Text)
		if reason.Level == d.Verdict {
			deciding = append(deciding, i)
		}
	}
	for _, i := range deciding {
		p.line(0, "Without %s it would be %s.", d.Reasons[i].Code, r.without(d.Reasons[i]))
	}
	if len(deciding) > 1 {
		var all []Reason
		for _, i := range deciding {
			all = append(all, d.Reasons[i])
		}
		p.line(0, "Without all %d reasons of this level it would be %s.", len(all), r.without(all...))
	}
	p.line(0, "Proof of a review: %s.", or(proofs[verdict.Proof(r.Basis.Proof)], "unknown"))
	switch {
	case d.ApprovedBy != "":
		p.line(0, "Exit %d, because %s approved exactly this commit.", d.Exit, d.ApprovedBy)
	case d.Observe:
		p.line(0, "Exit %d, because [gate] observe = true; without it %d.", d.Exit, d.WouldExit)
	case d.Exit == 0 && d.Verdict != verdict.Green.String():
		p.line(0, "Exit 0, because the protection of the base branch holds the change until a human approves it ([gate] yellow_gate = %s).", r.Basis.Gate.YellowGate)
	}
	for _, note := range d.Notes {
		p.line(0, "Note: %s.", note)
	}
}

// proofs say in words why a change counts as reviewed.
var proofs = map[verdict.Proof]string{
	verdict.NoProof:      "none, so the change cannot be GREEN",
	verdict.ByModel:      "a model answered, and every changed line was in its prompt",
	verdict.ByMechanics:  "only whitespace and imports changed, which the rules prove",
	verdict.ByJudgedDocs: "only documents changed, and the classifier judged all of them",
	verdict.ByState:      "an earlier review of this commit, authenticated by its state",
}

// without is the verdict and exit code that the run would have had without some reasons.
func (r Record) without(gone ...Reason) string {
	in := r.Basis.input()
	var left []verdict.Reason
	for i, reason := range given(r.Basis.Reasons) {
		same := func(g Reason) bool { return g.Code == r.Basis.Reasons[i].Code && g.Text == r.Basis.Reasons[i].Text }
		if !slices.ContainsFunc(gone, same) {
			left = append(left, reason)
		}
	}
	in.Reasons = left
	d := verdict.Decide(in)
	return fmt.Sprintf("%s, exit %d", d.Level, d.Exit)
}

// layer is where a value of the configuration comes from.
func (r Record) layer(key string) string {
	section, names, _ := strings.Cut(key, "] ")
	var found []string
	for name := range strings.SplitSeq(names, ", ") { // a rule may name two keys of a section
		for _, s := range r.Config {
			if s.Key == section+"] "+name && !slices.Contains(found, s.Layer) {
				found = append(found, s.Layer)
			}
		}
	}
	return or(strings.Join(found, ", "), "unknown layer")
}

func (r Record) explainRules(p *page) {
	p.title("Rules")
	if len(r.Rules.Results) == 0 {
		p.line(0, "No rule was applied.")
	}
	for _, result := range r.Rules.Results {
		said := "nothing"
		for i, reason := range result.Reasons {
			if i == 0 {
				said = ""
			} else {
				said += ", "
			}
			said += reason.Level + " " + reason.Code
		}
		p.line(0, "%s: %s", result.Rule, said)
		for _, input := range result.Inputs {
			if input.Key == "" {
				p.line(4, "%s: %s", input.Name, or(input.Value, "none"))
				continue
			}
			p.line(4, "%s: %s; %s = %s (%s)", input.Name, or(input.Value, "none"), input.Key, or(input.Limit, "(empty)"), r.layer(input.Key))
		}
	}
	if len(r.Rules.Stopped) > 0 {
		p.line(0, "Kept from classifier and model by: %s", strings.Join(r.Rules.Stopped, ", "))
	}
}
