package model_test

import (
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/fake"
	"werkrevisor/internal/model"
)

// completion is a complete answer with this usage.
func completion(usage string) string {
	return `{"model":"acme/reviewer","choices":[{"finish_reason":"stop","message":{"content":"good"}}],"usage":` + usage + `}`
}

func TestUsageOfAnAnswer(t *testing.T) {
	for _, tc := range []struct {
		name, usage       string
		status            model.CostStatus
		usd               float64
		prompt, reasoning int
	}{
		{"reported", `{"prompt_tokens":100,"completion_tokens":10,"cost":0.5}`, model.CostReported, 0.5, 100, 0},
		{"tokens as 1.0", `{"prompt_tokens":100.0,"completion_tokens":10.0,"cost":0.5}`, model.CostReported, 0.5, 100, 0},
		{"no cost", `{"prompt_tokens":1000000,"completion_tokens":100000}`, model.CostEstimated, 3, 1000000, 0},
		{"cost null", `{"prompt_tokens":1000000,"completion_tokens":100000,"cost":null}`, model.CostEstimated, 3, 1000000, 0},
		{"usage null", `null`, model.CostUnknown, 0, 0, 0},
		{"an own key at the provider", `{"prompt_tokens":1,"completion_tokens":1,"cost":0.1,"is_byok":true,"cost_details":{"upstream_inference_cost":0.4}}`,
			model.CostReported, 0.5, 1, 0},
		{"an upstream cost without an own key", `{"prompt_tokens":1,"completion_tokens":1,"cost":0.1,"is_byok":false,"cost_details":{"upstream_inference_cost":0.4}}`,
			model.CostReported, 0.1, 1, 0},
		{"reasoning tokens", `{"prompt_tokens":1,"completion_tokens":9,"cost":0.1,"completion_tokens_details":{"reasoning_tokens":7}}`,
			model.CostReported, 0.1, 1, 7},
		{"details null", `{"prompt_tokens":1,"completion_tokens":9,"cost":0.1,"cost_details":null,"prompt_tokens_details":null,"completion_tokens_details":null}`,
			model.CostReported, 0.1, 1, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			answer, _, err := ask(t, nil, nil, fake.ModelAnswer{Body: completion(tc.usage)})
			u := answer.Usage
			if err != nil || u.CostStatus != tc.status || u.CostUSD < tc.usd-1e-9 || u.CostUSD > tc.usd+1e-9 || u.PromptTokens != tc.prompt ||
				u.ReasoningTokens != tc.reasoning || u.Calls != 1 {
				t.Errorf("usage %+v, err %v", u, err)
			}
		})
	}
}

func TestBlankLinesBeforeAnAnswerAreNoAnswer(t *testing.T) {
	keepAlive := strings.Repeat("\n", 200) + "\r\n \t"
	answer, _, err := ask(t, nil, nil, fake.ModelAnswer{Body: keepAlive + completion(`{"prompt_tokens":1}`) + "\n"})
	if err != nil || answer.Text != "good" {
		t.Errorf("answer %+v, err %v", answer, err)
	}
	_, _, err = ask(t, func(c *config.Model) { c.MaxRetries = 0 }, nil, fake.ModelAnswer{Body: keepAlive})
	wantFault(t, err, "model_error", "not the JSON")
}

func TestAnAnswerThatTricklesEndsAtItsTimeLimit(t *testing.T) {
	answer, _, err := ask(t, func(c *config.Model) { c.TimeoutSeconds, c.MaxRetries = 1, 0 }, nil,
		fake.ModelAnswer{Body: strings.Repeat("\n", 2000) + completion(`{}`), Wire: fake.Wire{Drip: 20 * time.Millisecond}})
	wantFault(t, err, "model_timeout", "timeout_seconds = 1")
	if answer.Usage.CostStatus != model.CostUnknown {
		t.Errorf("usage %+v", answer.Usage)
	}
}

func TestACostOfAnAnswerThatWasNotReadIsUnknown(t *testing.T) {
	for name, script := range map[string]fake.ModelAnswer{
		"a reset connection": {Wire: fake.Wire{Reset: true}},
		"a cut body":         {Cut: true},
		"an oversize body":   {Body: `{"x":"` + strings.Repeat("a", 5<<20) + `"}`},
	} {
		answer, _, err := ask(t, func(c *config.Model) { c.MaxRetries = 0 }, nil, script)
		wantFault(t, err, "model_error", "")
		if answer.Usage.CostStatus != model.CostUnknown || answer.Usage.Calls != 1 {
			t.Errorf("%s: usage %+v", name, answer.Usage)
		}
	}
	answer, _, err := ask(t, nil, nil, fake.ModelAnswer{Wire: fake.Wire{Reset: true}}, fake.ModelAnswer{})
	if err != nil || answer.Usage.Calls != 2 || answer.Usage.CostStatus != model.CostUnknown || answer.Usage.CostUSD == 0 {
		t.Errorf("a reset and then an answer: %+v, err %v", answer.Usage, err)
	}
}

func TestARedirectWhoseBodyIsAnAnswerIsNoAnswer(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		_, m, err := ask(t, nil, nil, fake.ModelAnswer{Status: status, Header: map[string]string{"Location": "/api/v1/chat/completions"}, Body: completion(`{}`)})
		wantFault(t, err, "model_error", "base_url")
		if len(m.Calls()) != 1 {
			t.Errorf("%d: %d calls", status, len(m.Calls()))
		}
	}
}

// TestARefusedSchemaIsAskedForInAnotherWay holds that the other ways use up no retry and are no calls of the usage line.
func TestARefusedSchemaIsAskedForInAnotherWay(t *testing.T) {
	bad, missing := fake.ModelAnswer{Status: 400, Body: `{"error":{"code":400}}`}, fake.ModelAnswer{Status: 404, Body: `{"error":{"code":404}}`}
	busy := fake.ModelAnswer{Status: 503, Header: map[string]string{"Retry-After": "0"}}
	for _, tc := range []struct {
		name   string
		script []fake.ModelAnswer
		code   string
		calls  int
		last   string // response_format of the last request
	}{
		{"the schema", []fake.ModelAnswer{{}}, "", 1, "json_schema"},
		{"then an object", []fake.ModelAnswer{bad, {}}, "", 1, "json_object"},
		{"then plain words", []fake.ModelAnswer{missing, bad, {}}, "", 1, ""},
		{"a failure behind a refusal is tried again from the start", []fake.ModelAnswer{bad, busy, bad, {}}, "", 2, "json_object"},
		{"two failures behind a refusal", []fake.ModelAnswer{bad, busy, bad, busy}, "model_error", 2, "json_object"},
		{"every way is refused", []fake.ModelAnswer{bad, bad, missing}, "model_error", 1, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			answer, m, err := ask(t, nil, nil, tc.script...)
			if tc.code == "" && err != nil {
				t.Fatal(err)
			} else if tc.code != "" {
				wantFault(t, err, tc.code, "")
			}
			calls := m.Calls()
			format, _ := calls[len(calls)-1].Body["response_format"].(map[string]any)
			kind, _ := format["type"].(string)
			if answer.Usage.Calls != tc.calls || kind != tc.last || len(calls) != len(tc.script) {
				t.Errorf("%d calls in the usage, %d requests, last format %q", answer.Usage.Calls, len(calls), kind)
			}
			if kind != "json_schema" && !strings.Contains(calls[len(calls)-1].System, `{"type":"object"}`) {
				t.Error("the schema is not in the words of the request")
			}
		})
	}
}
