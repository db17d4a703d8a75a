package gitea

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// maxMessage is the number of bytes of a commit message that are kept: its first line is wanted.
const maxMessage = 4 << 10

// History lists the newest commits of the base branch that touched a file, newest first, as the server tells them;
// nothing proves them. One page is read, so that there are never more than 50. A path that neither side lists has none.
func (t *Tree) History(ctx context.Context, path string, most int) ([]pr.PastCommit, error) {
	// The server takes the path for a pattern of git, where a colon in front begins a command.
	if most < 1 || strings.HasPrefix(path, ":") {
		return nil, nil
	}
	known := false
	for _, side := range []pr.Side{pr.AtBase, pr.AtHead} {
		v, err := t.At(ctx, side)
		if err != nil {
			return nil, err
		}
		if known = v.At(path).ID != ""; known {
			break
		}
	}
	if !known {
		return nil, nil
	}
	base := t.commits[pr.AtBase]
	most = min(most, pageSize)
	list, err := t.client.history(ctx, base, path, most)
	if code := status(err); code == 404 || code == 409 { // nobody touched it; a repository without commits
		return nil, nil
	}
	if err != nil {
		return nil, failed(fmt.Sprintf("read the commits of %q up to %.10s", path, base), err)
	}
	return list[:min(len(list), most)], nil
}

func (c *Client) history(ctx context.Context, base, path string, most int) ([]pr.PastCommit, error) {
	query := url.Values{
		"sha": {base}, "path": {path}, "page": {"1"}, "limit": {strconv.Itoa(most)},
		"stat": {"false"}, "verification": {"false"}, "files": {"false"},
	}
	resp, err := c.get(httpx.WithLimit(ctx, httpx.Unlimited), "/commits", query)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	type commit struct {
		SHA    string `json:"sha"`
		Commit *struct {
			Message   string `json:"message"`
			Committer struct {
				Date time.Time `json:"date"`
			} `json:"committer"`
		} `json:"commit"`
	}
	var list []pr.PastCommit
	malformed := false
	_, err = decodeList(resp.Body, maxMessage, func(e *commit) {
		switch {
		case e == nil || e.Commit == nil || !validSHA(e.SHA):
			malformed = true
		case len(list) <= pageSize:
			subject, _, _ := strings.Cut(strings.TrimLeft(e.Commit.Message, "\r\n"), "\n")
			list = append(list, pr.PastCommit{SHA: e.SHA, Subject: strings.TrimSpace(subject), Time: e.Commit.Committer.Date.UTC()})
		}
	})
	if err == nil && malformed {
		err = errNotJSON
	}
	return list, err
}
