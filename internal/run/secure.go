package run

import (
	"context"
	"errors"
	"fmt"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/verdict"
)

// secure takes back what the bot left for other heads of the PR, before anybody is asked about this one. It goes on for a
// moment after a signal, so that from here on no approval and no schedule for another head outlives the run.
func (r *runner) secure(ctx context.Context, in report.Input) (report.Input, error) {
	list := verdict.Secure(in.Change)
	if r.Publisher == nil || len(list) == 0 {
		return in, nil
	}
	step := r.Clock()
	ctx, cancel := outlasting(ctx, r.Limits)
	defer cancel()
	now, err := r.Source.Now(ctx)
	if err != nil {
		return in, readError{fmt.Errorf("read the PR before approvals of other heads are deleted: %w", err)}
	}
	if moved := moved(in, now); moved != "" {
		return in, fmt.Errorf("before approvals of other heads are deleted: %w: %s", pr.ErrSuperseded, moved)
	}
	reviews, merges := 0, 0
	for i, action := range list {
		switch action.Kind {
		case verdict.DeleteReview:
			reviews++
			err = r.Publisher.DeleteReview(ctx, action.ReviewID)
		case verdict.CancelMerge:
			merges++
			err = r.Publisher.CancelMerge(ctx)
		}
		if err != nil {
			in.Change.Thread = verdict.Secured(in.Change.Thread, list[:i])
			return in, writeError{fmt.Errorf("%s: %w", action.Kind, err)}
		}
	}
	in.Change.Thread = verdict.Secured(in.Change.Thread, list)
	r.step("secure", r.Clock().Sub(step), fmt.Sprintf("approvals deleted %d, schedules cancelled %d", reviews, merges))
	return in, nil
}

// secureLate does the same for a run that a signal ended while it read, if it got far enough to know head, reviews and
// timeline. A run that failed otherwise does it when it writes.
func (r *runner) secureLate(ctx context.Context, in report.Input) {
	if !errors.Is(context.Cause(ctx), ErrInterrupted) || len(in.Change.Thread.Events) == 0 {
		return
	}
	if err := safely(func() error { _, err := r.secure(ctx, in); return err }); err != nil {
		r.Log("approvals and schedule of other heads: " + oneLine(err))
	}
}

// outlasting is a context for writes that a signal must not cut: it ends with the time for writing, or a moment after ctx.
func outlasting(ctx context.Context, limits Limits) (context.Context, context.CancelFunc) {
	own, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), limits.writing(), errWriteTime(limits.writing()))
	stop := context.AfterFunc(ctx, func() {
		grace, done := context.WithTimeout(own, correctTime)
		defer done()
		<-grace.Done()
		cancel()
	})
	return own, func() { stop(); cancel() }
}
