package fake_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"werkrevisor/internal/fake"
)

// completion is what a client reads of an answer.
type completion struct {
	Choices []struct {
		Finish  string `json:"finish_reason"`
		Message struct {
			Content *string `json:"content"`
			Tools   []struct {
				ID, Type string
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		} `json:"message"`
	} `json:"choices"`
}

func endpoint(t *testing.T, script ...fake.ModelAnswer) *fake.Model {
	t.Helper()
	m, err := fake.NewModel(script...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	return m
}

// post sends a chat request and returns status and body.
func post(ctx context.Context, t *testing.T, m *fake.Model, request map[string]any) (int, string) {
	t.Helper()
	body, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.URL+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// stageRequest asks for a stage by the name of its schema.
func stageRequest(stage, user string) map[string]any {
	return map[string]any{"model": "acme/reviewer",
		"messages":        []any{map[string]any{"role": "system", "content": "You review."}, map[string]any{"role": "user", "content": user}},
		"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": stage}}}
}

// text is the content of the answer to a request.
func text(t *testing.T, m *fake.Model, request map[string]any) string {
	t.Helper()
	status, body := post(t.Context(), t, m, request)
	var c completion
	if err := json.Unmarshal([]byte(body), &c); err != nil || status != 200 || len(c.Choices) != 1 || c.Choices[0].Message.Content == nil {
		t.Fatalf("%d %s (%v)", status, body, err)
	}
	return *c.Choices[0].Message.Content
}

func TestAStageIsKnownByTheSchemaInThePromptToo(t *testing.T) {
	m := endpoint(t)
	for name, schema := range stages(t) {
		request := stageRequest(name, "x")
		delete(request, "response_format")
		request["messages"] = []any{map[string]any{"role": "system", "content": "You review.\n{\"not\": this}\n\nFollow this schema:\n" + schema}}
		mustFit(t, name, schema, text(t, m, request))
	}
	text(t, m, map[string]any{"messages": []any{map[string]any{"role": "system", "content": "no schema"}}})
	calls := m.Calls()
	for name := range stages(t) {
		if !slices.ContainsFunc(calls, func(c fake.ModelCall) bool { return c.Stage == name }) {
			t.Errorf("%s was not recognised", name)
		}
	}
	if last := calls[len(calls)-1]; last.Stage != "" {
		t.Errorf("a prompt without a schema is taken for %s", last.Stage)
	}
}

func TestAStageAnswersItsOwnRequestsAndTheScriptComesFirst(t *testing.T) {
	m := endpoint(t, fake.ModelAnswer{Text: "scripted"})
	m.Stage("scan", func(call fake.ModelCall, n int) fake.ModelAnswer {
		if strings.Contains(call.User, "honest") {
			return fake.ModelAnswer{}
		}
		return fake.ModelAnswer{Text: fmt.Sprintf("scan %d", n)}
	})
	var got []string
	for _, request := range []map[string]any{stageRequest("scan", ""), stageRequest("scan", ""), stageRequest("lane", ""),
		stageRequest("scan", ""), stageRequest("scan", "honest")} {
		got = append(got, text(t, m, request))
	}
	m.Stage("scan", nil)
	got = append(got, text(t, m, stageRequest("scan", "")))
	want := []string{"scripted", "scan 0", `{"passages":[]}`, "scan 1", `{"places":[]}`, `{"places":[]}`}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRequestsOfAStageAtTheSameTimeHaveTheirOwnNumbers(t *testing.T) {
	m := endpoint(t)
	m.Stage("area_report", func(call fake.ModelCall, n int) fake.ModelAnswer {
		return fake.ModelAnswer{Text: fmt.Sprint(n), Delay: time.Duration(n%3) * time.Millisecond}
	})
	var mu sync.Mutex
	var wg sync.WaitGroup
	var got []string
	for range 12 {
		wg.Go(func() {
			_, body := post(t.Context(), t, m, stageRequest("area_report", ""))
			var c completion
			_ = json.Unmarshal([]byte(body), &c)
			mu.Lock()
			defer mu.Unlock()
			if len(c.Choices) == 1 && c.Choices[0].Message.Content != nil {
				got = append(got, *c.Choices[0].Message.Content)
			}
		})
	}
	wg.Wait()
	slices.Sort(got)
	if len(slices.Compact(got)) != 12 {
		t.Errorf("numbers %q", got)
	}
}

func TestAScriptedToolCallLooksLikeOneOfARealEndpoint(t *testing.T) {
	m := endpoint(t, fake.ModelAnswer{Tools: []fake.ToolCall{{Name: "read_file", Arguments: `{"path":"a.go"}`}, {ID: "mine", Name: "grep", Arguments: "no JSON"}}})
	request := stageRequest("area_report", "go")
	request["tools"] = []any{map[string]any{"type": "function", "function": map[string]any{"name": "read_file"}},
		map[string]any{"type": "function", "function": map[string]any{"name": "grep"}}}
	status, body := post(t.Context(), t, m, request)
	var c completion
	if err := json.Unmarshal([]byte(body), &c); err != nil || status != 200 || len(c.Choices) != 1 {
		t.Fatalf("%d %s", status, body)
	}
	choice := c.Choices[0]
	if choice.Finish != "tool_calls" || choice.Message.Content != nil || len(choice.Message.Tools) != 2 ||
		choice.Message.Tools[0].ID != "call_1" || choice.Message.Tools[0].Type != "function" ||
		choice.Message.Tools[0].Function.Arguments != `{"path":"a.go"}` || choice.Message.Tools[1].ID != "mine" {
		t.Errorf("answer %s", body)
	}
	request["tool_choice"] = "none"
	request["messages"] = append(request["messages"].([]any), map[string]any{"role": "assistant", "content": nil},
		map[string]any{"role": "tool", "tool_call_id": "call_1", "content": "1. \"of the tool\""})
	text(t, m, request)
	call := m.Calls()[1]
	if call.Model != "acme/reviewer" || call.User != "go" || !slices.Equal(call.Results, []string{"1. \"of the tool\""}) ||
		!slices.Equal(call.Tools, []string{"read_file", "grep"}) || call.ToolChoice != "none" || len(call.Messages) != 4 {
		t.Errorf("call %+v", call)
	}
}

func TestAnEndpointWithoutToolsRefusesThemAndKeepsItsScript(t *testing.T) {
	m := endpoint(t, fake.ModelAnswer{Text: "scripted"})
	m.RefuseTools(404)
	request := stageRequest("area_report", "")
	request["tools"] = []any{map[string]any{"type": "function", "function": map[string]any{"name": "grep"}}}
	for range 2 {
		if status, body := post(t.Context(), t, m, request); status != 404 || !strings.Contains(body, `"error"`) {
			t.Errorf("%d %s", status, body)
		}
	}
	delete(request, "tools")
	if got := text(t, m, request); got != "scripted" || m.ToolsRefused() != 2 || len(m.Calls()) != 3 {
		t.Errorf("answer %q, %d refused, %d calls", got, m.ToolsRefused(), len(m.Calls()))
	}
}

func TestADelayIsWaitedForAndEndsWithItsRequest(t *testing.T) {
	const short, long = 100 * time.Millisecond, 300 * time.Millisecond
	started, answered := make(chan struct{}), false
	m := endpoint(t, fake.ModelAnswer{Delay: short, Before: func() { close(started) }, Edit: func(body string) string {
		answered = true
		return body
	}}, fake.ModelAnswer{Delay: long})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-started
		cancel()
	}()
	if status, _ := post(ctx, t, m, stageRequest("scan", "")); status != 0 {
		t.Errorf("status %d", status)
	}
	before := time.Now()
	text(t, m, stageRequest("scan", ""))
	if took := time.Since(before); took < long {
		t.Errorf("answered after %s", took)
	}
	if err := m.Close(); err != nil || answered {
		t.Errorf("the pause went on without its client (%v)", err)
	}
}
