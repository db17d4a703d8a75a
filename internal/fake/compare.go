package fake

import (
	"context"
	"net/http"
	"strings"
)

// OldCompare makes two dots of a comparison mean three dots, as older servers take them without a word.
func (g *Gitea) OldCompare(old bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.oldCompare = old
}

// getCompare lists the commits between two revisions, newest first, all at once: with three dots those since the merge
// base, with two dots those that the second one has and the first one lacks (recorded: styles-two-bases-compare).
func (g *Gitea) getCompare(c *call) {
	ctx, span := c.r.Context(), c.r.PathValue("basehead")
	from, to, three := strings.Cut(span, "...")
	if !three {
		var two bool
		if from, to, two = strings.Cut(span, ".."); !two {
			from, to = c.repo.DefaultBranch, span
		}
		three = !two || g.oldCompare
	}
	base, head := c.repo.id(ctx, from), c.repo.id(ctx, to)
	if base == "" || head == "" {
		c.notFound()
		return
	}
	if three {
		if common, err := c.repo.commonBase(ctx, base, head); err == nil {
			base = common
		}
	}
	list, err := c.repo.between(ctx, base, head)
	if err != nil {
		c.notFound()
		return
	}
	rows := []map[string]any{}
	for _, text := range list {
		row, err := c.withFiles(text)
		if err != nil {
			c.fail(http.StatusInternalServerError, "")
			return
		}
		rows = append(rows, row)
	}
	c.json(http.StatusOK, map[string]any{"total_commits": len(rows), "commits": rows})
}

// id is the commit of a revision, "" where there is none; whether there is a commit of a full id shows later.
func (r *Repo) id(ctx context.Context, rev string) string {
	if len(rev) == 40 && strings.Trim(rev, "0123456789abcdef") == "" {
		return rev
	}
	if rev == "" || strings.HasPrefix(rev, "-") {
		return ""
	}
	sha, err := r.git.tip(ctx, rev)
	if err != nil {
		return ""
	}
	return sha
}

// commonBase is the merge base of two commits that git names first, and from now on known as their ancestor.
func (r *Repo) commonBase(ctx context.Context, base, head string) (string, error) {
	common, err := r.about(ctx, "merge-base", base, head)
	if err == nil && common != "" {
		for _, sha := range []string{base, head} {
			r.memo["merge-base "+common+" "+sha] = common
			r.memo["merge-base "+sha+" "+common] = common
		}
	}
	return common, err
}

// Marks of one commit in the output of between; a message and a name of a file hold no such line.
const (
	commitMark = "\x01commit\n"
	filesMark  = "\x02files"
)

// between lists the commits that head has and base lacks, as git log orders them: the lines of a commit, filesMark, and
// its files against the first parent.
func (r *Repo) between(ctx context.Context, base, head string) ([]string, error) {
	out, err := r.about(ctx, "log", "-z", "--no-show-signature", "--raw", "--numstat", "--no-abbrev", "--no-renames",
		"--diff-merges=first-parent", "--format="+"%x01commit%n"+commitLines+"%x02files", base+".."+head, "--")
	if err != nil || out == "" {
		return nil, err
	}
	return strings.Split(strings.TrimPrefix(out, commitMark), commitMark), nil
}

// withFiles is a commit with its files, as a comparison has it. Its tree has the id of the commit, and a file whose type
// changed is not among the files, as on the real server.
func (c *call) withFiles(text string) (map[string]any, error) {
	lines, rest, _ := strings.Cut(text, filesMark)
	entries, _, err := parseRaw(strings.TrimLeft(rest, "\x00\n"))
	if err != nil {
		return nil, err
	}
	files := []map[string]string{}
	added, deleted := 0, 0
	for _, kind := range []struct {
		letter byte
		status string
	}{{'A', "added"}, {'D', "removed"}, {'M', "modified"}} {
		for _, e := range entries {
			if e.kind == kind.letter {
				files = append(files, map[string]string{"filename": e.new, "status": kind.status})
			}
		}
	}
	for _, e := range entries {
		added, deleted = added+e.added, deleted+e.deleted
	}
	row := c.commit(lines)
	inner, _ := row["commit"].(map[string]any)
	tree, _ := inner["tree"].(map[string]string)
	tree["sha"], _ = row["sha"].(string)
	row["files"] = files
	row["stats"] = map[string]int{"total": added + deleted, "additions": added, "deletions": deleted}
	return row, nil
}
