package fake

import (
	"context"
	"net/http"
	"strings"
)

// getCompare lists the commits between two revisions, newest first: with three dots those since their merge base, with two
// dots those that the second one has and the first one lacks. The files of a commit are those in which it differs from its
// first parent (recorded: styles-compare-up, styles-two-bases-compare).
func (g *Gitea) getCompare(c *call) {
	ctx := c.r.Context()
	from, to, three := strings.Cut(c.r.PathValue("basehead"), "...")
	if !three {
		from, to, _ = strings.Cut(from, "..")
	}
	var ids [2]string
	for i, rev := range []string{from, to} {
		sha, err := c.repo.git.tip(ctx, rev)
		if err != nil || rev == "" {
			c.fail(http.StatusNotFound, "BaseNotExist")
			return
		}
		ids[i] = sha
	}
	if three || g.oldCompare {
		base, err := c.repo.about(ctx, "merge-base", ids[0], ids[1])
		if err != nil {
			c.fail(http.StatusInternalServerError, "")
			return
		}
		ids[0] = base
	}
	commits, err := c.repo.between(ctx, ids[0], ids[1])
	if err != nil {
		c.fail(http.StatusInternalServerError, "")
		return
	}
	c.json(http.StatusOK, map[string]any{"total_commits": len(commits), "commits": commits})
}

// OldCompare makes the server take two dots for three, as it did before 2026.
func (g *Gitea) OldCompare() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.oldCompare = true
}

// between lists commits with one call of git; the lock is held.
func (r *Repo) between(ctx context.Context, from, to string) ([]map[string]any, error) {
	out, err := r.about(ctx, "log", "-z", "--diff-merges=first-parent", "--no-renames", "--name-status", "--format=%x01%H%n%P%n%T%n%s", from+".."+to, "--")
	if err != nil {
		return nil, err
	}
	commits := []map[string]any{}
	for _, text := range strings.Split(out, "\x01")[1:] {
		head, changes, _ := strings.Cut(text, "\x00")
		line := strings.SplitN(head, "\n", 4)
		parents, files := []map[string]any{}, []map[string]any{}
		for _, sha := range strings.Fields(line[1]) {
			parents = append(parents, map[string]any{"url": "", "sha": sha, "created": "0001-01-01T00:00:00Z"})
		}
		word := strings.Split(strings.TrimPrefix(strings.TrimSuffix(changes, "\x00"), "\n"), "\x00")
		for i := 0; i+1 < len(word); i += 2 {
			status := map[string]string{"A": "added", "D": "removed"}[word[i]]
			if status == "" {
				status = "modified"
			}
			files = append(files, map[string]any{"filename": word[i+1], "status": status})
		}
		commits = append(commits, map[string]any{"url": "", "sha": line[0], "created": r.g.start, "parents": parents, "files": files,
			"commit": map[string]any{"message": line[3] + "\n", "tree": map[string]any{"sha": line[2]}},
			"stats":  map[string]int{"total": 0, "additions": 0, "deletions": 0}})
	}
	return commits, nil
}
