package model

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/httpx"
)

// Doer sends one HTTP request; it must not follow redirects, and must hand on every status as it is.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// Options is what a client needs.
type Options struct {
	Config config.Model
	Budget config.Budget
	// Key returns the API key that the environment variable of this name holds.
	Key  func(env string) string
	HTTP Doer
	// KeyIsChecked: the caller looks at the budget of the key itself (KeyBudget), once for many requests.
	KeyIsChecked bool
	// KeyTimeout limits one look at the key; 0: 20 seconds.
	KeyTimeout time.Duration
	// Tokens sets up the exact counter of the vocabulary o200k_base; it is called when a prompt is to be counted.
	// Nil or an error: the tokens are estimated.
	Tokens func() (count func(text string) int, err error)
}

// Client asks the configured model, and on failures on the way the fallback models in their order.
type Client struct {
	options Options
	chain   []config.Model
	formats sync.Map // by id and endpoint of a model: the first format that it accepted in this run
}

// New makes a client.
func New(o Options) *Client {
	return &Client{options: o, chain: append([]config.Model{o.Config}, o.Config.Fallback...)}
}

// Ask checks the key's budget, sends the request and returns the first valid answer.
//
// A model whose request fails on the way (408, 429, 5xx, time-out, connection) after its retry hands over to the next
// fallback model; a refusal, a cut or invalid answer, or a budget never does, because an author could provoke those.
func (c *Client) Ask(ctx context.Context, r Request) (answer Answer, err error) {
	var before *float64
	if !c.options.KeyIsChecked {
		before, err = c.checkKey(ctx)
	}
	answer.Usage.KeyBefore = before
	if err != nil {
		answer.Usage.CostStatus = CostNone
		return answer, err
	}
	for _, m := range c.chain {
		got, failed := c.try(ctx, m, r, &answer.Usage)
		answer.Text, answer.Calls, answer.Model = got.text, got.calls, got.model
		if failed == nil {
			err = nil
			break
		}
		err = failed
		if !failed.onTheWay || ctx.Err() != nil {
			break
		}
	}
	if before != nil && ctx.Err() == nil {
		if after, keyErr := c.readKey(ctx, c.chain[0]); keyErr == nil {
			answer.Usage.KeyAfter = after // for the usage line only; a failure changes nothing
		}
	}
	answer.Usage.CostStatus = answer.Usage.status()
	return answer, err
}

// try asks one model, with at most [model] max_retries more attempts.
func (c *Client) try(ctx context.Context, m config.Model, r Request, u *Usage) (got reply, failed *Error) {
	for attempt := 0; ; attempt++ {
		got, failed = c.degrade(ctx, m, r, u)
		if failed == nil && got.calls == nil && r.Check != nil {
			if err := r.Check(got.text); err != nil {
				failed = &Error{Code: "model_answer_invalid", Text: "the model's answer is not valid: " + err.Error(), again: true}
				u.invalid(failed)
				r.User += "\n\nYour last answer was not valid: " + err.Error() + "\nAnswer again, with the one JSON object only.\n"
			}
		}
		if failed == nil || !failed.again || attempt >= m.MaxRetries || !httpx.Pause(ctx, failed.after) {
			return got, failed
		}
	}
}

// formats are the ways to ask for the schema; an endpoint that refuses one is asked with the next (product.md 8).
// A refusal is not billed and uses up no retry; nothing is remembered between runs.
var formats = []format{formatSchema, formatObject, formatPlain}

type format int

const (
	formatSchema format = iota
	formatObject
	formatPlain
)

func (c *Client) degrade(ctx context.Context, m config.Model, r Request, u *Usage) (got reply, failed *Error) {
	key := m.ID + " " + m.BaseURL
	first, _ := c.formats.Load(key)
	start, _ := first.(format)
	for _, f := range formats[start:] {
		got, failed = c.once(ctx, m, r, f, u)
		if failed == nil && f != start {
			c.formats.Store(key, f) // what it refused once in this run need not be tried with every request
		}
		if failed == nil || !failed.formatRefused {
			break
		}
	}
	return got, failed
}

// timedOut reports whether a request ended at its own time limit, not at that of the run.
func timedOut(ctx context.Context, err error) bool {
	return ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded)
}
