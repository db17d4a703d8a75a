package fake

import (
	"cmp"
	"net/http"
	"slices"
)

// AddAdmin makes a user an administrator of every repository; the owner of a repository is one anyway.
func (g *Gitea) AddAdmin(login string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	u := g.user(login)
	u.Write, u.Admin = true, true
}

// MergeStyles sets which styles the repository allows; the first one is the default. None means all again.
func (r *Repo) MergeStyles(styles ...string) {
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	r.mergeStyles = styles
	if len(styles) == 0 {
		r.mergeStyles = nil
	}
}

// styles are the merge styles that are allowed; the first one is the default.
func (r *Repo) styles() []string {
	if r.mergeStyles == nil {
		return []string{"merge", "rebase", "rebase-merge", "squash", "fast-forward-only"}
	}
	return r.mergeStyles
}

// isAdmin reports whether the owner of the token administrates the repository.
func (c *call) isAdmin() bool {
	return c.user != nil && (c.user.Admin || c.user.Login == c.repo.Owner)
}

// mayAdminister refuses everybody else, with the words of the real server.
func (c *call) mayAdminister() bool {
	if c.isAdmin() {
		return true
	}
	c.fail(http.StatusForbidden, "user should be an owner or a collaborator with admin write of a repository")
	return false
}

func (g *Gitea) getRepo(c *call) {
	answer := c.repo.json()
	answer["permissions"] = map[string]bool{"admin": c.isAdmin(), "push": c.user != nil && c.user.Write, "pull": true}
	c.json(http.StatusOK, answer)
}

// patchRepo sets the merge styles; they count only beside has_pull_requests.
func (g *Gitea) patchRepo(c *call) {
	var in map[string]any
	if !c.mayAdminister() || !c.input(&in) {
		return
	}
	if in["has_pull_requests"] == true {
		now := c.repo.json()
		var styles []string
		for _, s := range []struct{ field, style string }{{"allow_merge_commits", "merge"}, {"allow_rebase", "rebase"}, {"allow_rebase_explicit", "rebase-merge"},
			{"allow_squash_merge", "squash"}, {"allow_fast_forward_only_merge", "fast-forward-only"}} {
			allowed, given := in[s.field].(bool)
			if given && allowed || !given && now[s.field] == true {
				styles = append(styles, s.style)
			}
		}
		standard, given := in["default_merge_style"].(string)
		if !given {
			standard, _ = now["default_merge_style"].(string)
		}
		slices.SortStableFunc(styles, func(a, b string) int { // the first one is the default
			return cmp.Compare(index(b, standard), index(a, standard))
		})
		c.repo.mergeStyles = styles
	}
	c.json(http.StatusOK, c.repo.json())
}

func index(style, standard string) int {
	if style == standard {
		return 1
	}
	return 0
}

// json is the repository as the server shows it, by itself and within a pull request.
func (r *Repo) json() map[string]any {
	styles := r.styles()
	has := func(style string) bool { return slices.Contains(styles, style) }
	return map[string]any{
		"id": 1, "owner": r.g.user(r.Owner).json(), "name": r.Name, "full_name": r.Owner + "/" + r.Name, "object_format_name": "sha1",
		"private": r.Private, "archived": false, "default_branch": r.DefaultBranch,
		"allow_merge_commits": has("merge"), "allow_rebase": has("rebase"), "allow_rebase_explicit": has("rebase-merge"),
		"allow_squash_merge": has("squash"), "allow_fast_forward_only_merge": has("fast-forward-only"),
		"default_merge_style": styles[0],
	}
}
