package fake

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Comment is an issue comment.
type Comment struct {
	ID   int64
	User string
	Body string
	// Edited: the text was changed after it was posted, by whomever.
	Edited bool
}

// Comments lists the comments, oldest first.
func (p *Pull) Comments() []Comment {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	list := []Comment{}
	for _, e := range p.comments() {
		list = append(list, Comment{e.ID, e.user.Login, e.Body, !e.updated.Equal(e.created)})
	}
	return list
}

// Comment posts a comment.
func (p *Pull) Comment(by, body string) Comment {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	e := p.add(event{Type: "comment", user: p.repo.g.user(by), Body: body})
	return Comment{ID: e.ID, User: e.user.Login, Body: body}
}

// EditComment changes a text, as every user with write access can; the author stays. It reports whether there is such a comment.
func (p *Pull) EditComment(id int64, body string) bool {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	for _, e := range p.comments() {
		if e.ID == id {
			e.Body, e.updated = body, p.repo.g.now()
			return true
		}
	}
	return false
}

// DeleteComment removes a comment, as every user with write access can.
func (p *Pull) DeleteComment(id int64) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	p.events = slices.DeleteFunc(p.events, func(e *event) bool { return e.Type == "comment" && e.ID == id })
}

func (p *Pull) comments() []*event {
	var list []*event
	for _, e := range p.events {
		if e.Type == "comment" {
			list = append(list, e)
		}
	}
	return list
}

// getComments lists all comments, whatever page and limit say.
func (g *Gitea) getComments(c *call) {
	rows := []map[string]any{}
	for _, e := range c.pull.comments() {
		rows = append(rows, c.pull.commentJSON(e))
	}
	c.header.Set("X-Total-Count", strconv.Itoa(len(rows)))
	c.json(http.StatusOK, rows)
}

// getRepoComments lists the comments of all PRs in pages, those that changed since a time, oldest first.
func (g *Gitea) getRepoComments(c *call) {
	since, _ := time.Parse(time.RFC3339, c.r.URL.Query().Get("since"))
	rows := []map[string]any{}
	for _, number := range slices.Sorted(maps.Keys(c.repo.pulls)) {
		p := c.repo.pulls[number]
		for _, e := range p.comments() {
			if !e.updated.Before(since) {
				rows = append(rows, p.commentJSON(e))
			}
		}
	}
	page, limit := c.paging()
	c.header.Set("X-Total-Count", strconv.Itoa(len(rows)))
	c.json(http.StatusOK, cut(rows, page, limit))
}

func (g *Gitea) postComment(c *call) {
	var in struct{ Body string }
	if !c.input(&in) {
		return
	}
	if in.Body == "" {
		c.fail(http.StatusUnprocessableEntity, "[Body]: Required")
		return
	}
	if c.isBlocked(c.pull) {
		return
	}
	c.json(http.StatusCreated, c.pull.commentJSON(c.pull.add(event{Type: "comment", user: c.user, Body: in.Body})))
}

// ownOrWriter finds the comment of the path; its author and everybody with write access may change it.
func (c *call) ownOrWriter() (*Pull, *event) {
	id, _ := strconv.ParseInt(c.r.PathValue("id"), 10, 64)
	for _, p := range c.repo.pulls {
		for _, e := range p.comments() {
			if e.ID != id {
				continue
			}
			if e.user != c.user && !c.user.Write {
				c.fail(http.StatusForbidden, "")
				return nil, nil
			}
			return p, e
		}
	}
	c.notFound()
	return nil, nil
}

// isBlocked refuses an account that the author of the PR or the owner of the repository blocks, unless it administrates
// the repository.
func (c *call) isBlocked(p *Pull) bool {
	if !p.blocks(c.user) || c.isAdmin() {
		return false
	}
	c.fail(http.StatusForbidden, "user is blocked")
	return true
}

func (g *Gitea) patchComment(c *call) {
	p, e := c.ownOrWriter()
	var in struct{ Body string }
	if e == nil || !c.input(&in) || c.isBlocked(p) {
		return
	}
	e.Body, e.updated = in.Body, g.now()
	c.json(http.StatusOK, p.commentJSON(e))
}

func (g *Gitea) deleteComment(c *call) {
	p, e := c.ownOrWriter()
	if e == nil {
		return
	}
	p.events = slices.DeleteFunc(p.events, func(other *event) bool { return other == e })
	c.status = http.StatusNoContent
}

func (p *Pull) commentJSON(e *event) map[string]any {
	return map[string]any{"id": e.ID, "html_url": p.commentURL(e.ID), "pull_request_url": p.URL(), "issue_url": "",
		"user": e.user.json(), "original_author": "", "original_author_id": 0, "body": e.Body, "assets": []any{},
		"created_at": e.created, "updated_at": e.updated}
}
