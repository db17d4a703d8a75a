package model_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/fake"
	"werkrevisor/internal/httpx"
	"werkrevisor/internal/model"
)

func settings(url string) config.Model {
	return config.Model{ID: "openrouter/acme/reviewer", BaseURL: url, APIKeyEnv: "KEY", InputPrice: 2, OutputPrice: 10,
		CacheWriteFactor: 1, MaxContextTokens: 100000, MaxOutputTokens: 4000, ReasoningEffort: "low", TimeoutSeconds: 5,
		MaxRetries: 1, DataCollection: "deny"}
}

// ask sends one request to a fake endpoint with this script.
func ask(t *testing.T, change func(*config.Model), check func(string) error, script ...fake.ModelAnswer) (model.Answer, *fake.Model, error) {
	t.Helper()
	m, err := fake.NewModel(script...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	cfg := settings(m.URL)
	if change != nil {
		change(&cfg)
	}
	c := model.New(model.Options{Config: cfg, Budget: config.Budget{MaxUSDPerReview: 1, CharsPerToken: 3.5}, HTTP: httpx.New(httpx.Options{AnyStatus: true}),
		Key: func(env string) string { return "the-" + env }})
	answer, err := c.Ask(t.Context(), model.Request{System: "system", User: "user", Check: check,
		Schema: model.Schema{Name: "review", JSON: []byte(`{"type":"object"}`)}})
	if n := m.Unused(); n > 0 {
		t.Errorf("%d scripted answers were not asked for", n)
	}
	return answer, m, err
}

func TestARequestToOpenRouterHasItsFields(t *testing.T) {
	_, m, err := ask(t, func(c *config.Model) { c.ProviderOnly = []string{"acme"} }, nil)
	if err != nil {
		t.Fatal(err)
	}
	call := m.Calls()[0]
	body := call.Body
	if body["model"] != "acme/reviewer" || body["max_tokens"] != 4000.0 || body["temperature"] != nil || body["stream"] == true || body["models"] != nil {
		t.Errorf("body %v", body)
	}
	provider := body["provider"].(map[string]any)
	price := provider["max_price"].(map[string]any)
	if provider["require_parameters"] != true || provider["data_collection"] != "deny" || price["prompt"] != 2.0 || price["completion"] != 10.0 ||
		provider["only"].([]any)[0] != "acme" {
		t.Errorf("provider %v", provider)
	}
	if r := body["reasoning"].(map[string]any); r["effort"] != "low" || r["exclude"] != true {
		t.Errorf("reasoning %v", r)
	}
	if p := body["plugins"].([]any)[0].(map[string]any); p["id"] != "context-compression" || p["enabled"] != false {
		t.Errorf("plugins %v", p)
	}
	format := body["response_format"].(map[string]any)
	schema := format["json_schema"].(map[string]any)
	if format["type"] != "json_schema" || schema["name"] != "review" || schema["strict"] != true {
		t.Errorf("format %v", format)
	}
	if call.Authorization != "Bearer the-KEY" || m.KeyReads() != 2 {
		t.Errorf("authorization %q, %d key reads", call.Authorization, m.KeyReads())
	}
}

func TestAPlainEndpointGetsNoneOfThem(t *testing.T) {
	answer, m, err := ask(t, func(c *config.Model) { c.ID, c.APIKeyEnv = "qwen3-coder", "" }, nil, fake.ModelAnswer{NoCost: true, Model: "models/qwen3-coder"})
	if err != nil {
		t.Fatal(err)
	}
	call := m.Calls()[0]
	for _, field := range []string{"provider", "plugins", "reasoning", "reasoning_effort"} {
		if _, ok := call.Body[field]; ok {
			t.Errorf("%s was sent", field)
		}
	}
	if call.Body["model"] != "qwen3-coder" || call.Authorization != "" || m.KeyReads() != 0 || answer.Usage.CostStatus != model.CostEstimated {
		t.Errorf("call %+v, %d key reads, usage %+v", call, m.KeyReads(), answer.Usage)
	}
}

func TestFaultsOfAnEndpoint(t *testing.T) {
	unavailable := fake.ModelAnswer{Status: 503, Body: "<html>CANARY</html>", Header: map[string]string{"Retry-After": "0"}}
	for _, tc := range []struct {
		name   string
		change func(*config.Model)
		script []fake.ModelAnswer
		code   string
		words  string
		calls  int
	}{
		{"400 with every format", nil, []fake.ModelAnswer{{Status: 400}, {Status: 400}, {Status: 400, Body: `{"error":{"message":"CANARY"}}`}}, "model_error", "(400)", 1},
		{"401", nil, []fake.ModelAnswer{{Status: 401, Body: "CANARY"}}, "model_error", "api_key_env", 1},
		{"402", nil, []fake.ModelAnswer{{Status: 402, Body: "CANARY"}}, "budget", "no credit", 1},
		{"403 with a moderation that quotes the PR", nil, []fake.ModelAnswer{{Status: 403,
			Body: `{"error":{"code":403,"message":"CANARY","metadata":{"reasons":["CANARY"],"flagged_input":"CANARY"}}}`}}, "model_error", "(403)", 1},
		{"a content policy", nil, []fake.ModelAnswer{{Status: 403, Body: `{"error":{"metadata":{"error_type":"content_policy_violation"}}}`}}, "model_refused", "", 1},
		{"503 twice", nil, []fake.ModelAnswer{unavailable, unavailable}, "model_error", "(503)", 2},
		{"503 without a retry", func(c *config.Model) { c.MaxRetries = 0 }, []fake.ModelAnswer{unavailable}, "model_error", "(503)", 1},
		{"429 that is not to be retried", nil, []fake.ModelAnswer{{Status: 429,
			Body: `{"error":{"error_type":"rate_limit_exceeded","http_status":429,"availability":{"code":"capacity_exhausted","retryable":false}}}`}},
			"model_error", "(429)", 1},
		{"an error in a 200", nil, []fake.ModelAnswer{{Body: `{"error":{"code":402,"message":"CANARY"}}`}}, "budget", "", 1},
		{"a choice with an error", func(c *config.Model) { c.MaxRetries = 0 },
			[]fake.ModelAnswer{{Body: `{"choices":[{"finish_reason":"error","error":{"code":502,"message":"CANARY"},"message":{"content":"{}"}}]}`}}, "model_error", "(502)", 1},
		{"no choices", func(c *config.Model) { c.MaxRetries = 0 }, []fake.ModelAnswer{{Body: `{"choices":[]}`}}, "model_error", "0 choices", 1},
		{"two choices", func(c *config.Model) { c.MaxRetries = 0 }, []fake.ModelAnswer{{Body: `{"choices":[{},{}]}`}}, "model_error", "2 choices", 1},
		{"null finish reason", nil, []fake.ModelAnswer{{Body: `{"choices":[{"finish_reason":null,"message":{"content":"x"}}]}`}}, "model_error", "finish_reason none", 1},
		{"tool calls", nil, []fake.ModelAnswer{{Finish: "tool_calls"}}, "model_error", "tool_calls", 1},
		{"length", nil, []fake.ModelAnswer{{Finish: "length"}}, "model_answer_truncated", "max_output_tokens = 4000", 1},
		{"a refusal beside stop", nil, []fake.ModelAnswer{{Body: `{"choices":[{"finish_reason":"stop","message":{"content":"x","refusal":"CANARY"}}]}`}}, "model_refused", "", 1},
		{"null content", func(c *config.Model) { c.MaxRetries = 0 }, []fake.ModelAnswer{{Body: `{"choices":[{"finish_reason":"stop","message":{"content":null}}]}`}}, "model_error", "empty", 1},
		{"content as parts", func(c *config.Model) { c.MaxRetries = 0 },
			[]fake.ModelAnswer{{Body: `{"choices":[{"finish_reason":"stop","message":{"content":[{"type":"text","text":"a"}]}}]}`}}, "model_error", "empty", 1},
		{"an empty body", func(c *config.Model) { c.MaxRetries = 0 }, []fake.ModelAnswer{{Body: " "}}, "model_error", "not the JSON", 1},
		{"HTML with 200", func(c *config.Model) { c.MaxRetries = 0 }, []fake.ModelAnswer{{Body: "<html>CANARY</html>"}}, "model_error", "not the JSON", 1},
		{"garbage behind the object", nil, []fake.ModelAnswer{{Body: `{"choices":[]} CANARY`}}, "model_error", "more than one", 1},
		{"a cut body", func(c *config.Model) { c.MaxRetries = 0 }, []fake.ModelAnswer{{Cut: true}}, "model_error", "base_url", 1},
		{"a redirect", nil, []fake.ModelAnswer{{Status: 307, Header: map[string]string{"Location": "/elsewhere"}}}, "model_error", "(307)", 1},
		{"another model", nil, []fake.ModelAnswer{{Model: "acme/other"}}, "model_error", "acme/other", 1},
		{"a smaller model of the same family", nil, []fake.ModelAnswer{{Model: "acme/reviewer-nano-free"}}, "model_error", "reviewer-nano-free", 1},
		{"a model with a text as its name", nil, []fake.ModelAnswer{{Model: "the prompt said CANARY"}}, "model_error", "cannot be shown", 1},
		{"a finish reason that is a text", nil, []fake.ModelAnswer{{Finish: "CANARY text"}}, "model_error", "finish_reason unknown", 1},
		{"an error type that is a text", nil, []fake.ModelAnswer{{Status: 401, Body: `{"error":{"metadata":{"error_type":"CANARY the-KEY"}}}`}}, "model_error", "(401)", 1},
		{"a cut answer behind a complete one", nil,
			[]fake.ModelAnswer{{Body: `{"choices":[{"finish_reason":"length","Finish_Reason":"stop","message":{"content":"x"}}]}`}}, "model_error", "a key twice", 1},
		{"an error and then none", nil, []fake.ModelAnswer{{Body: `{"error":{"code":400},"error":null,"choices":[{"finish_reason":"stop","message":{"content":"x"}}]}`}},
			"model_error", "a key twice", 1},
		{"tool calls beside stop", nil, []fake.ModelAnswer{{Body: `{"choices":[{"finish_reason":"stop","message":{"content":"x","tool_calls":[{"id":"1"}]}}]}`}},
			"model_error", "calls tools", 1},
		{"an oversize body", nil, []fake.ModelAnswer{{Body: `{"x":"` + strings.Repeat("a", 5<<20) + `"}`}}, "model_error", "4 MiB", 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			answer, _, err := ask(t, tc.change, nil, tc.script...)
			var failed *model.Error
			if !errors.As(err, &failed) || failed.Code != tc.code || !strings.Contains(failed.Text, tc.words) {
				t.Fatalf("got %v (%+v), want %s with %q", err, failed, tc.code, tc.words)
			}
			if strings.Contains(err.Error(), "CANARY") || strings.Contains(err.Error(), "the-KEY") {
				t.Errorf("a body or the key was printed: %v", err)
			}
			if answer.Usage.Calls != tc.calls {
				t.Errorf("%d calls, want %d", answer.Usage.Calls, tc.calls)
			}
		})
	}
}

func TestADatedVersionIsTheModelThatWasAskedFor(t *testing.T) {
	for _, name := range []string{"acme/reviewer-20261130", "acme/reviewer-2026-11-30", "ACME/Reviewer", "acme/reviewer:free"} {
		if _, _, err := ask(t, nil, nil, fake.ModelAnswer{Model: name}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestACostThatNobodyCanBelieveIsUnknown(t *testing.T) {
	for _, usage := range []string{`{"prompt_tokens":1,"completion_tokens":1,"cost":1.5e308,"is_byok":true,"cost_details":{"upstream_inference_cost":1.5e308}}`,
		`{"prompt_tokens":-5,"completion_tokens":1,"cost":0.1}`, `{"prompt_tokens":1e300,"completion_tokens":1}`} {
		answer, _, err := ask(t, nil, nil, fake.ModelAnswer{Body: `{"model":"acme/reviewer","choices":[{"finish_reason":"stop","message":{"content":"x"}}],"usage":` + usage + `}`})
		if err != nil || answer.Usage.CostStatus != model.CostUnknown || answer.Usage.CostUSD > 1 || answer.Usage.PromptTokens < 0 {
			t.Errorf("%s: %+v, %v", usage, answer.Usage, err)
		}
	}
}

func TestATimeOutIsAFaultOfItsOwnAndTheCostIsUnknown(t *testing.T) {
	block := make(chan struct{})
	defer close(block)
	answer, _, err := ask(t, func(c *config.Model) { c.TimeoutSeconds, c.MaxRetries = 1, 0 }, nil, fake.ModelAnswer{Wait: block})
	var failed *model.Error
	if !errors.As(err, &failed) || failed.Code != "model_timeout" || !strings.Contains(failed.Text, "timeout_seconds = 1") ||
		answer.Usage.CostStatus != model.CostUnknown {
		t.Errorf("got %v, usage %+v", err, answer.Usage)
	}
}

func TestAnInvalidAnswerIsAskedAgainWithTheReason(t *testing.T) {
	check := func(text string) error {
		if text == "good" {
			return nil
		}
		return errors.New("findings is missing")
	}
	answer, m, err := ask(t, nil, check, fake.ModelAnswer{Text: "bad"}, fake.ModelAnswer{Text: "good"})
	if err != nil || answer.Text != "good" || answer.Usage.Calls != 2 || !strings.Contains(m.Calls()[1].User, "findings is missing") {
		t.Errorf("answer %+v, err %v", answer, err)
	}
	_, _, err = ask(t, nil, check, fake.ModelAnswer{Text: "bad"}, fake.ModelAnswer{Text: "bad"})
	var failed *model.Error
	if !errors.As(err, &failed) || failed.Code != "model_answer_invalid" {
		t.Errorf("got %v", err)
	}
}

func TestAFallbackIsAskedOnlyForFailuresOnTheWay(t *testing.T) {
	withFallback := func(c *config.Model) {
		c.MaxRetries = 0
		other := *c
		other.ID = "openrouter/acme/second"
		c.Fallback = []config.Model{other}
	}
	answer, m, err := ask(t, withFallback, nil, fake.ModelAnswer{Status: 502}, fake.ModelAnswer{})
	if err != nil || answer.Model != "acme/second" || m.Calls()[1].Body["model"] != "acme/second" {
		t.Errorf("answer %+v, err %v", answer, err)
	}
	for _, refused := range []fake.ModelAnswer{{Finish: "content_filter"}, {Finish: "length"}, {Status: 402}, {Status: 401}} {
		if _, m, err := ask(t, withFallback, nil, refused); err == nil || len(m.Calls()) != 1 {
			t.Errorf("%+v: err %v, %d calls", refused, err, len(m.Calls()))
		}
	}
}

func TestTheKeyNeedsItsBudgetBeforeTheFirstCall(t *testing.T) {
	for _, tc := range []struct {
		name, page string
		code       string
	}{
		{"no limit passes", `{"data":{"limit":null,"limit_remaining":null}}`, ""},
		{"enough passes", `{"data":{"limit":5,"limit_remaining":1.0}}`, ""},
		{"below the review's budget", `{"data":{"limit":5,"limit_remaining":0.99}}`, "budget"},
		{"below what must remain", `{"data":{"limit":5,"limit_remaining":1.5}}`, "budget"},
		{"no data", `{}`, "model_error"},
		{"a limit without the rest", `{"data":{"limit":5,"limit_remaining":null}}`, "model_error"},
		{"no JSON", `CANARY`, "model_error"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m, err := fake.NewModel()
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			m.SetKey(tc.page)
			minimum := 0.0
			if tc.name == "below what must remain" {
				minimum = 2
			}
			c := model.New(model.Options{Config: settings(m.URL), Budget: config.Budget{MaxUSDPerReview: 1, MinKeyRemainingUSD: minimum},
				HTTP: httpx.New(httpx.Options{AnyStatus: true}), Key: func(string) string { return "k" }})
			_, err = c.Ask(t.Context(), model.Request{})
			var failed *model.Error
			errors.As(err, &failed)
			if tc.code == "" && err != nil || tc.code != "" && (failed == nil || failed.Code != tc.code) {
				t.Errorf("got %v, want %q", err, tc.code)
			}
			if tc.code != "" && len(m.Calls()) > 0 {
				t.Error("the model was asked")
			}
		})
	}
}

func TestLimitsAndWorstCase(t *testing.T) {
	cfg := settings("http://127.0.0.1:1")
	plan := func(cfg config.Model, usd float64, chars int) model.Plan {
		c := model.New(model.Options{Config: cfg, Budget: config.Budget{MaxUSDPerReview: usd, CharsPerToken: 1}, HTTP: http.DefaultClient})
		return c.Plan(model.Request{User: strings.Repeat("x", chars)})
	}
	if got := plan(cfg, 0.40, 1000); got.Limit.Tokens != 80000 || got.Limit.Key != "[budget] max_usd_per_review = 0.4" {
		t.Errorf("the example of the seed: %+v", got.Limit)
	}
	if got := plan(cfg, 0.40, 80000).WorstCaseUSD; got < 0.3999 || got > 0.4001 {
		t.Errorf("worst case %v", got)
	}
	if got := plan(cfg, 9, 1).Limit; got.Tokens != 100000 || got.Key != "[model] max_context_tokens = 100000" {
		t.Errorf("cap of quality: %+v", got)
	}
	cfg.ContextTokens = 50000
	if got := plan(cfg, 9, 1).Limit; got.Tokens != 46000 || !strings.Contains(got.Key, "context_tokens = 50000") {
		t.Errorf("window: %+v", got)
	}
	cfg = settings("http://127.0.0.1:1")
	cfg.InputPrice, cfg.OutputPrice = 0, 0
	if got := plan(cfg, 0.01, 10); got.Limit.Tokens != 100000 || got.WorstCaseUSD != 0 {
		t.Errorf("a free model: %+v", got)
	}
}

func TestTheRunsEndEndsARetry(t *testing.T) {
	m, err := fake.NewModel(fake.ModelAnswer{Status: 429, Header: map[string]string{"Retry-After": "600"}})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	c := model.New(model.Options{Config: settings(m.URL), Budget: config.Budget{MaxUSDPerReview: 1}, HTTP: httpx.New(httpx.Options{AnyStatus: true}),
		Key: func(string) string { return "k" }})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if _, err := c.Ask(ctx, model.Request{}); err == nil || ctx.Err() != nil || len(m.Calls()) != 1 {
		t.Errorf("err %v, %d calls", err, len(m.Calls()))
	}
}
