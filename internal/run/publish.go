package run

import (
	"context"
	"fmt"
	"time"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/verdict"
)

// writeTime is how long writing may take after the run's own limit, so that an ERROR comment still gets out.
const writeTime = 60 * time.Second

// publish performs the actions of the decision, in their order, each only if the one before succeeded (product.md 11).
// The PR is read again directly before the first write: nothing is ever written for a head that is no longer there.
func (r *runner) publish(ctx context.Context, in report.Input, reasons []verdict.Reason, proof verdict.Proof) report.Input {
	if len(in.Decision.Actions) == 0 {
		return in
	}
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	step := r.Clock()
	redecide := func(more verdict.Reason) report.Input {
		reasons = append(reasons, more)
		in.Decision = verdict.Decide(verdict.Input{Change: in.Change, Reasons: reasons, Proof: proof, Gate: in.Config.Gate})
		return in
	}
	now, err := r.Source.Now(ctx)
	if err != nil {
		return redecide(fault(ctx, readError{fmt.Errorf("read the PR before writing: %w", err)}))
	}
	if now != in.Change.Now() {
		return redecide(fault(ctx, fmt.Errorf("before the first write: %w", pr.ErrSuperseded)))
	}
	written, err := r.perform(ctx, in)
	if written.ID != 0 {
		in.CommentURL = written.URL
	}
	if err != nil {
		in = redecide(fault(ctx, writeError{err}))
		r.correct(ctx, in, written)
	}
	r.Log(report.StepLine("write", r.Clock().Sub(step), ""))
	return in
}

// perform makes the writes and returns the comment that was written.
func (r *runner) perform(ctx context.Context, in report.Input) (written pr.Comment, err error) {
	for _, action := range in.Decision.Actions {
		switch action.Kind {
		case verdict.PostComment:
			if written, err = r.Publisher.Comment(ctx, r.Redact(report.Comment(in))); err != nil {
				return pr.Comment{}, fmt.Errorf("post the comment: %w", err)
			}
		case verdict.EditComment:
			if written, err = r.Publisher.EditComment(ctx, action.CommentID, r.Redact(report.Comment(in))); err != nil {
				return pr.Comment{}, fmt.Errorf("edit comment %d: %w", action.CommentID, err)
			}
		case verdict.SetStatus:
			status := action.Status
			status.TargetURL = written.URL
			if err = r.Publisher.Status(ctx, status); err != nil {
				return written, fmt.Errorf("set the status %s: %w", status.Context, err)
			}
		}
	}
	return written, nil
}

// correct makes the comment that already stands say ERROR, and tries to set the status to error.
// What fails here is in the log and the exit code already.
func (r *runner) correct(ctx context.Context, in report.Input, written pr.Comment) {
	if written.ID == 0 {
		return
	}
	if _, err := r.Publisher.EditComment(ctx, written.ID, r.Redact(report.Comment(in))); err != nil {
		r.Log("the comment could not be corrected: " + oneLine(err))
	}
	for _, action := range in.Decision.Actions {
		if action.Kind == verdict.SetStatus {
			if err := r.Publisher.Status(ctx, action.Status); err != nil {
				r.Log("the status could not be corrected: " + oneLine(err))
			}
		}
	}
}
