package fake

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

func (g *Gitea) getPull(c *call) {
	if strings.HasSuffix(c.r.PathValue("n"), ".diff") {
		c.header.Set("Content-Type", "text/plain; charset=utf-8")
		c.out.Write(c.pull.change.diff)
		return
	}
	answer, err := g.pullJSON(c.r.Context(), c.repo, c.pull)
	if err != nil {
		c.fail(http.StatusInternalServerError, "")
		return
	}
	c.json(http.StatusOK, answer)
}

// getPulls lists pull requests: by ?state= open (default), closed or all, by ?sort=recentupdate the last changed first,
// else the newest first.
func (g *Gitea) getPulls(c *call) {
	state := c.r.URL.Query().Get("state")
	page, limit := c.paging()
	var list []*Pull
	for _, p := range c.repo.pulls {
		if state == "all" || p.state == cmp.Or(state, "open") {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *Pull) int {
		if c.r.URL.Query().Get("sort") == "recentupdate" {
			return cmp.Or(b.updated.Compare(a.updated), cmp.Compare(b.Number, a.Number))
		}
		return cmp.Compare(b.Number, a.Number)
	})
	c.header.Set("X-Total-Count", strconv.Itoa(len(list)))
	rows := []map[string]any{}
	for _, p := range cut(list, page, limit) {
		row, err := g.pullJSON(c.r.Context(), c.repo, p)
		if err != nil {
			c.fail(http.StatusInternalServerError, "")
			return
		}
		rows = append(rows, row)
	}
	c.json(http.StatusOK, rows)
}

// pullJSON is a pull request as the server shows it; base.sha is the tip of its base branch, also after the merge.
func (g *Gitea) pullJSON(ctx context.Context, r *Repo, p *Pull) (map[string]any, error) {
	baseSHA, err := r.git.tip(ctx, p.baseRef)
	if err != nil {
		return nil, err
	}
	var mergedAt, mergeCommit, mergedBy any
	if p.merged {
		mergedAt, mergedBy = p.updated, g.user(p.merge.By).json()
		if p.merge.Commit != "" {
			mergeCommit = p.merge.Commit
		}
	}
	repo := r.json()
	requested := []map[string]any{} // everybody whose latest review counts, not the pending requests (gitea.md, finding 2)
	seen := map[int64]bool{}
	for _, r := range p.reviews {
		if r.user != nil && !r.Dismissed && r.State != "PENDING" && !seen[r.user.ID] {
			seen[r.user.ID] = true
			requested = append(requested, r.user.json())
		}
	}
	answer := map[string]any{
		"id": p.id, "number": p.Number, "url": p.URL(), "html_url": p.URL(), "diff_url": p.URL() + ".diff", "patch_url": p.URL() + ".patch",
		"user": p.author.json(), "title": p.title, "body": p.body, "labels": []any{}, "milestone": nil, "assignee": nil, "assignees": []any{},
		"requested_reviewers": requested, "requested_reviewers_teams": []any{}, "state": p.state, "draft": p.draft(), "is_locked": false,
		"comments": len(p.comments()), "additions": p.change.added, "deletions": p.change.deleted, "changed_files": p.change.count,
		"mergeable": !p.draft() && p.state == "open", "merged": p.merged, "merged_at": mergedAt, "merge_commit_sha": mergeCommit, "merged_by": mergedBy,
		"base":       map[string]any{"label": p.baseRef, "ref": p.baseRef, "sha": baseSHA, "repo_id": 1, "repo": repo},
		"head":       p.headJSON(repo),
		"merge_base": p.mergeBase, "created_at": p.created, "updated_at": p.updated, "closed_at": mergedAt, "pin_order": 0,
	}
	return answer, nil
}

// headJSON is the head as the server shows it (recorded: pr-get-fork, agit-pull).
func (p *Pull) headJSON(repo map[string]any) map[string]any {
	head := map[string]any{"label": p.headRef, "ref": p.headRef, "sha": p.headSHA, "repo_id": 1, "repo": repo}
	switch {
	case p.fork || !p.agit && !p.author.Write: // the access may have changed since the PR was opened
		head["repo_id"], head["repo"] = 2, nil
	case p.agit:
		head["label"], head["ref"] = "", fmt.Sprintf("refs/pull/%d/head", p.Number)
	}
	return head
}

func (g *Gitea) getFiles(c *call) {
	page, limit := c.paging()
	files := cut(c.pull.change.files, page, limit)
	total := c.pull.change.count
	pages := (total + limit - 1) / limit
	for name, value := range map[string]string{
		"X-Page": strconv.Itoa(page), "X-Perpage": strconv.Itoa(limit), "X-Total-Count": strconv.Itoa(total),
		"X-Pagecount": strconv.Itoa(pages), "X-Hasmore": strconv.FormatBool(page < pages),
	} {
		c.header.Set(name, value)
	}
	if page < pages {
		c.header.Set("Link", fmt.Sprintf(`<http://gitea.invalid%s?limit=%d&page=%d>; rel="next"`, c.r.URL.Path, limit, page+1))
	}
	if files == nil {
		files = []listed{}
	}
	c.json(http.StatusOK, files)
}

// branch is the tip of a branch; other revisions are none.
func (r *Repo) branch(ctx context.Context, name string) (string, error) {
	if _, err := os.Stat(filepath.Join(string(r.git), "refs", "heads", filepath.FromSlash(name))); err == nil {
		return r.git.tip(ctx, name)
	}
	return r.git.line(ctx, "rev-parse", "--verify", "-q", "refs/heads/"+name)
}

func (g *Gitea) getBranch(c *call) {
	name := c.r.PathValue("branch")
	sha, err := c.repo.branch(c.r.Context(), name)
	if err != nil {
		c.fail(http.StatusNotFound, "branch does not exist")
		return
	}
	p, protected := c.repo.protections[name]
	rule := ""
	if r := c.repo.effective(name); r != nil {
		p, protected = visible(r), true
		if c.isAdmin() {
			rule, _ = r["rule_name"].(string)
		}
	}
	contexts := p.Contexts
	if contexts == nil {
		contexts = []string{}
	}
	c.json(http.StatusOK, map[string]any{
		"name": name, "commit": map[string]any{"id": sha}, "protected": protected, "required_approvals": p.RequiredApprovals,
		"enable_status_check": p.StatusChecks, "status_check_contexts": contexts,
		"user_can_push": c.user != nil && c.user.Write && (!protected || p.mayPush(c.user.Login)), "user_can_merge": c.user != nil && c.user.Write,
		"effective_branch_protection_name": rule,
	})
}
