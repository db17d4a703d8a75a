package evidence

import (
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

func (b builder) basis() Basis {
	in := b.in.Decision.Basis
	c := in.Change
	out := Basis{Reasons: b.reasons(in.Reasons), Proof: string(in.Proof), Gate: Gate(in.Gate), ClassifierRed: in.ClassifierRed, Reused: in.Reused,
		Odd: in.Odd, Refused: in.Refused, Keep: in.Keep, Conflict: in.Conflict,
		Origin: string(c.Origin), PR: c.Number, BaseRef: b.raw(c.Base.Ref), Head: c.Head.SHA, MergeStyle: c.MergeStyle,
		Author: User(c.Author), Bot: User(c.Thread.Bot), Lock: Lock(c.Lock)}
	for _, u := range c.Pushers {
		out.Pushers = append(out.Pushers, User(u))
	}
	for _, comment := range c.Thread.Comments {
		if m, ok := verdict.ParseMarker(comment.Body); ok {
			out.Comments = append(out.Comments, Marker{comment.ID, m.Head, m.Failed})
		}
	}
	for _, r := range c.Thread.Reviews {
		out.Reviews = append(out.Reviews, Vote{r.ID, User(r.User), r.State, r.CommitSHA, r.Official, r.Stale, r.Dismissed})
	}
	for _, e := range c.Thread.Events {
		event := Event{ID: e.ID, Type: string(e.Type), User: User(e.User), Reviewer: User(e.Reviewer), Removed: e.Removed}
		if e.Type != pr.TitleChanged || b.source {
			event.Old, event.New = b.raw(e.Old), b.raw(e.New)
		}
		out.Events = append(out.Events, event)
	}
	return out
}

func (b builder) decision() Decision {
	out := decision(b.in.Decision)
	out.Reasons = b.reasons(b.in.Decision.Reasons)
	return out
}

// decision is a decision as a record keeps it.
func decision(d verdict.Decision) Decision {
	status := verdict.Assessment(d.Basis.Change, d.Basis.Gate, d.Level)
	out := Decision{Verdict: d.Level.String(), Exit: d.Exit, WouldExit: d.WouldExit, Observe: d.Observe, ApprovedBy: d.ApprovedBy,
		Reasons: reasons(d.Reasons), Notes: d.Notes, Status: Status{status.Context, status.State, status.Description}}
	for _, a := range d.Actions {
		out.Actions = append(out.Actions, Action{string(a.Kind), a.CommentID, a.ReviewID, a.Login, a.Style, a.Unless})
	}
	return out
}
