package run

import (
	"context"
	"fmt"
	"time"

	"werkrevisor/internal/classify"
	"werkrevisor/internal/config"
	"werkrevisor/internal/deep"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/state"
	"werkrevisor/internal/verdict"
)

// The values of [engine] mode (seed 000, "[engine]").
const (
	llm        = "llm"
	classifier = "classifier"
)

// deepReview is the value of [engine] review for the engine of many stages (deep.md).
const deepReview = "deep"

// askable is an error if a model or a classifier must be asked and cannot.
func (r *runner) askable(cfg config.Config) error {
	if cfg.Engine.Mode != classifier {
		if _, err := r.options.Unasked(cfg); err != nil {
			return err
		}
	}
	if cfg.Engine.Mode != llm {
		if _, err := r.options.Unclassified(cfg); err != nil {
			return err
		}
	}
	return nil
}

// ask asks classifier and model, as the mode says and as far as the rules let the change out. What they said is in the
// returned input, also after an error.
func (r *runner) ask(ctx context.Context, in report.Input, before past) (report.Input, []verdict.Reason, verdict.Proof, error) {
	if rules.WithoutModel(in.Change) {
		return in, nil, verdict.ByMechanics, nil
	}
	if rules.NothingToRead(in.Change, in.Config) {
		return in, []verdict.Reason{notReviewed("no file of it has a changed text that a model may read")}, verdict.NoProof, nil
	}
	stopped := ""
	if len(in.Rules.Stopped) > 0 {
		stopped = "the rule " + in.Rules.Stopped[0] + " keeps the change from the model"
	}
	if stopped == "" && before.blocked {
		return in, nil, verdict.NoProof, blockedBy(in.Change)
	}
	var reasons []verdict.Reason
	var err error
	if in.Config.Engine.Mode != llm && stopped == "" {
		if in, reasons, err = r.classify(ctx, in, before); err != nil {
			return in, reasons, verdict.NoProof, err
		}
	}
	if in.Config.Engine.Mode == classifier {
		switch {
		case stopped != "":
			return in, append(reasons, notReviewed(stopped)), verdict.NoProof, nil
		case in.Classifier.Judged(in.Change, in.Config):
			return in, reasons, verdict.ByJudgedDocs, nil
		}
		return in, append(reasons, notReviewed("[engine] mode = \"classifier\" asks none, and the classifier did not judge every changed line")),
			verdict.NoProof, nil
	}
	asked, proof, err := r.askModel(ctx, &in, stopped, before)
	if err != nil || !in.Review.Complete || in.Config.Engine.Mode == llm {
		return in, append(reasons, asked...), proof, err
	}
	more, err := r.confirm(ctx, &in)
	reasons = append(append(reasons, in.Review.Reasons...), more...)
	return in, reasons, proof, err
}

// classify asks about the units of the change.
func (r *runner) classify(ctx context.Context, in report.Input, before past) (report.Input, []verdict.Reason, error) {
	why, err := r.options.Unclassified(in.Config)
	switch {
	case err != nil:
		return in, nil, err
	case why != "":
		return in, []verdict.Reason{notReviewed("the classifier was not asked: " + why)}, nil
	}
	step := r.Clock()
	units := classify.Units(in.Change, in.Config)
	most, cost := in.Config.Budget.MaxUSDPerPR, classify.Estimate(units, *in.Config.Classifier)
	if most > 0 && before.spent+cost > most {
		return in, nil, namedError{"budget", fmt.Sprintf("%s, and the classifier may cost %.4f USD: "+
			"together more than [budget] max_usd_per_pr = %g; raise it, or a human reviews the PR", review.Spent(before.spent, before.lost), cost, most)}
	}
	in.Classifier, err = classify.Ask(ctx, r.Classifier(in.Config), units, *in.Config.Classifier)
	in.Classifier.Reasons = append(in.Classifier.Reasons, classify.Unread(in.Change, in.Config)...)
	flagged, ignored := in.Classifier.Flagged()
	r.step("judge", r.Clock().Sub(step), fmt.Sprintf("units %d, calls %d, flagged %d, ignored %d",
		in.Classifier.Units, in.Classifier.Calls, flagged, ignored))
	return in, in.Classifier.Reasons, err
}

// askModel decides whether a model is needed, and asks it.
func (r *runner) askModel(ctx context.Context, in *report.Input, stopped string, before past) (reasons []verdict.Reason, proof verdict.Proof, err error) {
	step := r.Clock()
	input := review.Input{Change: in.Change, Config: in.Config, Nonce: r.Nonce, SpentUSD: before.spent + in.Classifier.CostUSD, Lost: before.lost,
		Hints: classify.Hints(in.Classifier.Rows), Focus: r.options.Focus}
	if len(before.states) > 0 {
		input.Settled = func(list []finding.Finding) map[int]string { return state.Refuted(before.states, list, in.Change) }
	}
	unasked, err := r.options.Unasked(in.Config)
	if err != nil {
		return nil, verdict.NoProof, err
	}
	if stopped != "" {
		unasked = stopped
	}
	if unasked != "" {
		if in.Config.Model.ID != "" {
			in.Review, err = r.plan(ctx, input)
		}
		return append(in.Review.Reasons, notReviewed(unasked)), verdict.NoProof, err
	}
	in.Review, err = r.review(ctx, input)
	if in.Review.Complete {
		proof = verdict.ByModel
	}
	r.step("ask", r.Clock().Sub(step), fmt.Sprintf("calls %d, findings %d", in.Review.Usage.Calls, len(in.Review.Findings)))
	return in.Review.Reasons, proof, err
}

// review runs the engine that the host chose.
func (r *runner) review(ctx context.Context, in review.Input) (review.Result, error) {
	if in.Config.Engine.Review == deepReview {
		return deep.Run(ctx, r.deep(in), in)
	}
	return review.Run(ctx, r.Model(in.Config), in)
}

// plan says what a review would take, without asking a model.
func (r *runner) plan(ctx context.Context, in review.Input) (review.Result, error) {
	if in.Config.Engine.Review == deepReview {
		return deep.Plan(ctx, r.deep(in), in)
	}
	_, result := review.Plan(r.Model(in.Config), in)
	return result, nil
}

// deep completes what the outside world gives to a deep review: each stage has its line in the log.
func (r *runner) deep(in review.Input) deep.Deps {
	d := r.Deep(in.Config, in.Change)
	d.Clock = r.Clock
	d.Stage = func(name string, took time.Duration, note string) { r.step("deep "+name, took, note) }
	return d
}

// confirm asks the classifier about the findings of the model, and lets its marks count.
func (r *runner) confirm(ctx context.Context, in *report.Input) ([]verdict.Reason, error) {
	if why, err := r.options.Unclassified(in.Config); why != "" || err != nil {
		return nil, err
	}
	step := r.Clock()
	marked, result, err := classify.Confirm(ctx, r.Classifier(in.Config), in.Review.Findings, in.Change, in.Config)
	if result.Calls > 0 {
		r.step("confirm", r.Clock().Sub(step), fmt.Sprintf("findings %d, calls %d", result.Units, result.Calls))
	}
	in.Classifier = in.Classifier.With(result)
	if err == nil {
		in.Review = in.Review.WithFindings(marked, in.Config.Review)
	}
	return result.Reasons, err
}

func notReviewed(why string) verdict.Reason {
	return verdict.Reason{Source: verdict.System, Level: verdict.Yellow, Code: "no_model_review",
		Text: "no model reviewed this change: " + why}
}
