package model_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/fake"
	"werkrevisor/internal/model"
)

// TestEveryStatusAndErrorTypeHasItsCodeAndItsRetry holds every row of the table in libraries.md 1.6.
// A row that may be tried again is answered twice with the same failure, a 400 or 404 once per format.
func TestEveryStatusAndErrorTypeHasItsCodeAndItsRetry(t *testing.T) {
	const once, again, formats = 1, 2, 3
	for _, tc := range []struct {
		status    int
		kind      string
		code      string
		asked     int
		wantCalls int // formats that an endpoint refuses are no calls
	}{
		{400, "invalid_request", "model_error", formats, 1},
		{400, "invalid_prompt", "model_error", once, 1},
		{400, "context_length_exceeded", "model_error", once, 1},
		{400, "max_tokens_exceeded", "model_error", once, 1},
		{400, "token_limit_exceeded", "model_error", once, 1},
		{400, "string_too_long", "model_error", once, 1},
		{400, "content_policy_violation", "model_refused", once, 1},
		{400, "refusal", "model_refused", once, 1},
		{401, "authentication", "model_error", once, 1},
		{402, "payment_required", "budget", once, 1},
		{403, "permission_denied", "model_error", once, 1},
		{403, "content_policy_violation", "model_refused", once, 1},
		{404, "not_found", "model_error", formats, 1},
		{408, "timeout", "model_timeout", again, 2},
		{413, "payload_too_large", "model_error", once, 1},
		{422, "unprocessable", "model_error", once, 1},
		{429, "rate_limit_exceeded", "model_error", again, 2},
		{500, "server", "model_error", again, 2},
		{500, "unmapped", "model_error", again, 2},
		{502, "provider_unavailable", "model_error", again, 2},
		{503, "provider_overloaded", "model_error", again, 2},
		{504, "timeout", "model_timeout", again, 2},
		{524, "timeout", "model_timeout", again, 2},
		{529, "provider_overloaded", "model_error", again, 2},
	} {
		for form, body := range map[string]string{
			"in the metadata": `{"error":{"code":%[1]d,"message":"CANARY","metadata":{"error_type":"%[2]s","flagged_input":"CANARY","raw":"CANARY"}},"user_id":"CANARY"}`,
			"beside it":       `{"error":{"error_type":"%[2]s","http_status":%[1]d,"message":"CANARY"}}`,
			"as its code":     `{"error":{"code":"%[2]s","message":"CANARY","type":"CANARY"}}`,
		} {
			t.Run(fmt.Sprintf("%d %s %s", tc.status, tc.kind, form), func(t *testing.T) {
				answer := fake.ModelAnswer{Status: tc.status, Body: fmt.Sprintf(body+"%[3]s", tc.status, tc.kind, ""), Header: map[string]string{"Retry-After": "0"}}
				script := make([]fake.ModelAnswer, tc.asked)
				for i := range script {
					script[i] = answer
				}
				got, _, err := ask(t, nil, nil, script...)
				wantFault(t, err, tc.code, tc.kind)
				if got.Usage.Calls != tc.wantCalls || got.Usage.CostUSD != 0 {
					t.Errorf("%d calls, %v USD", got.Usage.Calls, got.Usage.CostUSD)
				}
			})
		}
	}
}

// wantFault holds the code of a failure and some of its words, and that it quotes nothing of the server.
func wantFault(t *testing.T, err error, code, words string) {
	t.Helper()
	var failed *model.Error
	if !errors.As(err, &failed) || failed.Code != code || !strings.Contains(failed.Text, words) {
		t.Fatalf("got %v (%+v), want %s with %q", err, failed, code, words)
	}
	if strings.Contains(err.Error(), "CANARY") || strings.Contains(err.Error(), "the-KEY") {
		t.Errorf("a body or the key was printed: %v", err)
	}
}

func TestAnErrorInsideOfA200IsJudgedByItsOwnWords(t *testing.T) {
	noRetry := func(c *config.Model) { c.MaxRetries = 0 }
	for _, tc := range []struct {
		name, errorObject, code, words string
		change                         func(*config.Model)
	}{
		{"a number", `{"code":401,"message":"CANARY"}`, "model_error", "(401)", nil},
		{"a word", `{"code":"server_error","message":"CANARY"}`, "model_error", "answered with an error", noRetry},
		{"a word that is a refusal", `{"code":"content_policy_violation","message":"CANARY"}`, "model_refused", "", nil},
		{"its status under another name", `{"error_type":"payment_required","http_status":402,"message":"CANARY"}`, "budget", "(402)", nil},
		{"a refused format is not asked for again, because it may be billed", `{"code":400,"message":"CANARY"}`, "model_error", "(400)", nil},
		{"a text", `"CANARY"`, "model_error", "answered with an error", noRetry},
		{"a list", `["CANARY"]`, "model_error", "answered with an error", noRetry},
	} {
		for place, body := range map[string]string{
			"at the top":  `{"error":%s,"choices":[]}`,
			"in a choice": `{"choices":[{"finish_reason":"error","error":%s,"message":{"content":"CANARY"}}]}`,
		} {
			t.Run(tc.name+" "+place, func(t *testing.T) {
				_, _, err := ask(t, tc.change, nil, fake.ModelAnswer{Body: fmt.Sprintf(body, tc.errorObject)})
				wantFault(t, err, tc.code, tc.words)
			})
		}
	}
}

func TestARefusalOfTheContentIsNeverAskedAgain(t *testing.T) {
	withFallback := func(c *config.Model) {
		other := *c
		other.ID = "openrouter/acme/second"
		c.Fallback = []config.Model{other}
	}
	for _, refused := range []fake.ModelAnswer{
		{Status: 400, Body: `{"error":{"code":400,"metadata":{"error_type":"content_policy_violation"}}}`},
		{Status: 400, Body: `{"error":{"code":"content_policy_violation"}}`},
		{Status: 403, Body: `{"error":{"code":403,"metadata":{"reasons":["CANARY"],"flagged_input":"CANARY"}}}`},
		{Status: 500, Body: `{"error":{"metadata":{"error_type":"refusal"}}}`},
		{Body: `{"error":{"code":"refusal"}}`},
	} {
		if _, m, err := ask(t, withFallback, nil, refused); err == nil || len(m.Calls()) != 1 {
			t.Errorf("%s: err %v, %d calls", refused.Body, err, len(m.Calls()))
		}
	}
}

func TestAvailabilityAndRetryAfterDecideOnTheRetry(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		status     int
		asked      int
	}{
		{"a rate limit with a pause", `{"error":{"code":429}}`, 429, 2},
		{"a rate limit that says to retry", `{"error":{"error_type":"rate_limit_exceeded","http_status":429,"availability":{"retryable":true}}}`, 429, 2},
		{"an overload that says not to retry", `{"error":{"availability":{"code":"temporarily_unavailable","retryable":false}}}`, 503, 1},
		{"a wrong key that says to retry", `{"error":{"code":401,"availability":{"retryable":true}}}`, 401, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			answer := fake.ModelAnswer{Status: tc.status, Body: tc.body, Header: map[string]string{"Retry-After": "0"}}
			got, _, err := ask(t, nil, nil, []fake.ModelAnswer{answer, answer}[:tc.asked]...)
			wantFault(t, err, "model_error", fmt.Sprintf("(%d)", tc.status))
			if got.Usage.Calls != tc.asked {
				t.Errorf("%d calls", got.Usage.Calls)
			}
		})
	}
}
