package fake

import (
	"fmt"
	"net/http"
	"slices"
)

// blocks reports whether the author of the PR or the owner of the repository blocks an account.
func (p *Pull) blocks(u *account) bool {
	return slices.Contains(p.author.blocks, u) || slices.Contains(p.repo.g.user(p.repo.Owner).blocks, u)
}

// postReaction allows no reaction. As the real server it looks for a block first, also of an administrator.
func (g *Gitea) postReaction(c *call) {
	var in struct{ Content string }
	if !c.input(&in) {
		return
	}
	if c.pull.blocks(c.user) {
		c.fail(http.StatusForbidden, "user is blocked")
		return
	}
	c.fail(http.StatusForbidden, fmt.Sprintf("'%s' is not an allowed reaction", in.Content))
}
