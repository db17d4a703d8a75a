package fake

import (
	"net/http"
	"strconv"
	"strings"
)

// maxCommits is the page of the list of commits, which has a setting of its own; a larger limit is cut silently.
const maxCommits = 50

// commitLines are the lines that git is asked for about a commit, in the order that call.commit reads.
const commitLines = "%H%n%T%n%P%n%an%n%ae%n%aI%n%cn%n%ce%n%cI%n%B"

// getCommits lists commits, newest first, with ?path= those that touched it. The path is a pattern of git, as on the real server.
func (g *Gitea) getCommits(c *call) {
	ctx, query := c.r.Context(), c.r.URL.Query()
	if all, err := c.repo.git.line(ctx, "rev-list", "--all", "-n", "1"); err != nil || all == "" {
		c.fail(http.StatusConflict, "Git Repository is empty.")
		return
	}
	sha, name := query.Get("sha"), query.Get("path")
	if sha == "" {
		sha = c.repo.DefaultBranch
	}
	args := []string{"log", "-z", "--no-show-signature", "--format=" + commitLines, sha, "--"}
	if name != "" {
		args = append(args, name)
	}
	out, err := c.repo.git.run(ctx, nil, args...)
	switch {
	case err != nil && name == "":
		c.fail(http.StatusNotFound, "object does not exist [id: "+sha+", rel_path: ]")
		return
	case err != nil:
		c.fail(http.StatusInternalServerError, "")
		return
	case len(out) == 0 && name != "":
		c.fail(http.StatusNotFound, "FileCommitsCount")
		return
	}
	commits := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	page, _ := c.paging()
	limit, _ := strconv.Atoi(query.Get("limit"))
	if limit <= 0 || limit > maxCommits {
		limit = maxCommits
	}
	rows := []map[string]any{}
	for _, text := range cut(commits, page, limit) {
		rows = append(rows, c.commit(text))
	}
	pages := (len(commits) + limit - 1) / limit
	for key, value := range map[string]string{
		"X-Page": strconv.Itoa(page), "X-PerPage": strconv.Itoa(limit), "X-Total": strconv.Itoa(len(commits)),
		"X-PageCount": strconv.Itoa(pages), "X-HasMore": strconv.FormatBool(page < pages), "X-Total-Count": strconv.Itoa(len(commits)),
	} {
		c.header.Set(key, value)
	}
	c.json(http.StatusOK, rows)
}

// commit is a commit as the server's JSON has it, of the lines that getCommits asks git for.
func (c *call) commit(text string) map[string]any {
	f := strings.SplitN(text, "\n", 10)
	for _, i := range []int{5, 8} {
		f[i] = strings.Replace(f[i], "+00:00", "Z", 1)
	}
	link := "http://gitea.invalid/api/v1/repos/" + c.repo.Owner + "/" + c.repo.Name + "/git/"
	parents := []map[string]any{}
	for _, sha := range strings.Fields(f[2]) {
		parents = append(parents, map[string]any{"url": link + "commits/" + sha, "sha": sha, "created": "0001-01-01T00:00:00Z"})
	}
	return map[string]any{
		"url": link + "commits/" + f[0], "sha": f[0], "created": f[8], "author": nil, "committer": nil, "parents": parents,
		"commit": map[string]any{
			"url":          link + "commits/" + f[0],
			"author":       map[string]string{"name": f[3], "email": f[4], "date": f[5]},
			"committer":    map[string]string{"name": f[6], "email": f[7], "date": f[8]},
			"message":      f[9],
			"tree":         map[string]string{"url": link + "trees/" + f[1], "sha": f[1], "created": f[8]},
			"verification": nil,
		},
	}
}
