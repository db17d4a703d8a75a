package gitea

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"werkrevisor/internal/httpx"
)

// noReaction is a reaction that no server allows, so that asking for it changes nothing.
const noReaction = "werkrevisor asks whether it may write"

// Blocked reports whether the server will take no comment of the bot, because the author of the PR or the owner of the
// repository has blocked it. It asks for a reaction that does not exist: the server looks for a block first and refuses then,
// so nothing is written in either case. An administrator of the repository may comment all the same. Any other answer,
// also none, says nothing here: what is wrong shows when something is written.
func (c *Client) Blocked(ctx context.Context) bool {
	body, err := json.Marshal(map[string]string{"content": noReaction})
	if err != nil {
		return false
	}
	link := fmt.Sprintf("%s/api/v1/repos/%s/%s/issues/%d/reactions", c.base, c.cfg.Owner, c.cfg.Repo, c.cfg.Number)
	req, err := http.NewRequestWithContext(httpx.WithLimit(ctx, 1<<20), http.MethodPost, link, bytes.NewReader(body))
	if err != nil {
		return false
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(req)
	if err == nil {
		_ = resp.Body.Close()
		return false
	}
	if !isBlocked(err) {
		return false
	}
	var repository struct {
		Permissions struct {
			Admin bool `json:"admin"`
		} `json:"permissions"`
	}
	err = c.getJSON(ctx, "", nil, &repository)
	return err != nil || !repository.Permissions.Admin
}
