package fake

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Repo is a repository of the fake server.
type Repo struct {
	Owner, Name   string
	DefaultBranch string
	// Private hides the repository from users without write access.
	Private bool

	g           *Gitea
	git         gitDir
	commits     map[string]*commit
	blobs       map[string][]byte
	memo        map[string]string // answers about commits, which never change
	changes     map[string]change
	pulls       map[int]*Pull
	statuses    map[string][]Status // by commit id
	protections map[string]Protection
	rules       []map[string]any // branch protection rules, the first one that matches a branch counts
	mergeStyles []string         // nil: all; the first one is the default
}

// commit is a commit with all entries of its tree by path, in the order of git.
type commit struct {
	sha     string
	entries []entry
	byPath  map[string]entry
	trees   map[string]string // id of a folder's tree → path of the folder
}

type entry struct {
	path, mode, kind, sha string
	size                  int64
}

// Head is the id of the tip of a branch, or of any other revision.
func (r *Repo) Head(rev string) (string, error) {
	return r.git.tip(context.Background(), rev)
}

// load reads the tree of a commit; the lock is held.
func (r *Repo) load(ctx context.Context, rev string) (*commit, error) {
	if c, ok := r.commits[rev]; ok {
		return c, nil
	}
	sha, err := r.git.tip(ctx, rev)
	if err != nil {
		return nil, err
	}
	out, err := r.git.run(ctx, nil, "ls-tree", "-r", "-t", "-z", "-l", "--full-tree", sha)
	if err != nil {
		return nil, err
	}
	c := &commit{sha: sha, byPath: map[string]entry{}, trees: map[string]string{}}
	for _, row := range strings.Split(string(out), "\x00") {
		meta, name, ok := strings.Cut(row, "\t")
		fields := strings.Fields(meta)
		if !ok || len(fields) != 4 {
			continue
		}
		size, _ := strconv.ParseInt(fields[3], 10, 64) // "-" for what is no blob
		e := entry{path: name, mode: fields[0], kind: fields[1], sha: fields[2], size: size}
		c.entries = append(c.entries, e)
		c.byPath[name] = e
		if e.kind == "tree" {
			c.trees[e.sha] = name
		}
	}
	if sha == rev {
		r.commits[sha] = c // other revisions move
	}
	return c, nil
}

// about asks git something about commits, once; the lock is held.
func (r *Repo) about(ctx context.Context, args ...string) (string, error) {
	key := strings.Join(args, " ")
	if answer, ok := r.memo[key]; ok {
		return answer, nil
	}
	answer, err := r.git.line(ctx, args...)
	if err == nil {
		r.memo[key] = answer
	}
	return answer, err
}

// blob reads a blob; the lock is held.
func (r *Repo) blob(ctx context.Context, sha string) ([]byte, error) {
	if data, ok := r.blobs[sha]; ok {
		return data, nil
	}
	data, err := r.git.run(ctx, nil, "cat-file", "blob", sha)
	if err == nil {
		r.blobs[sha] = data
	}
	return data, err
}

// preload reads many blobs with one process; the lock is held.
func (r *Repo) preload(ctx context.Context, ids []string) error {
	var ask bytes.Buffer
	for _, id := range ids {
		if _, ok := r.blobs[id]; !ok && strings.Trim(id, "0") != "" {
			ask.WriteString(id + "\n")
		}
	}
	if ask.Len() == 0 {
		return nil
	}
	out, err := r.git.run(ctx, ask.Bytes(), "cat-file", "--batch")
	for err == nil && len(out) > 0 {
		head, rest, ok := bytes.Cut(out, []byte("\n"))
		fields := strings.Fields(string(head))
		if ok && len(fields) == 2 && fields[1] == "missing" { // the commit of a submodule
			out = rest
			continue
		}
		if !ok || len(fields) != 3 {
			return fmt.Errorf("git cat-file: unexpected output")
		}
		size, _ := strconv.Atoi(fields[2])
		if size < 0 || len(rest) < size+1 {
			return fmt.Errorf("git cat-file: short output")
		}
		r.blobs[fields[0]] = rest[:size:size]
		out = rest[size+1:]
	}
	return err
}
