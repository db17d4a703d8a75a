package fake

import (
	"net/http"
	"slices"
	"strconv"
)

func (g *Gitea) postRequests(c *call) {
	var in struct{ Reviewers []string }
	if !c.input(&in) {
		return
	}
	if c.user != c.pull.author && !c.user.Write {
		c.fail(http.StatusUnprocessableEntity, "Doer can't choose reviewer")
		return
	}
	rows := []map[string]any{}
	for _, login := range in.Reviewers { // in order until the first error; the earlier ones stay
		u := g.findUser(login)
		switch {
		case u == nil:
			c.fail(http.StatusNotFound, "User '"+login+"' not exist")
			return
		case u == c.pull.author:
			c.fail(http.StatusUnprocessableEntity, "poster of pr can't be reviewer [user_id: "+strconv.FormatInt(u.ID, 10)+", repo_id: 1]")
			return
		}
		if r := c.pull.request(c.user, u); r != nil {
			rows = append(rows, c.pull.reviewJSON(r))
		}
	}
	c.json(http.StatusCreated, rows)
}

func (g *Gitea) deleteRequests(c *call) {
	var in struct{ Reviewers []string }
	if !c.input(&in) {
		return
	}
	for _, login := range in.Reviewers {
		u := g.findUser(login)
		if u == nil {
			c.fail(http.StatusNotFound, "User '"+login+"' not exist")
			return
		}
		i := slices.IndexFunc(c.pull.reviews, func(r *review) bool { return r.user == u && r.State == "REQUEST_REVIEW" })
		if i >= 0 {
			c.pull.reviews = slices.Delete(c.pull.reviews, i, i+1)
			c.pull.add(event{Type: "review_request", user: c.user, assignee: u, Removed: true})
		}
	}
	c.status = http.StatusNoContent
}

func (g *Gitea) getMerge(c *call) {
	if !c.pull.merged {
		c.notFound()
		return
	}
	c.status = http.StatusNoContent
}

// postMerge schedules a merge or merges; nothing is checked beyond what the answers need, and the branches stay as they are.
func (g *Gitea) postMerge(c *call) {
	var in struct {
		Do       string
		Schedule bool `json:"merge_when_checks_succeed"`
	}
	if !c.input(&in) {
		return
	}
	styles := []string{"merge", "rebase", "rebase-merge", "squash", "fast-forward-only", "manually-merged"}
	p := c.pull
	switch {
	case in.Do == "":
		c.fail(http.StatusUnprocessableEntity, "[Do]: Required")
	case !slices.Contains(styles, in.Do):
		c.fail(http.StatusUnprocessableEntity, "[Do]: In")
	case p.merged:
		c.fail(http.StatusMethodNotAllowed, "The PR is already merged")
	case p.state != "open":
		c.notFound()
	case !c.user.Write:
		c.fail(http.StatusMethodNotAllowed, "User not allowed to merge PR")
	case p.draft():
		c.fail(http.StatusMethodNotAllowed, "Work in progress PRs cannot be merged")
	case in.Schedule && p.scheduled != nil:
		c.fail(http.StatusConflict, "pull request is already scheduled to auto merge when checks succeed [pull_id: "+strconv.FormatInt(p.id, 10)+"]")
	case in.Schedule:
		p.scheduled = c.user
		p.add(event{Type: "pull_scheduled_merge", user: c.user})
		c.status = http.StatusCreated
	default:
		p.state, p.merged = "closed", true
		p.add(event{Type: "merge_pull", user: c.user})
	}
}

func (g *Gitea) deleteMerge(c *call) {
	if c.pull.scheduled == nil {
		c.notFound()
		return
	}
	c.pull.scheduled = nil
	c.pull.add(event{Type: "pull_cancel_scheduled_merge", user: c.user})
	c.status = http.StatusNoContent
}

// Scheduled is the login of who scheduled the merge, or empty.
func (p *Pull) Scheduled() string {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	if p.scheduled == nil {
		return ""
	}
	return p.scheduled.Login
}
