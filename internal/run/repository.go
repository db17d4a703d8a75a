package run

import (
	"context"
	"time"

	"werkrevisor/internal/pr"
)

// skew is how far the clock of the server may be off.
const skew = 10 * time.Minute

// readRepository reads the bot's comments of the repository, or what changed of them since they were read.
// One that is gone since stays: what it said was said.
func (r *runner) readRepository(ctx context.Context, p *past) error {
	now := r.Clock()
	since := now.Add(-remembered)
	if p.repository != nil {
		since = p.readAt.Add(-skew)
	}
	fresh, err := r.Publisher.RepositoryComments(ctx, since)
	if err != nil {
		return err
	}
	merged := make(map[int][]pr.Comment, len(fresh)+len(p.repository))
	for number, list := range p.repository {
		merged[number] = append(merged[number], list...)
	}
	for number, list := range fresh {
		for _, c := range list {
			at := indexOf(merged[number], c.ID)
			if at < 0 {
				merged[number] = append(merged[number], c)
			} else {
				merged[number][at] = c
			}
		}
	}
	p.repository, p.readAt = merged, now
	return nil
}

func indexOf(list []pr.Comment, id int64) int {
	for i, c := range list {
		if c.ID == id {
			return i
		}
	}
	return -1
}
