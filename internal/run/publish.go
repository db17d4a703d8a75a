package run

import (
	"context"
	"fmt"
	"time"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/verdict"
)

// writeTime is the part of a run's time limit that is kept for writing, so that an ERROR comment still gets out.
const writeTime = 30 * time.Second

// correctTime is how long the correction of a half-written result may take, also after a signal:
// the host kills the process two seconds after it.
const correctTime = 1500 * time.Millisecond

// publish performs the actions of the decision, in their order, each only if the one before succeeded (product.md 11).
// The PR is read again directly before the first write: nothing is ever written for a head that is no longer there.
func (r *runner) publish(ctx context.Context, in report.Input, reasons []verdict.Reason, proof verdict.Proof) report.Input {
	if len(in.Decision.Actions) == 0 {
		return in
	}
	writing, cancel := context.WithTimeoutCause(ctx, writeTime, errWriteTime)
	defer cancel()
	step := r.Clock()
	err := r.lastLook(writing, in.Change)
	var written pr.Comment
	if err == nil {
		written, err = r.perform(writing, in)
		in.CommentURL = written.URL
	}
	if err != nil {
		reasons = append(reasons, fault(writing, err))
		in.Decision = verdict.Decide(verdict.Input{Change: in.Change, Reasons: reasons, Proof: proof, Gate: in.Config.Gate})
		if written.ID != 0 {
			r.correct(ctx, in, written.ID)
		}
	}
	r.Log(report.StepLine("write", r.Clock().Sub(step), ""))
	return in
}

// lastLook reads the PR again and compares it with what was reviewed.
func (r *runner) lastLook(ctx context.Context, c pr.Change) error {
	now, err := r.Source.Now(ctx)
	if err != nil {
		return readError{fmt.Errorf("read the PR before writing: %w", err)}
	}
	if moved := c.Now().Difference(now); moved != "" {
		return fmt.Errorf("before the first write: %w: %s", pr.ErrSuperseded, moved)
	}
	return nil
}

// perform makes the writes and returns the comment that was written.
func (r *runner) perform(ctx context.Context, in report.Input) (written pr.Comment, err error) {
	text := report.Comment(report.Clean(in, r.Redact))
	for _, action := range in.Decision.Actions {
		switch action.Kind {
		case verdict.PostComment:
			if written, err = r.Publisher.Comment(ctx, text); err != nil {
				return pr.Comment{}, writeError{fmt.Errorf("post the comment: %w", err)}
			}
		case verdict.EditComment:
			if written, err = r.Publisher.EditComment(ctx, action.CommentID, text); err != nil {
				return pr.Comment{}, writeError{fmt.Errorf("edit comment %d: %w", action.CommentID, err)}
			}
		case verdict.SetStatus:
			status := action.Status
			status.TargetURL = written.URL
			if err = r.Publisher.Status(ctx, status); err != nil {
				return written, writeError{fmt.Errorf("set the status %s: %w", status.Context, err)}
			}
		}
	}
	return written, nil
}

// correct makes the comment that already stands say ERROR, and sets the status to error, whatever ended the run.
// What fails here is in the log and the exit code already.
func (r *runner) correct(ctx context.Context, in report.Input, comment int64) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), correctTime)
	defer cancel()
	if _, err := r.Publisher.EditComment(ctx, comment, report.Comment(report.Clean(in, r.Redact))); err != nil {
		r.Log("the comment could not be corrected: " + oneLine(err))
	}
	if err := r.Publisher.Status(ctx, verdict.Assessment(in.Change, in.Config.Gate, in.Decision.Level)); err != nil {
		r.Log("the status could not be corrected: " + oneLine(err))
	}
}
