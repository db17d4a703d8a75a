package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/state"
	"werkrevisor/internal/verdict"
)

// publish performs the actions of the decision, in their order, each only if the one before succeeded (product.md 11).
// The PR is read again directly before the first write: nothing is ever written for a head that is no longer there.
func (r *runner) publish(ctx context.Context, in report.Input, out outcome) report.Input {
	if len(in.Decision.Actions) == 0 {
		return in
	}
	writing, cancel := context.WithTimeoutCause(ctx, r.Limits.writing(), errWriteTime(r.Limits.writing()))
	defer cancel()
	step := r.Clock()
	p := &performer{runner: r, in: in, out: &out}
	err := safely(func() (err error) { p.in, err = r.lastLook(writing, in, p.out); return err })
	if err == nil && p.in.Decision.Has("write_failed") { // no comment can be written, but the status can
		p.in.Decision.Actions = slices.DeleteFunc(p.in.Decision.Actions, func(a verdict.Action) bool {
			return a.Kind == verdict.PostComment || a.Kind == verdict.EditComment || a.Kind == verdict.DeleteComment
		})
	}
	if err == nil {
		err = safely(func() error { return p.perform(writing) })
	}
	if err == nil {
		err = safely(func() error { return p.refresh(writing) })
	}
	in = p.in
	written := p.written
	if err != nil {
		if errors.Is(err, pr.ErrBlocked) {
			err = blockedBy(in.Change)
		}
		if why := fault(writing, err); !slices.Contains(out.reasons, why) { // secure may have said it already
			out.reasons = append(out.reasons, why)
		}
		wasReused := in.Reused
		in.Reused = false
		in.Decision = r.decide(in, out)
		if written.ID != 0 && !wasReused && !errors.Is(err, pr.ErrSuperseded) {
			if err := safely(func() error { r.correct(ctx, in, out, written); return nil }); err != nil {
				r.Log("the result could not be corrected: " + err.Error())
			}
		}
	}
	r.step("write", r.Clock().Sub(step), "")
	return in
}

// lastLook reads the PR and the bot's comments again, compares the PR with what was reviewed, and plans the writes anew:
// another run may have written meanwhile.
func (r *runner) lastLook(ctx context.Context, in report.Input, out *outcome) (report.Input, error) {
	var now pr.Now
	var comments []pr.Comment
	var nowErr, listErr error
	var group errgroup.Group
	group.Go(func() error {
		nowErr = safely(func() (err error) { now, err = r.Source.Now(ctx); return err })
		return nil
	})
	group.Go(func() error {
		listErr = safely(func() (err error) { comments, err = r.Publisher.Comments(ctx); return err })
		return nil
	})
	_ = group.Wait()
	if nowErr != nil {
		return in, readError{fmt.Errorf("read the PR before writing: %w", nowErr)}
	}
	if moved := moved(in, now); moved != "" {
		return in, fmt.Errorf("before the first write: %w: %s", pr.ErrSuperseded, moved)
	}
	if listErr != nil {
		if !in.Decision.Has("read_failed") {
			return in, readError{fmt.Errorf("read the comments before writing: %w", listErr)}
		}
		// The same failure as while reading: nobody knows which comments are there, so only the statuses are set.
		in.Decision.Actions = slices.DeleteFunc(in.Decision.Actions, func(a verdict.Action) bool { return !isStatus(a) })
	}
	if listErr == nil {
		before := in.Change.Thread.Comments
		in.Change.Thread.Comments = comments
		in.Decision = r.decide(in, *out)
		in = r.yield(in, out)
		in.Decision.Actions = r.besideOthers(in, before)
	}
	return in, nil
}

// edit replaces the text of a comment. Another run of the same head may have deleted it meanwhile, because its own one
// is worse; then the text is posted, and settle finds out which of them stays.
func (r *runner) edit(ctx context.Context, id int64, body string) (pr.Comment, error) {
	written, err := r.Publisher.EditComment(ctx, id, body)
	if errors.Is(err, pr.ErrGone) {
		return r.Publisher.Comment(ctx, body)
	}
	return written, err
}

// moved says what changed since the PR was read; a PR that became a draft counts where only finished ones are reviewed.
func moved(in report.Input, now pr.Now) string {
	was := in.Change.Now()
	if in.Config.Gate.RequireWIPTransition && now.Draft && !was.Draft {
		return "the pull request is a draft again"
	}
	return was.Difference(now)
}

// statusesOf are the statuses of a decision, in the order in which they are set. The assessment carries the anchor of the
// state, so that the result is missed if its comment goes.
func statusesOf(in report.Input, anchor string) []pr.CommitStatus {
	assessment := verdict.Assessment(in.Change, in.Config.Gate, in.Decision.Level)
	assessment.Description = state.WithAnchor(assessment.Description, anchor)
	list := []pr.CommitStatus{assessment}
	if base := verdict.BaseStatus(in.Change, in.Config.Gate, in.Decision); base.Context != "" {
		list = slices.Insert(list, 0, base)
	}
	return list
}

// setStatus sets one of them, with a link to the comment; unless says to leave one alone that stands already.
func (r *runner) setStatus(ctx context.Context, in report.Input, status pr.CommitStatus, unless bool) (set bool, err error) {
	status.TargetURL = in.CommentURL
	if unless {
		stands, err := r.Publisher.StatusStands(ctx, status)
		if err != nil {
			return false, readError{err}
		}
		if stands {
			return false, nil
		}
	}
	if err := r.Publisher.Status(ctx, status); err != nil {
		return false, writeError{fmt.Errorf("set the status %s: %w", status.Context, err)}
	}
	return true, nil
}

// comment renders the comment and seals the state into it. The comment that this run wrote before, if any, counts as replaced.
func (r *runner) comment(in report.Input, out outcome, before pr.Comment) string {
	at := placeOf(in.Change)
	s := state.New(in.Change, in.Config.Fingerprint, in.Decision)
	s.CostUSD = out.past.cost(in)
	s.Keep(withSettled(in.Review), in.Change)
	s.Carry(out.past.states)
	s.CarryAlive(slices.Concat(out.past.states, out.past.elsewhere), in.Change)
	s.Miss(out.past.missing)
	s.Heads = headsOf(in.Change, out.past.states)
	s.Heads = s.Heads[:min(len(s.Heads), maxHeads)]
	older := append(slices.Clone(out.past.states), r.recall(in.Change).states...)
	if own, ok := r.Key.Open(at, before.Body); ok {
		older = append(older, own)
	}
	r.Key.Replace(&s, at, older)
	for i := range s.Findings {
		s.Findings[i].Path = r.Redact(s.Findings[i].Path)
	}
	return r.Key.Seal(at, report.Comment(report.Clean(in, r.Redact)), s)
}

// correct makes the comment that already stands say ERROR, and sets the statuses to error, whatever ended the run.
// What fails here is in the log and the exit code already.
func (r *runner) correct(ctx context.Context, in report.Input, out outcome, before pr.Comment) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), correctTime)
	defer cancel()
	out.anchor = ""
	comment, err := r.Publisher.EditComment(ctx, before.ID, r.comment(in, out, before))
	if err != nil {
		r.Log("the comment could not be corrected: " + oneLine(err))
	} else {
		out.anchor = r.anchorOf(in, comment)
	}
	for _, status := range statusesOf(in, out.anchor) {
		if err := r.Publisher.Status(ctx, status); err != nil {
			r.Log("the status could not be corrected: " + oneLine(err))
		}
	}
}

// anchorOf is the anchor of the state in a comment of this PR; "" where there is none.
func (r *runner) anchorOf(in report.Input, comment pr.Comment) string {
	s, ok := r.Key.Open(placeOf(in.Change), comment.Body)
	if !ok {
		return ""
	}
	return r.Key.Anchor(placeOf(in.Change), s)
}
