package fake

import (
	"fmt"
	"net/http"
	"strings"
)

// Block makes the author of the PR block an account; an administrator of the repository may comment all the same.
func (p *Pull) Block(login string) {
	p.repo.g.mu.Lock()
	defer p.repo.g.mu.Unlock()
	p.blockedLogin = login
}

// refusesBlocked answers the write of a blocked account.
func (p *Pull) refusesBlocked(c *call) bool {
	if p.blockedLogin == "" || c.user == nil || !strings.EqualFold(c.user.Login, p.blockedLogin) {
		return false
	}
	c.fail(http.StatusForbidden, "user is blocked")
	return true
}

// postReaction allows no reaction. As the real server it looks for a block first, also of an administrator.
func (g *Gitea) postReaction(c *call) {
	var in struct{ Content string }
	if !c.input(&in) || c.pull.refusesBlocked(c) {
		return
	}
	c.fail(http.StatusForbidden, fmt.Sprintf("'%s' is not an allowed reaction", in.Content))
}
