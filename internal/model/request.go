package model

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"werkrevisor/internal/config"
)

// openRouterPrefix marks an id that goes to OpenRouter; it is not part of the name that is sent (product.md 5).
const openRouterPrefix = "openrouter/"

func viaOpenRouter(m config.Model) bool { return strings.HasPrefix(m.ID, openRouterPrefix) }

func wireName(m config.Model) string { return strings.TrimPrefix(m.ID, openRouterPrefix) }

// once sends one request and judges the answer.
func (c *Client) once(ctx context.Context, m config.Model, r Request, f format, u *Usage) (got reply, failed *Error) {
	attempt, cancel := context.WithTimeout(ctx, time.Duration(m.TimeoutSeconds)*time.Second)
	defer cancel()
	d := &doer{next: c.options.HTTP, extra: extras(m)}
	key := ""
	if m.APIKeyEnv != "" {
		key = c.options.Key(m.APIKeyEnv)
	}
	cfg := openai.DefaultConfig(key)
	cfg.BaseURL = strings.TrimSuffix(m.BaseURL, "/")
	cfg.HTTPClient = d
	calls, before := u.Calls, *u
	u.finish, u.reported, u.estimated, u.unknown = "", false, false, false // of this call
	defer func() {
		if u.Calls > calls {
			u.Attempts = append(u.Attempts, newAttempt(before, *u, m, r, got, failed))
		}
		u.reported, u.estimated, u.unknown = u.reported || before.reported, u.estimated || before.estimated, u.unknown || before.unknown
	}()
	u.Calls++
	_, err := openai.NewClientWithConfig(cfg).CreateChatCompletion(attempt, chat(m, r, f))
	switch {
	case d.failed != nil:
		failed = d.failed
		failed.ToolsRefused = failed.formatRefused && f == formatPlain && len(r.Tools) > 0
		failed.formatRefused = failed.formatRefused && f != formatPlain
		if failed.formatRefused || failed.ToolsRefused {
			u.Calls--
		}
		u.unknown = u.unknown || d.status == http.StatusOK // an answer beyond the limit was billed
	case d.raw == nil && err != nil:
		failed = transportError(ctx, err, m)
		if failed.Code == "model_timeout" || d.status == http.StatusOK {
			u.unknown = true // the endpoint may have worked, and billed, until the end
		}
	default:
		if got, failed = judge(d.raw, m, r, u); failed != nil {
			failed.formatRefused = false // it was accepted, and may have been billed
		}
	}
	return got, failed
}

// chat is the request in the library's terms.
func chat(m config.Model, r Request, f format) openai.ChatCompletionRequest {
	req := openai.ChatCompletionRequest{
		Model: wireName(m),
		Messages: []openai.ChatCompletionMessage{
			{Role: openai.ChatMessageRoleSystem, Content: strings.ToValidUTF8(r.System, "\uFFFD")},
			{Role: openai.ChatMessageRoleUser, Content: strings.ToValidUTF8(r.User, "\uFFFD")},
		},
	}
	for _, t := range r.Turns {
		req.Messages = append(req.Messages, turn(t)...)
	}
	for _, t := range r.Tools {
		req.Tools = append(req.Tools, openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
			Name: t.Name, Description: t.Description, Parameters: json.RawMessage(t.Parameters)}})
	}
	if r.Final && len(r.Tools) > 0 {
		req.ToolChoice = "none" // they stay offered: some endpoints refuse results of tools that they do not know
	}
	if ownLimitName(req.Model) {
		req.MaxCompletionTokens = m.MaxOutputTokens
	} else {
		//lint:ignore SA1019 every endpoint knows max_tokens; many refuse the newer name (libraries.md 1.3)
		req.MaxTokens = m.MaxOutputTokens
	}
	switch f {
	case formatSchema:
		req.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: r.Schema.Name, Schema: json.RawMessage(r.Schema.JSON), Strict: true,
			},
		}
	case formatObject:
		req.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	if f != formatSchema {
		req.Messages[0].Content += "\n\nAnswer with one JSON object that follows this schema, and nothing else:\n" + string(r.Schema.JSON)
	}
	return req
}

// turn is one round of tools as messages.
func turn(t Turn) []openai.ChatCompletionMessage {
	if len(t.Calls) == 0 {
		return []openai.ChatCompletionMessage{
			{Role: openai.ChatMessageRoleAssistant, Content: strings.ToValidUTF8(t.Text, "\uFFFD")},
			{Role: openai.ChatMessageRoleUser, Content: strings.ToValidUTF8(t.Reply, "\uFFFD")},
		}
	}
	asked := openai.ChatCompletionMessage{Role: openai.ChatMessageRoleAssistant}
	list := []openai.ChatCompletionMessage{{}}
	for i, c := range t.Calls {
		asked.ToolCalls = append(asked.ToolCalls, openai.ToolCall{ID: c.ID, Type: openai.ToolTypeFunction,
			Function: openai.FunctionCall{Name: c.Name, Arguments: c.Arguments}})
		list = append(list, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleTool, ToolCallID: c.ID,
			Content: strings.ToValidUTF8(t.Results[i], "\uFFFD")})
	}
	list[0] = asked
	return list
}

// ownLimitName reports whether a bare id belongs to the models that take max_completion_tokens only (libraries.md 2).
func ownLimitName(model string) bool {
	for _, prefix := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, prefix) {
			return true
		}
	}
	return false
}

// extras are the fields that the library does not know (libraries.md 1.8). Plain endpoints get none but a
// reasoning effort that differs from the default, because many refuse what they do not know.
func extras(m config.Model) map[string]any {
	if !viaOpenRouter(m) {
		if m.ReasoningEffort == "" || m.ReasoningEffort == "low" {
			return nil
		}
		return map[string]any{"reasoning_effort": m.ReasoningEffort}
	}
	reasoning := map[string]any{"exclude": true}
	if m.ReasoningMaxTokens > 0 {
		reasoning["max_tokens"] = m.ReasoningMaxTokens
	} else {
		reasoning["effort"] = m.ReasoningEffort
	}
	provider := map[string]any{
		"require_parameters": true,
		"data_collection":    m.DataCollection,
		"max_price":          map[string]any{"prompt": m.InputPrice, "completion": m.OutputPrice},
	}
	if len(m.ProviderOnly) > 0 {
		provider["only"] = m.ProviderOnly
	}
	return map[string]any{
		"reasoning": reasoning,
		"provider":  provider,
		"plugins":   []map[string]any{{"id": "context-compression", "enabled": false}},
	}
}
