package model

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/httpx"
)

// Error is a failed request. Its text names the cause in words that an operator can act on,
// and holds neither a body of an answer nor a secret.
type Error struct {
	Code  string // a reason code of product.md 4: budget, model_error, model_timeout, model_answer_invalid, …
	Text  string
	Cause error // may be nil; never shown
	// ToolsRefused: the endpoint refuses the request in every form, perhaps because of the tools in it.
	ToolsRefused bool

	again         bool          // one more attempt may succeed
	onTheWay      bool          // failed on the way: a fallback model may be asked
	formatRefused bool          // the endpoint may have refused the way in which the schema was asked for
	after         time.Duration // pause before the next attempt
}

// Error is the text.
func (e *Error) Error() string { return e.Text }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }

// errorObject is the error of OpenRouter and of most others (libraries.md 1.6); its message may quote the PR and is not shown.
type errorObject struct {
	Code      any    `json:"code"` // a status, or with some a word
	Status    int    `json:"http_status"`
	ErrorType string `json:"error_type"`
	Metadata  struct {
		ErrorType string `json:"error_type"`
	} `json:"metadata"`
	Availability struct {
		Code      string   `json:"code"`
		Retryable *bool    `json:"retryable"`
		Excluded  []string `json:"excluded_by"`
	} `json:"availability"`
}

// errorTypes and excluders are the words of libraries.md 1.6; another word is a text of the server and is not shown.
var (
	errorTypes = strings.Fields(`invalid_request invalid_prompt context_length_exceeded max_tokens_exceeded token_limit_exceeded
		string_too_long content_policy_violation refusal authentication payment_required permission_denied not_found timeout
		payload_too_large unprocessable rate_limit_exceeded server unmapped provider_unavailable provider_overloaded
		model_not_found wrong_endpoint no_endpoints model_deprecated model_unavailable_upstream capacity_exhausted
		temporarily_unavailable region_restricted privacy_restricted constraint_filtered free_variant_ended`)
	excluders = []string{"max_price", "data_collection", "only", "ignore", "require_parameters", "quantizations", "zdr"}
)

// statusError turns a status other than 200 into words.
func statusError(status int, body []byte, h http.Header) *Error {
	var envelope struct {
		Error json.RawMessage `json:"error"`
	}
	_ = json.Unmarshal(body, &envelope) // an HTML page or nothing: the status alone must do
	e := errorBody(status, envelope.Error)
	e.after = httpx.RetryAfter(h, defaultPause, maxPause)
	return e
}

// errorBody judges an error object; with status 200 its own code counts.
func errorBody(status int, raw json.RawMessage) *Error {
	var o errorObject
	_ = json.Unmarshal(raw, &o) // a string, a number, nothing: the status alone must do
	if code, ok := o.Code.(float64); status == http.StatusOK && ok {
		status = int(code)
	} else if status == http.StatusOK && o.Status != 0 {
		status = o.Status
	}
	word, _ := o.Code.(string)
	kind := cmp.Or(o.Metadata.ErrorType, o.ErrorType, o.Availability.Code, word)
	if isRefusal(word) {
		kind = word
	}
	e := &Error{Code: "model_error", Text: statusWords(status)}
	if slices.Contains(errorTypes, kind) {
		e.Text += " (" + kind + ")"
	}
	for _, by := range excluders {
		if slices.Contains(o.Availability.Excluded, by) {
			e.Text += "; excluded by " + by
		}
	}
	switch {
	case isRefusal(kind):
		e.Code = "model_refused"
	case status == http.StatusPaymentRequired || kind == "payment_required":
		e.Code = "budget"
	case status == http.StatusRequestTimeout || status == http.StatusGatewayTimeout || status == 524:
		e.Code, e.again, e.onTheWay = "model_timeout", true, true
	case status == http.StatusTooManyRequests || status >= 500 || status == http.StatusOK:
		e.again, e.onTheWay = true, true
	}
	if r := o.Availability.Retryable; r != nil {
		e.again = e.again && *r
	}
	e.formatRefused = (status == http.StatusBadRequest || status == http.StatusNotFound) && !slices.Contains(notTheFormat, kind)
	e.after = defaultPause
	return e
}

// notTheFormat are the causes of a 400 or 404 that another way to ask for the schema does not remove. A refusal of the
// content is one of them: asked again and again, some endpoint would answer at last.
var notTheFormat = []string{"refusal", "content_policy_violation", "invalid_prompt", "context_length_exceeded", "max_tokens_exceeded",
	"token_limit_exceeded", "string_too_long", "model_not_found", "model_deprecated"}

func isRefusal(kind string) bool { return kind == "refusal" || kind == "content_policy_violation" }

// statusWords says what a status means and who can act.
func statusWords(status int) string {
	words := map[int]string{
		200: "the endpoint answered with an error",
		400: "the endpoint refused the request (400); check [model] id, max_output_tokens and reasoning_effort",
		401: "the endpoint refused the key (401); check the variable that [model] api_key_env names",
		402: "the key or the account has no credit left (402); add credit or raise the limit of the key",
		403: "the endpoint forbids the request (403); check the rights of the key and the guardrails of the account",
		404: "no endpoint serves this request (404); check [model] id, base_url, provider_only, data_collection and the prices",
		408: "the endpoint ran out of time (408)",
		413: "the prompt is too large for the endpoint (413); lower [model] max_context_tokens",
		429: "the endpoint limits the rate (429); try again later",
	}
	if w, ok := words[status]; ok {
		return w
	}
	switch {
	case status >= 300 && status < 400:
		return fmt.Sprintf("the endpoint redirects (%d), which is not followed; correct [model] base_url", status)
	case status >= 500:
		return fmt.Sprintf("the endpoint has a failure of its own (%d); try again later", status)
	}
	return fmt.Sprintf("the endpoint answered with status %d", status)
}

// transportError puts a failure without an answer into words.
func transportError(ctx context.Context, err error, m config.Model) *Error {
	e := &Error{Code: "model_error", Cause: err, again: true, onTheWay: true, after: defaultPause}
	var redirect *httpx.RedirectError
	var large *httpx.TooLargeError
	var blocked *httpx.BlockedError
	var broken *httpx.TransportError
	switch {
	case ctx.Err() != nil:
		e.Code, e.Text, e.again = "model_timeout", "the run ended before the model answered", false
	case errors.As(err, &redirect):
		e.Text, e.again, e.onTheWay = statusWords(redirect.Status), false, false
	case errors.As(err, &large):
		e.Text, e.again, e.onTheWay = tooLarge, false, false
	case errors.As(err, &blocked):
		e.Text, e.again, e.onTheWay = "[model] base_url is refused: "+blocked.Reason, false, false
	case timedOut(ctx, err):
		e.Code = "model_timeout"
		e.Text = fmt.Sprintf("the model did not answer within [model] timeout_seconds = %d", m.TimeoutSeconds)
	case errors.As(err, &broken):
		e.Text = fmt.Sprintf("the endpoint of [model] base_url cannot be reached: %s", broken.Kind)
	default:
		e.Text = "the connection to the endpoint of [model] base_url broke"
	}
	return e
}

// tooLarge is the text for an answer beyond maxAnswer.
var tooLarge = fmt.Sprintf("the endpoint's answer is larger than %d MiB", maxAnswer>>20)
