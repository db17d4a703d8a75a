package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/verdict"
)

// performer makes the writes of a decision.
type performer struct {
	*runner
	in       report.Input
	out      *outcome
	written  pr.Comment        // the comment that this run wrote
	statuses []pr.CommitStatus // those that stand, as far as this run knows
	refused  []string          // people whom the server did not let this run ask
	failed   []string          // and why
	others   bool              // the other heads have lost their gates
	merged   bool              // the PR was merged while this run wrote
}

// perform makes the writes in their order, each only if the one before succeeded. When comment and statuses stand, rounds
// find out whether another run of this head or a person changed what the rest was planned from.
func (p *performer) perform(ctx context.Context) error {
	list := p.in.Decision.Actions
	list = list[:slices.IndexFunc(list, isStatus)+1]
	set := false
	for _, action := range list {
		if err := p.act(ctx, action); err != nil {
			return err
		}
	}
	p.in.Change.Thread = verdict.Secured(p.in.Change.Thread, list)
	unless := slices.ContainsFunc(list, func(a verdict.Action) bool { return isStatus(a) && a.Unless })
	comments, err := p.ownComments(ctx)
	if err == nil {
		p.in, err = p.settle(ctx, p.in, p.out, &p.written, comments)
	}
	if err == nil {
		set, err = p.setStatuses(ctx, unless)
	}
	if err != nil || p.in.Decision.Level == verdict.Error || !set && !p.reviews() {
		return err
	}
	return p.rounds(ctx)
}

func isStatus(a verdict.Action) bool {
	return a.Kind == verdict.SetStatus || a.Kind == verdict.SetBaseStatus
}

// act makes one write.
func (p *performer) act(ctx context.Context, a verdict.Action) (err error) {
	switch a.Kind {
	case verdict.PostComment:
		err = p.keep(p.Publisher.Comment(ctx, p.comment(p.in, *p.out, p.written)))
	case verdict.EditComment:
		err = p.keep(p.edit(ctx, a.CommentID, p.comment(p.in, *p.out, p.written)))
	case verdict.DeleteComment:
		if err = p.remember(ctx, a.CommentID); err == nil {
			err = p.Publisher.DeleteComment(ctx, a.CommentID)
		}
	case verdict.SetStatus, verdict.SetBaseStatus: // they follow when it is clear which of several results stays
	case verdict.DeleteReview:
		err = p.Publisher.DeleteReview(ctx, a.ReviewID)
	case verdict.CancelMerge:
		err = p.Publisher.CancelMerge(ctx)
	case verdict.FailOtherHeads:
		p.others = true
		return p.failOtherHeads(ctx)
	case verdict.Approve:
		return p.review(ctx, "APPROVED")
	case verdict.RequestChanges:
		return p.review(ctx, "REQUEST_CHANGES")
	case verdict.WithdrawRequest:
		err = p.Publisher.WithdrawRequest(ctx, a.Login)
	case verdict.RequestReview:
		if failure := p.Publisher.RequestReview(ctx, a.Login); failure != nil {
			p.refused, p.failed = append(p.refused, a.Login), append(p.failed, oneLine(failure))
		}
	case verdict.ScheduleMerge:
		return p.merge(ctx, a.Style)
	}
	if err != nil {
		return writeError{fmt.Errorf("%s: %w", a.Kind, err)}
	}
	return nil
}

// keep remembers the comment of this run. After a failure nobody knows what stands: there is nothing to correct,
// and the rerun edits it.
func (p *performer) keep(written pr.Comment, err error) error {
	if err == nil {
		p.written, p.in.CommentURL = written, written.URL
		p.out.anchor = p.anchorOf(p.in, written)
	}
	return err
}

// review submits a review and reads the PR again: one that landed on a head that is not there any more is deleted, and so
// is an approval that does not count where the base asks for one (product.md 11).
func (p *performer) review(ctx context.Context, state string) error {
	review, err := p.Publisher.Review(ctx, state, p.in.Change.Head.SHA, report.ReviewBody(report.Clean(p.in, p.Redact)))
	undo := func() {
		if review.ID != 0 {
			if err := p.Publisher.DeleteReview(ctx, review.ID); err != nil {
				p.Log("the bot's review could not be deleted: " + oneLine(err))
			}
		}
	}
	if err != nil {
		undo()
		return writeError{err}
	}
	if err := p.stillThere(ctx); err != nil {
		undo()
		return err
	}
	if state == "APPROVED" && (p.in.Change.Lock.Protected || !p.in.Change.Lock.Known) && !review.Official {
		undo()
		return namedError{"approval_not_official", "the server does not count the bot's approval, because the branch protection does not list it; " +
			"add the bot to approvals_whitelist_username, or start the gate again if somebody asked the bot meanwhile"}
	}
	return nil
}

// merge schedules the merge and reads the PR again: a schedule survives a push, so one for a head that is gone is taken back.
func (p *performer) merge(ctx context.Context, style string) error {
	if err := p.Publisher.ScheduleMerge(ctx, p.in.Change.Head.SHA, style); err != nil {
		if p.stillThere(ctx) == nil && p.merged { // somebody was faster
			return nil
		}
		if errors.Is(err, pr.ErrConflict) {
			p.unmerged()
			return nil
		}
		return writeError{err}
	}
	if err := p.stillThere(ctx); err != nil {
		if failure := p.Publisher.CancelMerge(ctx); failure != nil {
			p.Log("the scheduled merge could not be cancelled: " + oneLine(failure))
		}
		return err
	}
	return nil
}

// stillThere reads the PR again and compares it with what was reviewed. A PR that merged meanwhile is what was wanted:
// an approval wakes a schedule that stands already. Then nothing more is written.
func (p *performer) stillThere(ctx context.Context) error {
	now, err := p.Source.Now(ctx)
	if err != nil {
		return readError{fmt.Errorf("read the PR after writing: %w", err)}
	}
	was := p.in.Change.Now()
	if p.merged = now.State == pr.Merged && now.Head == was.Head; p.merged {
		return nil
	}
	if moved := moved(p.in, now); moved != "" {
		return fmt.Errorf("after a write: %w: %s", pr.ErrSuperseded, moved)
	}
	return nil
}
