package fake

import (
	"net/http"
	"strconv"
	"time"
)

// event is an entry of the timeline. Comments (type "comment") and inline comments (type "code") are events too.
type event struct {
	ID                 int64
	Type               string
	user               *account
	Body               string
	OldTitle, NewTitle string
	OldRef, NewRef     string
	ReviewID           int64
	assignee           *account
	Removed            bool
	label              bool
	created, updated   time.Time
}

func (p *Pull) add(e event) *event {
	e.ID, e.created = p.repo.g.id(), p.repo.g.now()
	e.updated = e.created
	p.events = append(p.events, &e)
	return &e
}

// AddLabel adds a timeline entry whose label is an object; the SDK of Gitea cannot decode it.
func (p *Pull) AddLabel(by string) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	p.add(event{Type: "label", user: p.repo.g.user(by), Body: "1", label: true})
}

func (g *Gitea) getTimeline(c *call) {
	page, limit := c.paging()
	var rows []map[string]any // null for a page without an entry, as on the real server
	for _, e := range cut(c.pull.events, page, limit) {
		if e.Type != "code" { // taken out after the page was cut (gitea.md 2.7)
			rows = append(rows, c.pull.eventJSON(e))
		}
	}
	c.header.Set("X-Total-Count", strconv.Itoa(len(rows)))
	c.json(http.StatusOK, rows)
}

func (p *Pull) eventJSON(e *event) map[string]any {
	var label any
	if e.label {
		label = map[string]any{"id": 1, "name": "bug", "exclusive": false, "is_archived": false, "color": "ff0000", "description": "", "url": ""}
	}
	return map[string]any{
		"id": e.ID, "type": e.Type, "html_url": p.commentURL(e.ID), "pull_request_url": p.URL(), "issue_url": "",
		"user": e.user.json(), "body": e.Body, "created_at": e.created, "updated_at": e.updated,
		"old_project_id": 0, "project_id": 0, "old_milestone": nil, "milestone": nil, "tracked_time": nil,
		"old_title": e.OldTitle, "new_title": e.NewTitle, "old_ref": e.OldRef, "new_ref": e.NewRef,
		"ref_issue": nil, "ref_comment": nil, "ref_action": "none", "ref_commit_sha": "", "review_id": e.ReviewID,
		"label": label, "assignee": e.assignee.json(), "assignee_team": nil, "removed_assignee": e.Removed,
		"resolve_doer": nil, "dependent_issue": nil,
	}
}

func (p *Pull) commentURL(id int64) string {
	return p.URL() + "#issuecomment-" + strconv.FormatInt(id, 10)
}
