package pr

import (
	"context"
	"fmt"
)

// ReadPlaces reads the texts of regular files, in their order. It may stop early, but not before the first one.
type ReadPlaces func(ctx context.Context, places []Place) ([]Text, error)

// Grep searches the files of an inventory in the order of their paths. It reads up to chunk files at a time,
// and its limits count in that order, so that the result depends on nothing else.
//
// Of are the files that q.Files lets pass. A file that cannot be read by its name is not searched, and sets More.
func (q Query) Grep(ctx context.Context, v *Inventory, chunk int, read ReadPlaces) (Matches, error) {
	var m Matches
	var wanted []Place
	for _, name := range v.files {
		if q.Files != nil && !q.Files(name) {
			continue
		}
		m.Of++
		switch p := v.places[name]; {
		case p.ID == "" || len(wanted) == q.MaxFiles:
			m.More = true
		default:
			wanted = append(wanted, p)
		}
	}
	for left := q.MaxBytes; len(wanted) > 0; {
		if ctx.Err() != nil {
			return Matches{}, context.Cause(ctx)
		}
		texts, err := read(ctx, wanted[:min(chunk, len(wanted))])
		if err != nil {
			return Matches{}, err
		}
		if len(texts) == 0 || len(texts) > len(wanted) {
			return Matches{}, fmt.Errorf("%w: %d texts of %d files were read", ErrIncomplete, len(texts), len(wanted))
		}
		for i, text := range texts {
			if left -= int64(len(text.Body)); left < 0 {
				m.More = true
				return m, nil
			}
			m.Searched++
			if text.State != Read {
				continue
			}
			if goOn, err := q.Search(ctx, &m, wanted[i].Path, text.Body); err != nil {
				return Matches{}, err
			} else if !goOn {
				return m, nil
			}
		}
		wanted = wanted[len(texts):]
	}
	return m, nil
}
