package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"werkrevisor/internal/pr"
)

// Series is the line of first parents of a branch, opened once, whose commits are read as changes one by one.
// Its methods may be called at the same time.
type Series struct {
	checkout checkout
	git      *git
	branch   string // the default branch, where it is known
	steps    []Step
	commits  map[string]lineCommit // those of the line and their parents, proven by their ids
}

// Step is one change that came into the line.
type Step struct {
	Commit string // the commit of the line
	Base   string // its first parent, the tip at that time
	Head   string // the commit itself, or the parent that a merge brought in: each one of an octopus merge is a step
	Gap    string // why it cannot be read as a change; empty: it can
}

// The gaps of a line.
const (
	GapRoot    = "root_commit"    // it has no parent, so there is nothing that it changes
	GapShallow = "shallow_clone"  // a parent is not in the clone
	GapHistory = "no_common_base" // base and head have no common commit
)

type lineCommit struct {
	tree    string
	parents []string
}

// maxSteps is the number of commits that a Series holds at most.
const maxSteps = 100_000

// OpenSeries reads the line that spec names, newest first, at most most commits of it:
//
//	""      the default branch
//	"A..B"  the commits of B that A lacks
//	"A"     the same with HEAD for B
//
// A commit counts as a change of its first parent, a merge as a PR of each of its other parents onto the first.
// Nothing of the checkout's configuration is used, and the order of the line is proven by the ids of its commits, as in Open.
// The caller must Close it.
func OpenSeries(ctx context.Context, dir, spec string, most int) (s *Series, err error) {
	if spec == "staged" || spec == "worktree" {
		return nil, fmt.Errorf("%q is no line of commits; name a range, e.g. HEAD~100..HEAD", spec)
	}
	r, err := openCheckout(ctx, dir)
	if err != nil {
		return nil, err
	}
	s = &Series{checkout: r.checkout, git: r.git, commits: map[string]lineCommit{}}
	if err := s.read(ctx, spec, min(most, maxSteps)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Steps are the changes of the line, newest first.
func (s *Series) Steps() []Step { return s.steps }

// Name is the name of the checkout's folder.
func (s *Series) Name() string { return s.checkout.name() }

// Close removes the temporary files.
func (s *Series) Close() error { return os.RemoveAll(s.git.home) }

// read lists the line and its parents.
func (s *Series) read(ctx context.Context, spec string, most int) error {
	tip, since, err := s.ends(ctx, spec)
	if err != nil {
		return err
	}
	args := []string{"rev-list", "--first-parent", "-n", strconv.Itoa(most), tip}
	if since != "" {
		args = append(args, "^"+since)
	}
	out, err := s.git.output(ctx, maxList, nil, append(args, "--")...)
	if err != nil {
		return fmt.Errorf("list the commits of %s: %w", s.Name(), err)
	}
	line := strings.Fields(string(out))
	if err := s.readCommits(ctx, line); err != nil {
		return err
	}
	var parents []string
	for i, id := range line {
		follows := i == 0 && id == tip
		if i > 0 {
			before := s.commits[line[i-1]].parents
			follows = len(before) > 0 && before[0] == id
		}
		if !follows {
			return fmt.Errorf("list the commits of %s: %w: commit %.10s does not follow the one before it", s.Name(), pr.ErrIncomplete, id)
		}
		for _, parent := range s.commits[id].parents {
			if _, known := s.commits[parent]; !known {
				parents = append(parents, parent)
			}
		}
	}
	if parents, err = s.git.existing(ctx, parents); err != nil {
		return fmt.Errorf("list the parents of commits of %s: %w", s.Name(), err)
	}
	if err := s.readCommits(ctx, parents); err != nil {
		return err
	}
	for _, id := range line {
		s.steps = append(s.steps, s.stepsOf(id)...)
	}
	return nil
}

// ends are the newest commit of the line, and the one whose history is left out; "": none.
func (s *Series) ends(ctx context.Context, spec string) (tip, since string, err error) {
	name, branch, err := defaultBranch(ctx, s.git)
	if err != nil {
		return "", "", err
	}
	s.branch = name
	if spec == "" {
		if branch.SHA == "" {
			return "", "", fmt.Errorf("find the default branch: there is no origin/HEAD, no main and no master; name a range, e.g. A..B")
		}
		return branch.SHA, "", nil
	}
	from, to, _ := strings.Cut(spec, "..")
	if to = strings.TrimPrefix(to, "."); to == "" {
		to = "HEAD"
	}
	if from == "" {
		return "", "", fmt.Errorf("the range %q names no commit that it begins with; write A..B", spec)
	}
	if since, err = resolve(ctx, s.git, from); err != nil {
		return "", "", err
	}
	tip, err = resolve(ctx, s.git, to)
	return tip, since, err
}

// readCommits adds commits of the line to those that are known.
func (s *Series) readCommits(ctx context.Context, ids []string) error {
	if err := s.git.readCommits(ctx, ids, s.commits); err != nil {
		return fmt.Errorf("read the commits of %s: %w", s.Name(), err)
	}
	return nil
}

// readCommits reads commits with one process, and proves them by their ids.
func (g *git) readCommits(ctx context.Context, ids []string, into map[string]lineCommit) error {
	return g.readObjects(ctx, "commit", ids, func(i int, size int64, content io.Reader) error {
		if size > maxTree {
			return fmt.Errorf("%w: commit %.10s has more than %d bytes", pr.ErrIncomplete, ids[i], maxTree)
		}
		data, err := io.ReadAll(content)
		if err != nil {
			return err
		}
		c := parseCommit(string(data))
		if !isID(c.tree, g.sha256) {
			return fmt.Errorf("%w: commit %.10s names no tree", pr.ErrIncomplete, ids[i])
		}
		into[ids[i]] = c
		return nil
	})
}

// parseCommit reads the tree and the parents at the head of a commit object.
func parseCommit(data string) (c lineCommit) {
	for line := range strings.Lines(data) {
		switch key, id, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " "); key {
		case "tree":
			c.tree = id
		case "parent":
			c.parents = append(c.parents, id)
		default:
			return c
		}
	}
	return c
}

// stepsOf are the changes that a commit brought into the line.
func (s *Series) stepsOf(id string) []Step {
	parents := s.commits[id].parents
	switch len(parents) {
	case 0:
		return []Step{{Commit: id, Head: id, Gap: GapRoot}}
	case 1:
		return []Step{s.step(id, parents[0], id)}
	}
	var steps []Step
	for _, head := range parents[1:] {
		steps = append(steps, s.step(id, parents[0], head))
	}
	return steps
}

func (s *Series) step(id, base, head string) Step {
	step := Step{Commit: id, Base: base, Head: head}
	for _, end := range []string{base, head} {
		if _, known := s.commits[end]; !known {
			step.Gap = GapShallow
		}
	}
	return step
}

// ErrUnrelated is a merge of a history that has no commit in common with the line.
var ErrUnrelated = errors.New("base and head have no common commit")

// Open makes the source of one step. What it reads is proven as by the package's Open; there is nothing to close.
func (s *Series) Open(ctx context.Context, step Step) (*Repo, error) {
	base, head := s.commits[step.Base], s.commits[step.Head]
	r := &Repo{checkout: s.checkout, git: s.git, span: span{origin: pr.FromRange, branch: s.branch,
		base: pr.Commit{Ref: s.branch, SHA: step.Base}, head: pr.Commit{Ref: step.Head[:min(10, len(step.Head))], SHA: step.Head},
		mergeBase: step.Base, baseTree: base.tree, mergeTree: base.tree, headTree: head.tree}}
	if step.Gap != "" || base.tree == "" || head.tree == "" {
		return nil, fmt.Errorf("read commit %.10s: it cannot be read as a change", step.Commit)
	}
	if step.Head == step.Commit {
		r.single = true
		return r, nil // its parent is the merge base: the commit itself says so
	}
	mergeBase, err := s.git.word(ctx, "merge-base", step.Base, step.Head)
	if ended(err, 1) || err == nil && mergeBase == "" {
		return nil, fmt.Errorf("read merge %.10s: %w", step.Commit, ErrUnrelated)
	}
	if err != nil {
		return nil, err
	}
	r.span.mergeBase = mergeBase
	return r, r.span.prove(ctx, s.git)
}
