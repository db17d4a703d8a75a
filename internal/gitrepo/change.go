package gitrepo

import (
	"context"
	"fmt"
	"strings"

	"werkrevisor/internal/pr"
)

// Change reads the diff and the repository config at the base commit. Title and description are those of the head's commit.
// Errors wrap pr.ErrIncomplete where the diff is too large, malformed, or contradicts the trees.
func (r *Repo) Change(ctx context.Context) (pr.Change, error) {
	s := r.span
	c := pr.Change{
		Origin: s.origin, Repo: r.name(), State: pr.Open,
		Base: s.base, Head: s.head, MergeBase: s.mergeBase, DefaultBranch: s.branch,
	}
	to, err := r.headTree(ctx)
	if err != nil {
		return c, err
	}
	r.reviewed = to
	files, entries, err := readDiff(ctx, r.git, s.mergeTree, to)
	if err != nil {
		return c, fmt.Errorf("read the diff of %s: %w", r.Target(), err)
	}
	r.ids = make(map[string]rawEntry, len(entries))
	for _, e := range entries {
		r.ids[e.path] = e
	}
	c.Files = files
	if c.Obstacles, err = r.obstacles(ctx, c); err != nil {
		return c, err
	}
	if s.head.SHA != "" {
		if c.Title, c.Body, err = r.message(ctx, s.head.SHA); err != nil {
			return c, err
		}
	}
	c.RepoConfig, err = r.repoConfig(ctx)
	return c, err
}

// headTree is the tree that the merge base's is compared with.
func (r *Repo) headTree(ctx context.Context) (string, error) {
	switch r.span.origin {
	case pr.FromIndex:
		return r.indexTree(ctx)
	case pr.FromWorktree:
		return r.diskTree(ctx)
	}
	return r.span.headTree, nil
}

// message returns the first line and the rest of a commit's message.
func (r *Repo) message(ctx context.Context, sha string) (title, body string, err error) {
	out, err := r.git.output(ctx, pr.MaxFile, nil, "log", "-1", "--no-show-signature", "--no-color", "--encoding=UTF-8", "--format=%B", sha)
	if err != nil {
		return "", "", fmt.Errorf("read the message of commit %.10s: %w", sha, err)
	}
	title, body, _ = strings.Cut(strings.ToValidUTF8(strings.TrimSpace(string(out)), "\ufffd"), "\n")
	return title, strings.TrimSpace(body), nil
}

// repoConfig reads .werkrevisor.toml at the base commit.
func (r *Repo) repoConfig(ctx context.Context) (pr.RepoConfig, error) {
	found, err := r.textsAt(ctx, []string{pr.RepoConfigPath})
	if err != nil {
		return pr.RepoConfig{}, err
	}
	odd := map[pr.Mode]string{pr.ModeSymlink: "symlink", pr.ModeSubmodule: "submodule", pr.ModeFolder: "folder"}
	return pr.RepoConfig{Text: found[0].text, Odd: odd[found[0].mode]}, nil
}
