package gitrepo

import (
	"context"
	"errors"

	"werkrevisor/internal/pr"
)

type Repo struct{}

func Open(ctx context.Context, dir, spec string) (*Repo, error) { return nil, errors.New("stub") }
func (r *Repo) Target() string                                 { return "" }
func (r *Repo) Close() error                                   { return nil }
func (r *Repo) Change(ctx context.Context) (pr.Change, error)   { return pr.Change{}, nil }
func (r *Repo) Texts(ctx context.Context, c pr.Change, want pr.Want) (pr.Change, error) {
	return c, nil
}
func (r *Repo) Now(ctx context.Context) (pr.Now, error) { return pr.Now{}, nil }
