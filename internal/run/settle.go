package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/state"
	"werkrevisor/internal/verdict"
)

const otherRun = "another run of this same commit came to this result, and of two results the worse one stays"

// settle compares the comment of this run with those of other runs of the same head (product.md 11): the worse verdict
// stays, the lower id among equals. What loses is deleted, and the decision becomes that of the comment that stays.
//
// Both runs compute the same from the same list, so it does not matter which of them does the work, or how often.
// written is the comment of this run; it is zeroed when another one takes its place. list are the bot's comments now.
func (r *runner) settle(ctx context.Context, in report.Input, out *outcome, written *pr.Comment, list []pr.Comment) (report.Input, error) {
	if r.alone(in, *written) {
		return in, nil
	}
	mine := candidate{comment: *written, state: state.New(in.Change, in.Config.Fingerprint, in.Decision)}
	stands := slices.ContainsFunc(list, func(c pr.Comment) bool { return c.ID == written.ID })
	if !stands && written.ID != 0 { // of three runs two can delete what the third one relies on
		mine.comment.ID = math.MaxInt64
	}
	best := mine
	var rivals []candidate
	for _, comment := range list {
		s, ok := r.Key.Open(placeOf(in.Change), comment.Body)
		if !ok || !s.Fits(in.Change, in.Config.Fingerprint) || comment.ID == mine.comment.ID && s.Verdict == mine.state.Verdict {
			continue
		}
		c := candidate{comment, s}
		rivals = append(rivals, c)
		if c.beats(best) {
			best = c
		}
	}
	if !stands && best.comment.ID == mine.comment.ID && (written.ID != 0 || len(rivals) == 0) && r.Key.Seals() {
		again, err := r.Publisher.Comment(ctx, r.comment(in, *out, *written))
		if err != nil {
			return in, writeError{fmt.Errorf("post the comment again: %w", err)}
		}
		*written, in.CommentURL = again, again.URL
		out.anchor = r.anchorOf(in, again)
		return in, nil
	}
	if written.ID == 0 { // this run has taken over a result; a worse one may have come since
		if best.state.Level() > in.Decision.Level {
			in = r.adopt(in, out, best)
		}
		if standing := lowest(rivals, in.Decision.Level); standing.comment.ID != 0 {
			if _, err := r.absorb(ctx, in, standing, nil, out); err != nil && !errors.Is(err, pr.ErrGone) {
				return in, err
			}
		}
		return in, nil
	}
	own := best.state.Verdict == mine.state.Verdict && best.comment.ID == mine.comment.ID
	if own && overwritten(rivals, mine) {
		again, err := r.edit(ctx, mine.comment.ID, r.comment(in, *out, *written))
		if err != nil {
			return in, writeError{fmt.Errorf("edit comment %d: %w", mine.comment.ID, err)}
		}
		*written, in.CommentURL, best.comment = again, again.URL, again
	}
	var losers []candidate
	for _, c := range append(rivals, mine) {
		if c.comment.ID != best.comment.ID && c.comment.ID != math.MaxInt64 {
			losers = append(losers, c)
		}
	}
	kept, err := r.absorb(ctx, in, best, losers, out)
	switch {
	case errors.Is(err, pr.ErrGone) && own:
		kept.comment, err = r.Publisher.Comment(ctx, r.comment(in, *out, *written))
		if err != nil {
			return in, writeError{fmt.Errorf("post the comment again: %w", err)}
		}
		in.CommentURL = kept.comment.URL
	case errors.Is(err, pr.ErrGone):
		return in, nil // nothing is deleted: the next look finds out what stays
	case err != nil:
		return in, err
	}
	for _, c := range losers {
		if err := r.Publisher.DeleteComment(ctx, c.comment.ID); err != nil {
			return in, writeError{fmt.Errorf("delete comment %d of another run: %w", c.comment.ID, err)}
		}
	}
	if own {
		if len(losers) > 0 || kept.comment.Body != written.Body {
			*written = kept.comment
			out.anchor = r.anchorOf(in, kept.comment)
		}
		return in, nil
	}
	*written = pr.Comment{}
	return r.adopt(in, out, kept), nil
}

// alone reports whether this run has no result that another one could contend with.
func (r *runner) alone(in report.Input, written pr.Comment) bool {
	return written.ID == 0 && !in.Reused || in.Decision.Level == verdict.Error
}

// besideOthers makes the actions leave alone the result of another run that came to its end since the comments in before
// were read: this run posts its own, and settle finds out which of them stays. If runs edited each other's results,
// a run could delete as the better one what just became the worst.
func (r *runner) besideOthers(in report.Input, before []pr.Comment) []verdict.Action {
	actions := slices.Clone(in.Decision.Actions)
	for i, a := range actions {
		if a.Kind != verdict.EditComment || slices.ContainsFunc(before, func(c pr.Comment) bool { return c.ID == a.CommentID }) {
			continue
		}
		for _, c := range in.Change.Thread.Comments {
			s, ok := r.Key.Open(placeOf(in.Change), c.Body)
			if c.ID == a.CommentID && ok && s.Level() != verdict.Error && s.Fits(in.Change, in.Config.Fingerprint) {
				actions[i] = verdict.Action{Kind: verdict.PostComment}
			}
		}
	}
	return actions
}

// yield takes over the result of another run that came to its end while this one was reviewing, if it is not better.
// A better one is overwritten: its comment is edited in place.
func (r *runner) yield(in report.Input, out *outcome) report.Input {
	now := r.recall(in.Change)
	s := now.fitting(in)
	if s == nil || out.past.fitting(in) != nil || in.Decision.Level == verdict.Error || in.Decision.Level > s.Level() {
		return in
	}
	return r.adopt(in, out, candidate{pr.Comment{URL: now.url}, *s})
}

// adopt makes the result of another run that of this one, and out its outcome.
func (r *runner) adopt(in report.Input, out *outcome, c candidate) report.Input {
	in.CommentURL, in.Reused = c.comment.URL, true
	reasons := c.state.Restored(otherRun, verdict.Rule, verdict.Model, verdict.Classifier, verdict.System)
	out.reasons, out.proof = reasons, verdict.ByState
	out.anchor = r.Key.Anchor(placeOf(in.Change), c.state)
	in.Decision = r.decide(in, *out)
	return in
}

// candidate is a comment with a result of this head.
type candidate struct {
	comment pr.Comment
	state   state.State
}

func (c candidate) beats(other candidate) bool {
	if c.state.Level() != other.state.Level() {
		return c.state.Worse(other.state)
	}
	return c.comment.ID < other.comment.ID
}

// overwritten reports whether another run wrote its better result over the comment of this one.
func overwritten(rivals []candidate, mine candidate) bool {
	for _, c := range rivals {
		if c.comment.ID == mine.comment.ID {
			return true
		}
	}
	return false
}

// lowest is the comment of a level that stays; zero if there is none.
func lowest(list []candidate, level verdict.Level) (found candidate) {
	for _, c := range list {
		if c.state.Level() == level && (found.comment.ID == 0 || c.comment.ID < found.comment.ID) {
			found = c
		}
	}
	return found
}
