package fake

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Gitea is a stateful stand-in of a Gitea server. Its methods may be called at any time, also from hooks.
// What tests do through its Go methods is done as a user would do it in the browser; it is not in the request log.
type Gitea struct {
	// URL is the base URL, e.g. "http://127.0.0.1:40123"; it has no slash at the end.
	URL string

	line line

	mu      sync.Mutex
	users   []*account
	tokens  map[string]*token
	repos   map[string]*Repo // "owner/name" in lower case
	moved   map[string]string
	log     []Request
	faults  []*fault
	forbids []forbid
	// oldCompare: two dots of a comparison mean three dots.
	oldCompare bool
	// newOfficial: a change of the base evaluates anew which reviews count.
	newOfficial bool
	lastID      int64 // of users, comments, reviews, statuses and pull requests
	start       time.Time
	ticks       int // seconds since the start of the fake's clock
}

type account struct {
	ID    int64
	Login string
	Write bool
	Admin bool
	// reads: a team of the organisation lets it read pull requests, and nothing more.
	reads  bool
	blocks []*account // who may not write to its pull requests
}

type token struct {
	owner  *account
	scopes []string
}

// NewGitea starts a server on a loopback port. It has no users and no repositories yet. Close stops it.
func NewGitea() (*Gitea, error) {
	g := &Gitea{tokens: map[string]*token{}, repos: map[string]*Repo{}, moved: map[string]string{}}
	g.line.handler = g.handler()
	if err := g.line.up(); err != nil {
		return nil, fmt.Errorf("start the fake Gitea: %w", err)
	}
	g.URL = "http://" + g.line.address
	return g, nil
}

// Close stops the server; requests that are still open are cut off.
func (g *Gitea) Close() error { return g.line.down() }

// Heal takes all faults away, and brings a server that is down up again under its address.
func (g *Gitea) Heal() error {
	g.mu.Lock()
	g.faults = nil
	g.mu.Unlock()
	return g.line.up()
}

// AddUser adds a user; write gives write access to every repository. A user that exists gets this access.
func (g *Gitea) AddUser(login string, write bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.user(login).Write = write
}

// AddTeamReader adds a member of a team that may only read pull requests, as an organisation can have one: it may be
// assigned, and so is among the assignees, but cannot push.
func (g *Gitea) AddTeamReader(login string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	u := g.user(login)
	u.Write, u.reads = false, true
}

// Block makes a user block another one, or unblock it: who is blocked cannot comment on the pull requests of that user,
// nor review them.
func (g *Gitea) Block(by, whom string, on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	u, other := g.user(by), g.user(whom)
	u.blocks = slices.DeleteFunc(u.blocks, func(old *account) bool { return old == other })
	if on {
		u.blocks = append(u.blocks, other)
	}
}

// Token makes a token of the user. Without scopes it has those that the README asks for:
// write:repository and write:issue. Other scopes are read:repository, read:issue, read:user and write:user.
func (g *Gitea) Token(login string, scopes ...string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(scopes) == 0 {
		scopes = []string{"write:issue", "write:repository"}
	}
	text := fmt.Sprintf("%040x", 0xfa4e<<32+len(g.tokens)+1)
	g.tokens[text] = &token{g.user(login), scopes}
	return text
}

// user finds a user by login, without regard to case, or adds one without write access.
func (g *Gitea) user(login string) *account {
	if u := g.findUser(login); u != nil {
		return u
	}
	u := &account{ID: g.id(), Login: login}
	g.users = append(g.users, u)
	return u
}

func (g *Gitea) findUser(login string) *account {
	for _, u := range g.users {
		if strings.EqualFold(u.Login, login) {
			return u
		}
	}
	return nil
}

// AddRepo serves a git repository on disk, bare or not, as owner/name. Its default branch is that of HEAD.
// The git repository may get more commits later; objects are read when they are needed.
// A merge moves its branches, so servers that share a repository must not merge.
func (g *Gitea) AddRepo(owner, name, dir string) (*Repo, error) {
	r := &Repo{Owner: owner, Name: name, g: g, git: gitDir(dir),
		commits: map[string]*commit{}, blobs: map[string][]byte{}, memo: map[string]string{}, changes: map[string]change{},
		pulls: map[int]*Pull{}, statuses: map[string][]Status{}, protections: map[string]Protection{}}
	head, err := r.git.line(context.Background(), "symbolic-ref", "--short", "HEAD")
	if err != nil {
		return nil, err
	}
	r.DefaultBranch = head
	g.mu.Lock()
	defer g.mu.Unlock()
	g.user(owner).Write = true
	g.repos[strings.ToLower(owner+"/"+name)] = r
	return r, nil
}

// Move renames a repository: requests to the old name are redirected, as the real server does.
func (g *Gitea) Move(r *Repo, name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	old := strings.ToLower(r.Owner + "/" + r.Name)
	delete(g.repos, old)
	r.Name = name
	g.repos[strings.ToLower(r.Owner+"/"+name)] = r
	g.moved[old] = r.Owner + "/" + name
}

// PRFromGit serves a git repository as org/demo with pull request 7 from branch head to branch base.
// Users are author (write access), human (write access) and bot (write access).
func PRFromGit(dir, base, head string) (*Gitea, *Pull, error) {
	g, err := NewGitea()
	if err != nil {
		return nil, nil, err
	}
	for _, login := range []string{"org", "author", "bot", "human"} {
		g.AddUser(login, true)
	}
	repo, err := g.AddRepo("org", "demo", dir)
	if err == nil {
		var pull *Pull
		if pull, err = repo.AddPull(NewPull{Number: 7, Title: "A change", Author: "author", Base: base, Head: head}); err == nil {
			return g, pull, nil
		}
	}
	_ = g.Close()
	return nil, nil, err
}

func (g *Gitea) id() int64 { g.lastID++; return g.lastID }

// StartAt sets the fake's clock, which otherwise begins with 2026.
func (g *Gitea) StartAt(t time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.start = t
}

// now is the fake's clock: every event is one second later.
func (g *Gitea) now() time.Time {
	if g.start.IsZero() {
		g.start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	g.ticks++
	return g.start.Add(time.Duration(g.ticks) * time.Second)
}
