package deep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

const (
	findingsPerCall = 5   // findings of one file that are verified together
	maxVerified     = 100 // findings that are verified; a model that reports thousands must not cost thousands of calls
	maxAround       = 300 // lines of the file around a finding that its verification sees
)

// check is one call of the verification: findings of one file.
type check struct {
	at     []int // in the list of findings
	strand *strand
	got    map[string]finding.Verification
	err    error
}

// verify is stage 10: each finding of high or medium severity in a fresh context, which sees the finding and the code but
// not who wrote it. What fails is a fault, and the finding counts as if nobody had doubted it.
func (e *engine) verify(ctx context.Context, list []finding.Finding) ([]finding.Finding, error) {
	stage := review.Stage{Name: stageVerification}
	began := e.Clock()
	list = slices.Clone(list)
	checks, beyond := checksOf(list)
	if !e.in.Config.Deep.Verify {
		checks = nil
		e.note("findings were not verified ([deep] verify = false)")
	}
	if len(checks) == 0 {
		return list, nil
	}
	for _, c := range checks { // in the order of the findings, so that the worst ones are paid first
		c.strand = e.strand(stageVerification, e.askers[stageVerification].Plan(e.verifyRequest(c, list)).WorstCaseUSD)
	}
	err := e.parallel(len(checks), func(i int) {
		checks[i].ask(ctx, e, list)
		e.progress(fmt.Sprintf("verified %s", verdict.Count(len(checks[i].at), "finding")))
	})
	for _, c := range checks {
		e.close(&stage, c.strand)
		c.again(ctx, e, list, &stage)
		if c.err != nil {
			e.fault("the verification of %s failed: %s", placesOf(list, c.at), words(c.err))
			continue
		}
		for _, i := range c.at {
			list[i].Verification = e.proven(ctx, c.got[list[i].ID])
		}
	}
	if beyond > 0 {
		e.fault("only the first %d findings were verified; %s more were not", maxVerified, verdict.Count(beyond, "finding"))
	}
	stage.Note = tally(list)
	e.done(stage, began)
	return list, err
}

// checksOf groups the findings to verify by file, at most findingsPerCall in one. What code found is not verified:
// linters and the sweep name facts.
func checksOf(list []finding.Finding) (checks []*check, beyond int) {
	open := map[string]*check{}
	n := 0
	for i, f := range list {
		if f.Severity == finding.Low || f.Source == finding.FromLinter || f.Source == finding.FromSweep {
			continue
		}
		if n++; n > maxVerified {
			beyond++
			continue
		}
		c := open[f.File]
		if c == nil || len(c.at) == findingsPerCall {
			c = &check{}
			open[f.File] = c
			checks = append(checks, c)
		}
		c.at = append(c.at, i)
	}
	return checks, beyond
}

// ask asks once. It changes nothing but the check.
func (c *check) ask(ctx context.Context, e *engine, list []finding.Finding) {
	c.got = nil
	_, c.err = c.strand.ask(ctx, e.verifyRequestWith(c, list, func(got map[string]finding.Verification) { c.got = got }))
	for id, v := range c.got {
		v.Model = strings.Join(c.strand.models, ", ")
		c.got[id] = v
	}
}

// again asks once more after a fault, if there is money left (deep.md, stage 10). It runs after all others, in a fixed order.
func (c *check) again(ctx context.Context, e *engine, list []finding.Finding, stage *review.Stage) {
	if c.err == nil || errors.Is(c.err, errTooLong) || ctx.Err() != nil {
		return
	}
	c.strand = e.strand(stageVerification, e.money.left)
	c.ask(ctx, e, list)
	e.close(stage, c.strand)
}

func (e *engine) verifyRequest(c *check, list []finding.Finding) model.Request {
	return e.verifyRequestWith(c, list, func(map[string]finding.Verification) {})
}

func (e *engine) verifyRequestWith(c *check, list []finding.Finding, take func(map[string]finding.Verification)) model.Request {
	var some []finding.Finding
	ids := map[string]bool{}
	for _, i := range c.at {
		some = append(some, list[i])
		ids[list[i].ID] = true
	}
	prompt := e.aboutFindings(promptVerification, some)
	return model.Request{System: prompt.System, User: prompt.User, Schema: schema("verification"), Check: func(text string) error {
		got, err := parseVerdicts(text, ids)
		if err == nil {
			take(got)
		}
		return err
	}}
}

// aboutFindings is a prompt with findings of one file, its diff, and its text around them: a fresh context.
func (e *engine) aboutFindings(system string, some []finding.Finding) review.Prompt {
	in := e.part([]string{some[0].File})
	in.Hints, in.Change.Context = nil, nil
	d := review.NewDraft(in)
	writeFindings(d, some)
	d.Masks()
	d.Diff()
	for _, f := range in.Change.Files {
		e.around(d, f, some)
	}
	return d.Finish(system)
}

// around shows the new version of the file near the findings.
func (e *engine) around(d *review.Draft, f pr.File, some []finding.Finding) {
	if f.New.State != pr.Read {
		return
	}
	lines := strings.Split(strings.TrimSuffix(d.Masked(f.Path, f.New.Body), "\n"), "\n")
	first, last := len(lines), 1
	for _, one := range some {
		first, last = min(first, one.Start-maxAround/2), max(last, one.End+maxAround/2)
	}
	first = min(max(1, first), len(lines))
	last = min(max(first, last), len(lines), first+findingsPerCall*maxAround)
	d.Block(fmt.Sprintf("lines %d to %d of %s at the head", first, last, review.Quote(f.Path)), func() {
		d.Numbered(first, strings.Join(lines[first-1:last], "\n"))
	})
}

// parseVerdicts reads the verdicts. Every asked finding must have one; of two for one finding the worse for the refutation counts.
func parseVerdicts(text string, ids map[string]bool) (map[string]finding.Verification, error) {
	var w struct {
		Verdicts *[]struct {
			ID       string          `json:"id"`
			Verdict  finding.Outcome `json:"verdict"`
			Reason   string          `json:"reason"`
			Evidence []struct {
				File  string  `json:"file"`
				Line  float64 `json:"line"`
				Quote string  `json:"quote"`
			} `json:"evidence"`
		} `json:"verdicts"`
	}
	if err := decode(text, &w); err != nil {
		return nil, err
	}
	if w.Verdicts == nil {
		return nil, errors.New("verdicts is missing")
	}
	got := map[string]finding.Verification{}
	for _, v := range *w.Verdicts {
		if v.Verdict != finding.True && v.Verdict != finding.False && v.Verdict != finding.Unsure {
			return nil, errors.New("a verdict is none of TRUE, FALSE and UNSURE")
		}
		one := finding.Verification{Outcome: v.Verdict, Reason: v.Reason}
		for _, ev := range v.Evidence {
			line := 0
			if ev.Line >= 1 && ev.Line < 1<<31 {
				line = int(ev.Line)
			}
			one.Evidence = append(one.Evidence, finding.Evidence{File: ev.File, Line: line, Quote: ev.Quote})
		}
		if old, twice := got[v.ID]; ids[v.ID] && (!twice || old.Outcome == finding.False) {
			got[v.ID] = one
		}
	}
	if len(got) < len(ids) {
		return nil, fmt.Errorf("%s have no verdict", verdict.Count(len(ids)-len(got), "finding"))
	}
	return got, nil
}

// tally counts the outcomes.
func tally(list []finding.Finding) string {
	count := map[finding.Outcome]int{}
	for _, f := range list {
		count[f.Verification.Outcome]++
	}
	return fmt.Sprintf("%d hold, %d refuted, %d unsure", count[finding.True], count[finding.False], count[finding.Unsure])
}

// placesOf names findings by their places.
func placesOf(list []finding.Finding, at []int) string {
	names := make([]string, len(at))
	for n, i := range at {
		names[n] = list[i].ID
	}
	return verdict.Examples(names)
}
