package deep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// Run reviews the change in the stages of deep.md, in their order. An error is of type *model.Error where it is no failure
// of the program or the end of the run; the result then still has what is known.
func Run(ctx context.Context, d Deps, in review.Input) (result review.Result, err error) {
	e := newEngine(d, in)
	defer func() { e.report(&result) }()
	f := e.gather(ctx)
	e.lint(ctx, &f)
	areas := e.divide(f)
	if result.Plan, result.Reasons = e.planned(f, areas); len(result.Reasons) > 0 || ctx.Err() != nil {
		return result, ctx.Err()
	}
	if err := e.payable(ctx, result.Plan, &result.Usage); err != nil {
		return result, err
	}
	worklist := e.scan(ctx, f, areas)
	areas = e.refine(ctx, f, areas)
	all, others, err := e.look(ctx, f, areas, worklist)
	if err != nil {
		return result, err
	}
	list, err := e.collect(&result, all)
	if err != nil {
		return result, err
	}
	list = append(append(list, others...), e.linted(f)...)
	e.flagByCode(f)
	list = e.synthesize(ctx, f, all, duplicatesOut(list))
	if list, err = e.verify(ctx, list); err != nil {
		return result, err
	}
	list = e.suggest(ctx, list)
	if ctx.Err() != nil {
		return result, ctx.Err()
	}
	result.Findings, result.Rest = e.fold(list, result.Rest)
	result.Complete, result.Deep = true, e.out
	return result.WithFindings(result.Findings, in.Config.Review), nil
}

// Plan says what a review would take: facts, areas, tokens and the worst case. It asks no model.
func Plan(ctx context.Context, d Deps, in review.Input) (result review.Result, err error) {
	e := newEngine(d, in)
	f := classified(in)
	areas := e.divide(f)
	result.Plan, result.Reasons = e.planned(f, areas)
	for _, a := range areas {
		e.out.Areas = append(e.out.Areas, review.Area{Name: a.name, Files: a.files})
	}
	e.report(&result)
	return result, ctx.Err()
}

// report puts what is known into the result, also after a failure.
func (e *engine) report(result *review.Result) {
	if result.Deep == nil {
		result.Deep = e.out
	}
	for _, s := range e.out.Stages {
		result.Usage.Add(s.Usage)
	}
	if result.Model == "" {
		result.Model = e.in.Config.Model.ID
	}
	result.Summary = e.out.Walkthrough
}

// payable looks at the sum that one PR may cost, and once at the budget of each key.
func (e *engine) payable(ctx context.Context, plan model.Plan, usage *model.Usage) error {
	if most := e.in.Config.Budget.MaxUSDPerPR; most > 0 && e.in.SpentUSD+plan.WorstCaseUSD > most {
		return &model.Error{Code: "budget", Text: fmt.Sprintf("%s, and this one may cost %.4f USD: "+
			"together more than [budget] max_usd_per_pr = %g; raise it, or a human reviews the PR", review.Spent(e.in.SpentUSD, e.in.Lost), plan.WorstCaseUSD, most)}
	}
	type account struct{ endpoint, key string }
	seen := map[account]bool{}
	look := func(m config.Model) (remaining *float64, asked bool, err error) {
		if seen[account{m.BaseURL, m.APIKeyEnv}] {
			return nil, false, nil
		}
		seen[account{m.BaseURL, m.APIKeyEnv}] = true
		m.Fallback = nil
		return e.Model(m).KeyBudget(ctx)
	}
	chains := Chains(e.in.Config)
	for i, head := range chains {
		remaining, asked, err := look(head)
		if err != nil {
			return err
		}
		if i == 0 && asked {
			usage.KeyBefore = remaining
		}
	}
	for _, head := range chains {
		for _, m := range head.Fallback {
			_, _, err := look(m)
			var failed *model.Error
			if errors.As(err, &failed) && failed.Code != "budget" {
				e.note("the budget of the key for %s could not be read: %s", m.ID, failed.Text) // it may never be asked
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}

// collect folds the reports of the areas in their order. An area that nobody reviewed is an error: its lines are not
// covered (deep.md, "Faults").
func (e *engine) collect(result *review.Result, all []reviewed) ([]finding.Finding, error) {
	var list []finding.Finding
	var open, models []string
	for _, r := range all {
		for _, text := range r.faults {
			e.fault("area %s: %s", r.name, text)
		}
		for _, text := range r.notes {
			e.note("area %s: %s", r.name, text)
		}
		found := e.checked(r)
		list = append(list, found...)
		one := review.Area{Name: r.name, Files: r.files, Rounds: r.rounds, Findings: len(found)}
		if r.ok {
			one.Model = r.model
			for _, name := range sectionNames {
				one.Sections = append(one.Sections, review.Section{Name: name, Text: r.report.sections[name]})
			}
			if !slices.Contains(models, r.model) {
				models = append(models, r.model)
			}
		} else {
			open = append(open, fmt.Sprintf("%s (%s)", r.name, strings.Join(r.faults, "; ")))
		}
		e.out.Areas = append(e.out.Areas, one)
		e.raise(r.report.attention, "area "+r.name)
		e.question(r.questions())
		result.Rest = append(result.Rest, r.left...)
		result.Masked += r.masked
		result.Ledger.Files = append(result.Ledger.Files, r.ledger.Files...)
	}
	result.Model = strings.Join(models, ", ")
	result.Findings = list
	if len(open) > 0 {
		return list, &model.Error{Code: "coverage", Text: fmt.Sprintf("nobody reviewed %s of the change, also not in a second attempt: %s",
			verdict.Count(len(open), "area"), verdict.Examples(open))}
	}
	result.Rest = onePerCause(result.Rest)
	return list, nil
}

// onePerCause keeps one of several equal reasons that different areas gave.
func onePerCause(list []verdict.Reason) []verdict.Reason {
	var kept []verdict.Reason
	seen := map[string]bool{}
	for _, r := range list {
		if !seen[r.Code+r.Text] {
			seen[r.Code+r.Text] = true
			kept = append(kept, r)
		}
	}
	return kept
}

// linted are the findings of linters at changed lines. What a linter says of older lines is not of this change.
func (e *engine) linted(f facts) []finding.Finding {
	list := review.CheckFindings(e.lintFindings(f), review.Prompt{Files: paths(f.files)}, e.in.Change)
	return slices.DeleteFunc(list, func(x finding.Finding) bool { return x.PreExisting && x.Severity != finding.High })
}

// duplicatesOut leaves out what two areas report in exactly the same words about the same lines; the worse one stays.
// What code found is no duplicate of what a model says.
func duplicatesOut(list []finding.Finding) []finding.Finding {
	type place struct {
		source     finding.Source
		file       string
		side       finding.Side
		start, end int
		words      string
	}
	at := map[place]int{}
	var kept []finding.Finding
	for _, f := range list {
		key := place{f.Source, f.File, f.Side, f.Start, f.End, strings.Join([]string{f.Quote, f.Title, f.Body, f.Scenario, f.Category, f.Unverified}, "\x00")}
		if i, ok := at[key]; ok {
			if f.Severity > kept[i].Severity {
				kept[i] = f
			}
			continue
		}
		at[key] = len(kept)
		kept = append(kept, f)
	}
	return kept
}
