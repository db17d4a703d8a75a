package gitrepo

import (
	"context"
	"fmt"
	"strings"

	"werkrevisor/internal/pr"
)

// span is what is reviewed: from the merge base of two commits to the second one, or to the index or the files on disk.
type span struct {
	origin              pr.Origin
	base                pr.Commit
	head                pr.Commit // SHA is empty for index and files
	mergeBase           string
	baseTree, mergeTree string
	headTree            string // empty for index and files
	branch              string // the default branch, where it is known
}

// defaultBranches are the refs that may name the default branch, and its short name; the first that exists counts.
var defaultBranches = []struct{ ref, name string }{
	{"refs/remotes/origin/HEAD", ""},
	{"refs/heads/main", "main"},
	{"refs/heads/master", "master"},
}

// readSpan finds the commits that a spec of the command line names (product.md 2).
func readSpan(ctx context.Context, g *git, spec string) (s span, err error) {
	switch spec {
	case "staged":
		return fromHead(ctx, g, pr.FromIndex, "index")
	case "worktree":
		return fromHead(ctx, g, pr.FromWorktree, "files on disk")
	}
	s.origin = pr.FromRange
	base, head, ok := strings.Cut(spec, "...")
	if !ok {
		base, head, _ = strings.Cut(spec, "..")
	}
	if head == "" {
		head = "HEAD"
	}
	s.branch, s.base, err = defaultBranch(ctx, g)
	switch {
	case err != nil:
		return s, err
	case base != "":
		s.base.Ref = base
		s.base.SHA, err = resolve(ctx, g, base)
	case spec != "":
		s.base.Ref = "HEAD"
		s.base.SHA, err = resolve(ctx, g, "HEAD")
	case s.base.SHA == "":
		err = fmt.Errorf("find the default branch: there is no origin/HEAD, no main and no master; name a range, e.g. --local A..B")
	}
	if err != nil {
		return s, err
	}
	s.head.Ref = head
	if s.head.SHA, err = resolve(ctx, g, head); err != nil {
		return s, err
	}
	s.mergeBase, err = g.word(ctx, "merge-base", s.base.SHA, s.head.SHA)
	if g.shallow && (ended(err, 1) || ended(err, 128)) {
		return s, fmt.Errorf("compare %q with %q: the checkout is a shallow clone without their merge base; run git fetch --unshallow there", s.base.Ref, head)
	}
	if ended(err, 1) || err == nil && s.mergeBase == "" {
		return s, fmt.Errorf("compare %q with %q: there is no merge base: they have no common commit, or the checkout lacks a part of its history", s.base.Ref, head)
	}
	if err != nil {
		return s, err
	}
	return s, s.prove(ctx, g)
}

// fromHead is a span from HEAD to something that is no commit.
func fromHead(ctx context.Context, g *git, origin pr.Origin, head string) (span, error) {
	s := span{origin: origin, base: pr.Commit{Ref: "HEAD"}, head: pr.Commit{Ref: head}}
	var err error
	s.base.SHA, err = resolve(ctx, g, "HEAD")
	s.mergeBase = s.base.SHA
	if err != nil {
		return s, err
	}
	if err := s.prove(ctx, g); err != nil {
		return s, err
	}
	s.branch, _, err = defaultBranch(ctx, g)
	return s, err
}

// prove finds the trees, and proves by their ids the commits and all that lead from the merge base to them.
// So no forged parent can make a merge base of a commit that is none.
func (s *span) prove(ctx context.Context, g *git) error {
	commits := []string{s.base.SHA, s.mergeBase}
	if s.head.SHA != "" {
		commits = append(commits, s.head.SHA)
		out, err := g.output(ctx, maxList, nil, "rev-list", s.base.SHA+"..."+s.head.SHA, "--")
		if err != nil {
			return fmt.Errorf("list the commits since the merge base: %w", err)
		}
		commits = append(commits, strings.Fields(string(out))...)
	}
	trees, err := g.rootTrees(ctx, commits)
	if err != nil {
		return fmt.Errorf("read the commits since the merge base: %w", err)
	}
	s.baseTree, s.mergeTree = trees[0], trees[1]
	if s.head.SHA != "" {
		s.headTree = trees[2]
	}
	return nil
}

// defaultBranch returns the short name and the commit of the default branch, or nothing.
func defaultBranch(ctx context.Context, g *git) (name string, tip pr.Commit, err error) {
	for _, b := range defaultBranches {
		sha, err := g.word(ctx, "rev-parse", "--verify", "--quiet", b.ref+"^{commit}")
		if ended(err, 1) || ended(err, 128) {
			continue
		}
		if err != nil {
			return "", tip, err
		}
		if b.name == "" {
			target, err := g.word(ctx, "symbolic-ref", "--quiet", b.ref)
			if err != nil && !ended(err, 1) && !ended(err, 128) {
				return "", tip, err
			}
			b.name = strings.TrimPrefix(target, "refs/remotes/origin/")
			if b.name == "" {
				b.name = "origin/HEAD"
			}
		}
		return b.name, pr.Commit{Ref: b.name, SHA: sha}, nil
	}
	return "", tip, nil
}

// resolve returns the full id of the commit that a name stands for.
func resolve(ctx context.Context, g *git, name string) (string, error) {
	if strings.Contains(name, "@{") { // needs the config or the reflog of the checkout
		return "", fmt.Errorf("find the commit %q: local mode does not know what git remembers with @{…}; name a branch or a commit", name)
	}
	if strings.HasPrefix(name, "-") || strings.ContainsAny(name, "\x00\n") {
		return "", fmt.Errorf("find the commit %q: this is no name of a commit", name)
	}
	sha, err := g.word(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if ended(err, 1) || ended(err, 128) {
		if name == "HEAD" {
			return "", fmt.Errorf("find HEAD: the checkout has no commit yet, or its commits cannot be read")
		}
		return "", fmt.Errorf("find the commit %q: the checkout has no such branch, tag or commit, or cannot read it; run git fetch there", name)
	}
	return sha, err
}
