package gitrepo

import "context"

func (r *Repo) diskTree(ctx context.Context) (string, error) { return "", nil }
