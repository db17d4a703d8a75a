package model

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"werkrevisor/internal/config"
)

// keyTimeout is the time limit of one look at the key.
const keyTimeout = 20 * time.Second

// maxKeyAnswer is the size limit of its answer in bytes.
const maxKeyAnswer = 1 << 20

// checkKey reads the budget of the key before the first call; only OpenRouter has such a page (product.md 5 and 9).
// A key without a limit passes. Too little is an error with the code budget.
func (c *Client) checkKey(ctx context.Context) (remaining *float64, err error) {
	m := c.chain[0]
	if !viaOpenRouter(m) {
		return nil, nil
	}
	remaining, failed := c.readKey(ctx, m)
	if failed != nil {
		return nil, failed
	}
	b := c.options.Budget
	switch {
	case remaining == nil:
	case *remaining < b.MaxUSDPerReview:
		return remaining, &Error{Code: "budget", Text: fmt.Sprintf(
			"the key has %.4f USD left, less than [budget] max_usd_per_review = %g; raise the limit of the key", *remaining, b.MaxUSDPerReview)}
	case *remaining < b.MinKeyRemainingUSD:
		return remaining, &Error{Code: "budget", Text: fmt.Sprintf(
			"the key has %.4f USD left, less than [budget] min_key_remaining_usd = %g; raise the limit of the key", *remaining, b.MinKeyRemainingUSD)}
	}
	return remaining, nil
}

// KeyBudget makes the check of the key alone, without a request to a model. Asked is false where the endpoint has no page
// about keys. Remaining is USD; nil: the key has no limit. Too little, or a key that is refused, is an *Error.
func (c *Client) KeyBudget(ctx context.Context) (remaining *float64, asked bool, err error) {
	remaining, err = c.checkKey(ctx)
	return remaining, viaOpenRouter(c.chain[0]), err
}

// readKey asks GET {base_url}/key (libraries.md 1.1).
func (c *Client) readKey(ctx context.Context, m config.Model) (remaining *float64, failed error) {
	limit := cmp.Or(c.options.KeyTimeout, keyTimeout)
	whole := ctx
	ctx, cancel := context.WithTimeout(whole, limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(m.BaseURL, "/")+"/key", nil)
	if err != nil {
		return nil, &Error{Code: "model_error", Text: "[model] base_url is no URL", Cause: err}
	}
	req.Header.Set("Authorization", "Bearer "+c.options.Key(m.APIKeyEnv))
	resp, err := c.options.HTTP.Do(req)
	if err != nil {
		return nil, keyError(whole, err, m, limit)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxKeyAnswer+1))
	if resp.StatusCode != http.StatusOK {
		return nil, statusError(resp.StatusCode, body, resp.Header)
	}
	var answer struct {
		Data *struct {
			Limit     *float64 `json:"limit"`
			Remaining *float64 `json:"limit_remaining"`
		} `json:"data"`
	}
	if err != nil {
		return nil, keyError(whole, err, m, limit)
	}
	if len(body) > maxKeyAnswer || json.Unmarshal(body, &answer) != nil || answer.Data == nil || (answer.Data.Limit != nil && answer.Data.Remaining == nil) {
		return nil, &Error{Code: "model_error", Text: "the endpoint's answer about the key cannot be read; check [model] base_url"}
	}
	return answer.Data.Remaining, nil
}

// keyError names the time limit of the look at the key, which is not the one of the model.
func keyError(ctx context.Context, err error, m config.Model, limit time.Duration) *Error {
	e := transportError(ctx, err, m)
	if timedOut(ctx, err) {
		e.Text = fmt.Sprintf("the endpoint did not tell the budget of the key within %s", limit)
	}
	return e
}
