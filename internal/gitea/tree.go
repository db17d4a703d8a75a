package gitea

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"

	"werkrevisor/internal/pr"
)

// treePage is the number of entries of one page; the server cuts a larger number.
const treePage = 1000

// treeEntry is an entry of GET /git/trees/{sha}. Bytes of a path that are no UTF-8 come as U+FFFD.
type treeEntry struct {
	Path string `json:"path"`
	Mode string `json:"mode"`
	SHA  string `json:"sha"`
}

// mode is the mode as git writes it; 0 for an odd one.
func (e treeEntry) mode() pr.Mode {
	n, err := strconv.ParseUint(e.Mode, 8, 32)
	if err != nil {
		return 0
	}
	return pr.Mode(n)
}

// tree reads all entries of one folder by the id of a commit or a tree; it is complete or an error.
// Nobody changes the list, which is kept for the next one who asks.
func (c *Client) tree(ctx context.Context, sha string) ([]treeEntry, error) {
	if entries, ok := c.trees.get(sha); ok {
		return entries, nil
	}
	entries, err := c.treePages(ctx, sha, false, treePage*maxPages)
	if err == nil {
		c.trees.put(sha, entries)
	}
	return entries, err
}

// errTooManyEntries says that a tree has more entries than the caller wants.
var errTooManyEntries = errors.New("the tree has too many entries")

// treePages reads a tree page by page, also with all that is below it, up to a number of entries.
func (c *Client) treePages(ctx context.Context, sha string, recursive bool, most int) ([]treeEntry, error) {
	what := fmt.Sprintf("read tree %.10s", sha)
	query := url.Values{"per_page": {strconv.Itoa(treePage)}}
	if recursive {
		query.Set("recursive", "true")
	}
	var entries []treeEntry
	for n := 1; n <= maxPages; n++ {
		var tree struct {
			SHA       string      `json:"sha"`
			Entries   []treeEntry `json:"tree"`
			Truncated bool        `json:"truncated"`
			Total     *int        `json:"total_count"`
		}
		query.Set("page", strconv.Itoa(n))
		if err := c.getJSON(ctx, "/git/trees/"+sha, query, &tree); err != nil {
			return nil, failed(what, err)
		}
		if !validSHA(tree.SHA) || tree.Total == nil { // an error in a 200 must not look like an empty folder
			return nil, failed(what, errNotJSON)
		}
		entries = append(entries, tree.Entries...)
		if max(len(entries), *tree.Total) > most {
			return nil, fmt.Errorf("%s: %w", what, errTooManyEntries)
		}
		if !tree.Truncated && len(entries) == *tree.Total {
			return entries, nil
		}
		if len(tree.Entries) == 0 || len(entries) > *tree.Total {
			break
		}
	}
	return nil, fmt.Errorf("%s: %w: the pages do not add up to its number of entries", what, pr.ErrIncomplete)
}

// repoConfig reads .werkrevisor.toml at the base commit. Only the tree tells that there is none:
// a 404 of the file itself has several meanings (gitea.md 2.9).
func (c *Client) repoConfig(ctx context.Context, base string) (pr.RepoConfig, error) {
	what := fmt.Sprintf("read %s at base %.10s", pr.RepoConfigPath, base)
	entries, err := c.tree(ctx, base)
	if err != nil {
		return pr.RepoConfig{}, fmt.Errorf("%s: %w", what, err)
	}
	for _, entry := range entries {
		if entry.Path == pr.RepoConfigPath {
			return c.repoConfigOf(ctx, what, base, entry)
		}
	}
	return pr.RepoConfig{Text: pr.Text{State: pr.Absent}}, nil
}

func (c *Client) repoConfigOf(ctx context.Context, what, base string, entry treeEntry) (pr.RepoConfig, error) {
	odd := ""
	switch mode := entry.mode(); {
	case mode == pr.ModeSymlink:
		odd = "symlink"
	case mode == pr.ModeSubmodule:
		odd = "submodule"
	case mode == pr.ModeFolder:
		odd = "folder"
	case !mode.Regular():
		odd = "unknown mode"
	}
	if odd != "" {
		return pr.RepoConfig{Text: pr.Text{State: pr.NotFile}, Odd: odd}, nil
	}
	text, err := c.text(ctx, base, pr.RepoConfigPath, false)
	switch {
	case err != nil:
		return pr.RepoConfig{}, err
	case text.State == pr.NotFile:
		return pr.RepoConfig{}, fmt.Errorf("%s: %w: the tree calls it a file", what, pr.ErrIncomplete)
	case text.State == pr.Read && checkID([]byte(text.Body), entry.SHA) != nil:
		return pr.RepoConfig{}, fmt.Errorf("%s: %w: the text is not the one of the tree", what, pr.ErrIncomplete)
	}
	return pr.RepoConfig{Text: text}, nil
}
