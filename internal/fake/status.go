package fake

import (
	"net/http"
	"slices"
	"strings"
)

// Status is a commit status, as somebody set it.
type Status struct {
	ID                                          int64
	SHA, State, Context, Description, TargetURL string
	Creator                                     string
}

// Statuses lists the statuses of a commit, oldest first; the newest of a context counts.
func (r *Repo) Statuses(sha string) []Status {
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	return slices.Clone(r.statuses[sha])
}

// SetStatus sets a status, as every user with write access can.
func (r *Repo) SetStatus(by string, s Status) {
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	s.Creator = r.g.user(by).Login
	r.setStatus(s)
}

// setStatus adds a status; a success on a head looks at its scheduled merge.
func (r *Repo) setStatus(s Status) Status {
	s.ID = r.g.id()
	r.statuses[s.SHA] = append(r.statuses[s.SHA], s)
	for _, p := range r.pulls {
		if s.State == "success" && p.headSHA == s.SHA {
			p.trigger()
		}
	}
	return s
}

func (g *Gitea) postStatus(c *call) {
	var in struct {
		State, Context, Description string
		TargetURL                   string `json:"target_url"`
	}
	if !c.mayWrite() || !c.input(&in) {
		return
	}
	at, err := c.repo.load(c.r.Context(), c.r.PathValue("sha"))
	if err != nil {
		c.fail(http.StatusInternalServerError, "") // an unknown commit (gitea.md 2.5)
		return
	}
	s := c.repo.setStatus(Status{SHA: at.sha, State: in.State, Context: strings.TrimSpace(in.Context),
		Description: strings.TrimSpace(in.Description), TargetURL: in.TargetURL, Creator: c.user.Login})
	c.json(http.StatusCreated, g.statusJSON(s))
}

func (g *Gitea) getStatuses(c *call) {
	at, err := c.repo.load(c.r.Context(), c.r.PathValue("sha"))
	if err != nil {
		c.notFound()
		return
	}
	page, limit := c.paging()
	list := []map[string]any{}
	for _, s := range cut(c.repo.statuses[at.sha], page, limit) {
		list = append(list, g.statusJSON(s))
	}
	c.json(http.StatusOK, list)
}

// statusJSON shows a status; the field is "status", while the request says "state".
func (g *Gitea) statusJSON(s Status) map[string]any {
	return map[string]any{"id": s.ID, "status": s.State, "target_url": s.TargetURL, "description": s.Description, "context": s.Context,
		"url": g.URL, "creator": g.user(s.Creator).json(), "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z"}
}
