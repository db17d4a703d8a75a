// Package jev asks the classifier Jev, or any server that speaks its format: typed questions about one state,
// answered with probabilities (seed 000, "Classifier"; libraries.md 3).
//
// A body of the server is never shown: its errors echo the request, and with it text of the PR.
package jev

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/httpx"
)

// Error is a failed request. Its text names the cause in words that an operator can act on.
type Error struct {
	Code string // classifier_error or classifier_answer_invalid
	Text string

	again bool // one more attempt may succeed
	after time.Duration
}

// Error is the text.
func (e *Error) Error() string { return e.Text }

// Options is what a client needs.
type Options struct {
	Config config.Classifier
	// Key returns the key that the environment variable of this name holds.
	Key  func(env string) string
	HTTP *http.Client // of package httpx, with AnyStatus
}

// Client asks the classifier.
type Client struct{ options Options }

// New makes a client.
func New(o Options) *Client { return &Client{o} }

const (
	maxAnswer    = 1 << 20 // bytes
	defaultPause = time.Second
	maxPause     = 30 * time.Second
)

// Ask sends one state with its questions, and once more after 429, 5xx or a time-out. calls is the number of requests.
func (c *Client) Ask(ctx context.Context, state json.RawMessage, questions []config.Question) (a Answer, calls int, err error) {
	for {
		calls++
		var failed *Error
		if a, failed = c.once(ctx, state, questions); failed == nil {
			return a, calls, nil
		}
		if calls == 2 || !failed.again || !httpx.Pause(ctx, failed.after) {
			return a, calls, failed
		}
	}
}

func (c *Client) once(ctx context.Context, state json.RawMessage, questions []config.Question) (Answer, *Error) {
	cfg := c.options.Config
	attempt, cancel := context.WithTimeout(ctx, time.Duration(cfg.TimeoutSeconds)*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(attempt, http.MethodPost, cfg.Endpoint, bytes.NewReader(encode(cfg.Model, state, questions)))
	if err != nil {
		return Answer{}, &Error{Code: "classifier_error", Text: "[classifier] endpoint is no URL"}
	}
	req.Header.Set("Content-Type", "application/json")
	if cfg.APIKeyEnv != "" {
		req.Header.Set("Authorization", "Bearer "+c.options.Key(cfg.APIKeyEnv))
	}
	resp, err := c.options.HTTP.Do(req)
	if err != nil {
		return Answer{}, transportError(ctx, attempt, err, cfg)
	}
	defer resp.Body.Close()
	id := requestID(resp.Header)
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case resp.StatusCode != http.StatusOK:
		return Answer{}, statusError(resp.StatusCode, resp.Header, id)
	case err != nil:
		return Answer{}, transportError(ctx, attempt, err, cfg)
	case len(body) > maxAnswer:
		return Answer{}, &Error{Code: "classifier_error", Text: "the classifier's answer is larger than 1 MiB" + id}
	}
	answer, err := parse(body, questions)
	if err != nil {
		return Answer{}, &Error{Code: "classifier_answer_invalid", Text: "the classifier's answer is not valid: " + err.Error() + id}
	}
	if !nameShape.MatchString(answer.Model) {
		answer.Model = cfg.Model
	}
	return answer, nil
}

// statusError puts a status into words. The body may echo the PR and is not looked at.
func statusError(status int, h http.Header, id string) *Error {
	words := map[int]string{
		400: "the classifier refused the request (400); check [classifier] model and the questions",
		401: "the classifier refused the key (401); check the variable that [classifier] api_key_env names",
		402: "the account of the classifier has no credit left (402)",
		403: "the classifier got no valid key (403); check the variable that [classifier] api_key_env names",
		404: "the classifier is not there (404); check [classifier] endpoint",
		413: "the classifier refused a unit as too large (413); lower [classifier] max_state_chars",
		422: "the classifier does not understand the request (422); check the questions of [classifier]",
		429: "the classifier limits the rate (429); try again later",
	}
	e := &Error{Code: "classifier_error", again: status == 408 || status == 429 || status >= 500, after: httpx.RetryAfter(h, defaultPause, maxPause)}
	switch w, ok := words[status]; {
	case ok:
		e.Text = w + id
	case status >= 300 && status < 400:
		e.Text = fmt.Sprintf("the classifier redirects (%d), which is not followed; correct [classifier] endpoint", status) + id
	case status >= 500:
		e.Text = fmt.Sprintf("the classifier has a failure of its own (%d); try again later", status) + id
	default:
		e.Text = fmt.Sprintf("the classifier answered with status %d", status) + id
	}
	return e
}

func transportError(ctx, attempt context.Context, err error, cfg config.Classifier) *Error {
	e := &Error{Code: "classifier_error", after: defaultPause}
	var redirect *httpx.RedirectError
	var blocked *httpx.BlockedError
	var broken *httpx.TransportError
	switch {
	case ctx.Err() != nil:
		e.Text = "the run ended before the classifier answered"
	case errors.As(err, &redirect):
		e.Text = fmt.Sprintf("the classifier redirects (%d), which is not followed; correct [classifier] endpoint", redirect.Status)
	case errors.As(err, &blocked):
		e.Text = "[classifier] endpoint is refused: " + blocked.Reason
	case attempt.Err() != nil:
		e.Text, e.again = fmt.Sprintf("the classifier did not answer within [classifier] timeout_seconds = %d", cfg.TimeoutSeconds), true
	case errors.As(err, &broken):
		e.Text = fmt.Sprintf("the endpoint of [classifier] endpoint cannot be reached: %s", broken.Kind)
	default:
		e.Text = "the connection to [classifier] endpoint broke"
	}
	return e
}

var (
	idShape   = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	nameShape = regexp.MustCompile(`^[A-Za-z0-9._:/-]{1,100}$`)
)

// requestID is the id by which the vendor finds a request, as the end of a text; "" if there is none.
func requestID(h http.Header) string {
	if id := h.Get("x-typesafe-request-id"); idShape.MatchString(id) {
		return " (request " + id + ")"
	}
	return ""
}
