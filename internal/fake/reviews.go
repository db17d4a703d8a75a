package fake

import (
	"net/http"
	"slices"
	"strconv"
)

// Review is an entry of the review list; a pending request has the state REQUEST_REVIEW.
type Review struct {
	ID                         int64
	User, State, Body, SHA     string
	Stale, Official, Dismissed bool
	Comments                   int // inline comments
}

type review struct {
	Review
	user *account // nil: a team
}

// Reviews lists all entries, oldest first.
func (p *Pull) Reviews() []Review {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	list := []Review{}
	for _, r := range p.reviews {
		list = append(list, r.Review)
	}
	return list
}

// Review posts a review of this head, or a PENDING draft, with a number of inline comments.
func (p *Pull) Review(by, state, sha string, inline int) Review {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	return p.review(p.repo.g.user(by), state, sha, "", inline).Review
}

// RequestReview asks somebody for a review.
func (p *Pull) RequestReview(by, reviewer string) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	p.request(p.repo.g.user(by), p.repo.g.user(reviewer))
}

// Dismiss dismisses all decisions of a user, as an administrator of the repository can.
func (p *Pull) Dismiss(login string) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	u := p.repo.g.findUser(login)
	p.dismiss(p.repo.g.user(p.repo.Owner), func(r *review) bool { return r.user == u && (r.State == "APPROVED" || r.State == "REQUEST_CHANGES") })
}

// Withdraw takes a request for a review back, as the author and everybody with write access can.
func (p *Pull) Withdraw(by, reviewer string) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	p.withdraw(p.repo.g.user(by), p.repo.g.user(reviewer))
}

// withdraw removes a pending request; an earlier decision of the same person counts again (recorded: review-list-final).
func (p *Pull) withdraw(by, reviewer *account) {
	i := slices.IndexFunc(p.reviews, func(r *review) bool { return r.user == reviewer && r.State == "REQUEST_REVIEW" })
	if i < 0 {
		return
	}
	was := p.reviews[i].Official
	p.reviews = slices.Delete(p.reviews, i, i+1)
	p.add(event{Type: "review_request", user: by, assignee: reviewer, Removed: true})
	for _, r := range slices.Backward(p.reviews) {
		if was && r.user == reviewer && !r.Dismissed && (r.State == "APPROVED" || r.State == "REQUEST_CHANGES") {
			r.Official = true
			return
		}
	}
}

// review adds a review; a newer decision of the same user dismisses the older ones and answers a request.
func (p *Pull) review(u *account, state, sha, body string, inline int) *review {
	r := &review{user: u, Review: Review{ID: p.repo.g.id(), User: u.Login, State: state, Body: body, SHA: sha, Comments: inline,
		Stale: sha != p.headSHA && p.contentChanged(sha, p.headSHA)}}
	decides := state == "APPROVED" || state == "REQUEST_CHANGES"
	r.Official = decides && p.official(u)
	p.reviews = slices.DeleteFunc(p.reviews, func(old *review) bool {
		return state != "PENDING" && old.user == u && old.State == "REQUEST_REVIEW"
	})
	for _, old := range p.reviews {
		if decides && old.user == u && (old.State == "APPROVED" || old.State == "REQUEST_CHANGES") {
			old.Dismissed, old.Official = true, false
		}
	}
	p.reviews = append(p.reviews, r)
	if state != "PENDING" {
		p.add(event{Type: "review", user: u, Body: body, ReviewID: r.ID})
	}
	for range inline {
		p.add(event{Type: "code", user: u, ReviewID: r.ID})
	}
	if state == "APPROVED" && sha == p.headSHA {
		p.trigger()
	}
	return r
}

// request adds a pending request, or nothing if there is one. One that counts takes the weight of an earlier decision.
func (p *Pull) request(by, reviewer *account) *review {
	for _, r := range p.reviews {
		if r.user == reviewer && r.State == "REQUEST_REVIEW" {
			return nil
		}
	}
	r := &review{user: reviewer, Review: Review{ID: p.repo.g.id(), User: reviewer.Login, State: "REQUEST_REVIEW", Official: p.official(reviewer)}}
	for _, old := range p.reviews {
		if r.Official && old.user == reviewer {
			old.Official = false
		}
	}
	p.reviews = append(p.reviews, r)
	p.add(event{Type: "review_request", user: by, assignee: reviewer, ReviewID: r.ID})
	return r
}

func (g *Gitea) getReviews(c *call) {
	page, limit := c.paging()
	rows := []map[string]any{}
	for _, r := range cut(c.pull.reviews, page, limit) {
		if r.State != "PENDING" || r.user == c.user { // those of others are taken out after the page was cut
			rows = append(rows, c.pull.reviewJSON(r))
		}
	}
	c.header.Set("X-Total-Count", strconv.Itoa(len(c.pull.reviews)))
	c.json(http.StatusOK, rows)
}

func (g *Gitea) postReview(c *call) {
	var in struct {
		Event, Body string
		CommitID    string `json:"commit_id"`
	}
	if !c.input(&in) {
		return
	}
	p := c.pull
	if c.isBlocked(p) {
		return
	}
	state := in.Event
	switch state {
	case "APPROVED", "REQUEST_CHANGES", "COMMENT":
	default:
		state = "PENDING" // a wrong name silently makes a draft
	}
	own := map[string]string{"APPROVED": "approve", "REQUEST_CHANGES": "reject"}[state]
	if in.CommitID == "" {
		in.CommitID = p.headSHA
	}
	switch {
	case own != "" && c.user == p.author:
		c.fail(http.StatusUnprocessableEntity, own+" your own pull is not allowed")
		return
	case p.state != "open":
		c.fail(http.StatusUnprocessableEntity, "can't submit review for a closed or merged PR")
		return
	case state == "REQUEST_CHANGES" && in.Body == "":
		c.fail(http.StatusUnprocessableEntity, "review event REQUEST_CHANGES requires a body")
		return
	}
	if _, err := c.repo.load(c.r.Context(), in.CommitID); err != nil {
		c.fail(http.StatusInternalServerError, "")
		return
	}
	c.json(http.StatusOK, p.reviewJSON(p.review(c.user, state, in.CommitID, in.Body, 0)))
}

func (g *Gitea) deleteReview(c *call) {
	i := slices.IndexFunc(c.pull.reviews, func(r *review) bool { return strconv.FormatInt(r.ID, 10) == c.r.PathValue("id") })
	switch {
	case i < 0:
		c.notFound()
	case c.pull.reviews[i].user != c.user:
		c.fail(http.StatusForbidden, "%!s(<nil>)")
	default:
		c.pull.reviews = slices.Delete(c.pull.reviews, i, i+1)
		c.status = http.StatusNoContent
	}
}

func (p *Pull) reviewJSON(r *review) map[string]any {
	url := ""
	if r.State != "REQUEST_REVIEW" {
		url = p.commentURL(r.ID)
	}
	return map[string]any{"id": r.ID, "user": r.user.json(), "team": nil, "state": r.State, "body": r.Body, "commit_id": r.SHA,
		"stale": r.Stale, "official": r.Official, "dismissed": r.Dismissed, "comments_count": r.Comments,
		"submitted_at": p.created, "updated_at": p.created, "html_url": url, "pull_request_url": p.URL()}
}
