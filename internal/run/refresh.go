package run

import (
	"context"
	"errors"
	"fmt"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
)

// refresh makes the comment of this head say what became of the decision since it was written: who approved, and what is
// not done. It writes nothing where the comment says so already, so a rerun repeats nothing.
func (p *performer) refresh(ctx context.Context) error {
	if p.merged {
		return nil
	}
	comments := []pr.Comment{p.written}
	if p.in.Reused {
		comments = p.in.Change.Thread.Comments
	}
	decision := report.Clean(p.in, p.Redact).Decision
	for _, c := range comments {
		s, ok := p.Key.Open(placeOf(p.in.Change), c.Body)
		if !ok || !s.Fits(p.in.Change, p.in.Config.Fingerprint) || s.Level() != p.in.Decision.Level {
			continue
		}
		same := true
		body, ok := p.Key.Edit(placeOf(p.in.Change), c.Body, func(text string) string {
			fresh := report.Refresh(text, decision)
			same = fresh == text
			return fresh
		})
		if !ok || same {
			continue
		}
		if _, err := p.Publisher.EditComment(ctx, c.ID, body); err != nil && !errors.Is(err, pr.ErrGone) {
			return writeError{fmt.Errorf("edit comment %d: %w", c.ID, err)}
		}
	}
	return nil
}

// unmerged keeps the verdict where the server cannot merge: nothing is scheduled, and a note says so.
func (p *performer) unmerged() {
	p.out.conflict = true
	p.in.Decision = p.decide(p.in, *p.out)
}
