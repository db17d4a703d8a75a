package run

import (
	"context"
	"fmt"
	"slices"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/state"
	"werkrevisor/internal/verdict"
)

// miss compares the traces with the states that are there. A run that ended meanwhile wrote its comment before its status,
// so where something is missing, the comments are read once more.
func (r *runner) miss(ctx context.Context, in report.Input, before past, t traces) (past, error) {
	before, suspects, from := r.missed(in, before, t)
	var found []pr.CommitStatus
	var err error
	if len(suspects) > 0 {
		if found, err = r.statuses(ctx, in, suspects); err != nil {
			return before, err
		}
	}
	others, _ := r.Key.Missing(in.Change.Slug(), r.known(in.Change, before), found)
	if before.lost > 0 || len(before.missing) > 0 || len(others) > 0 {
		list, err := r.Publisher.Comments(ctx)
		if err == nil {
			in.Change.Thread.Comments = list
			err = r.readRepository(ctx, &before)
		}
		if err != nil {
			return before, readError{fmt.Errorf("read the comments again, because a result is missing: %w", err)}
		}
		before, _, _ = r.missed(in, before, t)
		others, _ = r.Key.Missing(in.Change.Slug(), r.known(in.Change, before), found)
	}
	for _, m := range others {
		if m.Number = from[m.Head]; !slices.ContainsFunc(t.own, func(s pr.CommitStatus) bool { return s.SHA == m.Head }) {
			before.note(m)
		}
	}
	return before, nil
}

// missed is miss for what is read already. suspects are heads of other PRs of the same author of which no result is there,
// although they may have had one; from tells whose they are.
func (r *runner) missed(in report.Input, before past, t traces) (_ past, suspects []string, from map[string]int) {
	c, from := in.Change, map[string]int{}
	known := r.known(c, before)
	lost, foreign := r.Key.Missing(c.Slug(), known, t.own)
	before.missing, before.lost, before.foreign, before.many = nil, len(lost), foreign, t.many
	for _, m := range lost {
		before.note(m)
	}
	for _, s := range r.recall(c).states {
		for _, m := range s.Missing {
			if !known.Has(m.Anchor) {
				before.note(m)
			}
		}
	}
	for _, p := range t.recent {
		if p.Number == c.Number || p.Merged || !p.Author.Is(c.Author) {
			continue
		}
		states := r.states(c, p.Number, before.repository[p.Number])
		heads := []string{p.Head}
		for _, s := range states {
			heads = append(heads, s.Heads...)
		}
		for _, id := range heads {
			has := id == c.Head.SHA || slices.ContainsFunc(states, func(s state.State) bool { return s.Head == id })
			if !has && !slices.Contains(suspects, id) {
				suspects = append(suspects, id)
				from[id] = p.Number
			}
		}
		for _, s := range states {
			for _, m := range s.Missing {
				if m.Number == 0 {
					m.Number = p.Number
				}
				if !known.Has(m.Anchor) {
					before.note(m)
				}
			}
		}
	}
	if len(suspects) > maxHeads {
		before.many, suspects = true, suspects[:maxHeads]
	}
	return before, suspects, from
}

// note keeps a result that is missing, unless it was GREEN: that one said nothing that must be remembered.
func (p *past) note(m state.Missing) {
	for _, other := range p.missing {
		if other.Anchor == m.Anchor {
			return
		}
	}
	if m.Level() != verdict.Green {
		p.missing = append(p.missing, m)
	}
}

// known are the anchors of all states that are there, of this PR and of others.
func (r *runner) known(c pr.Change, before past) state.Known {
	var known state.Known
	for _, s := range r.recall(c).states {
		r.Key.Add(&known, placeOf(c), s)
	}
	for number, comments := range before.repository {
		for _, s := range r.states(c, number, comments) {
			r.Key.Add(&known, state.Place{Repository: c.Slug(), Number: number}, s)
		}
	}
	return known
}

// states are the authentic states of the comments of a PR of the repository.
func (r *runner) states(c pr.Change, number int, comments []pr.Comment) (list []state.State) {
	for _, comment := range comments {
		if s, ok := r.Key.Open(state.Place{Repository: c.Slug(), Number: number}, comment.Body); ok {
			list = append(list, s)
		}
	}
	return list
}

// missingReasons say which results are missing, and how to get out.
func (p past) missingReasons() []verdict.Reason {
	var places []string
	for _, m := range p.missing {
		place := fmt.Sprintf("%s on %.10s", m.Verdict, m.Head)
		if m.Number != 0 {
			place += fmt.Sprintf(" of PR %d", m.Number)
		}
		places = append(places, place)
	}
	if p.many {
		places = append(places, fmt.Sprintf("the PR has more than %d earlier heads, and not all can be looked at", maxHeads))
	}
	if len(places) == 0 {
		return nil
	}
	return []verdict.Reason{{Source: verdict.System, Level: verdict.Yellow, Code: "earlier_result_missing", Text: fmt.Sprintf(
		"statuses tell of %s of the bot whose comment is gone or was edited, so nobody knows what was found: %s; "+
			"a human looks at the change and approves exactly this commit", verdict.Count(len(places), "result"), verdict.Examples(places))}}
}

// foreignResults names results that this run cannot read.
const foreignResults = "earlier results of this PR were made with another state key, or under another name of the repository; they do not count"

// memory is what is known of earlier results, for the report.
func (p past) memory() (m report.Memory) {
	earlier := func(list []state.State) (out []report.Earlier) {
		for _, s := range list {
			out = append(out, report.Earlier{PR: s.Number, Head: s.Head, Verdict: s.Verdict, Findings: len(s.Findings)})
		}
		return out
	}
	m.Here, m.Elsewhere, m.SpentUSD = earlier(p.states), earlier(p.elsewhere), p.spent
	for _, l := range p.missing {
		m.Missing = append(m.Missing, report.Earlier{PR: l.Number, Head: l.Head, Verdict: l.Verdict})
	}
	return m
}
