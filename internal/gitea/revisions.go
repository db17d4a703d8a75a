package gitea

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// maxCompare is the size of a list of commits in bytes; each of them names its files. A larger one counts as too long.
const maxCompare = 32 << 20

// revisions reads commits for pr.History.
type revisions struct{ c *Client }

// readHistory reads the commits of a change, next to its files.
func (c *Client) readHistory(ctx context.Context, change pr.Change) (*pr.History, error) {
	h, err := pr.ReadHistory(ctx, revisions{c}, change)
	if err != nil {
		return nil, fmt.Errorf("read the commits of PR %d: %w", c.cfg.Number, err)
	}
	return h, nil
}

// obstacles completes a change whose files are known.
func (c *Client) obstacles(ctx context.Context, h *pr.History, change *pr.Change) (err error) {
	change.Obstacles, err = h.Obstacles(ctx, change.Files)
	if err != nil {
		return fmt.Errorf("read the commits of PR %d: %w", c.cfg.Number, err)
	}
	return nil
}

// compared is an answer of GET /compare/{from}...{tip}.
type compared struct {
	Total   *int `json:"total_commits"`
	Commits []*struct {
		SHA     string `json:"sha"`
		Parents []*struct {
			SHA string `json:"sha"`
		} `json:"parents"`
		Files []*struct {
			Filename string `json:"filename"`
			Status   string `json:"status"`
		} `json:"files"`
		Stats *struct {
			Total int `json:"total"` // lines
		} `json:"stats"`
	} `json:"commits"`
}

// Since asks for three dots: the server finds the merge base of other and tip anew, and a list that does not begin at the one
// that the PR names does not hang together. Two dots would not tell: a server before 2026 takes them for three without a word.
func (r revisions) Since(ctx context.Context, from, other, tip string) (list []pr.Revision, err error) {
	err = safe(func() (err error) { list, err = r.since(ctx, from, other, tip); return err })()
	return list, err
}

func (r revisions) since(ctx context.Context, from, other, tip string) ([]pr.Revision, error) {
	what := fmt.Sprintf("list the commits from %.10s to %.10s", from, tip)
	if !validSHA(from) || !validSHA(other) || !validSHA(tip) {
		return nil, fmt.Errorf("%s: %w: a commit id is not complete", what, pr.ErrIncomplete)
	}
	query := url.Values{"verification": {"false"}}
	data, _, err := r.c.getBytes(httpx.WithLimit(ctx, maxCompare), "/compare/"+other+"..."+tip, query)
	var large *httpx.TooLargeError
	switch {
	case errors.As(err, &large):
		return nil, fmt.Errorf("%s: %w", what, pr.ErrManyRevisions)
	case status(err) == 404:
		return nil, fmt.Errorf("%s: %w", what, pr.ErrNoRevisions)
	case err != nil:
		return nil, failed(what, err)
	}
	var got compared
	if json.Unmarshal(data, &got) != nil || got.Total == nil {
		return nil, failed(what, errNotJSON)
	}
	if *got.Total != len(got.Commits) {
		return nil, fmt.Errorf("%s: %w: the list has %d of %d commits", what, pr.ErrIncomplete, len(got.Commits), *got.Total)
	}
	if len(got.Commits) > pr.MaxRevisions {
		return nil, fmt.Errorf("%s: %w", what, pr.ErrManyRevisions)
	}
	return got.revisions(what)
}

// revisions checks the entries. A server that knows the lists of files sends an empty one, too.
func (got compared) revisions(what string) ([]pr.Revision, error) {
	malformed := fmt.Errorf("%s: %w: a commit has no id, or a parent or a file without a name", what, pr.ErrIncomplete)
	list := make([]pr.Revision, 0, len(got.Commits))
	for _, c := range got.Commits {
		if c == nil || !validSHA(c.SHA) {
			return nil, malformed
		}
		if c.Files == nil {
			return nil, fmt.Errorf("%s: %w: it does not name their files", what, pr.ErrNoRevisions)
		}
		r := pr.Revision{ID: c.SHA}
		for _, p := range c.Parents {
			if p == nil || !validSHA(p.SHA) {
				return nil, malformed
			}
			r.Parents = append(r.Parents, p.SHA)
		}
		for _, f := range c.Files {
			if f == nil || f.Filename == "" {
				return nil, malformed
			}
			r.Touched = append(r.Touched, pr.Touch{Path: f.Filename, Added: f.Status == "added", Removed: f.Status == "removed"})
		}
		r.Hidden = len(c.Files) == 0 && c.Stats != nil && c.Stats.Total > 0
		list = append(list, r)
	}
	return list, nil
}

// Complete compares the trees of each commit and its parent: the server leaves files out that became another type.
func (r revisions) Complete(ctx context.Context, list []pr.Revision) ([]pr.Revision, error) {
	list = slices.Clone(list)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for i, rev := range list {
		if len(rev.Parents) != 1 {
			continue
		}
		group.Go(safe(func() error {
			differs, err := r.c.compareCommits(ctx, rev.Parents[0], rev.ID)
			if err != nil {
				return fmt.Errorf("read commit %.10s: %w", rev.ID, err)
			}
			list[i].Touched, list[i].Hidden = nil, false
			for path, pair := range differs {
				list[i].Touched = append(list[i].Touched, pr.Touch{Path: path, Added: len(pair.old) == 0, Removed: len(pair.new) == 0})
			}
			return nil
		}))
	}
	return list, group.Wait()
}

// Entries reads the folders above the paths, one level after the other.
func (r revisions) Entries(ctx context.Context, commit string, paths []string) (map[string]pr.Place, error) {
	wanted, folders := map[string]bool{}, map[string]bool{"": true}
	for _, p := range paths {
		wanted[p] = true
		for _, above := range pr.Above(pr.Folder(p)) {
			folders[above] = true
		}
	}
	found := map[string]pr.Place{}
	for level := []pr.Place{{ID: commit}}; len(level) > 0; {
		entries := make([][]treeEntry, len(level))
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(parallelTexts)
		for i, at := range level {
			group.Go(safe(func() (err error) { entries[i], err = r.c.tree(ctx, at.ID); return err }))
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		var below []pr.Place
		for i, at := range level {
			for _, e := range entries[i] {
				if e.Path == "" || !validSHA(e.SHA) {
					return nil, fmt.Errorf("%w: an entry of a folder has no name or id", pr.ErrIncomplete)
				}
				place := pr.Place{Path: pr.Under(at.Path, e.Path), Mode: e.mode(), ID: e.SHA}
				if wanted[place.Path] {
					found[place.Path] = place
				}
				if place.Mode == pr.ModeFolder && folders[place.Path] {
					below = append(below, place)
				}
			}
		}
		level = below
	}
	return found, nil
}

// Text reads a file at a commit; a name as JSON has it names the file only if it is UTF-8, which pr.History sees to.
func (r revisions) Text(ctx context.Context, commit string, file pr.Place) (text pr.Text, err error) {
	err = safe(func() (err error) { text, err = r.c.text(ctx, commit, file.Path, false); return err })()
	return text, err
}

// Spell writes a name as the server's JSON does.
func (revisions) Spell(path string) string { return asListed(path) }
