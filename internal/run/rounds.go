package run

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/verdict"
)

// maxRounds is how often a run plans its writes anew, because another run of the head or a person wrote meanwhile.
const maxRounds = 5

// rounds observes, plans and acts until there is nothing left to do. The last look follows the last write, so of two runs of
// one head at least one sees what both did: the one with the worse result, which stays, takes back the better one's approval
// and schedule, and the other one comes to the same result.
func (p *performer) rounds(ctx context.Context) error {
	for range maxRounds {
		if wrote, err := p.round(ctx); err != nil || !wrote || p.merged {
			return err
		}
	}
	return writeError{fmt.Errorf("others changed the reviews of the PR %d times while this run wrote; start it again", maxRounds)}
}

// round is one look, one plan, and its writes.
func (p *performer) round(ctx context.Context) (wrote bool, err error) {
	before, comment := p.in, p.written.ID
	next, err := p.observe(ctx)
	if err != nil {
		return false, err
	}
	list := p.rest(next.Decision)
	same := next.Reused == before.Reused && next.Decision.Level == before.Decision.Level && next.Decision.Exit == before.Decision.Exit
	posted := p.written.ID != 0 && p.written.ID != comment
	if posted {
		p.statuses = nil // whoever deleted the result may have set others
	}
	if len(list) == 0 && same && !posted {
		p.in.CommentURL = next.CommentURL
		return false, nil // the plan that was carried out stays the one that the report tells
	}
	p.in = next
	if wrote, err = p.setStatuses(ctx, false); err != nil {
		return wrote, err
	}
	refused := len(p.refused)
	for _, action := range list {
		if action.Kind == verdict.ScheduleMerge && len(p.refused) > refused {
			continue // the next round knows who is asked instead
		}
		wrote = true
		if err := p.act(ctx, action); err != nil || p.merged {
			return wrote, err
		}
	}
	return wrote, nil
}

// observe reads what other runs and people may have written since, and plans anew.
func (p *performer) observe(ctx context.Context) (report.Input, error) {
	next := p.in
	thread := next.Change.Thread
	var comments []pr.Comment
	var group errgroup.Group
	var listErr, threadErr error
	group.Go(func() error {
		listErr = safely(func() (err error) { comments, err = p.ownComments(ctx); return err })
		return nil
	})
	if p.reviews() {
		group.Go(func() error {
			threadErr = safely(func() (err error) {
				thread.Reviews, thread.Events, err = p.Publisher.Thread(ctx, next.Change.Head.SHA)
				return err
			})
			return nil
		})
	}
	_ = group.Wait()
	if listErr != nil {
		return next, listErr
	}
	if threadErr != nil {
		return next, readError{fmt.Errorf("read the reviews before writing one: %w", threadErr)}
	}
	next, err := p.settle(ctx, next, p.out, &p.written, comments)
	if err != nil {
		return next, err
	}
	next.Change.Thread.Reviews, next.Change.Thread.Events = thread.Reviews, thread.Events
	next.Decision = p.planned(next)
	return next, nil
}

// planned is the decision as things are now. Where nobody can be asked, the verdict stays, but the gate closes.
func (p *performer) planned(in report.Input) verdict.Decision {
	p.out.refused = p.refused
	d := p.decide(in, *p.out)
	if len(p.failed) == 0 || d.Has("request_failed") || !d.AsksHumans() {
		return d
	}
	more := slices.ContainsFunc(d.Actions, func(a verdict.Action) bool { return a.Kind == verdict.RequestReview })
	if in.Config.Gate.RequestReviewers == verdict.One && (more || verdict.Waiting(d.Basis)) {
		return d
	}
	p.out.reasons = append(p.out.reasons, verdict.Reason{Source: verdict.System, Level: d.Level, Code: "request_failed",
		Text: "no human could be asked for a review: " + verdict.Examples(p.failed)})
	return p.decide(in, *p.out)
}

// rest are the writes of a plan besides comment and statuses.
func (p *performer) rest(d verdict.Decision) []verdict.Action {
	return slices.DeleteFunc(slices.Clone(d.Actions), func(a verdict.Action) bool {
		switch a.Kind {
		case verdict.PostComment, verdict.EditComment, verdict.DeleteComment, verdict.SetStatus, verdict.SetBaseStatus:
			return true
		}
		return a.Kind == verdict.FailOtherHeads && p.others || a.Kind == verdict.RequestReview && slices.Contains(p.refused, a.Login)
	})
}

// reviews reports whether this run, or another one of this head, may write reviews, requests or a schedule.
func (p *performer) reviews() bool {
	d := p.in.Decision
	if d.Level == verdict.Error || d.Observe || p.in.Change.Thread.Bot.Login == "" {
		return false
	}
	return p.in.Config.Gate.YellowGate != verdict.Block || len(p.rest(d)) > 0
}

// ownComments lists the bot's comments, if settle needs them.
func (p *performer) ownComments(ctx context.Context) ([]pr.Comment, error) {
	if p.alone(p.in, p.written) {
		return nil, nil
	}
	list, err := p.Publisher.Comments(ctx)
	if err != nil {
		return nil, readError{fmt.Errorf("read the comments after writing: %w", err)}
	}
	return list, nil
}

// setStatuses sets the statuses of the decision where others stand; unless says to look at the server first. A status may be
// set again: a run whose last list shows the result that its status says cannot have come after a run with a worse one.
func (p *performer) setStatuses(ctx context.Context, unless bool) (set bool, err error) {
	want := statusesOf(p.in, p.out.anchor)
	for i, status := range want {
		if i < len(p.statuses) && status == p.statuses[i] {
			continue
		}
		wrote, err := p.setStatus(ctx, p.in, status, unless)
		if set = set || wrote; err != nil {
			return set, err
		}
	}
	p.statuses = want
	return set, nil
}
