package fake

import (
	"errors"
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
		c.fail(http.StatusUnprocessableEntity, "Doer can't choose reviewer [user_id: "+strconv.FormatInt(c.user.ID, 10)+", repo_id: 1]")
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
		case c.pull.state != "open" && slices.ContainsFunc(c.pull.reviews, func(r *review) bool { return r.user == u }):
			c.fail(http.StatusForbidden, "cannot request a re-review on a closed or merged PR")
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
		c.pull.withdraw(c.user, u)
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

// postMerge schedules a merge or merges. The head of the request counts only where the merge is direct (finding 7).
func (g *Gitea) postMerge(c *call) {
	var in struct {
		Do       string
		Schedule bool   `json:"merge_when_checks_succeed"`
		Head     string `json:"head_commit_id"`
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
	case !p.merged && p.state != "open":
		c.notFound()
	case in.Schedule:
		switch text := p.schedule(c.user, in.Do); text {
		case "":
			c.status = http.StatusCreated
		case alreadyScheduled:
			c.fail(http.StatusConflict, text+" [pull_id: "+strconv.FormatInt(p.id, 10)+"]")
		default:
			c.fail(http.StatusMethodNotAllowed, text)
		}
	default:
		text := p.refusal(c.user, true)
		switch {
		case text != "":
			c.fail(http.StatusMethodNotAllowed, text)
		case in.Head != "" && in.Head != p.headSHA:
			c.fail(http.StatusConflict, "head out of date")
		default:
			c.merge(in.Do)
		}
	}
}

// merge merges at once; why that failed with a status of 500 is told to nobody.
func (c *call) merge(style string) {
	err := c.pull.merges(c.user, style)
	var why refused
	switch {
	case errors.As(err, &why) && why.status != http.StatusInternalServerError:
		c.fail(why.status, why.text)
	case err != nil:
		c.fail(http.StatusInternalServerError, "")
	}
}

func (g *Gitea) deleteMerge(c *call) {
	if !c.pull.unschedule(c.user) {
		c.notFound()
		return
	}
	c.status = http.StatusNoContent
}

// ScheduledStyle is the merge style of the schedule, or empty.
func (p *Pull) ScheduledStyle() string {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	if p.scheduled == nil {
		return ""
	}
	return p.style
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
