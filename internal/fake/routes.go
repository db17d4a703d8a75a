package fake

import (
	"net/http"
	"strconv"
)

// route is one operation of the API.
type route struct {
	method, path string
	scope        string // "repository", "issue", "user", or empty
	serve        func(*Gitea, *call)
}

// routes are the operations that werkrevisor uses; others are 404. The paths are below /api/v1.
var routes = []route{
	{"GET", "/user", "user", (*Gitea).getUser},
	{"GET", "/settings/api", "", (*Gitea).getSettings},
	{"GET", "/repos/{owner}/{repo}/assignees", "repository", (*Gitea).getAssignees},
	{"GET", "/repos/{owner}/{repo}/branches/{branch...}", "repository", (*Gitea).getBranch},
	{"GET", "/repos/{owner}/{repo}", "repository", (*Gitea).getRepo},
	{"PATCH", "/repos/{owner}/{repo}", "repository", (*Gitea).patchRepo},
	{"GET", "/repos/{owner}/{repo}/branch_protections", "repository", (*Gitea).getRules},
	{"POST", "/repos/{owner}/{repo}/branch_protections", "repository", (*Gitea).postRule},
	{"GET", "/repos/{owner}/{repo}/branch_protections/{rule}", "repository", (*Gitea).getRule},
	{"PATCH", "/repos/{owner}/{repo}/branch_protections/{rule}", "repository", (*Gitea).patchRule},
	{"DELETE", "/repos/{owner}/{repo}/branch_protections/{rule}", "repository", (*Gitea).deleteRule},
	{"GET", "/repos/{owner}/{repo}/raw/{path...}", "repository", (*Gitea).getRaw},
	{"GET", "/repos/{owner}/{repo}/contents/{path...}", "repository", (*Gitea).getContents},
	{"GET", "/repos/{owner}/{repo}/git/trees/{sha}", "repository", (*Gitea).getTree},
	{"GET", "/repos/{owner}/{repo}/git/blobs/{sha}", "repository", (*Gitea).getBlob},
	{"GET", "/repos/{owner}/{repo}/compare/{basehead...}", "repository", (*Gitea).getCompare},
	{"GET", "/repos/{owner}/{repo}/commits", "repository", (*Gitea).getCommits},
	{"POST", "/repos/{owner}/{repo}/statuses/{sha}", "repository", (*Gitea).postStatus},
	{"GET", "/repos/{owner}/{repo}/commits/{sha}/statuses", "repository", (*Gitea).getStatuses},
	{"GET", "/repos/{owner}/{repo}/pulls", "repository", (*Gitea).getPulls},
	{"GET", "/repos/{owner}/{repo}/pulls/{n}", "repository", (*Gitea).getPull},
	{"GET", "/repos/{owner}/{repo}/pulls/{n}/files", "repository", (*Gitea).getFiles},
	{"GET", "/repos/{owner}/{repo}/pulls/{n}/reviews", "repository", (*Gitea).getReviews},
	{"POST", "/repos/{owner}/{repo}/pulls/{n}/reviews", "repository", (*Gitea).postReview},
	{"DELETE", "/repos/{owner}/{repo}/pulls/{n}/reviews/{id}", "repository", (*Gitea).deleteReview},
	{"POST", "/repos/{owner}/{repo}/pulls/{n}/requested_reviewers", "repository", (*Gitea).postRequests},
	{"DELETE", "/repos/{owner}/{repo}/pulls/{n}/requested_reviewers", "repository", (*Gitea).deleteRequests},
	{"GET", "/repos/{owner}/{repo}/pulls/{n}/merge", "repository", (*Gitea).getMerge},
	{"POST", "/repos/{owner}/{repo}/pulls/{n}/merge", "repository", (*Gitea).postMerge},
	{"DELETE", "/repos/{owner}/{repo}/pulls/{n}/merge", "repository", (*Gitea).deleteMerge},
	{"GET", "/repos/{owner}/{repo}/issues/comments", "issue", (*Gitea).getRepoComments},
	{"GET", "/repos/{owner}/{repo}/issues/{n}/comments", "issue", (*Gitea).getComments},
	{"POST", "/repos/{owner}/{repo}/issues/{n}/comments", "issue", (*Gitea).postComment},
	{"POST", "/repos/{owner}/{repo}/issues/{n}/reactions", "issue", (*Gitea).postReaction},
	{"GET", "/repos/{owner}/{repo}/issues/{n}/timeline", "issue", (*Gitea).getTimeline},
	{"PATCH", "/repos/{owner}/{repo}/issues/comments/{id}", "issue", (*Gitea).patchComment},
	{"DELETE", "/repos/{owner}/{repo}/issues/comments/{id}", "issue", (*Gitea).deleteComment},
}

func (g *Gitea) getUser(c *call) { c.json(http.StatusOK, c.user.json()) }

func (g *Gitea) getSettings(c *call) {
	c.json(http.StatusOK, map[string]int{"max_response_items": maxItems, "default_paging_num": defaultItems,
		"default_git_trees_per_page": 1000, "default_max_blob_size": 10485760, "default_max_response_size": 104857600})
}

func (g *Gitea) getAssignees(c *call) {
	list := []map[string]any{}
	for _, u := range g.users {
		if u.Write || u.reads {
			list = append(list, u.json())
		}
	}
	c.json(http.StatusOK, list)
}

const (
	maxItems     = 50 // a larger limit is cut silently
	defaultItems = 30
)

// paging reads page and limit as the real server does.
func (c *call) paging() (page, limit int) {
	page, _ = strconv.Atoi(c.r.URL.Query().Get("page"))
	limit, _ = strconv.Atoi(c.r.URL.Query().Get("limit"))
	if limit <= 0 {
		limit = defaultItems
	}
	return max(page, 1), min(limit, maxItems)
}

// cut is one page of a list.
func cut[T any](list []T, page, limit int) []T {
	start := min(len(list), (page-1)*limit)
	return list[start:min(len(list), start+limit)]
}

func (u *account) json() map[string]any {
	if u == nil {
		return nil
	}
	return map[string]any{"id": u.ID, "login": u.Login, "login_name": "", "full_name": "", "email": u.Login + "@noreply.local",
		"is_admin": false, "last_login": "0001-01-01T00:00:00Z", "created": "2026-01-01T00:00:00Z", "username": u.Login}
}
