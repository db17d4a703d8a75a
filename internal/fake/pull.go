package fake

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// NewPull describes a pull request.
type NewPull struct {
	Number      int // 0: the next one
	Title, Body string
	Author      string
	Base, Head  string // branches, or other revisions
	// Fork says that the head is a branch of a fork; so it is for an author without write access anyway.
	Fork bool
	// AGit says that the head was pushed to refs/for, which needs only the right to read.
	AGit bool
}

// Pull is a pull request of the fake server.
type Pull struct {
	Number int
	repo   *Repo

	id               int64
	title, body      string
	author           *account
	state            string // open or closed
	merged           bool
	baseRef, headRef string
	headSHA          string
	mergeBase        string
	scheduled        *account
	merge            Merge
	created, updated time.Time
	events           []*event // comments are events too, as in the real database
	reviews          []*review
	change           change
	flips            map[string]flip // by revision
	fork, agit       bool
	blockedLogin     string // whom the author has blocked
}

// flip is what a pull request shows of one head.
type flip struct {
	headSHA, mergeBase string
	change             change
}

// AddPull opens a pull request; the timeline begins with the push event of the head, as on the real server.
func (r *Repo) AddPull(n NewPull) (*Pull, error) {
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	if n.Number == 0 {
		n.Number = len(r.pulls) + 1
	}
	if _, ok := r.pulls[n.Number]; ok {
		return nil, fmt.Errorf("pull request %d exists", n.Number)
	}
	p := &Pull{Number: n.Number, repo: r, id: r.g.id(), title: n.Title, body: n.Body, author: r.g.user(n.Author),
		state: "open", baseRef: n.Base, headRef: n.Head, created: r.g.now()}
	p.updated, p.agit = p.created, n.AGit
	p.fork = !n.AGit && (n.Fork || !p.author.Write)
	if err := p.moveTo(n.Head); err != nil {
		return nil, err
	}
	p.push(p.author, false, p.headSHA)
	r.pulls[n.Number] = p
	return p, nil
}

// URL is the address of the page.
func (p *Pull) URL() string {
	return fmt.Sprintf("%s/%s/%s/pulls/%d", p.repo.g.URL, p.repo.Owner, p.repo.Name, p.Number)
}

// Repo is the repository of the pull request.
func (p *Pull) Repo() *Repo { return p.repo }

// State is "open" or "closed"; a merged PR is closed.
func (p *Pull) State() string {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	return p.state
}

// HeadSHA is the id of the head commit.
func (p *Pull) HeadSHA() string {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	return p.headSHA
}

// Push moves the head to another revision, as a push of this user does: reviews become stale if the content changed.
func (p *Pull) Push(by, rev string, forced bool) error {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	old := p.headSHA
	if err := p.moveTo(rev); err != nil {
		return err
	}
	ids := []string{p.headSHA}
	if forced {
		ids = []string{old, p.headSHA}
	}
	p.push(p.repo.g.user(by), forced, ids...)
	p.pushed(p.repo.g.user(by), old)
	return nil
}

// Flip moves the head without any trace: the second half of two pushes that nobody saw. What a revision is, is found out
// at its first flip, so that many flips are fast; the base must stay.
func (p *Pull) Flip(rev string) error {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	if f, ok := p.flips[rev]; ok {
		p.headSHA, p.mergeBase, p.change = f.headSHA, f.mergeBase, f.change
		return nil
	}
	if err := p.moveTo(rev); err != nil {
		return err
	}
	if p.flips == nil {
		p.flips = map[string]flip{}
	}
	p.flips[rev] = flip{p.headSHA, p.mergeBase, p.change}
	return nil
}

// SetTitle changes the title.
func (p *Pull) SetTitle(by, title string) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	p.add(event{Type: "change_title", user: p.repo.g.user(by), OldTitle: p.title, NewTitle: title})
	p.title = title
}

// SetBody changes the description; it leaves no event.
func (p *Pull) SetBody(body string) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	p.body = body
}

// Retarget changes the base branch; nothing is dismissed (gitea.md, finding 13). The server removes all push events and
// writes one of its own, by who changed the base, with all commits of the PR (recorded: timeline-retarget).
func (p *Pull) Retarget(by, branch string) error {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	p.add(event{Type: "change_target_branch", user: p.repo.g.user(by), OldRef: p.baseRef, NewRef: branch})
	p.baseRef = branch
	if err := p.moveTo(p.headSHA); err != nil {
		return err
	}
	p.events = slices.DeleteFunc(p.events, func(e *event) bool { return e.Type == "pull_push" })
	p.push(p.repo.g.user(by), false, p.commitsOf()...)
	return nil
}

// SetState closes ("closed"), merges ("merged") or reopens ("open") the pull request.
func (p *Pull) SetState(by, state string) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	u := p.repo.g.user(by)
	switch state {
	case "merged":
		p.merges(u)
	case "closed":
		p.state = "closed"
		p.add(event{Type: "close", user: u})
	default:
		p.state = "open"
		p.add(event{Type: "reopen", user: u})
	}
}

// moveTo computes head, merge base and the change; the lock is held.
func (p *Pull) moveTo(rev string) error {
	ctx := context.Background()
	head, err := p.repo.git.tip(ctx, rev)
	if err != nil {
		return err
	}
	onto, err := p.repo.git.tip(ctx, p.baseRef)
	if err != nil {
		return err
	}
	base, err := p.repo.about(ctx, "merge-base", onto, head)
	if err != nil {
		return err
	}
	change, ok := p.repo.changes[base+head]
	if !ok {
		if change, err = p.repo.diff(ctx, base, head); err != nil {
			return err
		}
		p.repo.changes[base+head] = change
	}
	p.headSHA, p.mergeBase, p.change = head, base, change
	return nil
}

func (p *Pull) push(by *account, forced bool, ids ...string) {
	body, _ := json.Marshal(struct {
		Forced  bool     `json:"is_force_push"`
		Commits []string `json:"commit_ids"`
	}{forced, ids})
	p.add(event{Type: "pull_push", user: by, Body: string(body)})
}

func (p *Pull) draft() bool {
	title := strings.ToLower(p.title)
	return strings.HasPrefix(title, "wip:") || strings.HasPrefix(title, "[wip]")
}
