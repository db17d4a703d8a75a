package pr

import (
	"context"
	"fmt"
)

// Sides lists what both sides of a change have, each side when it is asked for. Its methods may be called at the same time.
type Sides struct {
	ids    map[Side]string
	read   func(ctx context.Context, side Side, id string) (*Inventory, error)
	listed *Cache[*Inventory] // by id
}

// NewSides takes the ids of commits or trees by their sides, and how one is read. Several who ask at the same time
// read once, and so do sides with one id; an error is not kept.
func NewSides(ids map[Side]string, read func(ctx context.Context, side Side, id string) (*Inventory, error)) *Sides {
	return &Sides{ids, read, NewCache(1, func(*Inventory) int64 { return 0 })}
}

// At is the inventory of a side.
func (s *Sides) At(ctx context.Context, side Side) (*Inventory, error) {
	id := s.ids[side]
	if id == "" {
		return nil, fmt.Errorf("read the files at side %q: the change names no commit or tree for it, or was not read before", side)
	}
	return s.listed.Get(ctx, id, func() (*Inventory, error) { return s.read(ctx, side, id) })
}

// List returns what a folder has, sorted by name; not ok: there is no such folder.
func (s *Sides) List(ctx context.Context, side Side, folder string) (entries []Entry, ok bool, err error) {
	v, err := s.At(ctx, side)
	if err != nil {
		return nil, false, err
	}
	entries, ok = v.List(folder)
	return entries, ok, nil
}

// Files lists all regular files, sorted. Of a name whose bytes are not known (Place.ID) nothing can be read.
func (s *Sides) Files(ctx context.Context, side Side) ([]string, error) {
	v, err := s.At(ctx, side)
	if err != nil {
		return nil, err
	}
	return v.Files(), nil
}
