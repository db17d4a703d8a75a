package gitea

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// ScheduleMerge asks the server to merge the PR when approvals and checks are there; one that is scheduled already is no
// error, and a conflict, as far as the server tells after some tries, is pr.ErrConflict. Every refusal is a text that says what to change.
//
// The SDK hides the reason of a refusal, so the request is our own (gitea.md 3).
func (c *Client) ScheduleMerge(ctx context.Context, head, style string) error {
	for attempt := 1; ; attempt++ {
		err := c.scheduleMerge(ctx, head, style)
		if err == nil || attempt == mergeAttempts || !errors.Is(err, pr.ErrConflict) || !httpx.Pause(ctx, mergePause) {
			return err
		}
	}
}

// The server checks a new head for conflicts, which takes it a moment.
const (
	mergeAttempts = 3
	mergePause    = time.Second
)

func (c *Client) scheduleMerge(ctx context.Context, head, style string) error {
	what := fmt.Sprintf("schedule the merge of PR %d", c.cfg.Number)
	if !validSHA(head) {
		return fmt.Errorf("%s: the commit id is not complete", what)
	}
	if style == "" {
		style = "merge"
	}
	body, err := json.Marshal(map[string]any{"Do": style, "merge_when_checks_succeed": true, "head_commit_id": head})
	if err != nil {
		return failed(what, err)
	}
	link := fmt.Sprintf("%s/api/v1/repos/%s/%s/pulls/%d/merge", c.base, c.cfg.Owner, c.cfg.Repo, c.cfg.Number)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, link, bytes.NewReader(body))
	if err != nil {
		return failed(what, err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		if status(err) == http.StatusMethodNotAllowed && strings.Contains(message(err), "try again later") {
			return fmt.Errorf("%s: %w; merge the base into the branch, or start the gate again", what, pr.ErrConflict)
		}
		if text := refusal(status(err), message(err), style); text != "" {
			return fmt.Errorf("%s: %s", what, text)
		}
		if status(err) == http.StatusConflict && strings.Contains(message(err), "already scheduled") {
			return nil
		}
		return failed(what, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated && resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: the server answered %d instead of 201", what, resp.StatusCode)
	}
	return nil
}

// refusal says what to change; "" for an answer that is none of the known ones (gitea.md 2.8).
func refusal(status int, message, style string) string {
	if status == http.StatusUnprocessableEntity {
		return fmt.Sprintf("the server does not know the merge style %q; correct [gate] merge_style", style)
	}
	if status != http.StatusMethodNotAllowed {
		return ""
	}
	for _, known := range []struct{ part, text string }{
		{"Work in progress", "the PR is a draft; take the WIP prefix off its title"},
		{"not allowed to merge", "the bot may not merge; let the branch protection allow it, or switch [gate] automerge off"},
		{"already merged", "the PR is merged already"},
		{"status checks", "a required status check did not succeed"},
		{"enough approvals", "an approval is missing"},
		{"requested changes", "somebody requested changes; remove that review, or push a commit that answers it"},
		{"official review requests", "an official review request is pending"},
		{"behind the base", "the branch is behind its base; merge the base into it"},
	} {
		if strings.Contains(strings.ToLower(message), strings.ToLower(known.part)) {
			return known.text
		}
	}
	return "the server refuses to merge (405)"
}

// CancelMerge takes back a scheduled merge; none is no error.
func (c *Client) CancelMerge(ctx context.Context) error {
	what := fmt.Sprintf("cancel the scheduled merge of PR %d", c.cfg.Number)
	api, err := c.sdk(ctx)
	if err != nil {
		return failed(what, err)
	}
	if _, err := api.CancelScheduledAutoMerge(c.cfg.Owner, c.cfg.Repo, int64(c.cfg.Number)); err != nil && status(err) != 404 {
		return failed(what, err)
	}
	return nil
}

// message is the text of the server in an error, or "".
func message(err error) string {
	var e *httpx.StatusError
	if errors.As(err, &e) {
		return e.Message
	}
	return ""
}
