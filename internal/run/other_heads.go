package run

import (
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/state"
	"werkrevisor/internal/verdict"
)

// remembered is how long the heads of other PRs count.
const remembered = 90 * 24 * time.Hour

// superseded is the description of the status on a head that must not merge any more.
const superseded = "superseded"

// failOtherHeads posts a failure under the gate's context on every other head that is not GREEN, has a green gate and
// could come back (product.md 11): an approval, of the bot or of a human, outlives a push that only takes files back, so the
// author could force-push an older head under it. Where that is not possible, the bot neither approves nor asks.
func (p *performer) failOtherHeads(ctx context.Context) error {
	heads := p.ownHeads()
	others, err := p.otherHeads(ctx)
	if err != nil {
		return readError{fmt.Errorf("look for other heads before anything is approved: %w", err)}
	}
	for head := range others {
		heads[head] = true
	}
	delete(heads, p.in.Change.Head.SHA)
	gate := p.in.Config.Gate
	names := []string{gate.GateContext}
	if base := gate.BaseStatus(p.in.Change.Base.Ref); base != "" {
		names = append(names, base)
	}
	var group errgroup.Group
	group.SetLimit(8)
	for head := range heads {
		group.Go(func() error {
			stands, err := p.Publisher.GateState(ctx, head, gate.GateContext)
			if err != nil {
				return readError{fmt.Errorf("read the gate of head %.10s before anything is approved: %w", head, err)}
			}
			if stands != "success" {
				return nil
			}
			for _, name := range names {
				status := pr.CommitStatus{SHA: head, Context: name, State: "failure", Description: superseded, TargetURL: p.in.CommentURL}
				if err := p.Publisher.Status(ctx, status); err != nil {
					return writeError{fmt.Errorf("fail the gate of head %.10s before anything is approved: %w", head, err)}
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// ownHeads are the earlier heads of this PR that are not known to be GREEN: those of its states and of its pushes.
func (p *performer) ownHeads() map[string]bool {
	heads := map[string]bool{}
	for _, e := range p.in.Change.Thread.Events {
		if e.Type != pr.Pushed || len(e.Commits) == 0 {
			continue
		}
		heads[e.Commits[0]], heads[e.Commits[len(e.Commits)-1]] = true, true // which end is the head depends on the kind of push
	}
	for _, s := range p.out.past.states {
		heads[s.Head] = s.Level() != verdict.Green
	}
	for head, bad := range heads {
		if !bad {
			delete(heads, head)
		}
	}
	return heads
}

// otherHeads are the heads of other PRs of the repository that are not GREEN and that their PR has left:
// it moved on, or it is closed.
func (p *performer) otherHeads(ctx context.Context) (map[string]bool, error) {
	if err := p.readRepository(ctx, &p.out.past); err != nil { // only what changed since: the first look may be minutes old
		return nil, err
	}
	byPR := p.out.past.repository
	heads := map[string]bool{}
	for number, comments := range byPR {
		if number == p.in.Change.Number {
			continue
		}
		var bad []string
		for _, c := range comments {
			at := state.Place{Repository: p.in.Change.Slug(), Number: number}
			if head := notGreen(p.Key, at, c); head != "" && !slices.Contains(bad, head) {
				bad = append(bad, head)
			}
		}
		if len(bad) == 0 {
			continue
		}
		now, err := p.Publisher.NowOf(ctx, number)
		if err != nil {
			return nil, err
		}
		for _, head := range bad {
			if now.State != pr.Open || now.Head != head {
				heads[head] = true
			}
		}
	}
	return heads, nil
}

// notGreen is the head of a comment with a result, or of a failed run, that is not known to be GREEN; "" for every other comment. A result whose
// state does not open, because the key changed or somebody edited it, is not known to be anything: its marker names the head.
func notGreen(key state.Key, at state.Place, c pr.Comment) string {
	if s, ok := key.Open(at, c.Body); ok {
		if s.Level() == verdict.Green {
			return ""
		}
		return s.Head
	}
	if m, ok := verdict.ParseMarker(c.Body); ok {
		return m.Head
	}
	return ""
}
