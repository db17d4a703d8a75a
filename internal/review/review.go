// Package review is the single-prompt engine, and what every engine returns.
//
// It builds the prompt and keeps a ledger of what it wrote, asks the model, and checks the answer against the change.
// The model can only make a verdict worse: a missing, odd or lazy answer is a reason, never silence.
package review

import (
	"context"
	"fmt"
	"slices"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// Input is what an engine gets. The change is labelled.
type Input struct {
	Change pr.Change
	Config config.Config
	Hints  []finding.Hint
	// Nonce is random per run and stands in every delimiter of the prompt, so that no text of the PR can forge one.
	Nonce string
	// Focus is what the caller of a local or dry run wants the review to look hardest at; never a text of the PR.
	Focus string
	// Settled finds, by their index, the findings that an earlier review of this PR refuted and whose cited line did not
	// change since, each with the head of that review (deep.md, "Settled decisions"). Nil: there is none.
	Settled func([]finding.Finding) map[int]string
	// SpentUSD is what earlier reviews of this PR cost (product.md 5, max_usd_per_pr).
	SpentUSD float64
	// Lost is how many earlier reviews are among them whose comments are gone; each counts with its worst case.
	Lost int
}

// Result is what every engine returns.
type Result struct {
	// Complete says that a model gave a valid answer, and that every changed line was in the prompt that it answered.
	Complete bool
	Findings []finding.Finding // worst first
	Reasons  []verdict.Reason
	Summary  string // the model's own words: untrusted
	Plan     model.Plan
	Usage    model.Usage
	Model    string // the model that answered
	Ledger   Ledger
	Masked   int // lines of the prompt in which a secret is hidden

	// What the answer of the single prompt says besides its findings: the files that it confirms, its recommendation if it is
	// one of those that it was asked for, and whether it objects to the change kind.
	Confirmed      []string
	Recommendation string
	Objects        bool
	// Rest are the reasons that do not come from the findings; WithFindings keeps them.
	Rest []verdict.Reason
	// Deep is what only the deep review tells; nil with the single prompt.
	Deep *Deep
}

// recommendations are the words of the schema; another one is a text of the model.
var recommendations = []string{"safe_to_merge", "merge_with_caution", "changes_required"}

// Run reviews the change with one prompt. An error is of type *model.Error; the result then still has plan and usage.
func Run(ctx context.Context, asker model.Asker, in Input) (Result, error) {
	prompt, result := Plan(asker, in)
	if len(result.Reasons) > 0 {
		return result, nil
	}
	if most := in.Config.Budget.MaxUSDPerPR; most > 0 && in.SpentUSD+result.Plan.WorstCaseUSD > most {
		return result, &model.Error{Code: "budget", Text: fmt.Sprintf("%s, and this one may cost %.4f USD: "+
			"together more than [budget] max_usd_per_pr = %g; raise it, or a human reviews the PR", Spent(in.SpentUSD, in.Lost), result.Plan.WorstCaseUSD, most)}
	}
	if gap := Gap(in, prompt); gap != "" {
		return result, &model.Error{Code: "coverage", Text: gap}
	}
	var answer Answer
	request := prompt.request()
	request.Check = func(text string) (err error) {
		answer, err = ParseAnswer(text)
		return err
	}
	got, err := asker.Ask(ctx, request)
	result.Usage, result.Model = got.Usage, got.Model
	if err != nil {
		return result, err
	}
	result.Findings = CheckFindings(answer.Findings, prompt, in.Change)
	result.Summary = answer.Summary
	missing := map[string]bool{}
	for _, path := range prompt.Unnamed(answer.FilesReviewed) {
		missing[path] = true
	}
	for _, path := range prompt.Files {
		if !missing[path] {
			result.Confirmed = append(result.Confirmed, path)
		}
	}
	if slices.Contains(recommendations, answer.Recommendation) {
		result.Recommendation = answer.Recommendation
	}
	result.Objects = answer.Objects
	result.Rest = append(append(advice(answer), unconfirmed(answer, prompt)...), prompt.Left...)
	result.Complete = true
	return result.WithFindings(result.Findings, in.Config.Review), nil
}

// WithFindings is the result with these findings in the place of its own, and the reasons that follow from them.
// It serves a classifier that marks findings; their number and order must be the same.
func (r Result) WithFindings(findings []finding.Finding, cfg config.Review) Result {
	r.Findings = findings
	own := FindingReasons(findings, cfg)
	r.Reasons = append(own, r.Rest...)
	if r.Deep != nil {
		deep := *r.Deep
		deep.Assessment = assess(own)
		r.Deep = &deep
	}
	return r
}

// Plan builds the prompt and counts it, without asking anybody.
// A prompt that is too long for the model or its budget gives YELLOW and is not sent (seed 000, [budget]).
func Plan(asker model.Asker, in Input) (Prompt, Result) {
	prompt := Build(in)
	result := Result{Plan: asker.Plan(prompt.request()), Ledger: prompt.Ledger, Masked: prompt.Masked}
	tokens, limit := result.Plan.Tokens, result.Plan.Limit
	if tokens.Counted > limit.Tokens {
		result.Reasons = append(result.Reasons, verdict.Reason{
			Source: verdict.System, Level: verdict.Yellow, Code: "too_long_for_model",
			Text: fmt.Sprintf("no AI review: the prompt has %d tokens%s, above the limit of %d (%s); split the PR, or a human reviews it",
				tokens.Counted, tokens.Note(), limit.Tokens, limit.Key),
		})
	}
	return prompt, result
}

// Spent says what earlier reviews of a PR cost, and how many of them nobody can read any more.
func Spent(usd float64, lost int) string {
	text := fmt.Sprintf("earlier reviews of this PR cost %.4f USD", usd)
	if lost > 0 {
		text += fmt.Sprintf(" (%s whose comments are gone with [budget] max_usd_per_review each)", verdict.Count(lost, "result"))
	}
	return text
}
