package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/state"
	"werkrevisor/internal/verdict"
)

// absorb makes the result that stays remember those that are about to be deleted: their statuses would tell else of results
// that nobody has any more. The error for a result that is gone itself wraps pr.ErrGone.
func (r *runner) absorb(ctx context.Context, in report.Input, kept candidate, gone []candidate, out *outcome) (candidate, error) {
	at := placeOf(in.Change)
	var lost []state.State
	extra := 0.0
	stays, ok := r.Key.Open(at, kept.comment.Body)
	if !ok {
		return kept, nil // nothing can be kept there
	}
	for _, c := range gone {
		s, ok := r.Key.Open(at, c.comment.Body)
		anchor := r.Key.Anchor(at, s)
		if ok && !out.owes(r.Key, at, anchor) {
			out.owed = append(out.owed, s)
		}
	}
	for _, s := range out.owed {
		anchor := r.Key.Anchor(at, s)
		if anchor != r.Key.Anchor(at, stays) && !slices.Contains(stays.Replaced, anchor) {
			lost = append(lost, s)
			extra += max(0, s.CostUSD-out.past.onHead)
		}
	}
	if len(lost) == 0 {
		return kept, nil
	}
	body, ok := r.Key.Reseal(at, kept.comment.Body, func(s *state.State) {
		r.Key.Replace(s, at, append(lost, *s))
		s.Carry(lost)
		s.CostUSD += extra
	})
	if !ok {
		return kept, nil
	}
	written, err := r.Publisher.EditComment(ctx, kept.comment.ID, body)
	if err != nil {
		return kept, writeError{fmt.Errorf("edit comment %d: %w", kept.comment.ID, err)}
	}
	kept.comment = written
	if s, ok := r.Key.Open(at, written.Body); ok {
		kept.state = s
	}
	return kept, nil
}

// owes reports whether a state with this anchor is among those that another comment must remember.
func (out *outcome) owes(key state.Key, at state.Place, anchor string) bool {
	return slices.ContainsFunc(out.owed, func(s state.State) bool { return key.Anchor(at, s) == anchor })
}

// remember makes the result that this run has taken over keep that of a failed run, whose comment is about to be deleted.
// A result that this run wrote keeps it already.
func (p *performer) remember(ctx context.Context, id int64) error {
	if !p.in.Reused || p.written.ID != 0 {
		return nil
	}
	var kept, gone candidate
	for _, c := range p.in.Change.Thread.Comments {
		s, ok := p.Key.Open(placeOf(p.in.Change), c.Body)
		switch {
		case !ok:
		case c.ID == id:
			gone = candidate{c, s}
		case c.URL == p.in.CommentURL && s.Head == p.in.Change.Head.SHA && s.Level() != verdict.Error:
			kept = candidate{c, s}
		}
	}
	if kept.comment.ID == 0 || gone.comment.ID == 0 {
		return nil
	}
	now, err := p.absorb(ctx, p.in, kept, []candidate{gone}, p.out)
	if errors.Is(err, pr.ErrGone) {
		return nil // the next look finds out what stays
	}
	if err != nil {
		return err
	}
	p.out.anchor = p.Key.Anchor(placeOf(p.in.Change), now.state)
	for i, c := range p.in.Change.Thread.Comments {
		if c.ID == now.comment.ID {
			p.in.Change.Thread.Comments = slices.Clone(p.in.Change.Thread.Comments)
			p.in.Change.Thread.Comments[i] = now.comment
		}
	}
	return nil
}
