package gitea

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"werkrevisor/internal/pr"
)

// treePage is the number of entries of one page; the server cuts a larger number.
const treePage = 1000

// treeEntry is an entry of GET /git/trees/{sha}.
type treeEntry struct {
	Path string `json:"path"`
	Mode string `json:"mode"`
	Type string `json:"type"`
	SHA  string `json:"sha"`
}

// repoConfig reads .werkrevisor.toml at the base commit. Only the tree tells that there is none:
// a 404 of the file itself has several meanings (gitea.md 2.9).
func (c *Client) repoConfig(ctx context.Context, base string) (pr.RepoConfig, error) {
	what := fmt.Sprintf("read %s at base %.10s", pr.RepoConfigPath, base)
	entry, found, err := c.rootEntry(ctx, base, pr.RepoConfigPath)
	switch {
	case err != nil:
		return pr.RepoConfig{}, failed(what, err)
	case !found:
		return pr.RepoConfig{Text: pr.Text{State: pr.Absent}}, nil
	}
	switch entry.Mode {
	case "100644", "100755":
	case "120000":
		return pr.RepoConfig{Text: pr.Text{State: pr.NotFile}, Odd: "symlink"}, nil
	case "160000":
		return pr.RepoConfig{Text: pr.Text{State: pr.NotFile}, Odd: "submodule"}, nil
	case "040000":
		return pr.RepoConfig{Text: pr.Text{State: pr.NotFile}, Odd: "folder"}, nil
	default:
		return pr.RepoConfig{Text: pr.Text{State: pr.NotFile}, Odd: "unknown mode"}, nil
	}
	text, err := c.text(ctx, base, pr.RepoConfigPath, false)
	if err != nil {
		return pr.RepoConfig{}, err
	}
	if text.State == pr.Read {
		if err := checkID([]byte(text.Body), entry.SHA); err != nil {
			return pr.RepoConfig{}, fmt.Errorf("%s: %w", what, err)
		}
	}
	if text.State == pr.NotFile {
		return pr.RepoConfig{}, fmt.Errorf("%s: %w: the tree calls it a file", what, pr.ErrIncomplete)
	}
	return pr.RepoConfig{Text: text}, nil
}

// rootEntry looks for a name in the root folder of a commit. Not found means that every entry was seen.
func (c *Client) rootEntry(ctx context.Context, commit, name string) (treeEntry, bool, error) {
	seen := 0
	for n := 1; n <= maxPages; n++ {
		var tree struct {
			Entries   []treeEntry `json:"tree"`
			Truncated bool        `json:"truncated"`
			Total     int         `json:"total_count"`
		}
		query := url.Values{"per_page": {strconv.Itoa(treePage)}, "page": {strconv.Itoa(n)}}
		if err := c.getJSON(ctx, "/git/trees/"+commit, query, &tree); err != nil {
			return treeEntry{}, false, err
		}
		for _, e := range tree.Entries {
			if e.Path == name {
				return e, true, nil
			}
		}
		seen += len(tree.Entries)
		if !tree.Truncated && seen == tree.Total {
			return treeEntry{}, false, nil
		}
		if len(tree.Entries) == 0 {
			break
		}
	}
	return treeEntry{}, false, fmt.Errorf("%w: the tree is not complete", pr.ErrIncomplete)
}
