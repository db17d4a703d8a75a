package fake

import (
	"encoding/base64"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// at loads the commit of ?ref=; without it the tip of the default branch.
func (c *call) at() *commit {
	ref := c.r.URL.Query().Get("ref")
	if ref == "" {
		ref = c.repo.DefaultBranch
	}
	at, err := c.repo.load(c.r.Context(), ref)
	if err != nil {
		c.fail(http.StatusNotFound, "unable to find a git ref")
		return nil
	}
	return at
}

func (g *Gitea) getRaw(c *call) {
	name := c.r.PathValue("path")
	if strings.Contains(name, "\n") { // the real server takes such a name for a ref
		c.fail(http.StatusNotFound, "unable to find a git ref")
		return
	}
	at := c.at()
	if at == nil {
		return
	}
	e, ok := at.byPath[name]
	switch {
	case !ok:
		c.notFound()
		return
	case e.kind != "blob":
		c.fail(http.StatusNotFound, "getBlobForEntry")
		return
	}
	data, err := c.repo.blob(c.r.Context(), e.sha)
	if err != nil {
		c.fail(http.StatusInternalServerError, "")
		return
	}
	c.header.Set("Content-Type", "text/plain; charset=utf-8")
	c.header.Set("Etag", `"`+e.sha+`"`)
	c.header.Set("X-Gitea-Object-Type", map[bool]string{true: "symlink", false: "file"}[e.mode == "120000"])
	c.out.Write(data)
}

func (g *Gitea) getContents(c *call) {
	at := c.at()
	if at == nil {
		return
	}
	name := c.r.PathValue("path")
	e, ok := at.byPath[name]
	switch {
	case !ok:
		c.notFound()
	case e.kind == "tree":
		list := []map[string]any{}
		for _, inner := range at.entries {
			if path.Dir(inner.path) == name {
				list = append(list, map[string]any{"name": path.Base(inner.path), "path": inner.path, "sha": inner.sha, "type": inner.kind})
			}
		}
		c.json(http.StatusOK, list)
	default:
		answer := map[string]any{"name": path.Base(name), "path": name, "sha": e.sha, "type": "file", "size": e.size, "encoding": nil, "content": nil}
		switch e.mode {
		case "120000":
			answer["type"] = "symlink"
		case "160000":
			answer["type"] = "submodule"
		default:
			data, err := c.repo.blob(c.r.Context(), e.sha)
			if err != nil {
				c.fail(http.StatusInternalServerError, "")
				return
			}
			answer["encoding"], answer["content"] = "base64", base64.StdEncoding.EncodeToString(data)
		}
		c.json(http.StatusOK, answer)
	}
}

// getTree serves the tree of a commit, or a tree of a folder in a commit that was served before.
func (g *Gitea) getTree(c *call) {
	sha := c.r.PathValue("sha")
	at, folder := c.repo.treeOf(sha)
	if at == nil {
		loaded, err := c.repo.load(c.r.Context(), sha)
		if err != nil {
			c.fail(http.StatusBadRequest, "object does not exist [id: "+sha+", rel_path: ]")
			return
		}
		at = loaded
	}
	recursive := c.r.URL.Query().Get("recursive")
	var entries []entry
	for _, e := range at.entries {
		name, ok := e.path, true
		if folder != "" {
			name, ok = strings.CutPrefix(e.path, folder+"/")
		}
		if ok && (recursive == "true" || recursive == "1" || !strings.Contains(name, "/")) {
			e.path = name
			entries = append(entries, e)
		}
	}
	page, _ := c.paging()
	limit := 1000
	if c.r.URL.Query().Get("per_page") != "" {
		n, _ := strconv.Atoi(c.r.URL.Query().Get("per_page"))
		limit = min(max(n, 1), 1000)
	}
	rows := []map[string]any{}
	for _, e := range cut(entries, page, limit) {
		rows = append(rows, map[string]any{"path": e.path, "mode": e.mode, "type": e.kind, "size": e.size, "sha": e.sha})
	}
	c.header.Set("X-Total-Count", strconv.Itoa(len(entries)))
	c.json(http.StatusOK, map[string]any{"sha": sha, "tree": rows, "truncated": page*limit < len(entries), "page": page, "total_count": len(entries)})
}

// treeOf finds the folder of a tree id among the loaded commits.
func (r *Repo) treeOf(sha string) (*commit, string) {
	for _, c := range r.commits {
		if folder, ok := c.trees[sha]; ok {
			return c, folder
		}
	}
	return nil, ""
}

func (g *Gitea) getBlob(c *call) {
	sha := c.r.PathValue("sha")
	data, err := c.repo.blob(c.r.Context(), sha)
	if err != nil {
		c.fail(http.StatusBadRequest, "object does not exist [id: "+sha+", rel_path: ]")
		return
	}
	c.json(http.StatusOK, map[string]any{"sha": sha, "size": len(data), "encoding": "base64", "content": base64.StdEncoding.EncodeToString(data)})
}
